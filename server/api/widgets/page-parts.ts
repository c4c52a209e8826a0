import { type ContentPolicy, readPolicies } from '../../foundation/lib/content-policy.ts'
import { readTags, type Tag } from '../../foundation/lib/text/html-tags.ts'

export type WidgetName =
  `rw-${'rating' | 'reviews' | 'questions' | 'gallery' | 'carousel' | 'badge' | 'store'}`

/** The parts of a page that concern our widgets. */
export type PageParts = {
  /** Widget scripts from any address: `…/widgets/v1/widgets.js`. */
  scripts: { url: URL; isModule: boolean; nonce: string | undefined; integrity: string | undefined }[]
  widgets: { name: WidgetName; attributes: Map<string, string> }[]
  /** Settings of html, body and `ReviewWidgets.init` that apply to all widgets. */
  shared: { storeId?: string | undefined; storeKey?: string | undefined; selector?: string | undefined }
  policies: ContentPolicy[]
  /** The number of products with a rating in structured data, and of invalid JSON-LD blocks. */
  structured: { ratings: number; broken: number }
  language: string | undefined
  /** Secret keys that should not be on a page. */
  secrets: string[]
}

/** Parses the HTML that the server sent, without running scripts. */
export function readPage(html: string, address: URL, headers: Record<string, string>): PageParts {
  const tags = readTags(html).filter(tag => !tag.isDormant)
  const named = (name: string) => tags.filter(tag => tag.name === name)
  const roots = [...named('html'), ...named('body')]
  const href = named('base')[0]?.attributes.get('href') ?? ''
  const base = URL.parse(href, address.href) ?? address
  const codes = named('script').filter(tag => !tag.attributes.has('src'))
  const structured = codes
    .filter(tag => typeOf(tag) === 'application/ld+json')
    .map(tag => countRatings(tag.text))
  const marked = tags.filter(tag => /(^|\s)aggregateRating(\s|$)/.test(tag.attributes.get('itemprop') ?? ''))
  return {
    scripts: named('script').flatMap(tag => toScript(tag, base)),
    widgets: tags.filter(isWidget).map(({ name, attributes }) => ({ name, attributes })),
    shared: { ...ofRoots(roots), ...ofInit(codes.map(({ text }) => text).join('\n')) },
    policies: [
      ...readPolicies(headers['content-security-policy'] ?? ''),
      ...named('meta')
        .filter(tag => tag.attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy')
        .flatMap(tag => readPolicies(tag.attributes.get('content') ?? '')),
    ],
    structured: {
      ratings: structured.reduce<number>((sum, count) => sum + (count ?? 0), marked.length),
      broken: structured.filter(count => count === undefined).length,
    },
    language: roots.map(({ attributes }) => attributes.get('lang')).find(Boolean),
    secrets: [...new Set(html.match(/rw_orders_[0-9A-Za-z]{38}/g))],
  }
}

const isWidget = (tag: Tag): tag is Tag & { name: WidgetName } =>
  /^rw-(rating|reviews|questions|gallery|carousel|badge|store)$/.test(tag.name)

const typeOf = ({ attributes }: Tag) => attributes.get('type')?.trim().toLowerCase()

function toScript(tag: Tag, base: URL): PageParts['scripts'] {
  const src = tag.attributes.get('src')?.trim() ?? ''
  const url = URL.parse(src, base.href)
  if (!url || !/\/widgets\/v\d+\/widgets\.js$/.test(url.pathname)) return []
  const { attributes } = tag
  return [
    {
      url,
      isModule: typeOf(tag) === 'module',
      nonce: attributes.get('nonce'),
      integrity: attributes.get('integrity'),
    },
  ]
}

function ofRoots(roots: Tag[]): PageParts['shared'] {
  const first = (name: string) => roots.map(({ attributes }) => attributes.get(name)).find(Boolean)
  return { storeId: first('data-store-id'), storeKey: first('data-store-key') }
}

// Literal values in a script. Computed values are unknown without running it.
function ofInit(code: string): PageParts['shared'] {
  if (!code.includes('ReviewWidgets')) return {}
  const literal = (names: string) =>
    new RegExp(`\\b(?:${names})["']?\\s{0,9}:\\s{0,9}["']([^"'\\n]{1,300})["']`).exec(code)?.[1]
  const found = {
    storeId: literal('storeId|store_id'),
    storeKey: literal('storeKey|web_id'),
    selector: literal('custom_class'),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value))
}

// Undefined if the text is not JSON.
function countRatings(text: string): number | undefined {
  try {
    return countIn(JSON.parse(text), 0)
  } catch {
    return undefined
  }
}

const deepest = 20

function countIn(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > deepest) return 0
  const own = 'aggregateRating' in value && isProduct(value) ? 1 : 0
  return Object.values(value).reduce((sum: number, one) => sum + countIn(one, depth + 1), own)
}

const isProduct = (value: object) =>
  '@type' in value &&
  [value['@type']].flat().some(type => /^(https?:\/\/schema\.org\/)?Product(Group)?$/.test(String(type)))
