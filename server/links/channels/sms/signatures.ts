import { createHash, createHmac } from 'node:crypto'
import { isSecretHeader } from '../../connections/shop/secret-header.ts'
import { isSame } from '../../connections/shop/webhook-signature.ts'
import type { ChannelSettings } from '../channel-settings.ts'
import { type Incoming, jsonOf, textOf } from '../receiving/reports.ts'

/** Whether the provider of the channel sent it. */
export function isSignedByProvider(settings: ChannelSettings, incoming: Incoming): boolean {
  const { options, secrets } = settings
  if (options.provider === 'twilio') return isSignedByTwilio(secrets, incoming)
  if (options.provider === 'vonage') return isSignedByVonage(secrets, incoming)
  return isSecretHeader(incoming.headers, secrets.secret ?? '')
}

/**
 * Twilio signs the public address and the fields of a form, or the address alone with the hash of JSON in its query: by
 * SHA-1 and the account's token, or by SHA-256 and a key of its own. The header names an algorithm, and counts only if
 * the channel has that key; a channel that has it takes nothing else.
 */
function isSignedByTwilio(
  { key = '', signing_key = '' }: Record<string, string>,
  { headers, body, url }: Incoming,
): boolean {
  const isStrong = /(^|,)\s*algorithm=HMAC_SHA256\b/i.test(
    headers['x-twilio-webhooks-signature-settings'] ?? '',
  )
  if (isStrong !== (signing_key !== '')) return false
  const [algorithm, secret] = isStrong ? ['sha256', signing_key] : ['sha1', key]
  if (secret === '') return false
  const isJson = (headers['content-type'] ?? '').includes('json')
  if (isJson && !isHashOf(new URL(url).searchParams.get('bodySHA256') ?? '', body)) return false
  const fields = isJson ? '' : signedFields(new URLSearchParams(body.toString()))
  const sent = headers['x-twilio-signature'] ?? ''
  // Of several, each is computed: which one fits must not show in the time.
  return variantsOf(url)
    .map(one =>
      isSame(
        sent,
        createHmac(algorithm, secret)
          .update(one + fields)
          .digest('base64'),
      ),
    )
    .some(Boolean)
}

/** The fields sorted by name; of a repeated one, each distinct value, sorted. */
function signedFields(form: URLSearchParams): string {
  return [...new Set(form.keys())]
    .sort()
    .flatMap(name => [...new Set(form.getAll(name))].sort().map(value => name + value))
    .join('')
}

/** With and without the standard port: proxies differ, and the signer may have used either. */
function variantsOf(url: string): string[] {
  const { protocol, host, port } = new URL(url)
  if (port !== '') return [url]
  const rest = url.slice(url.indexOf(host) + host.length)
  return [url, `${protocol}//${host}:${protocol === 'https:' ? 443 : 80}${rest}`]
}

const isHashOf = (hex: string, body: Buffer) => isSame(hex, createHash('sha256').update(body).digest('hex'))

/** A token of HS256 with the account's signature secret, and the hash of the body in it. No other algorithm is taken. */
function isSignedByVonage(
  { signing_key = '' }: Record<string, string>,
  { headers, body }: Incoming,
): boolean {
  const [, head = '', claims = '', signature = ''] =
    /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/i.exec(headers.authorization ?? '') ?? []
  if (signing_key === '' || head === '') return false
  const expected = createHmac('sha256', signing_key).update(`${head}.${claims}`).digest('base64url')
  if (!isSame(signature, expected)) return false
  const { alg } = jsonOf(Buffer.from(head, 'base64url'))
  const { iss, payload_hash } = jsonOf(Buffer.from(claims, 'base64url'))
  return alg === 'HS256' && iss === 'Vonage' && isHashOf(textOf(payload_hash).toLowerCase(), body)
}
