import { isUtf8 } from 'node:buffer'
import type { Field } from '../../formats/format.ts'
import { quoted, Refused } from '../refusals/refused.ts'

/** How many cells `healed` read in their first encoding again. */
export type HealCounts = { twiceEncoded: number }

/**
 * A trimmed cell as it was before a program wrote it in its own way, where only one reading is possible: the text of a
 * formula ="0012", '' for null, undefined, NaN and \N, and UTF-8 that was encoded twice (SÃ£o). Others stay as they are.
 */
export function healed(text: string, counts?: HealCounts): string {
  if (text.length <= 9 && nothing.test(text)) return ''
  const [, inner] = (text.startsWith('="') && formula.exec(text)) || []
  const plain = inner === undefined ? text : inner.replaceAll('""', '"').trim()
  if (!suspicious.test(plain)) return plain
  const once = decodedOnce(plain)
  if (once !== plain && counts) counts.twiceEncoded++
  return once
}

/** Throws Refused for a cell that a program has damaged beyond repair. */
export function checkHealed(field: Field, text: string): void {
  if (idFields.includes(field) && isShortened(text))
    throw new Refused(field, 'shortenedId', { value: quoted(text) })
  if (lost.test(text)) throw new Refused(field, 'encodedTwice')
}

const nothing = /^(?:null|NULL|undefined|NaN|nan|\\N|#N\/A)$/
const formula = /^="((?:[^"]|"")*)"$/

const idFields: readonly Field[] = ['review_id', 'question_id', 'product_id', 'product_sku', 'order_id']

/**
 * Whether a spreadsheet has shortened a number: 8.60595E+12. Its last digits are lost, so that two ids became one. 1E5
 * can be an id: programs write a sign or a fraction.
 */
export function isShortened(text: string): boolean {
  return /^[+-]?\d+(?:[.,]\d+E[+-]?|E[+-])\d+$/i.test(text)
}

// Bytes of UTF-8 as Windows-1252 shows them: the first one of a letter, and those behind it.
const behind = '[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]'
const suspicious = new RegExp(`[Â-ô]${behind}`, 'u')
// No language writes these, but for capitals before a sign, as in IRMÃ…
const certain = new RegExp(`[ÂÃ]${behind}|â${behind}{2}|ð${behind}{3}`, 'gu')
const possible = new RegExp(`[Â-ß]${behind}|[à-ï]${behind}{2}|[ð-ô]${behind}{3}`, 'gu')
const isCapital = /\p{Lu}/u
const isSign = /^\P{L}(?:\P{L}|$)/u
// What is left of such letters where a program has dropped or replaced a byte.
const lost = /\p{Ll}Ã(?!\p{Lu})|â€/u

function decodedOnce(text: string): string {
  const found = [...text.matchAll(possible)]
  const isWhole = found.length > 1 && !found.some(({ index }) => isWord(text, index))
  const whole = isWhole ? decoded(text) : text
  if (whole !== text) return whole
  return text.replace(certain, (letters, at: number) => (isWord(text, at) ? letters : decoded(letters)))
}

/** Whether the letter belongs to a word in capitals that ends in it, before a sign. */
function isWord(text: string, at: number): boolean {
  return isCapital.test(text[at - 1] ?? '') && isSign.test(text.slice(at + 1, at + 3))
}

const bytes = new Map(
  Array.from({ length: 128 }, (_, index) => {
    const byte = index + 128
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const
  }),
)

/** The text whose UTF-8 was read as Windows-1252; the same text if it cannot be that. */
function decoded(text: string): string {
  const read: number[] = []
  for (const sign of text) {
    const code = sign.codePointAt(0) as number
    const byte = bytes.get(sign) ?? (code < 256 ? code : undefined)
    if (byte === undefined) return text
    read.push(byte)
  }
  const once = Buffer.from(read)
  return isUtf8(once) ? once.toString('utf8') : text
}
