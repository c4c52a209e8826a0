import { z } from 'zod'
import { isStorable } from '../../../foundation/lib/text/storable.ts'
import { mostWords, unknownPlaceholders } from './own-words.ts'

const mostBlocks = 30
// A mail that its markup or its filled placeholders make larger than Gmail shows is refused when it is drawn.
const mostCharacters = 8_000
const mostPictures = 8

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('heading'), text: text(150) }),
  z.strictObject({ type: z.literal('text'), text: text(mostWords) }),
  /** The products to review, each with its stars. */
  z.strictObject({ type: z.literal('products'), pictures: z.boolean() }),
  /** The stars of the first product alone. */
  z.strictObject({ type: z.literal('stars') }),
  /** Without a source: the store's logo. */
  z.strictObject({ type: z.literal('picture'), source: picture().nullable(), alt: text(200, 0) }),
  z.strictObject({ type: z.literal('button'), text: text(60) }),
])

/**
 * The blocks of a mail that a store designs, from above to below. The footer is no block: every mail ends with it, so
 * that no design is without the reason of the mail and the link that unsubscribes.
 */
export const mailDesign = z
  .array(block)
  .min(1)
  .max(mostBlocks)
  .check(({ value, issues }) => {
    const count = (type: MailBlock['type']) => value.filter(each => each.type === type).length
    const written = value.map(each => ('text' in each ? each.text.length : 0)).reduce((a, b) => a + b, 0)
    const refuse = (message: string, values: (string | number)[]) =>
      issues.push({ code: 'custom', message, params: { values }, input: value })
    if (count('products') > 1 || count('stars') > 1) refuse('array_max', [1])
    if (count('picture') > mostPictures) refuse('array_max', [mostPictures])
    if (!value.some(leadsToForm)) refuse('required', [])
    if (written > mostCharacters) refuse('length', [1, mostCharacters])
  })

export type MailBlock = z.infer<typeof block>

/** Whether a reader comes to the form from it. */
export const leadsToForm = ({ type }: MailBlock) => ['products', 'stars', 'button'].includes(type)

/** A text of the merchant's: never HTML, with placeholders that every request fills. */
function text(most: number, least = 1) {
  return z.string().check(({ value, issues }) => {
    const refuse = (message: string, values: (string | number)[]) =>
      issues.push({ code: 'custom', message, params: { values }, input: value })
    const isRight = value.trim().length >= least && [...value].length <= most && isStorable(value)
    if (!isRight) refuse('length', [least, most])
    for (const unknown of unknownPlaceholders(value)) refuse('placeholder', [unknown])
  })
}

function picture() {
  return z.url({ protocol: /^https$/ }).max(500)
}
