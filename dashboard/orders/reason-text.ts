import { translateReason } from '../parts/schedule-reason.ts'
import type { Texts } from '../words/catalogues.ts'
import { textFor } from '../words/entries.ts'

// As server/requests/ writes them, after the schedule's own reason.
const knownParts = [
  'already past: due at once',
  'already past: next sending time',
  'more than 30 days past',
  'changed later',
  'late: moved to the next sending time',
  'moved: one mail a day',
  'sent at once',
  'cancelled',
  'not sent: \\w+',
]
const separator = new RegExp(`, (?=(?:moved from |${knownParts.join('|')}))`)

/** Why a request is due when it is, in the reader's words; what is not known stays as it is. */
export function reasonText(reason: string, texts: Texts<'orders'>, schedule: Texts<'schedule'>): string {
  const { whyParts, suppressions } = texts
  const exactTexts: Record<string, string> = {
    'given with the order': whyParts.given,
    'date chosen later': whyParts.chosen,
    'already past: due at once': whyParts.pastOnce,
    'already past: next sending time': whyParts.pastNext,
    'more than 30 days past': whyParts.tooOld,
    'changed later': whyParts.changed,
    'late: moved to the next sending time': whyParts.late,
    'moved: one mail a day': whyParts.oneADay,
    'sent at once': whyParts.atOnce,
    cancelled: whyParts.cancelled,
  }
  return reason
    .split(separator)
    .map(part => {
      const [, why] = /^not sent: (\w+)$/.exec(part) ?? []
      if (why) return whyParts.notSent({ why: textFor(suppressions, why) ?? why })
      return exactTexts[part] ?? translateReason(part, schedule)
    })
    .join(', ')
}

/** Why a day is closed, of a reason that begins with what it was moved from: "Saturday". */
export function closedDayReason(reason: string, schedule: Texts<'schedule'>): string {
  const [, movedFrom = ''] = /moved from (.+?)(?:, moved|$)/.exec(reason) ?? []
  if (movedFrom === 'Saturday' || movedFrom === 'Sunday') return schedule[movedFrom]
  return schedule.holiday({ name: movedFrom.replace(/^the holiday /, '') })
}
