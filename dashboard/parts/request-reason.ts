import type { Texts } from '../words/catalogues.ts'
import { textFor } from '../words/entries.ts'
import { translateReason } from './schedule-reason.ts'

// What server/asking/requests/ appends to the schedule's own reason.
const knownParts = [
  'already past: due at once',
  'already past: next sending time',
  'more than 30 days past',
  'changed later',
  'late: moved to the next sending time',
  'moved: one mail a day',
  'moved: daily email limit reached',
  'sent at once',
  'cancelled',
  'deleted in the shop',
  'estimated',
  'all products went back',
  'already reviewed',
  'only products that are not asked about',
  'ordered \\S+: too old to ask',
  'address corrected',
  'no address of a buyer any more',
  'a buyer again',
  'restored',
  'not sent: the earlier one \\w+',
  'not sent: \\w+',
]
const separator = new RegExp(`, (?=(?:moved from |${knownParts.join('|')}))`)

/** Translates the reason for a request's due date. Unknown parts stay as the server wrote them. */
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
    'moved: daily email limit reached': whyParts.mailLimit,
    'sent at once': whyParts.atOnce,
    cancelled: whyParts.cancelled,
    'deleted in the shop': whyParts.deletedInShop,
    estimated: whyParts.estimated,
    'all products went back': whyParts.wentBack,
    'already reviewed': whyParts.reviewed,
    'only products that are not asked about': whyParts.unasked,
    'address corrected': whyParts.corrected,
    'no address of a buyer any more': whyParts.noBuyer,
    'a buyer again': whyParts.buyerAgain,
    restored: whyParts.restored,
  }
  const parts = reason.split(separator)
  // What the schedule had planned says nothing about a request that somebody sent before.
  const telling = parts.includes('sent at once') ? parts.slice(parts.indexOf('sent at once')) : parts
  return telling
    .map(part => {
      const [, suppression] = /^not sent: (\w+)$/.exec(part) ?? []
      if (suppression) return whyParts.notSent({ why: textFor(suppressions, suppression) ?? suppression })
      const [, earlier] = /^not sent: the earlier one (\w+)$/.exec(part) ?? []
      if (earlier) return whyParts.notSentEarlier({ why: textFor(suppressions, earlier) ?? earlier })
      const [, placed] = /^ordered (\S+): too old to ask$/.exec(part) ?? []
      if (placed) return whyParts.orderedLongAgo({ date: placed })
      return exactTexts[part] ?? translateReason(part, schedule)
    })
    .join(', ')
}

/** Translates why a day is closed, from a reason that contains "moved from": "Saturday", or a holiday. */
export function closedDayReason(reason: string, schedule: Texts<'schedule'>): string {
  const [, movedFrom = ''] = /moved from (.+?)(?:, moved|$)/.exec(reason) ?? []
  if (movedFrom === 'Saturday' || movedFrom === 'Sunday') return schedule[movedFrom]
  return schedule.holiday({ name: movedFrom.replace(/^the holiday /, '') })
}
