import { createSign } from 'node:crypto'
import type { Outcome } from '../../../asking/channels/outcomes.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import type { ChannelSettings, Provider } from '../channel-settings.ts'
import type { ProviderAnswer } from '../sending/provider.ts'

/** How a provider is asked to send, as a JSONata expression of `{ to, text, id, … }`, and where it is. */
export type Preset = { url: string; mapping: string }

/** Validity is ten hours where it can be set: a message of which nothing was heard for a day must not arrive later. */
export const presets: Record<Exclude<Provider, 'custom'>, Preset> = {
  twilio: {
    url: 'https://api.twilio.com',
    mapping: `{
      "url": url & "/2010-04-01/Accounts/" & $encodeUrlComponent(account) & "/Messages.json",
      "headers": { "authorization": "Basic " & $base64encode(account & ":" & key) },
      "form": $merge([
        { "To": to, "Body": text, "ValidityPeriod": "36000", "StatusCallback": callback & "?message=" & id },
        $substring(from, 0, 2) = "MG" ? { "MessagingServiceSid": from } : { "From": from }
      ])
    }`,
  },
  vonage: {
    url: 'https://api.nexmo.com',
    mapping: `{
      "url": url & "/v1/messages",
      "headers": { "authorization": "Bearer " & bearer },
      "json": {
        "message_type": "text", "channel": "sms", "to": $substring(to, 1), "from": from, "text": text,
        "client_ref": id, "ttl": 36000
      }
    }`,
  },
  zenvia: {
    url: 'https://api.zenvia.com',
    mapping: `{
      "url": url & "/v2/channels/sms/messages",
      "headers": { "x-api-token": key },
      "json": { "from": from, "to": $substring(to, 1), "contents": [{ "type": "text", "text": text }] }
    }`,
  },
}

/** The token of a Vonage application, which lives a minute: basic credentials would bring no reports. */
export function vonageToken({ options, secrets }: ChannelSettings, now: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(now / 1000)
  const claims = { application_id: options.application_id, iat, exp: iat + 60, jti: uuid() }
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  const key = (secrets.private_key ?? '').replaceAll('\\n', '\n')
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`
}

/** What an answer means: any 2xx is taken; what a sender does not name stays unclear. */
export function smsOutcome({ status, json }: ProviderAnswer): Outcome {
  const found = (json ?? {}) as Record<string, unknown>
  if (status >= 200 && status < 300) {
    const id = found.sid ?? found.message_uuid ?? found.id ?? found.message_id ?? found.messageId
    return {
      as: 'accepted',
      ...(typeof id === 'string' || typeof id === 'number' ? { providerId: String(id) } : {}),
    }
  }
  const answer = wordsOf(found)
  if (status === 429) return { as: 'later', problem: 'provider', answer }
  if (status >= 500) return { as: 'unclear', answer }
  if (status === 401 || status === 403)
    return { as: 'refused', problem: 'key', answer, also: 'channel_broken' }
  return { ...smsRefusal(found.code), answer }
}

// Of Twilio; other providers name theirs in reports.
const codes: Record<string, Pick<Extract<Outcome, { as: 'refused' }>, 'problem' | 'also'>> = {
  21610: { problem: 'stopped', also: 'stopped' },
  21211: { problem: 'number', also: 'out_of_reach' },
  21408: { problem: 'number', also: undefined }, // its country is not switched on
  21614: { problem: 'number', also: 'out_of_reach' },
  21612: { problem: 'number', also: 'out_of_reach' },
  30003: { problem: 'not_delivered', also: undefined }, // switched off
  30005: { problem: 'number', also: 'out_of_reach' },
  30006: { problem: 'number', also: 'out_of_reach' },
  30034: { problem: 'refused', also: 'channel_broken' }, // the sender is not registered
}

export function smsRefusal(code: unknown): Extract<Outcome, { as: 'refused' }> {
  const known = codes[String(code)] ?? { problem: 'refused' as const, also: undefined }
  return { as: 'refused', ...known }
}

function wordsOf(found: Record<string, unknown>): string | undefined {
  const words = found.message ?? found.detail ?? found.title ?? found.error
  return [found.code, typeof words === 'string' ? words : undefined].filter(Boolean).join(' ') || undefined
}
