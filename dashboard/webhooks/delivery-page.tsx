import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { ApiFailure } from '../api.ts'
import { CodeBlock } from '../parts/copying/code-block.tsx'
import { ErrorAlert, ErrorPanel } from '../parts/errors.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import { Facts } from '../parts/layout/facts.tsx'
import { Section, SectionList } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import { Address } from './address.tsx'
import { BackLink } from './new-webhook.tsx'
import { DeliveryBadge, useOutcome } from './outcome.tsx'
import { useAct, useDelivery, useWebhookRequests, useWebhooks } from './query.ts'
import classes from './webhooks.module.css'

type Whole = NonNullable<ReturnType<typeof useDelivery>['data']>

/** A delivery: its state, the request and the answer. */
export function DeliveryPage({ id, deliveryId }: { id: string; deliveryId: string }) {
  const texts = useTexts('webhooks').delivery
  const [params] = useSearchParams()
  const { data, error, refetch } = useDelivery(id, deliveryId)
  const isUnknown = error instanceof ApiFailure && error.status === 404
  const list = new URLSearchParams(params)
  list.delete('delivery')
  return (
    <Stack gap="lg">
      <BackLink to={`?${list}`} text={texts.back} />
      {isUnknown && <EmptyState icon="webhooks" title={texts.unknown} lead={texts.unknownLead} />}
      {error && !isUnknown && <ErrorPanel error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={320} maw={1160} radius="lg" />}
      {data && !isUnknown && (
        <>
          <Head id={id} delivery={data} />
          <SectionList>
            <FactsSection delivery={data} />
            <RequestSection delivery={data} />
            <AnswerSection delivery={data} />
          </SectionList>
        </>
      )}
    </Stack>
  )
}

function Head({ id, delivery: { delivery_id, type, state } }: { id: string; delivery: Whole }) {
  const texts = useTexts('webhooks').delivery
  const { mayModerate } = useStore()
  const webhook = useWebhooks().data?.find(({ webhook_id }) => webhook_id === id)
  const { replay } = useWebhookRequests()
  const again = useAct(() => replay(id, delivery_id), { message: texts.againDone })
  return (
    <Stack gap="sm" maw={1160}>
      <Group justify="space-between" gap="md">
        <div>
          <Group gap="sm">
            <Title order={2} size="h3" className={classes.wrap}>
              {type}
            </Title>
            <DeliveryBadge state={state} />
          </Group>
          {webhook && (
            <Text c="dimmed" size="sm" className={classes.wrap}>
              <Address url={webhook.url} />
            </Text>
          )}
        </div>
        {mayModerate && (
          <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            {texts.again}
          </Button>
        )}
      </Group>
      <ErrorAlert error={again.error} />
    </Stack>
  )
}

function FactsSection({ delivery }: { delivery: Whole }) {
  const all = useTexts('webhooks')
  const { delivery: texts } = all
  const { instant } = useFormats()
  const { at, last_at, last_ms, attempts, next_at, delivery_id } = delivery
  const rows: [label: string, value: string][] = [
    [texts.event, instant(at)],
    [texts.attempts, texts.attemptsOf({ count: attempts })],
    [texts.attempt, last_at ? instant(last_at) : texts.none],
  ]
  if (last_ms !== null) rows.push([texts.duration, all.deliveries.took({ count: last_ms })])
  if (next_at) rows.push([texts.next, instant(next_at)])
  rows.push([texts.id, delivery_id])
  return (
    <Section title={texts.about} lead={texts.aboutLead}>
      <Facts rows={rows} whole />
    </Section>
  )
}

function RequestSection({ delivery: { request } }: { delivery: Whole }) {
  const texts = useTexts('webhooks').delivery
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  return (
    <Section title={texts.request} lead={request.headers ? texts.requestLead : texts.requestBefore}>
      {headers.length > 0 && (
        <div>
          <CodeBlock label={texts.headers} name={texts.headers} code={headers.join('\n')} />
          <Text size="xs" c="dimmed" mt={4}>
            {texts.signature}
          </Text>
        </div>
      )}
      <CodeBlock label={texts.body} name={texts.body} code={indented(request.body)} />
    </Section>
  )
}

function AnswerSection({ delivery }: { delivery: Whole }) {
  const texts = useTexts('webhooks').delivery
  const outcomeOf = useOutcome()
  const { answer, last_at, last_status } = delivery
  if (!last_at)
    return (
      <Section title={texts.answer}>
        <Text size="sm">{texts.answerBefore}</Text>
      </Section>
    )
  return (
    <Section title={texts.answer} lead={texts.answerLead}>
      <div>
        <Text size="sm" c="dimmed">
          {texts.status}
        </Text>
        <Text size="sm" fw={600}>
          {outcomeOf({ ...delivery, state: 'delivered' })}
        </Text>
      </div>
      {answer ? (
        <CodeBlock
          label={last_status === null ? texts.detail : texts.body}
          name={texts.answer}
          code={indented(answer)}
        />
      ) : (
        last_status !== null && (
          <Text size="sm" c="dimmed">
            {texts.noBody}
          </Text>
        )
      )}
    </Section>
  )
}

/** JSON in lines; any other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
