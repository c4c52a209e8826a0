import { expect, test } from 'vitest'
import { makeSigningSecret, signatureHeaders, signingKey } from '../../../server/links/webhooks/signing.ts'
import { sign } from '../../medusa/src/realword/send.ts'
import { verifyWebhook, WebhookVerificationError } from '../src/index.ts'

// Signed with openssl.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = '{"test": 2432232314}'
const sentAt = 1_614_265_330 // s
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LtM0D4loKWxJek',
  'webhook-timestamp': String(sentAt),
  'webhook-signature': 'v1,qAqlgV2+Rk0tnz759O2qZ6w7C2xFbUbviY3ZMj8HYLw=',
}
const now = sentAt * 1000

const verify = (change: object = {}, rawBody: string | Uint8Array = body, at = now, key = secret) =>
  verifyWebhook(key, { ...headers, ...change }, rawBody, at)

test.each([
  ['an object of headers', headers],
  ['Headers', new Headers(headers)],
])('a message with %s is verified, as text and as bytes', async (_name, of) => {
  expect(await verifyWebhook(secret, of, body, now)).toEqual({ test: 2432232314 })
  expect(await verifyWebhook(secret, of, Buffer.from(body), now)).toEqual({ test: 2432232314 })
})

test('the secret works without its prefix', async () => {
  expect(await verify({}, body, now, secret.slice('whsec_'.length))).toEqual({ test: 2432232314 })
})

test('one right signature of several is enough', async () => {
  const wrong = 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
  const list = `v1a,abc ${wrong} v1,%% v1, ${headers['webhook-signature']}`
  expect(await verify({ 'webhook-signature': list })).toEqual({ test: 2432232314 })
  await expect(verify({ 'webhook-signature': `${wrong} ${wrong}` })).rejects.toThrow(WebhookVerificationError)
})

test.each([
  ['another id', { 'webhook-id': 'msg_2' }],
  ['another time', { 'webhook-timestamp': String(sentAt + 1) }],
  ['a shortened signature', { 'webhook-signature': headers['webhook-signature'].slice(0, 23) }],
  ['another version', { 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') }],
  ['no signature', { 'webhook-signature': undefined }],
  ['an empty id', { 'webhook-id': '' }],
  ['two ids', { 'webhook-id': ['msg_1', 'msg_2'] }],
  ['no time', { 'webhook-timestamp': undefined }],
  ['a time with a sign', { 'webhook-timestamp': `+${sentAt}` }],
  ['a time that is no number', { 'webhook-timestamp': 'NaN' }],
])('a message with %s is refused', async (_name, change) => {
  await expect(verify(change)).rejects.toThrow(WebhookVerificationError)
})

test('a changed body is refused, even by a space', async () => {
  await expect(verify({}, '{"test":2432232314}')).rejects.toThrow(WebhookVerificationError)
})

test.each([
  [-301, false],
  [-300, true],
  [300, true],
  [301, false],
])('a clock that is %d s away: %s', async (seconds, isTaken) => {
  const verified = verify({}, body, now + seconds * 1000)
  if (isTaken) expect(await verified).toEqual({ test: 2432232314 })
  else await expect(verified).rejects.toThrow('five minutes')
})

test('another secret does not verify', async () => {
  await expect(verify({}, body, now, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).rejects.toThrow(
    'No signature',
  )
})

test.each([
  '',
  'whsec_',
  'whsec_%%',
  '  ',
])('the secret %j is refused before anything is compared', async key => {
  await expect(verify({}, body, now, key)).rejects.toThrow(TypeError)
})

test('what the plugin of Medusa signs is verified now', async () => {
  const event = JSON.stringify({
    type: 'order.updated',
    timestamp: '2026-11-25T12:00:00.000Z',
    data: { store_id: 'ç🙂' },
  })
  expect(await verifyWebhook(secret, sign('msg_1', event, secret), event)).toMatchObject({
    ...{ type: 'order.updated', data: { store_id: 'ç🙂' } },
  })
})

test('while a secret is rotated, the old one and the new one verify what the service signs', async () => {
  const secrets = [makeSigningSecret(), makeSigningSecret()]
  const event = JSON.stringify({ type: 'endpoint.test', timestamp: '2026-11-25T12:00:00.000Z', data: {} })
  const signed = signatureHeaders(secrets.map(signingKey), { id: 'msg_1', body: event, at: now })
  for (const one of secrets)
    expect(await verifyWebhook(one, signed, event, now)).toMatchObject({ type: 'endpoint.test' })
  await expect(verifyWebhook(makeSigningSecret(), signed, event, now)).rejects.toThrow(
    WebhookVerificationError,
  )
})
