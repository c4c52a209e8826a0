import type { Reason } from '../../server/asking/requests/reasons.ts'
import { fillText } from '../../texts/sentences.ts'
import type { Texts } from '../words/catalogues.ts'
import { textFor } from '../words/entries.ts'
import { scheduledText } from './schedule-reason.ts'

/** The reasons for a request's due date, and for what became of it. */
export function reasonText(reasons: Reason[], texts: Texts<'orders'>, schedule: Texts<'schedule'>): string {
  const { whyParts, suppressions } = texts
  const wordOf = (reason: Reason) => {
    const text = textFor(whyParts, reason.name)
    if (!text) return scheduledText(reason, schedule)
    const { why = '' } = reason.values ?? {}
    return fillText(text, { ...reason.values, why: textFor(suppressions, String(why)) ?? why })
  }
  // What the schedule had planned says nothing about a request that somebody sent before.
  const sent = reasons.findIndex(({ name }) => name === 'at_once')
  return reasons.slice(Math.max(sent, 0)).map(wordOf).join(', ')
}
