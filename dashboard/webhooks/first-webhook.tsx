import { Anchor, Group, Select, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { eventTypes } from '../../server/foundation/events/event-types.ts'
import { sampleEvents } from '../../server/links/webhooks/event-samples.ts'
import { CodeBlock } from '../parts/copying/code-block.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { groups, typesOf } from './fields.tsx'
import type { EventType } from './query.ts'
import { VerifySection } from './verify-section.tsx'
import classes from './webhooks.module.css'

/** What a developer can build on, while the store has no webhook: the events, a request, and code. */
export function FirstWebhook() {
  const texts = useTexts('webhooks')
  const { isOwner } = useStore()
  return (
    <div className={classes.first}>
      <div className={classes.firstRow}>
        <Title order={2} size="h4">
          {texts.empty}
        </Title>
        <Text c="dimmed" size="sm" mt={4} maw={760}>
          {texts.emptyLead} {!isOwner && texts.emptyViewer}
        </Text>
      </div>
      <div className={classes.firstRow}>
        <EventsSection />
      </div>
      <SampleSection />
      <div className={classes.firstCode}>
        <VerifySection />
        <ApiSection />
      </div>
    </div>
  )
}

function EventsSection() {
  const texts = useTexts('webhooks')
  return (
    <Section title={texts.form.events} lead={texts.first.eventsLead}>
      <div className={classes.eventList}>
        {groups.map(group => (
          <div key={group} className={classes.group}>
            <Title order={3} size="sm" fw={600}>
              {texts.groups[group]}
            </Title>
            <dl className={classes.explained}>
              {typesOf(group).map(type => (
                <div key={type}>
                  <dt className={classes.name}>{type}</dt>
                  <Text component="dd" size="sm" c="dimmed" m={0}>
                    {texts.events[type]}
                  </Text>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </Section>
  )
}

const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

function SampleSection() {
  const texts = useTexts('webhooks')
  const { store_id } = useStore()
  const [type, setType] = useState<EventType>('review.published')
  const [event] = sampleEvents(store_id, type)
  return (
    <Section title={texts.delivery.request} lead={texts.first.requestLead}>
      <CodeBlock
        code={JSON.stringify(event, null, 2)}
        name={texts.delivery.body}
        label={
          <Select
            aria-label={texts.test.event}
            size="xs"
            data={[...eventTypes]}
            value={type}
            allowDeselect={false}
            maw={220}
            onChange={chosen => chosen && setType(chosen as EventType)}
          />
        }
      />
      <Text size="sm" c="dimmed">
        {texts.delivery.headers}: <code className={classes.name}>{signatureHeaders.join(', ')}</code>
      </Text>
    </Section>
  )
}

function ApiSection() {
  const texts = useTexts('webhooks').first
  const { store_id } = useStore()
  return (
    <Section title={texts.api} lead={texts.apiLead}>
      <CodeBlock code={addingCommand(location.origin)} name={texts.api} />
      <Group gap="lg">
        <Anchor component={Link} to={`/${store_id}/settings?tab=connection`} size="sm">
          {texts.keys}
        </Anchor>
        <Anchor href="/manage/docs" target="_blank" rel="noreferrer" size="sm">
          {texts.reference}
        </Anchor>
      </Group>
    </Section>
  )
}

const addingCommand = (origin: string) => `curl ${origin}/manage/v1/webhooks \\
  -H 'Authorization: Bearer YOUR_API_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{ "url": "https://hooks.example/reviews", "events": ["review.published"] }'`
