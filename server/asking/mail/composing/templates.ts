import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { ComposedKind } from '../../../foundation/mailings/kinds.ts'
import type { ViewBlock } from './designs/blocks.ts'
import type { MailData } from './mail-data.ts'
import { plainText } from './plain-text.ts'
import { type MailView, viewMail } from './view.ts'

/** `preheader` is hidden in the HTML: lists of mails display it after the subject. */
export type RenderedMail = { subject: string; preheader: string; html: string; text: string }

/**
 * Renders a mail of this kind in the language nearest to a tag: a subject of one line, HTML of less than 100 kB,
 * text. Nothing in `data` can become HTML, a header, or a link other than http:, https: and mailto:. Throws
 * `settings_invalid` if a design makes it larger.
 */
export function renderMail<Kind extends ComposedKind>(
  kind: Kind,
  language: string,
  data: MailData[Kind],
): RenderedMail {
  const isDesigned = 'design' in data && data.design !== undefined
  const asking = isDesigned ? './designed' : './request'
  const template = kind === 'request' || kind === 'reminder' ? asking : './notice'
  for (const shown of shownProducts) {
    const view = viewMail(kind, language, data, shown)
    if (view.blocks && !view.blocks.some(leadsToReview)) continue
    const html = eta.render(template, view)
    if (Buffer.byteLength(html) < mostBytes)
      return { subject: view.subject, preheader: view.preheader, html, text: plainText(view) }
  }
  if (isDesigned)
    throw new ApiError('settings_invalid', {
      problems: [{ path: 'design', problem: 'length', values: [1, mostBytes] }],
    })
  throw new Error(`A mail of kind ${kind} is too long even without products.`)
}

// Without room for its products, a design may have nothing to click.
const leadsToReview = (block: ViewBlock) =>
  block.type === 'button' || (block.type === 'products' && block.products.length > 0)

/** A mail of quotes, without products. */
export function renderNotice(view: MailView): RenderedMail {
  const html = eta.render('./notice', view)
  return { subject: view.subject, preheader: view.preheader, html, text: plainText(view) }
}

// Gmail clips mails over 102 kB, including the unsubscribe link. Ten products with links of usual length make 63 kB.
// Only very long links reduce the number of products.
export const mostBytes = 100_000
const shownProducts = [10, 5, 2, 0]

const eta = new Eta({
  views: fileURLToPath(new URL('../../../../mails/', import.meta.url)),
  cache: true,
  tags: ['{{', '}}'],
  autoTrim: false,
  // Indentation was a third of the bytes.
  plugins: [{ processTemplate: html => html.replace(/\n\s*/g, '\n') }],
})
