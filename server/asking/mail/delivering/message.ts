import { mailableAddress } from '../../../foundation/lib/text/email-address.ts'

/** A mail that is ready to send, to exactly one checked address. */
export type Letter = {
  storeId: string
  mailingId: string
  /** The store's name, displayed with our sender's address. */
  from: string
  to: { name: string; email: string }
  replyTo: string | null
  subject: string
  html: string
  text: string
  /** The address that unsubscribes by POST; null for recipients who never subscribed. */
  unsubscribe: string | null
  date: Date
}

export type Sender = { address: string; domain: string }

/** The message for nodemailer. Throws unless there is exactly one address. */
export function messageOf(letter: Letter, sender: Sender) {
  const { storeId, mailingId, unsubscribe, replyTo, subject, html, text, date } = letter
  const to = mailableAddress(letter.to.email)
  if (!to) throw new Error('the address is not one that can be mailed to')
  const answersTo = replyTo === null ? undefined : mailableAddress(replyTo)
  return {
    // Given apart from the headers, so that nothing in them can add a recipient.
    envelope: { from: sender.address, to: [to] },
    from: { name: plain(letter.from), address: sender.address },
    to: { name: plain(letter.to.name), address: to },
    ...(answersTo && { replyTo: { name: plain(letter.from), address: answersTo } }),
    subject: plain(subject),
    html,
    text,
    date,
    messageId: messageId(storeId, mailingId, sender),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'List-Id': `<${storeId}.${sender.domain}>`,
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', // RFC 8058
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Always the same for a mailing: a server or mail app that receives it twice displays it once. */
function messageId(storeId: string, mailingId: string, { domain }: Sender): string {
  return `<${mailingId}.${storeId}@${domain}>`
}

/** The mailing that one of our Message-IDs names, anywhere in a text; undefined when there is none. */
export function readMessageId(text: string): { storeId: string; mailingId: string } | undefined {
  const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
  const [, mailingId, storeId] = new RegExp(`<(${uuid})\\.(${uuid})@`, 'i').exec(text) ?? []
  return mailingId && storeId
    ? { mailingId: mailingId.toLowerCase(), storeId: storeId.toLowerCase() }
    : undefined
}

// nodemailer encodes what a header cannot hold. Names and subjects are still limited to one short line.
function plain(text: string): string {
  return [
    ...text
      .toWellFormed()
      .replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, 200)
    .join('')
}
