import { leadsToForm } from '../../../../tenants/stores/settings/mail-blocks.ts'
import type { MailBlock } from '../../../../tenants/stores/settings/mail-design.ts'
import { mostWords } from '../../../../tenants/stores/settings/own-words.ts'
import { paragraphsOf, webLink } from '../safe-text.ts'

export type Link = { label: string; link: string }

export type ViewProduct = {
  name: string
  picture: string | undefined
  /** Takes the place of a missing picture. */
  initial: string
  url: string | undefined
  stars: (Link & { number: string })[]
}

/** A block with final texts and safe links, as `mails/designed.eta` and the plain text draw it. */
export type ViewBlock =
  | { type: 'heading'; level: 'h1' | 'h2'; text: string }
  | { type: 'text'; paragraphs: string[][] }
  | { type: 'offer'; text: string }
  | { type: 'products'; products: ViewProduct[]; more: string | undefined }
  | { type: 'picture'; source: string; alt: string; width: number }
  | ({ type: 'button' } & Link)

type Parts = {
  filled: (text: string) => string
  offer: string | undefined
  products: ViewProduct[]
  more: string | undefined
  logo: string | undefined
  link: string | undefined
}

/**
 * The blocks of a designed mail. What the store gives for a review is said before the first block that leads to the
 * form, whatever the design: it must be read before the review is written.
 */
export function viewBlocks(design: readonly MailBlock[], parts: Parts): ViewBlock[] {
  const firstHeading = design.findIndex(({ type }) => type === 'heading')
  const firstLink = design.findIndex(leadsToForm)
  const at = firstLink === -1 ? design.length : firstLink
  const drawn = (blocks: readonly MailBlock[], from: number) =>
    blocks.flatMap((block, index) => viewBlock(block, parts, from + index === firstHeading ? 'h1' : 'h2'))
  const offer: ViewBlock[] = parts.offer === undefined ? [] : [{ type: 'offer', text: parts.offer }]
  return [...drawn(design.slice(0, at), 0), ...offer, ...drawn(design.slice(at), at)]
}

function viewBlock(block: MailBlock, parts: Parts, level: 'h1' | 'h2'): ViewBlock[] {
  const { filled, products, more, logo, link } = parts
  if (block.type === 'heading') return [{ type: 'heading', level, text: filled(block.text) }]
  if (block.type === 'text')
    return [{ type: 'text', paragraphs: paragraphsOf(filled(block.text), mostWords + 1_000) }]
  if (block.type === 'products') {
    const shown = block.pictures ? products : products.map(withoutPicture)
    return [{ type: 'products', products: shown, more }]
  }
  if (block.type === 'stars')
    return [{ type: 'products', products: products.slice(0, 1).map(withoutPicture), more: undefined }]
  if (block.type === 'button')
    return link === undefined ? [] : [{ type: 'button', label: filled(block.text), link }]
  const source = block.source === null ? logo : webLink(block.source)
  const width = block.source === null ? 160 : 510
  return source === undefined ? [] : [{ type: 'picture', source, alt: block.alt, width }]
}

const withoutPicture = (product: ViewProduct): ViewProduct => ({
  ...product,
  picture: undefined,
  initial: '',
})
