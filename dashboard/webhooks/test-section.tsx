import { Anchor, Button, Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { eventTypes } from '../../server/foundation/events/event-types.ts'
import { ErrorAlert } from '../parts/errors.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useTexts } from '../words/words.tsx'
import { DeliveryBadge, useOutcome } from './outcome.tsx'
import { type EventType, useAct, useDelivery, useWebhookRequests, type Webhook } from './query.ts'
import classes from './webhooks.module.css'

const types: EventType[] = ['endpoint.test', ...eventTypes.filter(type => type !== 'endpoint.test')]

/** Sends an event of any kind, and shows what the server answered. */
export function TestSection({ webhook: { webhook_id, state } }: { webhook: Webhook }) {
  const texts = useTexts('webhooks')
  const [type, setType] = useState<EventType>('endpoint.test')
  const [sent, setSent] = useState<string>()
  const { test } = useWebhookRequests()
  const send = useAct(() => test(webhook_id, type), { onDone: ({ delivery_id }) => setSent(delivery_id) })
  const isDisabled = state === 'disabled'
  return (
    <Section title={texts.test.title} lead={texts.test.lead}>
      <Group align="flex-end" gap="sm">
        <Select
          label={texts.test.event}
          data={types}
          value={type}
          allowDeselect={false}
          flex="1 1 200px"
          maw={320}
          onChange={chosen => chosen && setType(chosen as EventType)}
        />
        <Button
          variant="default"
          loading={send.isPending}
          disabled={isDisabled}
          onClick={() => send.mutate()}
        >
          {texts.test.send}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {isDisabled ? texts.test.disabled : type === 'endpoint.test' ? texts.events[type] : texts.test.note}
      </Text>
      <ErrorAlert error={send.error} />
      <div aria-live="polite" className={classes.status}>
        {sent && <Tested key={sent} id={webhook_id} deliveryId={sent} />}
      </div>
    </Section>
  )
}

function Tested({ id, deliveryId }: { id: string; deliveryId: string }) {
  const texts = useTexts('webhooks').test
  const outcomeOf = useOutcome()
  const { data, error } = useDelivery(id, deliveryId)
  if (error) return <ErrorAlert error={error} />
  if (!data || data.attempts === 0) return <Text size="sm">{texts.pending}</Text>
  return (
    <div className={classes.tested}>
      <code className={classes.name}>{data.type}</code>
      <DeliveryBadge state={data.state} />
      <Text span size="sm">
        {outcomeOf(data)}
      </Text>
      <Anchor component={Link} to={`?${new URLSearchParams({ id, delivery: deliveryId })}`} size="sm">
        {texts.show}
      </Anchor>
    </div>
  )
}
