import { likely } from './match.ts'

export type Direction = 'ltr' | 'rtl'

/** The direction in which a language is written. */
export function directionOf(tag: string): Direction {
  return fromTheRight.test(likely(tag)?.script ?? '') ? 'rtl' : 'ltr'
}

const fromTheRight = /^(Arab|Hebr|Syrc|Thaa|Nkoo|Adlm|Rohg)$/
const letterFromTheRight =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/**
 * A value for a sentence of this direction. One with letters of the other direction is isolated (U+2068, U+2069), so that
 * its dots and numbers stay with it. Marks of its own, which could turn the sentence, are left out. A `{placeholder}`, which
 * is filled later, stays as it is.
 */
export function isolated(value: string, direction?: Direction): string {
  if (!direction) return value
  const text = value.replace(/\p{Bidi_Control}/gu, '')
  const isMixed = direction === 'ltr' ? letterFromTheRight.test(text) : hasLetterFromTheLeft(text)
  return isMixed && !/^\{\w+\}$/.test(text) ? `\u2068${text}\u2069` : text
}

const hasLetterFromTheLeft = (value: string) =>
  Array.from(value).some(one => /\p{L}/u.test(one) && !letterFromTheRight.test(one))
