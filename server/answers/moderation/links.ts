type Place = { start: number; end: number }

/** The links in a text, at most `most` of each form. Links to the store's own hosts are none. */
export function findLinks(text: string, ownHosts: readonly string[], most: number): Place[] {
  return forms.flatMap(({ pattern, isLink }) => {
    const found: Place[] = []
    for (const { 0: link, index: start } of text.matchAll(pattern)) {
      if (found.length === most) break
      const end = start + link.length
      if (!isOwn(link, ownHosts) && (isLink?.(text, link, start) ?? true)) found.push({ start, end })
    }
    return found
  })
}

const path = String.raw`[^\s<>"'。、，！？؟]`
const address = new RegExp(String.raw`\b(?:https?:\/\/|www\.)${path}{2,2000}`, 'giu')

// Texts without spaces join words to a host name, as in 看shop.com吧: it begins and ends with the letters of its script.
const latin = String.raw`[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\u0300-\u036f\p{N}]`
const other = String.raw`[[\p{L}\p{M}\p{N}\-]--\p{sc=Latn}]`
const labels = String.raw`(?<![@.\-])(?:(?<!${latin})(?:[${latin}\-]{1,63}\.){1,4}|(?<![\p{L}\p{N}])(?:${other}{1,63}\.){1,4})`

// Top-level domains that are no words in our languages. They match only in lower case: in "bom.Com certeza" only a space
// is missing.
const hostName = new RegExp(
  String.raw`${labels}(?:(?:com|net|org)\.br|(?:COM|NET|ORG)\.BR|com|net|org|info|biz|xyz|io|ly|gg)(?:\/${path}{0,2000})?(?!${latin}|-)`,
  'gv',
)

// The same of countries and in other scripts. A number is followed by a unit, such as kr.
const countryName = new RegExp(
  String.raw`${labels}(?<=[\p{L}\p{M}][\p{N}\-]*\.)(?:(?:(?:co|com|or|ne|net|org)\.)?(?:jp|kr|cn|tw|hk|ru|ua|pl|cz|sk|hu|nl|dk|gr|bg|ro|vn|tr|nz|uk|th)|рф|укр|бел|срб|ευ|ελ|קום)(?:\/${path}{0,2000})?(?!${latin}|-)`,
  'gv',
)

// Top-level domains that are also words, or too short to be unambiguous. They match only if a path follows.
const doubtfulHostName = new RegExp(
  String.raw`${labels}(?:br|pt|es|me|be|co|app|site|online|shop|store|club|top|link|tv|us|eu|ar|mx|de|fr|it|at|ch|fi|se|no|in|id|lt|lv|ee|hr|si|rs|is|ir|il|бг|مصر|السعودية|امارات|ایران|ישראל|भारत|ไทย|한국|中国|中國|台灣|香港|公司|网络)\/${path}{1,2000}`,
  'giv',
)

type Form = { pattern: RegExp; isLink?: (text: string, link: string, start: number) => boolean }

const forms: Form[] = [
  { pattern: address },
  { pattern: hostName, isLink: (text, link, start) => !isSentence(text, link, start) },
  { pattern: countryName },
  { pattern: doubtfulHostName },
]

/**
 * Whether only a space is missing after a full stop: "ótima.com acabamento", "R$ 1.200.com". A host name has other letters,
 * ends the sentence, or stands among words that name a site.
 */
function isSentence(text: string, link: string, start: number): boolean {
  const [, word = '', ending] = /^([^/]+)\.(com|io)$/u.exec(link) ?? []
  if (ending === undefined) return false
  if (/^[\d.]+$/.test(word)) return true
  const after = text.slice(start + link.length, start + link.length + 24)
  if (toSite.test(text.slice(Math.max(0, start - 24), start)) || /[.-]/.test(word)) return false
  if (/^ \d/.test(after) || accented.test(word)) return true
  if (ending === 'io' || /\d/.test(word)) return false
  return /^ [\p{L}\p{N}]/u.test(after) && !afterSite.test(after)
}

const accented = /[\p{sc=Latn}--\p{ASCII}]/v

const toSite =
  /(?<!\p{L})(?:sites?|em|en|at|from|by|via|see|try|visit|visite[mn]?|visita|acesse[mn]?|veja[mn]?|vea[n]?|mira|entra|entre|loja|tienda|store|shop|www|bei|auf|unter|siehe|besuchen sie|sur|chez|voir|visitez|sito|su|sul)[ :]{1,2}$/iu

// The Portuguese "com" takes a noun. These words continue a sentence about a site.
const afterSite =
  /^ (?:mais|que|por|e|é|tem|está|para|pra|lá|ali|aqui|ou|and|or|for|than|is|was|has|had|you|to|too|it|they|instead|now|y|es|más|tiene|para|hay)(?!\p{L})/iu

function isOwn(link: string, ownHosts: readonly string[]): boolean {
  const [host = ''] = link
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .split(/[/?#:]/)
  const name = host.replace(/[.,;!)\]]+$/, '')
  return ownHosts.some(own => name === own || name.endsWith(`.${own}`))
}

/** The hosts of a store's own pages, without www. */
export function hostsOf(addresses: readonly (string | null)[]): string[] {
  return addresses.flatMap(one => {
    const host = one === null ? undefined : URL.parse(one.replace('{product_id}', ''))?.hostname
    return host ? [host.replace(/^www\./, '')] : []
  })
}
