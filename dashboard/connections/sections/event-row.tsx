import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { ErrorAlert } from '../../parts/errors.tsx'
import lists from '../../parts/layout/lists.module.css'
import { useStore } from '../../store.tsx'
import { useFormats, useTexts } from '../../words/words.tsx'
import classes from '../connections.module.css'
import { useMessages } from '../message.tsx'
import { type Connection, type Event, useAct, useConnectionRequests } from '../query.ts'

const colors = { done: 'green', failed: 'red', waiting: 'blue' } as const

/** An event of the shop, what became of it, and what to do about a problem. */
export function EventRow({ event, connection }: { event: Event; connection: Connection }) {
  const texts = useTexts('connections').log
  const { instant } = useFormats()
  const messageOf = useMessages()
  const { state, result, received_at, attempts } = event
  return (
    <li className={`${classes.event} ${lists.lined}`}>
      <div className={classes.eventHead}>
        <Text size="sm" fw={600} className={classes.wrap}>
          <Subject event={event} />
        </Text>
        <Badge color={colors[state]} flex="none">
          {texts.states[state]}
        </Badge>
      </div>
      <Text size="sm" className={classes.wrap}>
        {result ? messageOf(...result.what) : connection.state === 'active' ? texts.pending : texts.kept}
      </Text>
      {result?.mend && (
        <Text size="sm" c="dimmed" className={classes.wrap}>
          {messageOf(result.mend)}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        <time dateTime={received_at}>{instant(received_at)}</time>
        {attempts > 1 && ` · ${texts.attempts({ count: attempts })}`}
        {event.next_at && ` · ${texts.again({ when: instant(event.next_at) })}`}
      </Text>
      {event.can_retry && <Retry event={event} id={connection.connection_id} />}
    </li>
  )
}

/** `order.updated · 15`, which leads to the order. */
function Subject({ event: { topic, subject } }: { event: Event }) {
  const texts = useTexts('connections').log.topics
  const { store_id } = useStore()
  const kind = topic === 'back-fill' ? topic : /product/i.test(topic) ? 'product' : 'order'
  const label = [texts[kind], subject].filter(Boolean).join(' ')
  const name =
    subject && kind !== 'product' ? (
      <Anchor
        component={Link}
        to={`/${store_id}/orders?${new URLSearchParams({ id: subject })}`}
        size="sm"
        fw={600}
      >
        {label}
      </Anchor>
    ) : (
      label
    )
  return (
    <Group component="span" gap={6}>
      {name}
      {topic !== 'back-fill' && (
        <Text span size="xs" c="dimmed">
          {topic}
        </Text>
      )}
    </Group>
  )
}

function Retry({ event: { event_id, topic, received_at }, id }: { event: Event; id: string }) {
  const texts = useTexts('connections').log
  const { instant } = useFormats()
  const { mayModerate } = useStore()
  const { act } = useConnectionRequests()
  const retry = useAct(() => act(id, `events/${event_id}/retry`))
  if (!mayModerate) return null
  return (
    <div>
      <Button
        size="compact-sm"
        variant="default"
        mt={6}
        loading={retry.isPending}
        aria-label={texts.retryOf({ topic, when: instant(received_at) })}
        onClick={() => retry.mutate()}
      >
        {texts.retry}
      </Button>
      <ErrorAlert error={retry.error} />
    </div>
  )
}
