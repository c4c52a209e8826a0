import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Checks a feed of product reviews against the published rules of Google, without its schema file. */

type Node = { name: string; attributes: Record<string, string>; children: Node[]; text: string }

type Check = (text: string) => boolean
type Rule = {
  name: string
  least: number
  most: number
  check?: Check
  children?: Rule[]
  attributes?: string[]
}

const nonEmpty: Check = text => /\S/.test(text)
const address: Check = text => /^(https?:\/\/)?[^\s]+\.[^\s]+$/.test(text)
const moment: Check = text => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
const flag: Check = text => ['true', 'false', '0', '1'].includes(text)

const one = (name: string, check: Check): Rule => ({ name, least: 1, most: 1, check })
const maybe = (name: string, check: Check): Rule => ({ name, least: 0, most: 1, check })
const many = (name: string, check: Check): Rule => ({ name, least: 1, most: Number.POSITIVE_INFINITY, check })
const around = (name: string, least: number, children: Rule[], attributes?: string[]): Rule => ({
  ...{ name, least, most: 1, children },
  ...(attributes && { attributes }),
})

const product: Rule = {
  ...{ name: 'product', least: 1, most: Number.POSITIVE_INFINITY },
  children: [
    around('product_ids', 0, [
      around('gtins', 0, [many('gtin', text => /^[\d\s\-xX]{7,}$/.test(text))]),
      around('mpns', 0, [many('mpn', nonEmpty)]),
      around('skus', 0, [many('sku', nonEmpty)]),
      around('brands', 0, [many('brand', nonEmpty)]),
    ]),
    maybe('product_name', nonEmpty),
    one('product_url', address),
  ],
}

const review: Rule = {
  ...{ name: 'review', least: 1, most: Number.POSITIVE_INFINITY },
  children: [
    one('review_id', nonEmpty),
    around('reviewer', 1, [
      { ...one('name', nonEmpty), attributes: ['is_anonymous'] },
      maybe('reviewer_id', nonEmpty),
    ]),
    one('review_timestamp', moment),
    maybe('title', nonEmpty),
    one('content', nonEmpty),
    maybe('review_language', text => Intl.getCanonicalLocales(text)[0] === text),
    maybe('review_country', text => /^[A-Z]{2}$/.test(text)),
    around('pros', 0, [many('pro', nonEmpty)]),
    around('cons', 0, [many('con', nonEmpty)]),
    { ...one('review_url', address), attributes: ['type'] },
    around('reviewer_images', 0, [
      { ...around('reviewer_image', 1, [one('url', address)]), most: Number.POSITIVE_INFINITY },
    ]),
    around('ratings', 1, [{ ...one('overall', nonEmpty), attributes: ['min', 'max'] }]),
    around('products', 1, [product]),
    maybe('is_spam', flag),
    maybe('is_verified_purchase', flag),
    maybe('is_incentivized_review', flag),
    maybe('collection_method', text => text === 'unsolicited' || text === 'post_fulfillment'),
    maybe('transaction_id', nonEmpty),
  ],
}

const feed = around(
  'feed',
  1,
  [
    one('version', text => text === '2.4'),
    around('aggregator', 0, [one('name', nonEmpty)]),
    around('publisher', 1, [one('name', nonEmpty), maybe('favicon', address)]),
    around('reviews', 0, [review]),
  ],
  ['xmlns:xsi', 'xsi:noNamespaceSchemaLocation'],
)

/** Every violation, at most twenty. Empty: the feed follows the rules. */
export function violationsOf(xml: string): string[] {
  const problems: string[] = []
  const root = parse(xml, problems)
  if (root) {
    checkNode(root, feed, root.name, problems)
    const reviews = root.children.find(({ name }) => name === 'reviews')?.children ?? []
    const ids = reviews.map(({ children }) => children[0]?.text)
    if (new Set(ids).size < ids.length) problems.push('a review_id is there twice')
    for (const one of reviews) checkRating(one, problems)
  }
  return problems.slice(0, 20)
}

function checkNode(node: Node, rule: Rule, path: string, problems: string[]): void {
  for (const name of Object.keys(node.attributes))
    if (!rule.attributes?.includes(name)) problems.push(`${path} has the attribute ${name}`)
  if (rule.check && (node.children.length > 0 || !rule.check(node.text)))
    problems.push(`${path} contains ${node.text.slice(0, 80)}`)
  if (!rule.children) return
  if (/\S/.test(node.text)) problems.push(`${path} contains text`)
  const found = [...node.children]
  for (const child of rule.children) {
    let count = 0
    while (found[0]?.name === child.name) {
      checkNode(found.shift() as Node, child, `${path}/${child.name}`, problems)
      count++
    }
    if (count < child.least || count > child.most) problems.push(`${path} has ${count} ${child.name}`)
  }
  for (const { name } of found) problems.push(`${path} has ${name} too much, or in another place`)
}

function checkRating({ children }: Node, problems: string[]): void {
  const url = children.find(({ name }) => name === 'review_url')
  if (!['singleton', 'group'].includes(url?.attributes.type ?? '')) problems.push('review_url has no type')
  const overall = children.find(({ name }) => name === 'ratings')?.children[0]
  const [min, max] = [Number(overall?.attributes.min), Number(overall?.attributes.max)]
  const value = Number(overall?.text)
  if (!(min < max && value >= min && value <= max)) problems.push(`a rating is ${value} of ${min} to ${max}`)
}

const token = /<\?xml [^>]*\?>|<\/([\w:]+)>|<([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*>|([^<]+)/y
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** Strict, and only what a feed may contain: no comments, CDATA, doctype or entities but the five. */
function parse(xml: string, problems: string[]): Node | undefined {
  if (forbidden.test(xml)) problems.push('a character is not allowed in XML')
  const top: Node = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  token.lastIndex = 0
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex
    const found = token.exec(xml)
    if (!found) {
      problems.push(`not well-formed at ${xml.slice(at, at + 80)}`)
      return undefined
    }
    const [, closed, opened, attributes = '', text] = found
    const inner = open.at(-1) as Node
    if (text !== undefined) inner.text += withoutEntities(text, problems)
    else if (opened !== undefined) {
      const node: Node = { name: opened, attributes: attributesOf(attributes), children: [], text: '' }
      inner.children.push(node)
      open.push(node)
    } else if (closed !== undefined && open.pop()?.name !== closed) {
      problems.push(`</${closed}> closes another element`)
      return undefined
    }
  }
  if (open.length !== 1) problems.push('an element is not closed')
  return top.children[0]
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function withoutEntities(text: string, problems: string[]): string {
  if (text.includes(']]>')) problems.push(']]> is in a text')
  return text.replace(/&(\w*;?)/g, (found, name: string) => {
    const value = entities[name.replace(';', '')]
    if (value === undefined || !name.endsWith(';')) problems.push(`${found} is no entity`)
    return value ?? found
  })
}

const schema = join(import.meta.dirname, 'google-product-reviews-2.4.xsd')

export const hasXmllint = spawnSync('xmllint', ['--version']).error === undefined

/** What xmllint says about the file by our schema; empty if it is valid. */
export function xmllint(file: string): string {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--huge', '--schema', schema, file], {
    encoding: 'utf8',
  })
  return status === 0 ? '' : stderr.slice(0, 2_000)
}
