import { createTransport, type Transporter } from 'nodemailer'
import pLimit from 'p-limit'
import type { Config } from '../../config.ts'
import { Problem } from '../../lib/problem.ts'
import { comparableAddress } from '../../lib/text/email-address.ts'
import { type Outcome, readFailure, shorten } from './answers.ts'
import { type Letter, messageOf, type Sender } from './message.ts'

/** What takes our mail: a mail server, or without one the outbox. */
export type Post = {
  sender: Sender
  /** Hands over one mail, or fails to; never throws. */
  deliver: (letter: Letter) => Promise<Outcome>
  close: () => void
}

export type PostOptions = {
  /** How many mails are on their way at once, each on a connection of its own. */
  connections?: number
  /** How long one mail may take, in ms: a server that drips its answers notices no other limit. */
  deadline?: number
}

type MailConfig = Pick<
  Config,
  'SMTP_URL' | 'MAIL_FROM' | 'DKIM_DOMAIN' | 'DKIM_SELECTOR' | 'DKIM_KEY' | 'PUBLIC_URL'
>

/** Throws Problem when the settings of mail do not go together. */
export function openPost(
  config: MailConfig,
  { connections = 10, deadline = 120_000 }: PostOptions = {},
): Post {
  const sender = senderOf(config)
  const { SMTP_URL } = config
  if (!SMTP_URL) {
    const deliver = async (): Promise<Outcome> => ({
      as: 'sent',
      answer: 'kept in the outbox: SMTP_URL is not set',
    })
    return { sender, deliver, close: () => {} }
  }
  const transport = createTransport({
    url: SMTP_URL,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    // A connection that broke may have taken the mail: whether to try again is written in its row.
    maxRequeues: 0,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    dnsTimeout: 15_000,
    socketTimeout: 60_000,
    ...dkimOf(config),
  } as object)
  const lanes = pLimit(connections)
  return {
    sender,
    deliver: letter => lanes(() => deliver(transport, letter, sender, deadline)),
    close: () => transport.close(),
  }
}

async function deliver(
  transport: Transporter,
  letter: Letter,
  sender: Sender,
  deadline: number,
): Promise<Outcome> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), deadline)
  try {
    const { response } = (await transport.sendMail({
      ...messageOf(letter, sender),
      signal: stop.signal,
    } as object)) as { response: string }
    return { as: 'sent', answer: shorten(response) }
  } catch (error) {
    if (stop.signal.aborted) return { as: 'later', answer: `no answer within ${deadline / 1000} s` }
    return readFailure(error)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * `Name <address>` or an address; a name of the operator is not used, mails bear the store's. Throws Problem
 * when it holds no address.
 */
export function senderOf({ MAIL_FROM, SMTP_URL }: Pick<MailConfig, 'MAIL_FROM' | 'SMTP_URL'>): Sender {
  const [, bracketed] = /<([^<>]*)>\s*$/.exec(MAIL_FROM ?? '') ?? []
  const address = comparableAddress(bracketed ?? MAIL_FROM ?? '')
  if (MAIL_FROM !== undefined && !address)
    throw new Problem('MAIL_FROM holds no address.', 'Set it to an address, or to Name <address>.')
  if (SMTP_URL && !address)
    throw new Problem('SMTP_URL is set, but not MAIL_FROM.', 'Set MAIL_FROM to the sender of our mail.')
  const own = address ?? 'reviews@localhost.localdomain'
  return { address: own, domain: own.slice(own.lastIndexOf('@') + 1) }
}

// nodemailer's own list of what is signed leaves out List-Unsubscribe-Post, which RFC 8058 wants signed.
const signed = [
  'From',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Auto-Submitted',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
]

function dkimOf({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY }: MailConfig) {
  const given = [DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY].filter(value => value !== undefined)
  if (given.length === 0) return {}
  if (given.length < 3)
    throw new Problem(
      'Of DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY only some are set.',
      'Set all three, or none of them.',
    )
  return {
    dkim: {
      domainName: DKIM_DOMAIN,
      keySelector: DKIM_SELECTOR,
      privateKey: DKIM_KEY,
      headerFieldNames: signed.join(':'),
    },
  }
}
