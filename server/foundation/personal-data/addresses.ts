import { comparableAddress } from '../lib/text/email-address.ts'

/**
 * The e-mail addresses in the texts of a JSON value, normalised by `comparableAddress`: also within a text, in other
 * letters (ａｎａ＠…), and as URLs, HTML and JSON encode them (%40, &#64;, \u0040). One that may end early or late is there
 * in each form: `x=ana@example.com.Thanks` has ana@example.com too. At most `most`, and then undefined.
 */
export function addressesIn(value: unknown, most = Number.POSITIVE_INFINITY): string[] | undefined {
  const found = new Set<string>()
  for (const text of textsOf(value)) {
    if (!mayHold.test(text)) continue
    for (const form of new Set([text, decoded(text)])) addTo(found, form)
    if (found.size > most) return undefined
  }
  return [...found]
}

/** Whether a text may hold an address, by a sign or any coding: most do not, and cost no more than this. */
const mayHold = /[@＠﹫]|%[\da-f]{2}|&(?:#[\dx]|amp;|commat;)|\\u[\da-f]{4}/i

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value) yield* textsOf(item)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      yield name
      yield* textsOf(inner)
    }
}

const mostCodings = 3 // a text in a form in a URL

/** Without the codings of URLs, HTML and JSON. */
export function decoded(text: string): string {
  let before = text
  for (let pass = 0; pass < mostCodings; pass++) {
    const after = before
      .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(commat|amp));/gi, (all, decimal, hex, name) =>
        name ? (name.toLowerCase() === 'amp' ? '&' : '@') : characterOf(all, decimal ?? `0x${hex}`),
      )
      .replace(/(?:%[\da-f]{2})+/gi, unescapedUrl)
      .replace(/\\u([\da-f]{4})/gi, (_all, hex) => String.fromCharCode(Number(`0x${hex}`)))
    if (after === before) break
    before = after
  }
  return before
}

function characterOf(written: string, code: string): string {
  return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : written
}

function unescapedUrl(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

// As in `comparableAddress`.
const localEnd = /[\w.!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]*$/u
const domainStart = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+/u

function addTo(found: Set<string>, written: string): void {
  const text = written.normalize('NFKC').replace(/\p{Cf}/gu, '')
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const [local = ''] = localEnd.exec(text.slice(Math.max(0, at - 64), at)) ?? []
    const [domain = ''] = domainStart.exec(text.slice(at + 1, at + 254)) ?? []
    if (local === '' || domain === '') continue
    for (const name of localParts(local))
      for (const place of domains(domain)) {
        const address = comparableAddress(`${name}@${place}`)
        if (address) found.add(address)
      }
  }
}

const mostForms = 4

/** The whole, and what may follow something else: a field's name, a quotation mark, dots. */
function localParts(local: string): string[] {
  const starts = [...local.matchAll(/[!#$%&'*/=?^`{|}~]+/g)].map(
    ({ 0: signs, index }) => index + signs.length,
  )
  const forms = [local, ...starts.slice(-mostForms).map(start => local.slice(start))]
  return [...new Set(forms.flatMap(form => [form, form.replace(/^[._+-]+/, '')]))]
}

/** The whole, and what may precede a sentence that begins without a space. */
function domains(domain: string): string[] {
  const labels = domain.split('.')
  const lengths = labels.map((_, index) => index + 1).slice(1, mostForms)
  const forms = [...lengths.map(length => labels.slice(0, length).join('.')), domain]
  return [...new Set(forms.map(form => form.replace(/-+$/, '')))]
}
