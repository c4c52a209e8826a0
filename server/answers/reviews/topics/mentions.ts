/** A word of a text: as it is written, in lower case, and its stem; without a stem it names no topic. */
export type Word = { written: string; stem: string | undefined }

/** A topic before its reviews are counted by a search. */
export type Candidate = { written: string; stems: string[]; reviews: number }

/**
 * The words of a text in sentences, as they are written. A word ends at a space or, in Chinese, Japanese, Thai and the
 * like, where the dictionary of Intl.Segmenter ends it.
 */
export function sentencesOf(text: string, tag: string): string[][] {
  return text
    .normalize('NFC')
    .toLocaleLowerCase(localeOf(tag))
    .split(/[.!?,;:()\n。！？、，；：…]+|\s[-–—]\s/u)
    .map(sentence => (isUnspaced.test(sentence) ? segmentsIn(sentence, tag) : (sentence.match(word) ?? [])))
    .filter(words => words.length > 0)
}

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu
const isUnspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

function segmentsIn(sentence: string, tag: string): string[] {
  const parts = [...new Intl.Segmenter(localeOf(tag), { granularity: 'word' }).segment(sentence)]
  return parts.flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
}

// A review may name any language.
function localeOf(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

type Mention = { stems: string[]; reviews: number; forms: Map<string, number> }

/**
 * The words and pairs of words in at least `least` of the reviews, the most frequent first, each as most people wrote
 * it. Between the words of a pair may be one that says nothing, as in "easy to clean". A word that is mostly in a pair
 * is left out, and so is a pair that shares a word with a more frequent one.
 */
export function candidatesOf(reviews: Word[][][], least: number): Candidate[] {
  const mentions = new Map<string, Mention>()
  for (const sentences of reviews) {
    const inReview = new Map<string, { stems: string[]; written: string }>()
    for (const sentence of sentences)
      for (const found of topicsIn(sentence)) {
        const key = found.stems.toSorted().join(' ')
        if (!inReview.has(key)) inReview.set(key, found)
      }
    for (const [key, { stems, written }] of inReview) {
      const mention = mentions.get(key) ?? { stems, reviews: 0, forms: new Map() }
      mentions.set(key, mention)
      mention.reviews++
      mention.forms.set(written, (mention.forms.get(written) ?? 0) + 1)
    }
  }
  const frequent = [...mentions.values()]
    .filter(({ reviews }) => reviews >= least)
    .map(({ stems, reviews, forms }) => ({ stems, reviews, written: mostUsed(forms) }))
    .sort((a, b) => b.reviews - a.reviews || (a.written < b.written ? -1 : 1))
  // The reviews of the most frequent pair with each word. Reviews may share thousands of pairs, so each is met once.
  const paired = new Map<string, number>()
  // "Handle stays" beside "stays cool": the more frequent one is enough.
  const apart = frequent.filter(({ stems, reviews }) => {
    if (stems.length === 1) return true
    const isFirst = !stems.some(stem => paired.has(stem))
    for (const stem of stems) if (!paired.has(stem)) paired.set(stem, reviews)
    return isFirst
  })
  return apart.filter(
    ({ stems: [stem = '', other], reviews }) => other !== undefined || (paired.get(stem) ?? 0) * 2 < reviews,
  )
}

function* topicsIn(sentence: Word[]): Generator<{ stems: string[]; written: string }> {
  for (const [place, { stem, written }] of sentence.entries()) {
    if (stem === undefined) continue
    yield { stems: [stem], written }
    const [next, second] = sentence.slice(place + 1, place + 3)
    const last = next?.stem === undefined ? second : next
    if (last?.stem === undefined || last.stem === stem) continue
    const between = last === next ? [] : [next as Word]
    yield {
      stems: [stem, last.stem],
      written: joined([written, ...between.map(one => one.written), last.written]),
    }
  }
}

// Words of scripts without spaces are written together.
function joined(words: string[]): string {
  return words.join(words.every(one => isUnspaced.test(one)) ? '' : ' ')
}

function mostUsed(forms: Map<string, number>): string {
  const [[written = ''] = []] = [...forms].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return written
}
