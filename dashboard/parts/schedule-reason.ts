import type { Texts } from '../words/catalogues.ts'

/** Translates a reason written by server/asking/requests/schedule.ts. Unknown parts stay in English. */
export function translateReason(reason: string, texts: Texts<'schedule'>): string {
  return reason
    .split(/, (?=moved from )/)
    .map(part => translatePart(part, texts))
    .join(', ')
}

function translatePart(part: string, texts: Texts<'schedule'>): string {
  const days = /^(\d+) days? after delivery$/.exec(part)?.[1]
  if (days) return texts.days({ count: Number(days) })
  if (part === 'on the day of delivery') return texts.sameDay
  if (part === 'at the first sending time after delivery') return texts.firstTime
  const from = /^moved from (.+)$/.exec(part)?.[1]
  if (from === 'Saturday' || from === 'Sunday') return texts.moved({ from: texts[from] })
  const holiday = /^the holiday (.+)$/.exec(from ?? '')?.[1]
  return holiday ? texts.moved({ from: texts.holiday({ name: holiday }) }) : part
}
