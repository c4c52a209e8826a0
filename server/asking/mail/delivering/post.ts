import { createTransport, type Transporter } from 'nodemailer'
import type { Config } from '../../../foundation/config/config.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { ownAnswer, serverAnswer } from '../../../foundation/mailings/own-answers.ts'
import { type Outcome, readFailure, shorten } from './answers.ts'
import { createConnectionSlots } from './connection-slots.ts'
import { type Letter, messageOf, type Sender } from './message.ts'
import { rawMessage } from './raw-message.ts'

/** The recipient of our mail: a mail server, or the outbox without one. */
export type Post = {
  sender: Sender
  /** Sends one mail; reports failures in the outcome and never throws. Calls `onSlow` if it takes several seconds. */
  deliver: (letter: Letter, onSlow?: () => void) => Promise<Outcome>
  /** The stores whose mails the server takes slowly: for now, more of their mails are postponed. */
  slowStores: () => string[]
  close: () => void
}

export type PostOptions = {
  /** How many mails are in flight at once, each on its own connection. Slow ones get up to twice as many more. */
  connections?: number
  /** When a mail counts as slow, in ms. */
  slowAfter?: number
  /** The time limit for one mail, in ms. No other limit stops a server that sends its answers byte by byte. */
  deadline?: number
}

type MailConfig = Pick<
  Config,
  'SMTP_URL' | 'MAIL_FROM' | 'DKIM_DOMAIN' | 'DKIM_SELECTOR' | 'DKIM_KEY' | 'PUBLIC_URL'
>

/** Throws Problem if the mail settings contradict each other. */
export function openPost(
  config: MailConfig,
  { connections = 10, deadline = 120_000, slowAfter = 5_000 }: PostOptions = {},
): Post {
  const sender = senderOf(config)
  const { SMTP_URL } = config
  if (!SMTP_URL) {
    const deliver = async (): Promise<Outcome> => ({ as: 'kept', answer: ownAnswer('kept') })
    return { sender, deliver, slowStores: () => [], close: () => {} }
  }
  const slots = createConnectionSlots(connections, slowAfter)
  const transport = createTransport({
    url: SMTP_URL,
    pool: true,
    maxConnections: slots.most,
    maxMessages: Number.POSITIVE_INFINITY,
    // A broken connection may have delivered the mail, so the row decides about the retry.
    maxRequeues: 0,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    dnsTimeout: 15_000,
    socketTimeout: 60_000,
    ...dkimOf(config),
  } as object)
  return {
    sender,
    deliver: async (letter, onSlow = () => {}) =>
      (await slots.run(letter.storeId, () => deliver(transport, letter, sender, deadline), onSlow)) ??
      postponed,
    slowStores: slots.slowStores,
    close: () => transport.close(),
  }
}

const postponed = { as: 'postponed', answer: ownAnswer('slow') } as const

async function deliver(
  transport: Transporter,
  letter: Letter,
  sender: Sender,
  deadline: number,
): Promise<Outcome> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), deadline)
  try {
    const message = messageOf(letter, sender)
    const { response } = (await transport.sendMail({
      envelope: message.envelope,
      messageId: message.messageId,
      raw: rawMessage(message),
      signal: stop.signal,
    } as object)) as { response: string }
    return { as: 'sent', answer: serverAnswer(shorten(response)) }
  } catch (error) {
    if (stop.signal.aborted) return { as: 'later', answer: ownAnswer('no_answer', `${deadline / 1000}`) }
    return readFailure(error, letter.to.email)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reads `Name <address>` or an address. The name is ignored, because mails have the store's name. Throws Problem when
 * there is no address.
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

// nodemailer's default list of signed headers lacks List-Unsubscribe-Post, which RFC 8058 requires.
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
