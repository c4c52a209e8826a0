import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { ErrorAlert, ErrorPanel } from '../../parts/errors.tsx'
import { LoadMore } from '../../parts/layout/load-more.tsx'
import { Section } from '../../parts/layout/section.tsx'
import { useStore } from '../../store.tsx'
import { useTexts } from '../../words/words.tsx'
import { type Connection, type EventState, useAct, useConnectionRequests, useEvents } from '../query.ts'
import { EventRow } from './event-row.tsx'

const filters = ['all', 'failed', 'waiting', 'done'] as const

/** What the shop sent in the last 30 days, and what became of it. */
export function LogSection({ connection }: { connection: Connection }) {
  const texts = useTexts('connections').log
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Group justify="space-between" gap="sm" id="connection-log">
        <div style={{ overflowX: 'auto' }}>
          {/* Not a SegmentedControl, whose script no other part of this screen needs. */}
          <Button.Group aria-label={texts.filter}>
            {filters.map(one => (
              <Button
                key={one}
                size="xs"
                variant={one === filter ? 'light' : 'default'}
                aria-pressed={one === filter}
                onClick={() => setFilter(one)}
              >
                {texts.filters[one]}
              </Button>
            ))}
          </Button.Group>
        </div>
        {connection.failed_events > 0 && <RetryAll id={connection.connection_id} />}
      </Group>
      <Events connection={connection} state={filter === 'all' ? undefined : filter} />
    </Section>
  )
}

function Events({ connection, state }: { connection: Connection; state: EventState | undefined }) {
  const texts = useTexts('connections').log
  const list = useEvents(connection.connection_id, state)
  const { data, error, refetch } = list
  if (error && !data) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={120} radius="md" />
  const events = data.pages.flatMap(({ result }) => result)
  if (events.length === 0)
    return (
      <div>
        <Text size="sm" fw={600}>
          {state ? texts.emptyFilter : texts.empty}
        </Text>
        {!state && (
          <Text size="sm" c="dimmed" mt={4}>
            {texts.emptyLead}
          </Text>
        )}
      </div>
    )
  return (
    <div>
      <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }}>
        {events.map(event => (
          <EventRow key={event.event_id} event={event} connection={connection} />
        ))}
      </Stack>
      <LoadMore list={list} />
    </div>
  )
}

function RetryAll({ id }: { id: string }) {
  const texts = useTexts('connections').log
  const { mayModerate } = useStore()
  const { retryAll } = useConnectionRequests()
  const retry = useAct(() => retryAll(id), {
    onDone: count => notifications.show({ message: texts.retried({ count }) }),
  })
  if (!mayModerate) return null
  return (
    <>
      <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        {texts.retryAll}
      </Button>
      <ErrorAlert error={retry.error} />
    </>
  )
}
