import { insults } from './words.ts'

/**
 * Where a text insults: whole words of our lists, whatever their case and accents, also with figures for
 * letters (`1d10ta`), letters drawn out (`puuuta`) or apart (`p u t a`, `m.e.r.d.a`). A word within another
 * (Scunthorpe, disputa) is none. Offsets are of UTF-16 units. Stops after `most` of each form: each match is compared
 * with all earlier ones, so a text of insults alone would cost the square of its length.
 */
export function findInsults(text: string, most: number): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  for (const pattern of [spacedWord, word]) {
    const enough = found.length + most
    for (const { 0: match, index: start } of text.matchAll(pattern)) {
      if (found.length === enough) break
      const end = start + match.length
      const isFree = found.every(other => end <= other.start || start >= other.end)
      const letters = pattern === spacedWord ? match.replace(/[ ._*-]/g, '') : match
      if (isFree && isInsult(letters)) found.push({ start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

// Signs that stand for letters are part of a word; the marks are those of accents written apart.
const word = /[\p{L}\p{M}\p{N}@$!|]+/gu

// At least four letters, each alone: initials such as "J. R. R." are three.
const spacedWord =
  /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}@$!|](?:[ ._*-][\p{L}\p{N}@$!|]){3,14}(?![\p{L}\p{M}\p{N}])/gu

function isInsult(text: string): boolean {
  const bare = fold(text)
  if (isListed(bare)) return true
  // An exclamation mark may end the word or be its last letter.
  const trimmed = withoutSigns(bare)
  return trimmed !== bare && isListed(trimmed)
}

// Not a pattern such as [!]+$, which restarts at each sign of a run: 50,000 signs took 5.7 s.
function withoutSigns(bare: string): string {
  let start = 0
  let end = bare.length
  while (start < end && signs.has(bare.charAt(start))) start++
  while (end > start && signs.has(bare.charAt(end - 1))) end--
  return bare.slice(start, end)
}

const signs = new Set('@$!|')

function isListed(bare: string): boolean {
  if (plain.has(bare)) return true
  if (isDrawnOut.test(bare) && squeezed.has(squeeze(bare))) return true
  const isDisguised = /[0-9@$!|]/.test(bare) && (bare.match(/[a-z]/g)?.length ?? 0) >= 2
  return isDisguised && disguised.has(unmask(squeeze(bare)))
}

const isDrawnOut = /(.)\1\1/

/** Small letters without accents. */
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

// 1, ! and | stand for i or l: both become the same sign, on either side of the comparison.
function unmask(bare: string): string {
  return bare.replace(/[0345789@$]/g, sign => figures[sign] as string).replace(/[1!|li]/g, 'i')
}

const plain = new Set(insults.map(fold))
const squeezed = new Set([...plain].map(squeeze))
const disguised = new Set([...squeezed].map(unmask))
