/** The sentences of which a schedule's reason is made, in one language. */
export type ReasonTexts = {
  days: (days: number) => string
  sameDay: string
  firstTime: string
  moved: (from: string) => string
  Saturday: string
  Sunday: string
  holiday: (name: string) => string
}

/** A reason as server/requests/schedule.ts writes it, in the reader's words; what is not known stays as it is. */
export function reasonIn(reason: string, texts: ReasonTexts): string {
  return reason
    .split(/, (?=moved from )/)
    .map(part => partIn(part, texts))
    .join(', ')
}

function partIn(part: string, texts: ReasonTexts): string {
  const days = /^(\d+) days? after delivery$/.exec(part)?.[1]
  if (days) return texts.days(Number(days))
  if (part === 'on the day of delivery') return texts.sameDay
  if (part === 'at the first sending time after delivery') return texts.firstTime
  const from = /^moved from (.+)$/.exec(part)?.[1]
  if (from === 'Saturday' || from === 'Sunday') return texts.moved(texts[from])
  const holiday = /^the holiday (.+)$/.exec(from ?? '')?.[1]
  return holiday ? texts.moved(texts.holiday(holiday)) : part
}
