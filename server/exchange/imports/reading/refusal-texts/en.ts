import type { RefusalName } from '../refusals.ts'

/** Why a row is refused, and what to do, as the dashboard and its reports say it. */
export const en = {
  nul: 'The text contains a NUL character. Remove it.',
  longText: 'The text has {count} characters; the limit is {most}. Shorten it.',
  noRating: 'The rating is missing. Enter a whole number from 1 to 5.',
  badRating: '{value} is not a whole number from 1 to 5. Correct it.',
  badYesNo: '{value} is neither yes nor no. Enter yes, no, 1 or 0.',
  unreadableDate: '{value} is not a valid date. Write it as 2025-03-02 10:12:00.',
  ambiguousDate: '{value} is ambiguous. Go back to the columns and choose the date format.',
  impossibleDate:
    '{value} does not exist in the calendar. Correct it, or choose another date format in the columns.',
  earlyDate: '{value} is before 1970. Correct the date.',
  futureDate: '{value} is in the future. Correct the date.',
  unknownState: '{value} is not a known status. Use one of these: {states}.',
  manyPictures: 'There are {count} pictures; the limit is 50. Remove some.',
  longPicture: 'A picture URL has more than 2048 characters. Shorten it.',
  noProduct: 'The row has no product, and store reviews are not yet supported. Enter a product ID or SKU.',
  cells:
    'The row has {cells} cells and the header {header}. Put texts with line breaks or separators in quotes.',
  textNotUtf8: 'The text is not UTF-8. Save the file as “CSV UTF-8” and import it again.',
  noQuestion: 'The question is missing. Enter its text.',
  lateDate: '{value} is after 2199. Correct the date.',
  noOrderId: 'The order ID is missing. Enter it.',
  noProductId: 'The product ID is missing. Enter the ID of the product in your store.',
  noOrderDate: 'The order date is missing. Enter it in one row of the order.',
  noDeliveryDate: 'The delivery date is missing. Enter it in one row of the order.',
  badEmail: '{value} is not one email address. Correct it.',
  badPrice: '{value} is not a price. Write it as 149.90.',
  sibling: 'Row {row} of the same order is rejected. Correct that row.',
  twoSpellings:
    'The file writes the number of one order as {ids}: spreadsheets drop zeros before a number. Write it in one way.',
  otherDate: 'The order date differs from another row of the same order. Enter the same date in all of them.',
  otherEmail:
    'The buyer’s email differs from another row of the same order. Enter the same address in all of them.',
  manyProducts: 'The order has more than {most} products.',
  longOrder: 'The texts of the order are longer than 1 MiB. Shorten them.',
  overLimit:
    'The plan of this store allows {most} orders a month, and they are used up. Import the file again next month, or ask the operator to raise the limit.',
  replyAlone: 'The row is a reply, and the file does not have the review that it answers.',
  replyToReply: 'The row is a reply to another reply. Only replies to reviews are imported.',
  replyToRefused: 'The row is a reply to a review that is not imported.',
  replyOfVisitor: 'The store did not write this reply.',
  replyEmpty: 'The row is a reply without a text.',
  badScaledRating: '{value} is not a number above 0 and up to {most}. Correct it.',
  shortenedId:
    '{value} is a number that a spreadsheet shortened: its last digits are lost. Export the file again, and import it without opening and saving it in a spreadsheet.',
  encodedTwice:
    'The text was encoded twice by a program, and letters are lost. Export the file again as UTF-8, and import it without changing it.',
  other: '{text}',
} as const satisfies Record<RefusalName, string>

export type RefusalTexts = Record<keyof typeof en, string>
