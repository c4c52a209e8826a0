import type { Quote } from './quotes.ts'
import type { Link, MailView } from './view.ts'

/** The plain-text version of a mail. Lines are not wrapped: each mail app wraps them to its own width. */
export function plainText(view: MailView): string {
  const { heading, paragraphs, offer, products, more, quotes, after, button, footer } = view
  const parts = [
    heading,
    ...paragraphs.map(lines => lines.join('\n')),
    offer ?? '',
    [...products.map(({ name }) => `- ${name}`), more].filter(Boolean).join('\n'),
    ...quotes.map(quoteText),
    after ?? '',
    button ? linkText(button) : '',
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
