import { inReadersLanguage } from '../api.ts'
import type { Texts } from '../words/catalogues.ts'
import { fillText } from '../words/entries.ts'
import { useTexts } from '../words/words.tsx'
import type { ImportJob } from './query.ts'

/** Translates the reason why a row was rejected. Returns an unknown reason as it is. */
export function useRejectionText(): (reason: string) => string {
  const { refusals } = useTexts('data')
  return reason => {
    for (const [pattern, name] of patterns) {
      const match = pattern.exec(reason)
      if (match) return fillText(refusals[name], { ...match.groups })
    }
    return reason
  }
}

/** Explains in the reader's language why an import or export failed, and what to do. */
export function problemText({ what, mend, user_message }: NonNullable<ImportJob['problem']>): string {
  return user_message ? inReadersLanguage(user_message) : `${what} ${mend}`
}

// The server's English reasons for rejecting a row, and the names of their translations. The translations
// mention no command flags. A reason that matches no pattern is displayed in English.
const patterns: [RegExp, keyof Texts<'data'>['refusals']][] = [
  [/^The text holds a NUL character/, 'nul'],
  [/^The text has (?<count>\d+) characters, and at most (?<most>\d+)/, 'longText'],
  [/^There is no rating/, 'noRating'],
  [/^(?<value>".*") is no whole number from 1 to 5/s, 'badRating'],
  [/^(?<value>".*") is neither yes nor no/s, 'badYesNo'],
  [/^(?<value>".*") is no date we can read/s, 'unreadableDate'],
  [/^(?<value>".*") could be two days/s, 'ambiguousDate'],
  [/^(?<value>".*") is no day and time of the calendar/s, 'impossibleDate'],
  [/^(?<value>".*") lies before 1970/s, 'earlyDate'],
  [/^(?<value>".*") lies in the future/s, 'futureDate'],
  [/^(?<value>".*") is no state we know. Write one of (?<states>.*)\.$/s, 'unknownState'],
  [/^There are (?<count>\d+) pictures/, 'manyPictures'],
  [/^The address of a picture has more/, 'longPicture'],
  [/^The row names no product/, 'noProduct'],
  [/^The row has (?<cells>\d+) cells and the header (?<header>\d+)/, 'cells'],
  [/^The text is not UTF-8/, 'textNotUtf8'],
  [/^There is no question/, 'noQuestion'],
  [/^(?<value>".*") lies after 2199/s, 'lateDate'],
  [/^There is no order id/, 'noOrderId'],
  [/^There is no product id/, 'noProductId'],
  [/^There is no order date/, 'noOrderDate'],
  [/^There is no delivery date/, 'noDeliveryDate'],
  [/^There is no email address/, 'noEmail'],
  [/^(?<value>".*") is not one email address/s, 'badEmail'],
  [/^(?<value>".*") is no price/s, 'badPrice'],
  [/^Row (?<row>\d+) of the same order is refused/, 'sibling'],
  [/^The order date differs/, 'otherDate'],
  [/^The customer's address differs/, 'otherEmail'],
  [/^The order has more than (?<most>\d+) products/, 'manyProducts'],
  [/^The order has more than 1 MiB/, 'longOrder'],
  [/^The plan of this store allows (?<most>\d+) orders a month/, 'overLimit'],
]
