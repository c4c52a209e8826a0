import { sentenceOf } from '../../../../foundation/lib/text/named-sentences.ts'

/**
 * Why a row is refused, and what to do: the texts of refusals by their names, in English, as commands print them. The texts of
 * screens and their reports are in locales/dashboard/.
 */
const refusalTexts = {
  nul: 'The text holds a NUL character. Remove it.',
  longText: 'The text has {count} characters, and at most {most} are taken. Shorten it.',
  noRating: 'There is no rating. Give a whole number from 1 to 5.',
  badRating: '{value} is no whole number from 1 to 5. Correct it.',
  badScaledRating: '{value} is no number above 0 and up to {most}. Correct it.',
  badYesNo: '{value} is neither yes nor no. Write yes, no, sim, não, sí, 1, 0, true or false.',
  badAnswer: '{value} does not answer the question {question}. Correct it, or leave the cell empty.',
  unreadableDate: '{value} is no date we can read. Write it as 2025-03-02 10:12:00.',
  ambiguousDate:
    '{value} could be two days. Say which: --date-format dd/mm/yyyy or --date-format mm/dd/yyyy.',
  impossibleDate:
    '{value} is no day and time of the calendar. Correct it, or name the order of day and month with --date-format.',
  earlyDate: '{value} lies before 1970. Correct the date.',
  futureDate: '{value} lies in the future. Correct the date.',
  lateDate: '{value} lies after 2199. Correct the date.',
  unknownState: '{value} is no state we know. Write one of {states}.',
  manyPictures: 'There are {count} pictures, and at most 50 are taken. Leave some out.',
  longPicture: 'The address of a picture has more than 2048 characters. Shorten it.',
  noProduct:
    'The row names no product. Give its product id or SKU, or for a review of the store itself write store as its subject.',
  storeOrProduct:
    'The row is about the store itself by its subject, and names a product too. Leave one of them empty.',
  cells:
    'The row has {cells} cells and the header {header}. Put texts with line breaks or separators into quotes.',
  textNotUtf8: 'The text is not UTF-8. Save the file as "CSV UTF-8" and import it again.',
  noQuestion: 'There is no question. Give its text.',
  noOrderId: 'There is no order id. Give the id of the order.',
  noProductId: 'There is no product id. Give the id of the product in your store.',
  noOrderDate: 'There is no order date. Give it in one row of the order.',
  noDeliveryDate: 'There is no delivery date. Give it in one row of the order.',
  badEmail: '{value} is not one email address. Correct it.',
  badPrice: '{value} is no price. Write it as 149.90.',
  sibling: 'Row {row} of the same order is refused. Correct that row.',
  twoSpellings:
    'The file names an order both {ids}: spreadsheets drop zeros before a number. Write it in one way.',
  otherDate:
    'The order date differs from another row of the same order. Give all rows of an order the same one.',
  otherEmail:
    "The customer's address differs from another row of the same order. Give all rows of an order the same one.",
  manyProducts: 'The order has more than {most} products.',
  longOrder: 'The order has more than 1 MiB of text. Shorten it.',
  overLimit:
    'The plan of this store allows {most} orders a month, and they are used up. Import the file again next month, or ask the operator to raise the limit.',
  replyAlone: 'The row is a reply, and the file does not have the review that it answers.',
  replyToReply: 'The row is a reply to another reply, and only replies to reviews are imported.',
  replyToRefused: 'The row is a reply to a review that is not imported.',
  replyOfVisitor: 'The row is a reply that the store did not write.',
  replyEmpty: 'The row is a reply without a text.',
  shortenedId:
    '{value} is a number that a spreadsheet has shortened: its last digits are lost. Export the file again, and import it without opening and saving it in a spreadsheet.',
  encodedTwice:
    'The text was encoded twice by a program, and letters are lost. Export the file again as UTF-8, and import it without changing it.',
  other: '{text}',
} as const

export type RefusalName = keyof typeof refusalTexts

export const refusalNames = Object.keys(refusalTexts) as RefusalName[]

/** One refusal, with the values of its text. */
export type Refusal = { name: RefusalName; values?: Record<string, string | number> }

/** A row that is not imported. `column`: as the file calls it; null: the row as a whole. */
export type RefusedRow = { row: number; column: string | null; refusal: Refusal }

/** The refusal in English. */
export const wordRefusal = (refusal: Refusal): string => sentenceOf(refusal, refusalTexts)

/** The row as commands print it. */
export function wordRow<Row extends RefusedRow>({ refusal, ...row }: Row) {
  return { ...row, problem: wordRefusal(refusal) }
}
