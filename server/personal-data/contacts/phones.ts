import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

type Place = readonly [start: number, end: number]

type Group = { digits: string; start: number; end: number; separator: string }

/**
 * Phone numbers in a plain text: numbers of any country with its code, Brazilian ones and those of the country, and any
 * number after a word that announces a phone. Prices, dates, measures, order numbers and codes of products are none.
 *
 * Our own scanner finds the runs of digits, and libphonenumber-js only judges short ones. Its own search took 240 ms for
 * 50,000 hostile characters, and found no number between others.
 */
export function findPhones(text: string, country: string | undefined): Place[] {
  const found: Place[] = [...text.matchAll(waLink)].map(({ 0: link, index }) => [index, index + link.length])
  const judge = createJudge(country)
  for (const run of text.matchAll(runs)) {
    for (const groups of partsOf(run[0], run.index)) {
      if (countDigits(groups) < fewest) continue
      found.push(...phonesAmong(text, groups, judge))
    }
  }
  return found
}

const waLink = /(?:wa\.me|whatsapp\.com)\/(?:send\/?\?(?:[^\s<>"']{0,100}&)?phone=)?\+?\d{8,15}/gi

// A run of digits with the signs of phone numbers between them. "x", commas, colons and currencies end it.
const runs =
  /(?<![\p{L}\p{N}]|\p{N}[,:]|[\p{L}][-_/.])(?:\+ ?)?\(?(?:\+ ?)?\d(?:[ ()./+-]{0,4}\d)*(?![\p{L}\p{N}]|[,:]\p{N}|[-_/][\p{L}])/gu

const fewest = 7 // digits of a phone number
const most = 15

/** The groups of digits, split where a date or a range of years is, or where a sign begins another number. */
function* partsOf(run: string, offset: number): Generator<Group[]> {
  let part: Group[] = []
  const groups = groupsOf(run, offset)
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at] as Group
    const dated = lengthOfDate(groups, at)
    if (dated > 0 || (part.length > 0 && /\+|\s-\s|\s\/\s| {2}/.test(group.separator))) {
      yield part
      part = []
    }
    if (dated > 0) at += dated - 1
    else part.push(group)
  }
  yield part
}

function groupsOf(run: string, offset: number): Group[] {
  let end = 0
  return [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => {
    const separator = run.slice(end, index)
    end = index + digits.length
    return { digits, separator, start: offset + index, end: offset + end }
  })
}

const year = /^(?:19|20)\d\d$/

/** How many groups from this one on are years or a date; 0: none. */
function lengthOfDate(groups: Group[], at: number): number {
  const [one, two, three] = groups.slice(at, at + 3)
  if (!one || !two || /[+(]/.test(one.separator) || !/^[-./ ]$/.test(two.separator)) return 0
  // In (11) 90000-2000 2026 the first of the two years is part of a number.
  const isFree = at === 0 || one.separator === ' ' || one.separator === two.separator
  if (isFree && year.test(one.digits) && year.test(two.digits)) return 2
  if (!three || two.separator !== three.separator) return 0
  const digits = [one, two, three].map(group => group.digits)
  // 12.03.26, but not the beginning of 06 12 34 56 78.
  const isShort = two.separator !== ' ' && groups.length - at === 3 && digits.every(isOfDay)
  return isShort || isDate(digits) || isDate(digits.toReversed()) ? 3 : 0
}

/** From the year, in either order of month and day. */
function isDate([first = '', ...others]: string[]): boolean {
  return year.test(first) && others.every(isOfDay) && Math.min(...others.map(Number)) <= 12
}

function isOfDay(digits: string): boolean {
  return digits.length <= 2 && Number(digits) >= 1 && Number(digits) <= 31
}

type Judge = (text: string, groups: Group[], context: Context) => boolean

type Context = { isAnnounced: boolean; isLabelled: boolean; isMeasured: boolean }

/** The part as a whole, or as several numbers with next to nothing between them. */
function phonesAmong(text: string, groups: Group[], judge: Judge): Place[] {
  const context = contextOf(text, groups)
  if (countDigits(groups) <= most && judge(text, groups, context)) return [placeOf(text, groups)]
  const found: Place[] = []
  let others = 0
  for (let first = 0; first < groups.length; ) {
    const length = longestAt(text, groups, first, context, judge)
    if (length > 0) found.push(placeOf(text, groups.slice(first, first + length)))
    else others += (groups[first] as Group).digits.length
    first += Math.max(1, length)
  }
  // As in "612 345 678 5 estrellas". Among more digits, they may as well be sizes.
  const isNearlyAll = others <= Math.max(2, countDigits(groups) / 8)
  return isNearlyAll ? found : found.filter(([start, end]) => isCertain(text.slice(start, end)))
}

const mostGroups = 7

function longestAt(text: string, groups: Group[], first: number, context: Context, judge: Judge): number {
  let digits = 0
  let longest = 0
  for (let length = 1; length <= mostGroups && first + length <= groups.length; length++) {
    digits += (groups[first + length - 1] as Group).digits.length
    if (digits > most) break
    if (digits >= fewest && judge(text, groups.slice(first, first + length), context)) longest = length
  }
  return longest
}

/** Forms that are phone numbers in any country, and wherever they are among other numbers. */
function isCertain(written: string): boolean {
  return certain.some(form => form.test(written))
}

const certain = [
  /^\+ ?\d/,
  // Brazil: an area code of two digits, then 9xxxx-xxxx or [2-5]xxx-xxxx. A 0 and a carrier code may precede it.
  /^(?:(?:55|0?\d{2}) )?\(0?[1-9][1-9]\)[ .-]?(?:9 ?\d{4}|[2-5]\d{3})[ .-]?\d{4}$/,
  /^(?:\+?55 ?)?(?:0?\d{2} )?0?[1-9][1-9][ .-]?9 ?\d{4}[ .-]?\d{4}$/,
  /^(?:\+?55 ?)?(?:0?\d{2} )?0?[1-9][1-9][ .-]?(?!20\d\d[-. ]20\d\d)[2-5]\d{3}[ .-]\d{4}$/,
  // Without an area code, only mobile numbers, which start with 9.
  /^9[ ]?\d{4}[- ]\d{4}$/,
  /^0[3589]00[-. ]?\d{3}[-. ]?\d{4}$/,
  // North America and others in groups: (555) 123-4567, 555-123-4567.
  /^(?:\+?1[-. ])?\(\d{2,4}\)[ .-]?\d{3,4}[ .-]?\d{3,4}$/,
  /^(?:\+?1[-. ])?[2-9]\d{2}[.-]\d{3}[.-]\d{4}$/,
]

// Spain. In other countries these may be sizes, so a label or a measure is enough to keep them.
const likely = [
  /^[679]\d{2}[ .-]\d{3}[ .-]\d{3}$/,
  /^[6789]\d{2}(?:[ .-]\d{2}){3}$/,
  /^9\d[ .-]\d{3}[ .-]\d{2}[ .-]\d{2}$/,
]

// Brazil without an area code. A range such as 2500-3000 is none.
const local = /^[2-5]\d{3}-\d{4}$(?<!0-\d{3}0)/

const mostJudged = 100

/**
 * Judges groups of digits as one phone number. After a hundred questions to the library in one text, every number of that
 * length is one: a text with so many holds nothing else, and reading it must not take long.
 */
function createJudge(country: string | undefined): Judge {
  const code = country !== undefined && isSupportedCountry(country) ? country : undefined
  let left = mostJudged
  const isNumberOf = (home: CountryCode, written: string, groups: Group[]) => {
    if (left-- <= 0) return true
    const number = parsePhoneNumberFromString(written, { defaultCountry: home, extract: false })
    return number?.isValid() === true && isWrittenSo(groups, number, home)
  }
  return (text, groups, { isAnnounced, isLabelled, isMeasured }) => {
    const written = writtenAs(text, groups)
    if (/^\(?(?:\+|00[1-9])/.test(written)) return countDigits(groups) > fewest
    if (isCertain(written)) return !isLabelled || /[()-]/.test(written)
    if (isMeasured) return false
    if (isAnnounced) return groups.length < mostGroups
    if (isLabelled || isAmount(written)) return false
    if (isLikely(written, code)) return true
    return code !== undefined && isNumberOf(code, written, groups)
  }
}

function isLikely(written: string, country: string | undefined): boolean {
  return likely.some(form => form.test(written)) || (country === 'BR' && local.test(written))
}

/** Whether a valid number of the country is written as one: sizes, prices and codes often are valid too. */
function isWrittenSo(groups: Group[], number: PhoneNumber, country: CountryCode): boolean {
  const digits = groups.map(group => group.digits)
  if (digits[0]?.startsWith('0')) return digits.every(group => group.length >= 2)
  const national = number.formatNational()
  // Where numbers begin with a 0 that is not written, only mobile ones are known for sure.
  const isPlain = number.getType() === 'MOBILE' || !/^\(?0/.test(national) || country === 'AR'
  if (!isPlain) return false
  if (groups.length === 1) return number.nationalNumber.length >= 9
  const usual = (national.match(/\d+/g) ?? []).join(' ')
  if ([digits.join(' '), `0${digits.join(' ')}`].includes(usual)) return true
  return (
    country !== 'BR' && digits.length <= 3 && digits.every((group, at) => group.length >= (at === 0 ? 2 : 3))
  )
}

/** Groups of three, as in 1.234.567 or 12 000 000, with a first one that begins no phone number. */
function isAmount(written: string): boolean {
  return /^\d{1,3}(?:([ .])\d{3})(?:\1\d{3})*$/.test(written) && /0{3}$|^\d{1,2}[ .]/.test(written)
}

const sentence = 48 // characters before a number that say what it is

// What stands between such a word and its number.
const filler = String.raw`(?:[\s:#=.(/-]|n[ºo°r](?!\p{L})|n[úu]m(?:ero)?|nummer|number|numéro|id|(?:de|da|do|del|du|d[eo]s|is|was|era|foi|é|es|est|ist|eh|me[ui]|meine|my|mon|mi|the|el|la)(?!\p{L})){0,12}`

const calling = [
  // Words that tell to call, a few words before the number.
  String.raw`(?:whats(?:app)?|wpp|wsp|zap|ligu?em?|ligar|ligou|llam\p{L}*|llám\p{L}*|call|ruf\p{L}*|anruf\p{L}*|appel\p{L}*|cham[ae]r?|contat\p{L}*|contáct\p{L}*|contacta\p{L}*|contact (?:me|us)|escrib\p{L}*|escrev\p{L}*)(?![\p{L}\p{N}])[^\d\n]{0,24}`,
  // Names of phones, which are products too, right before it.
  String.raw`(?:tele?f?|telef\p{L}*|tél(?:éphone)?|fone|cel|celular|móvil|movil|phone|mobile|handy\p{L}*)${filler}`,
]

const labels = [
  ...[
    'pedido',
    'orden',
    'order',
    'commande',
    String.raw`bestell\p{L}*`,
    'encomenda',
    'compra',
    'ref',
    String.raw`r[eé]f[eé]r\p{L}*`,
  ],
  ...[
    'c[oó]d',
    'c[oó]digo',
    'code',
    'sku',
    'ean',
    'gtin',
    'upc',
    'isbn',
    'asin',
    'modelo?',
    'modell',
    'modèle',
    's[eé]rie',
  ],
  ...[
    String.raw`serien\p{L}*`,
    'serial',
    'lote?',
    'batch',
    String.raw`rastre\p{L}*`,
    'tracking',
    'guía',
    String.raw`sendung\p{L}*`,
  ],
  ...[
    'factura',
    'fatura',
    'facture',
    'invoice',
    String.raw`rechnung\p{L}*`,
    'nota fiscal',
    'nota',
    'nf',
    'protocolo',
    'ticket',
  ],
  ...[
    'art(?:igo|ículo|icle|ikel)?',
    'item',
    'produto?',
    'producto',
    'product',
    'produkt',
    'produit',
    'part',
    'pe[cç]a',
    'pieza',
  ],
  ...[
    'cep',
    'zip',
    'cp',
    'plz',
    'medidas?',
    'tamanhos?',
    'tam',
    'tallas?',
    'sizes?',
    'größen?',
    'tailles?',
    'eur',
    'usd',
    'mxn',
  ],
  ...['cop', 'clp', 'ars', 'brl'],
].join('|')

const announcing = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${calling.join('|')})$`, 'iu')
const labelling = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${labels})(?!\p{L})${filler}$|[#$€£¥]\s?$`, 'iu')

const measures =
  /^\s?(?:[€$£%×°]|(?:x|mm|cm|m|km|in|ml|cl|l|kg|g|lb|oz|w|v|a|kw|mah|hz|rpm|gb|mb|tb|px|dpi|pcs|un|euros?|pesos|reais|d[oó]lares|dollars|usd|eur|mxn|cop|clp|brl|cliques|clicks)(?![\p{L}\p{N}]))/iu

function contextOf(text: string, groups: Group[]): Context {
  const [start, end] = placeOf(text, groups)
  const before = text.slice(Math.max(0, start - sentence), start)
  const [announced, labelled] = [before.search(announcing), before.search(labelling)]
  return {
    isAnnounced: announced > labelled,
    isLabelled: labelled > announced,
    isMeasured: measures.test(text.slice(end, end + 12)),
  }
}

/** From the first digit to the last, with a + and brackets around them. */
function placeOf(text: string, groups: Group[]): Place {
  let start = (groups[0] as Group).start
  let end = (groups.at(-1) as Group).end
  if (text[end] === ')' && text.slice(start, end).lastIndexOf('(') > text.slice(start, end).lastIndexOf(')'))
    end++
  if (text[start - 1] === '(' && text.slice(start, end).includes(')')) start--
  if (text[start - 1] === ' ' && text[start - 2] === '+') start--
  if (text[start - 1] === '+') start--
  return [start, end]
}

function writtenAs(text: string, groups: Group[]): string {
  return text.slice(...placeOf(text, groups))
}

function countDigits(groups: Group[]): number {
  return groups.reduce((sum, { digits }) => sum + digits.length, 0)
}
