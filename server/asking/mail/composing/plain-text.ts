import type { Link, ViewBlock } from './designs/blocks.ts'
import type { Quote } from './quotes.ts'
import type { MailView } from './view.ts'

/** The plain-text version of a mail. Lines are not wrapped: each mail app wraps them to its own width. */
export function plainText(view: MailView): string {
  const { heading, paragraphs, offer, products, more, quotes, after, button, footer } = view
  const written = view.blocks
    ? [...view.blocks.map(blockText), button && !view.blocks.some(isButton) ? linkText(button) : '']
    : [
        heading,
        ...paragraphs.map(lines => lines.join('\n')),
        offer ?? '',
        [...products.map(({ name }) => `- ${name}`), more].filter(Boolean).join('\n'),
        ...quotes.map(quoteText),
        after ?? '',
        button ? linkText(button) : '',
      ]
  const parts = [
    ...written,
    // By RFC 3676, 4.3 the rest is the signature, which apps fold or grey out.
    [
      '-- ',
      view.store.name,
      [footer.why, footer.holder].join(' ').trim(),
      ...footer.links.map(footerLink),
    ].join('\n'),
  ]
  return `${parts.filter(part => part !== '').join('\n\n')}\n`
}

const isButton = ({ type }: ViewBlock) => type === 'button'

function blockText(block: ViewBlock): string {
  if (block.type === 'text') return block.paragraphs.map(lines => lines.join('\n')).join('\n\n')
  if (block.type === 'products')
    return [...block.products.map(({ name }) => `- ${name}`), block.more].filter(Boolean).join('\n')
  if (block.type === 'picture') return block.alt
  return block.type === 'button' ? linkText(block) : block.text
}

function quoteText({ label, stars, title, paragraphs }: Quote): string {
  const said = [
    stars && `${stars.drawn} (${stars.label})`,
    title,
    ...paragraphs.map(lines => lines.join('\n')),
  ]
  const lines = said.filter(Boolean).join('\n\n').split('\n')
  return [`${label}:`, ...lines.map(line => `> ${line}`.trimEnd())].join('\n')
}

const linkText = ({ label, link }: Link) => `${label}:\n${link}`

const footerLink = ({ label, link }: Link) => `${label}: ${link.replace(/^mailto:/, '')}`
