import { isIP } from 'node:net'
import { sealedColumn } from '../../foundation/database/sealed-column.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { Egress } from '../../foundation/http/egress.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import type { Channel } from '../../tenants/notices/kinds.ts'
import { checkWebhookAddress } from '../webhooks/webhook-address.ts'

/** Why a target is not accepted. `more_info` of the answer has the name, which the dashboard words by itself. */
export const refusals = {
  email: 'it takes one email address',
  known: 'the store has this address already',
  unsubscribed:
    'this person has unsubscribed; only they can subscribe again, with the link in one of the emails',
  slack: 'it takes the address of an incoming webhook of Slack, such as https://hooks.slack.com/services/…',
  teams:
    'it takes the address of a workflow of Teams ("Send webhook alerts to a channel"), such as https://….environment.api.powerplatform.com/…',
  ended: 'Microsoft has switched off addresses of this kind; create a workflow in Teams and take its address',
  discord: 'it takes the address of a webhook of Discord, such as https://discord.com/api/webhooks/…',
  many: 'more than 20; remove one first',
  kinds: 'name at least one kind of notification',
} as const

export type NoticeRefusal = keyof typeof refusals

export function noticeRefusal(path: string, refusal: NoticeRefusal): ApiError {
  return new ApiError('settings_invalid', {
    problems: [{ path, problem: 'refused', values: [refusals[refusal]] }],
    moreInfo: { refusal },
  })
}

/** The address as mail is sent to it, and the form in which addresses are compared. Throws `settings_invalid`. */
export function checkEmail(email: string): { email: string; address: string } {
  const address = comparableAddress(email)
  if (!address) throw noticeRefusal('email', 'email')
  return { email: email.trim(), address }
}

const hosts: Record<Exclude<Channel, 'email' | 'webhook'>, RegExp> = {
  slack: /^hooks\.slack(-gov)?\.com$/,
  teams: /\.environment\.api\.powerplatform\.com$|(^|\.)api\.powerautomate\.com$|\.flow\.microsoft\.com$/,
  discord: /^((ptb|canary)\.)?discord(app)?\.com$/,
}
const ended = /(^|\.)webhook\.office\.com$|\.logic\.azure\.com$/

/**
 * The address of a chat or a plain webhook, as it is stored. A chat's is one of its own hosts, or in a network that the
 * operator allows. Throws `settings_invalid`.
 */
export function checkChannelAddress(
  channel: Exclude<Channel, 'email'>,
  text: string,
  egress: Egress,
): string {
  // Copied from a page of HTML, the & of the query is written so, and Microsoft then refuses the signature.
  const address = checkWebhookAddress(text.replaceAll('&amp;', '&'), egress)
  const { hostname } = new URL(address)
  const isPrivate = isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || hostname === 'localhost'
  if (channel === 'webhook' || isPrivate || hosts[channel].test(hostname)) return address
  throw noticeRefusal('url', channel === 'teams' && ended.test(hostname) ? 'ended' : channel)
}

const shownEnd = 4 // characters

/** What is displayed of a secret address: its host, and the end of a long path. */
export function maskAddress(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}/…${pathname.length > 30 ? pathname.slice(-shownEnd) : ''}`
}

/** Secret addresses of targets. */
export const {
  seal: sealAddress,
  open: openAddress,
  values: sealedTargets,
} = sealedColumn<string, 'target_id'>(
  { table: 'notice_targets', column: 'sealed', key: ['target_id'], purpose: 'address of notifications' },
  { write: url => url, read: url => url },
)
