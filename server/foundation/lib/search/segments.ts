/**
 * The words in a run of letters, digits and marks. Of Chinese, Japanese and Korean they are all pairs of neighbouring
 * characters and the last character, so that a word is found anywhere in a sentence. Thai, Lao, Khmer and Burmese are
 * segmented by ICU's dictionaries.
 */
export function segmentsOf(run: string): string[] {
  if (!segmented.test(run)) return [run]
  return partsOf(run).flatMap(part => {
    if (paired.test(part)) return [...pairsOf(part), Array.from(part).at(-1) as string]
    return unspaced.test(part) ? words(part) : [part]
  })
}

/** A word of a query: words that texts have in one of these forms, or that begin with one. */
export type Term = { forms: string[]; isStart: boolean }

/** Like `segmentsOf`, for queries: undefined for a run of other scripts. */
export function segmentTerms(run: string): Term[] | undefined {
  if (!segmented.test(run)) return undefined
  return partsOf(run).flatMap(part => {
    if (paired.test(part)) return pairedTerms(part)
    return (unspaced.test(part) ? words(part) : [part]).map(word => ({
      forms: [word],
      isStart: word.length > 2,
    }))
  })
}

const cjk = String.raw`\p{sc=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}`
const south = String.raw`\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`

const segmented = new RegExp(`[${cjk}${south}]`, 'u')
const paired = new RegExp(`^[${cjk}]`, 'u')
const unspaced = new RegExp(`^[${south}]`, 'u')
const parts = new RegExp(String.raw`[${cjk}]+|[${south}][${south}\p{M}]*|[^${cjk}${south}]+`, 'gu')

const partsOf = (run: string): string[] => run.match(parts) ?? []

function pairsOf(part: string): string[] {
  const characters = Array.from(part)
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

// Endings of verbs and particles differ from those of the text: 壊れた is searched as 壊, and 배송이 as 배송.
function pairedTerms(part: string): Term[] {
  const runs = part.match(/\p{sc=Han}+|\p{scx=Hiragana}+|\p{scx=Katakana}+|\p{sc=Hangul}+/gu) ?? []
  const significant = runs.filter(run => !isHiragana.test(run))
  return (significant.length > 0 ? significant : runs).flatMap((run): Term[] => {
    const word = run.replace(particle, '')
    const pairs = pairsOf(word)
    return pairs.length > 0
      ? pairs.map(pair => ({ forms: [pair], isStart: false }))
      : [{ forms: [word], isStart: true }]
  })
}

const isHiragana = /^\p{sc=Hiragana}/u

const particle =
  /(?<=\p{sc=Hangul}{2})(?:에서|에게|부터|까지|으로|하고|이랑|이나|은|는|이|가|을|를|에|의|도|로|와|과|만|랑)$/u

let segmenter: Intl.Segmenter | undefined

// "มากกกก" is "มาก" with a held letter, which ICU divides.
function words(part: string): string[] {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' })
  const plain = part.replace(/(.)\1{2,}/gu, '$1')
  return Array.from(segmenter.segment(plain), ({ segment }) => segment)
}
