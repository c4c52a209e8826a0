import { randomUUID } from 'node:crypto'
import { encode, wrap } from 'nodemailer/lib/base64'
import MailComposer, { type MailComposerOptions } from 'nodemailer/lib/mail-composer'
import { quotedPrintable } from './quoted-printable.ts'

type Parts = { html: string; text: string }

/**
 * The bytes of a message with a text and an HTML part. nodemailer writes the headers and chooses the encoding of the
 * text, but it does not write the parts: its streams took three times as long.
 */
export function rawMessage({ html, text, ...options }: MailComposerOptions & Parts): Buffer {
  const message = new MailComposer({
    ...options,
    baseBoundary: randomUUID(),
    text,
    // Markup is mostly Latin letters, whatever its texts are. The content itself would be searched for long lines.
    html: { content: '-', contentTransferEncoding: 'quoted-printable' },
  }).compile()
  const head = message.buildHeaders()
  const [textPart, htmlPart] = message.childNodes.map(part => {
    const encoding = part.getTransferEncoding()
    return { encoding, head: `--${message.boundary}\r\n${part.buildHeaders()}\r\n\r\n` }
  })
  return Buffer.concat([
    Buffer.from(`${head}\r\n\r\n${textPart?.head}`),
    encodedText(text, textPart?.encoding),
    Buffer.from(`\r\n${htmlPart?.head}`),
    quotedPrintable(html),
    Buffer.from(`\r\n--${message.boundary}--\r\n`),
  ])
}

function encodedText(text: string, encoding: string | false | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(wrap(encode(text)))
  if (encoding === 'quoted-printable') return quotedPrintable(text)
  return Buffer.from(text.replace(/\r?\n/g, '\r\n')) // 7bit
}
