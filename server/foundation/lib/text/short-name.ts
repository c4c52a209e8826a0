import { capital } from './capital.ts'
import { isEastAsian, readPersonName } from './person-name.ts'

/**
 * "Maria S." of "Maria da Silva", "João S." of "João da Silva Filho"; "K. Anna" of "Kovács Anna", whose family name comes
 * first; "王**" of "王小明". A single word stays as it is. Words without a letter, such as a mask, are left out.
 * `language`: a tag of the one that the person reads.
 */
export function shortName(full: string, language = ''): string {
  const { given, family, isFamilyFirst } = readPersonName(full, language)
  if (isEastAsian(given)) return masked(given, family)
  if (given !== '' && family !== '') {
    const initial = initialOf(family, language)
    return isFamilyFirst ? `${initial} ${given}` : `${given} ${initial}`
  }
  if (given !== '' || family !== '') return given || family
  const words = full.split(/\s+/).filter(word => /\p{L}/u.test(word))
  return words.length === 0 ? full.trim() : (words[0] ?? '')
}

// What is written in kana alone is a given name or a nickname.
function masked(given: string, family: string): string {
  if (given.endsWith('**')) return given // It was shortened before.
  if (family !== '') return `${family}**`
  const [first = '', ...others] = given
  return others.length === 0 || /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(given)
    ? given
    : `${first}**`
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

// A direction mark may come before the first letter. Vowels of Thai that are written before their consonant, and the
// Arabic article, begin too many names to tell one from another.
function initialOf(family: string, language: string): string {
  const letters = family
    .replace(/^[^\p{L}]+|^(?:al|el)-(?=\p{L}{2})|^[เแโใไ]/iu, '')
    .replace(/^ال(?=\p{L}{3})/u, '')
  const [first] = graphemes.segment(letters)
  return `${capital(first?.segment ?? '', language)}${/^\p{Script=Hebrew}/u.test(letters) ? '׳' : '.'}`
}
