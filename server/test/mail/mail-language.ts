import type { Received } from './mail-server.ts'

/** The text of all parts of a mail. */
export function decode(raw: string): string {
  return raw
    .split(/\r\n--[^\r\n]+/)
    .map(part => {
      const [head = '', ...body] = part.split('\r\n\r\n')
      return /base64/i.test(head) ? Buffer.from(body.join(''), 'base64').toString() : ofQuotedPrintable(part)
    })
    .join('\n')
}

function ofQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** The language that a mail or a page declares. */
export const languageOf = (html: string): string | undefined =>
  /<(?:html|section)[^>]* lang="([^"]+)"/.exec(html)?.[1]

export const languageOfMail = ({ raw }: Received): string | undefined => languageOf(decode(raw))

/** The address of the review form that a decoded mail links to. */
export const formLinkIn = (mail: string): string =>
  /http:\/\/[^\s"<>?]+\/r\/[\w-]+/.exec(mail)?.[0] ?? 'no link'
