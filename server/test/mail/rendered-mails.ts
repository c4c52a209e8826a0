import type { MailData } from '../../asking/mail/composing/mail-data.ts'
import { renderMail } from '../../asking/mail/composing/templates.ts'
import type { ComposedKind } from '../../foundation/mailings/kinds.ts'
import { mailCast, mailDataOf } from './mail-data.ts'

/** A mail of this kind, about Ana and her moka pot unless other data are given. */
export const render = (kind: ComposedKind, language: string, data: MailData = mailDataOf(mailCast)) =>
  renderMail(kind, language, data[kind])

/** Every address in an HTML mail, as written. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
}
