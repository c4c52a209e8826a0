import { Button, Text } from '@mantine/core'
import type { ShownReview } from '../../../server/api/dashboard/reviews/review-schemas.ts'
import type { Wire } from '../../api.ts'
import { useFormats, useTexts } from '../../words/words.tsx'
import { Icon } from '../icon.tsx'

/** A review, question or answer that visitors may have reported. */
type Reported = Pick<Wire<ShownReview>, 'state' | 'reports'>

/** What visitors said against it, also before the last decision. */
export function Reports({ of: { reports } }: { of: Reported }) {
  const texts = useTexts('queue')
  const { reasons } = useTexts('moderation')
  const { labelled } = useFormats()
  return reports.map(({ at, reason, text }) => (
    <Text key={at + text} size="sm" c="red" style={{ overflowWrap: 'anywhere' }}>
      {labelled(texts.reports, reasons[reason])}
      {text && ` — ${text}`}
    </Text>
  ))
}

type KeepProps = { of: Reported; busy?: boolean; keep: () => void }

/** Decides that it stays published; nothing without an open report. */
export function KeepButton({ of: { state, reports }, busy = false, keep }: KeepProps) {
  const texts = useTexts('queue')
  if (state !== 'published' || reports.every(({ decided_at }) => decided_at !== null)) return null
  return (
    <Button variant="default" disabled={busy} onClick={keep} leftSection={<Icon name="check" size={16} />}>
      {texts.keep}
    </Button>
  )
}
