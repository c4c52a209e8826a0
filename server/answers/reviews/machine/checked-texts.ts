import { isStorable } from '../../../foundation/lib/text/storable.ts'
import { findContacts } from '../../../foundation/personal-data/contacts/find-contacts.ts'
import { findLinks } from '../../moderation/links.ts'

/** What a model may write. Its server is the store's, and its input are texts of strangers: neither is trusted. */

type Sources = { texts: readonly string[]; instructions: string; country: string }

/**
 * The text as it may be stored and shown, or undefined: plain text of at most `most` characters, without markup, links,
 * contacts and invisible marks that its sources do not have, and without a sentence of the instructions.
 */
export function plainAnswer(
  answer: unknown,
  { texts, instructions, country }: Sources,
  most: number,
): string | undefined {
  if (typeof answer !== 'string' || answer.length > most) return undefined
  const text = answer.replaceAll('\r\n', '\n').trim()
  if (!isStorable(text) || /[\p{Cc}--\n]/v.test(text)) return undefined
  const isNew = (found: string) => !texts.some(source => source.includes(found))
  const marks = text.match(/<[/!a-z][^>]{0,200}>?|\]\(|[\u202a-\u202e\u2066-\u2069\u200b]/giu) ?? []
  const links = findLinks(text, [], 20).map(({ start, end }) => text.slice(start, end))
  if ([...marks, ...links].some(isNew)) return undefined
  if (findContacts(text, { country }).length > 0) return undefined
  return copiesRun(text, instructions) ? undefined : text
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

function wordsOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment, isWordLike }) =>
    isWordLike ? segment.toLowerCase() : '',
  ).filter(word => word !== '')
}

// Words of scripts without spaces are one or two characters.
const shortWords = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Hang}]/u

const longestRun = 6 // words

/** Whether the text repeats six words of the source in their order, or twelve in scripts with short words. */
export function copiesRun(text: string, source: string): boolean {
  const length = shortWords.test(text) ? 2 * longestRun : longestRun
  const words = wordsOf(text)
  if (words.length < length) return false
  const written = ` ${wordsOf(source).join(' ')} `
  return words
    .slice(0, words.length - length + 1)
    .some((_, at) => written.includes(` ${words.slice(at, at + length).join(' ')} `))
}

/**
 * Whether the text mentions stars, in one of our languages: a summary is of what reviews say, and never of their
 * ratings.
 */
export function mentionsStars(text: string): boolean {
  return starWords.test(text.normalize('NFC'))
}

const starWords = new RegExp(
  [
    '[★☆⭐🌟星별]',
    String.raw`(?<!\p{L})(?:stars?|estrel|[ée]toiles?|sterne?n?|stell[ae]|sterren|stj[äe]rn|tähti|tähte|tähde|stjörn|gwiazd|hvězd|hviezd|csillag|stele|stea|звезд|звёзд|зірк|зірок|zvezd|zvijezd|tärn|zvaigzn|žvaigžd|αστ[έε]ρ|yıldız|bintang|(?:năm|ngôi|\d) sao)`,
    'نجوم|نجمة|ستاره|כוכב|तारे|सितार|स्टार|তারা|তারকা|স্টার|ดาว',
  ].join('|'),
  'iu',
)
