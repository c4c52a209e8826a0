import { calling, joined, joinedLabels, joinedUnits, labels, phones, units } from './phone-words.ts'

/** What stands around a number: a word that announces a phone, one that says that it is something else, or a unit. */
export type Context = { isAnnounced: boolean; isLabelled: boolean; isMeasured: boolean }

export function contextOf(text: string, start: number, end: number): Context {
  const before = text.slice(Math.max(0, start - sentence), start)
  // The nearer word counts.
  const [announced, labelled] = [before.search(announcing), before.search(labelling)]
  return {
    isAnnounced: announced > labelled,
    isLabelled: labelled > announced,
    isMeasured: measures.test(text.slice(end, end + 12)),
  }
}

const sentence = 48 // characters before a number that say what it is

// What stands between such a word and its number.
const filler = String.raw`(?:[\s:#=.(/-]|n[ºo°r]?(?!\p{L})|№|n[úu]m(?:ero|er|ar|ru)?(?!\p{L})|num(?:ber|mer|arası)|numéro|nomor|номер|id|(?:de|da|do|del|du|d[eo]s|is|was|era|foi|é|es|est|ist|eh|to|je|til|på|me[ui]|meine|my|mon|mi|the|el|la)(?!\p{L})){0,12}`

const announcing = before(
  `(?:${calling})(?![\\p{L}\\p{N}])[^\\d\\n]{0,24}|(?:${phones})(?!\\p{L})${filler}`,
  joined,
)
const labelling = before(`(?:${labels})(?!\\p{L})${filler}`, joinedLabels, String.raw`|[#\p{Sc}]\s?`)

function before(spaced: string, unspaced: string, signs = ''): RegExp {
  return new RegExp(
    String.raw`(?:(?<![\p{L}\p{N}])(?:${spaced})|(?:${unspaced})[^\d\n]{0,12}${signs})$`,
    'iu',
  )
}

const measures = new RegExp(String.raw`^\s?(?:[\p{Sc}%×°]|(?:${units})(?![\p{L}\p{N}])|${joinedUnits})`, 'iu')
