import { Alert, Button, Group, Loader, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ErrorAlert } from '../../parts/errors.tsx'
import { Section } from '../../parts/layout/section.tsx'
import { dayAt, startOfDay } from '../../parts/time-zone.ts'
import { useStore } from '../../store.tsx'
import { useFormats, useTexts } from '../../words/words.tsx'
import { isEnteredByHand } from '../platforms.ts'
import { type Connection, useAct, useConnectionRequests } from '../query.ts'

const day = 24 * 60 * 60 * 1000

/** Fetches the orders that the shop changed since a day, and shows how far it came. */
export function FetchSection({ connection }: { connection: Connection }) {
  const texts = useTexts('connections').fetch
  const { isOwner } = useStore()
  const { backfill } = connection
  if (!backfill) return null
  const hasKeys = connection.platform !== 'woocommerce' || !isEnteredByHand(connection)
  return (
    <Section title={texts.title} lead={texts.lead}>
      {!hasKeys && <Text size="sm">{texts.needsKey}</Text>}
      {hasKeys && connection.state !== 'active' && <Text size="sm">{texts.unavailable}</Text>}
      {isOwner && hasKeys && connection.state === 'active' && <FetchForm connection={connection} />}
      <Progress backfill={backfill} />
    </Section>
  )
}

function FetchForm({ connection: { connection_id } }: { connection: Connection }) {
  const texts = useTexts('connections').fetch
  const { time_zone } = useStore()
  const { act } = useConnectionRequests()
  const today = dayAt(new Date(), time_zone)
  const [from, setFrom] = useState(() => dayAt(new Date(Date.now() - 30 * day), time_zone))
  const start = useAct(
    () => act(connection_id, 'backfill', { from: startOfDay(from, time_zone).toISOString() }),
    { message: texts.started },
  )
  const isFuture = from > today
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (from && !isFuture) start.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Group gap="sm" align="flex-start">
        <TextInput
          type="date"
          label={texts.from}
          value={from}
          max={today}
          required
          withAsterisk={false}
          error={isFuture && texts.future}
          onChange={event => setFrom(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" mt={25} loading={start.isPending}>
          {texts.act}
        </Button>
      </Group>
      <ErrorAlert error={start.error} />
    </form>
  )
}

function Progress({
  backfill: { running, cursor, last_at },
}: {
  backfill: NonNullable<Connection['backfill']>
}) {
  const texts = useTexts('connections').fetch
  const { instant } = useFormats()
  const reached = reachedBy(cursor)
  if (running)
    return (
      <Alert color="blue" role="status" icon={<Loader size={16} />}>
        <Text size="sm">{texts.running}</Text>
        {reached && (
          <Text size="sm" c="dimmed">
            {texts.reached({ when: instant(reached) })}
          </Text>
        )}
      </Alert>
    )
  return last_at ? (
    <Text size="sm" c="dimmed">
      {texts.done({ when: instant(last_at) })}
    </Text>
  ) : null
}

/** Every platform's cursor names the time of the last change that was read, while it reads by time. */
function reachedBy(cursor: string | null): string | undefined {
  const since = new URLSearchParams(cursor ?? '').get('since') ?? ''
  return Number.isNaN(Date.parse(since)) ? undefined : since
}
