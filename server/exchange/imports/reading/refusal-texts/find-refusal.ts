import type { RefusalTexts } from './en.ts'

/**
 * The text for the reason with which a row was refused, and the values of its placeholders. Rows are stored with their
 * English reason, as commands print it. Undefined for a reason that has no text, such as one of another release.
 */
export function findRefusal(
  reason: string,
): { name: keyof RefusalTexts; values: Record<string, string> } | undefined {
  for (const [pattern, name] of patterns) {
    const match = pattern.exec(reason)
    if (match) return { name, values: { ...match.groups } }
  }
  return undefined
}

// The texts mention no command flags, as some of the reasons do.
const patterns: [RegExp, keyof RefusalTexts][] = [
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
  [/^(?<value>".*") is not one email address/s, 'badEmail'],
  [/^(?<value>".*") is no price/s, 'badPrice'],
  [/^Row (?<row>\d+) of the same order is refused/, 'sibling'],
  [/^The file names an order both (?<ids>.*): spreadsheets/s, 'twoSpellings'],
  [/^The order date differs/, 'otherDate'],
  [/^The customer's address differs/, 'otherEmail'],
  [/^The order has more than (?<most>\d+) products/, 'manyProducts'],
  [/^The order has more than 1 MiB/, 'longOrder'],
  [/^The row is a reply, and the file/, 'replyAlone'],
  [/^The row is a reply to another reply/, 'replyToReply'],
  [/^The row is a reply to a review that/, 'replyToRefused'],
  [/^The row is a reply that the store did not write/, 'replyOfVisitor'],
  [/^The row is a reply without a text/, 'replyEmpty'],
  [/^(?<value>".*") is no number above 0 and up to (?<most>\d+)/s, 'badScaledRating'],
  [/^(?<value>".*") is a number that a spreadsheet has shortened/s, 'shortenedId'],
  [/^The text was encoded twice/, 'encodedTwice'],
  [/^The plan of this store allows (?<most>\d+) orders a month/, 'overLimit'],
]
