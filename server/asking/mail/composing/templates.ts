import { readFileSync } from 'node:fs'
import { Eta } from 'eta'
import { Problem } from '../../../foundation/lib/problem.ts'
import { type MailKind, mailKinds } from '../../../foundation/mailings/kinds.ts'
import type { MailData } from './mail-data.ts'
import { plainText } from './plain-text.ts'
import { type MailView, viewMail } from './view.ts'

/** `preheader` is hidden in the HTML: lists of mails display it after the subject. */
export type RenderedMail = { subject: string; preheader: string; html: string; text: string }

/**
 * Renders a mail of this kind in the language nearest to a tag: a subject of one line, HTML of less than 100 kB,
 * text. Nothing in `data` can become HTML, a header, or a link other than http:, https: and mailto:. Throws Problem
 * if the mails are not built.
 */
export function renderMail<Kind extends MailKind>(
  kind: Kind,
  language: string,
  data: MailData[Kind],
): RenderedMail {
  const template = templateOf(kind)
  for (const shown of shownProducts) {
    const view = viewMail(kind, language, data, shown)
    const html = template(view)
    if (Buffer.byteLength(html) < mostBytes)
      return { subject: view.subject, preheader: view.preheader, html, text: plainText(view) }
  }
  throw new Error(`A mail of kind ${kind} is too long even without products.`)
}

/** Throws Problem if the mails are not built, so that the operator learns of it at the start. */
export function requireMails(): void {
  for (const kind of mailKinds) templateOf(kind)
}

// Gmail clips mails over 102 kB, including the unsubscribe link. Ten products with links of usual length make 63 kB.
// Only very long links reduce the number of products.
const mostBytes = 100_000
const shownProducts = [10, 5, 2, 0]

const eta = new Eta({ tags: ['{{', '}}'], autoTrim: false })
const compiled = new Map<string, (view: MailView) => string>()

function templateOf(kind: MailKind): (view: MailView) => string {
  const name = kind === 'request' || kind === 'reminder' ? 'request' : 'notice'
  const known = compiled.get(name)
  if (known) return known
  const render = eta.compile(readTemplate(name)).bind(eta)
  compiled.set(name, render)
  return render
}

function readTemplate(name: string): string {
  try {
    return readFileSync(new URL(`../../../../build/mails/${name}.html`, import.meta.url), 'utf8')
  } catch {
    throw new Problem(
      'The mails are not built.',
      'Run: npm run build (npm ci does it too, unless told --ignore-scripts).',
    )
  }
}
