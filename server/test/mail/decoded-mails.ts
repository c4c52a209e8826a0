/** The text of all parts of a mail as received, which are quoted-printable or base64. */
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

/** The address of the form that a decoded mail links to. */
export function formLinkIn(mail: string): string {
  const link = /https?:\/\/[^\s"<>?]+\/r\/[\w-]+/.exec(mail)?.[0]
  if (!link) throw new Error(`a mail without a link to a form:\n${mail.slice(0, 2_000)}`)
  return link
}
