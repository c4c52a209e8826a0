import { Facts } from '../../parts/layout/facts.tsx'
import { Section } from '../../parts/layout/section.tsx'
import { useFormats, useTexts } from '../../words/words.tsx'
import { stateOf } from '../platforms.ts'
import type { Connection } from '../query.ts'

/** What arrived last, and what is pending. */
export function FactsSection({ connection }: { connection: Connection }) {
  const { facts: texts, states } = useTexts('connections')
  const { instant, number } = useFormats()
  const { last_event_at, waiting_events, failed_events, created_at, backfill } = connection
  const rows: [label: string, value: string][] = [
    [texts.state, states[stateOf(connection)]],
    [texts.lastEvent, last_event_at ? instant(last_event_at) : texts.never],
    [texts.pending, number(waiting_events)],
    [texts.failed, number(failed_events)],
    [texts.since, instant(created_at)],
  ]
  if (backfill?.last_at) rows.push([texts.nightly, instant(backfill.last_at)])
  if (connection.state === 'active' && backfill?.next_at && !backfill.running)
    rows.push([texts.nightlyNext, instant(backfill.next_at)])
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Facts rows={rows} />
    </Section>
  )
}
