import { likely } from '../../../texts/match.ts'
import { byLanguage, common } from './words.ts'

/**
 * Finds the insults listed for any of the languages in a text, regardless of case and accents. Recognises digits for
 * letters (`1d10ta`), repeated letters (`puuuta`) and separated letters (`p u t a`, `m.e.r.d.a`). Only whole words count:
 * Scunthorpe and disputa are no insults. `languages` are language tags. Offsets are in UTF-16 units. Stops after `most`
 * matches of each pattern: each match is compared with all earlier ones, so a text full of insults would take quadratic
 * time.
 */
export function findInsults(
  text: string,
  languages: readonly string[],
  most: number,
): { start: number; end: number }[] {
  const chosen = [...new Set(languages.map(listOf))]
  const found: { start: number; end: number }[] = []
  for (const pattern of [spacedWord, word]) {
    const enough = found.length + most
    for (const { 0: match, index: start } of text.matchAll(pattern)) {
      if (found.length === enough) break
      const end = start + match.length
      const isFree = found.every(other => end <= other.start || start >= other.end)
      const letters = pattern === spacedWord ? match.replace(/[ ._*-]/g, '') : match
      if (isFree && isInsult(letters, chosen)) found.push({ start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

// Signs that replace letters are part of a word. `\p{M}` matches combining accents.
const word = /[\p{L}\p{M}\p{N}@$!|]+/gu

// At least four separate letters: initials such as "J. R. R." have three.
const spacedWord =
  /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}@$!|](?:[ ._*-][\p{L}\p{N}@$!|]){3,14}(?![\p{L}\p{M}\p{N}])/gu

function isInsult(text: string, chosen: List[]): boolean {
  const bare = fold(text)
  if (chosen.some(list => isListed(bare, list))) return true
  // An exclamation mark may end the word or be its last letter.
  const trimmed = withoutSigns(bare)
  return trimmed !== bare && chosen.some(list => isListed(trimmed, list))
}

// A pattern such as [!]+$ restarts at each sign of a run: 50,000 signs took 5.7 s.
function withoutSigns(bare: string): string {
  let start = 0
  let end = bare.length
  while (start < end && signs.has(bare.charAt(start))) start++
  while (end > start && signs.has(bare.charAt(end - 1))) end--
  return bare.slice(start, end)
}

const signs = new Set('@$!|')

function isListed(bare: string, { plain, squeezed, disguised }: List): boolean {
  if (plain.has(bare)) return true
  if (isDrawnOut.test(bare) && squeezed.has(squeeze(bare))) return true
  const isDisguised = /[0-9@$!|]/.test(bare) && (bare.match(/[a-z]/g)?.length ?? 0) >= 2
  return isDisguised && disguised.has(unmask(squeeze(bare)))
}

const isDrawnOut = /(.)\1\1/

/** Lower case, without accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function squeeze(bare: string): string {
  return bare.replace(/(.)\1+/g, '$1')
}

const figures: Record<string, string> = {
  0: 'o',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
}

// 1, ! and | may mean i or l, so both sides of the comparison replace all of them with i.
function unmask(bare: string): string {
  return bare.replace(/[0345789@$]/g, sign => figures[sign] as string).replace(/[1!|li]/g, 'i')
}

type List = Record<'plain' | 'squeezed' | 'disguised', Set<string>>

const lists = new Map(byLanguage.map(([language, words]) => [language, makeList(words)]))
const otherList = makeList(common)

/** Visitors choose the tag, so all languages without a list share one. */
function listOf(tag: string): List {
  return lists.get(likely(tag)?.language ?? '') ?? otherList
}

function makeList(words: readonly string[]): List {
  const plain = new Set(words.map(fold))
  const squeezed = new Set([...plain].map(squeeze))
  return { plain, squeezed, disguised: new Set([...squeezed].map(unmask)) }
}
