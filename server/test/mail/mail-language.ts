import { decode } from './decoded-mails.ts'
import type { Received } from './mail-server.ts'

/** The language that a mail or a page declares. */
export const languageOf = (html: string): string | undefined =>
  /<(?:html|section)[^>]* lang="([^"]+)"/.exec(html)?.[1]

export const languageOfMail = ({ raw }: Received): string | undefined => languageOf(decode(raw))
