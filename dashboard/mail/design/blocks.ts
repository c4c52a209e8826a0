import { designLimits } from '../../../server/tenants/stores/settings/mail-blocks.ts'
import type { MailContent, MailKind } from '../content.ts'

type Designs = NonNullable<MailContent['kinds'][number]['designs']>

export type Block = Designs['own'][string][number]
export type BlockType = Block['type']
/** The blocks of a mail; null: it is our usual one. */
export type Design = Block[] | null

export const blockTypes = ['heading', 'text', 'products', 'stars', 'picture', 'button'] as const

/** What a new block says in the mail's language. */
export type BlockTexts = { heading: string; words: string; button: string }

export const designsOf = (content: MailContent, kind: MailKind) =>
  content.kinds.find(entry => entry.kind === kind)?.designs

/** The blocks that are stored for this language, or those of a related one; null: none. */
export function storedDesign(content: MailContent, kind: MailKind, language: string): Design {
  const designs = designsOf(content, kind)
  return designs?.own[language] ?? designs?.inherited[language] ?? null
}

export function newBlock(type: BlockType, texts: Pick<BlockTexts, 'button'>): Block {
  if (type === 'products') return { type, pictures: true }
  if (type === 'stars') return { type }
  if (type === 'picture') return { type, source: '', alt: '' }
  return { type, text: type === 'button' ? texts.button : '' }
}

/** Designs to begin with. */
export const layouts = {
  short: ({ heading, words, button }: BlockTexts): Block[] => [
    { type: 'heading', text: heading },
    { type: 'text', text: words },
    { type: 'stars' },
    { type: 'button', text: button },
  ],
  products: ({ heading, words, button }: BlockTexts): Block[] => [
    { type: 'heading', text: heading },
    { type: 'products', pictures: true },
    { type: 'text', text: words },
    { type: 'button', text: button },
  ],
  picture: ({ heading, words, button }: BlockTexts): Block[] => [
    { type: 'picture', source: '', alt: '' },
    { type: 'heading', text: heading },
    { type: 'text', text: words },
    { type: 'products', pictures: false },
    { type: 'button', text: button },
  ],
}

export type Layout = keyof typeof layouts

/** Whether the server can draw it: previews leave out blocks that are still empty. */
export function isComplete(block: Block): boolean {
  if (block.type === 'picture') return block.source === null || isHttps(block.source)
  return !('text' in block) || block.text.trim() !== ''
}

function isHttps(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:'
}

/** The blocks that a preview draws, each with its place in the design. */
export const drawn = (blocks: Block[]) =>
  blocks.flatMap((block, place) => (isComplete(block) ? [{ block, place }] : []))

/** The types of which the design cannot have more. */
export function isFull(type: BlockType, blocks: Block[]): boolean {
  const count = blocks.filter(block => block.type === type).length
  const most =
    type === 'picture'
      ? designLimits.pictures
      : type === 'products' || type === 'stars'
        ? 1
        : designLimits.blocks
  return blocks.length >= designLimits.blocks || count >= most
}
