import { expect, test } from 'vitest'
import { listConsents } from '../../../asking/channels/consents.ts'
import { startChannelApp } from '../../../test/channels/channel-app.ts'
import {
  aChannelStore,
  agree,
  anOrderOf,
  type ChannelStore,
  daytime,
  nextDay,
} from '../../../test/channels/channel-store.ts'
import { metaReport, twilioReport, vonageReport } from '../../../test/channels/providers.ts'

const { it, providers, runAt, post, mailsTo } = await startChannelApp()

const phone = '+5511912345678'

/** A message that its provider has accepted, in a store of its own. */
async function asked(name: 'whatsapp' | 'twilio' | 'vonage' | 'zenvia', set: Record<string, string> = {}) {
  const shop = await aChannelStore(it, providers, name, set)
  await agree(it, shop, phone)
  const { email } = await anOrderOf(it, shop, phone)
  await runAt(daytime)
  const taken = providers.taken.at(-1)
  if (!taken) throw new Error('Nothing was sent.')
  return { shop, email, taken }
}

/** Whether the mail follows a day later: only where nothing reported the delivery. */
async function isMailed(email: string): Promise<boolean> {
  await runAt(nextDay)
  return mailsTo(email) > 0
}

const isGranted = async ({ storeId }: ChannelStore) => {
  const [consent] = await listConsents(it.database, storeId, { phone })
  return consent?.withdrawn_at === null
}

const deliveredBy = { id: 'wamid.1', status: 'delivered' }

test.each([
  ['another secret', { secret: 'other' }],
  ['no secret', { secret: '' }],
])('a report of Meta that is signed with %s is refused', async (_name, signing) => {
  const { shop, taken, email } = await asked('whatsapp')
  const forged = metaReport({ statuses: [{ ...deliveredBy, id: taken.id }] }, signing)
  expect(await post(shop.address, forged)).toBe(401)
  expect(await isMailed(email)).toBe(true)
})

test('a changed body, another channel and another store are refused or change nothing', async () => {
  const { shop, taken, email } = await asked('whatsapp')
  const other = await aChannelStore(it, providers, 'whatsapp', { app_secret: 'other-app-secret' })
  const own = metaReport({
    statuses: [{ ...deliveredBy, id: taken.id, biz_opaque_callback_data: taken.reference }],
  })
  const sms = shop.address.replace('/whatsapp/', '/sms/')
  expect(await post(shop.address, { ...own, body: own.body.replace('delivered', 'read') })).toBe(401)
  expect(await post(other.address, own)).toBe(401)
  expect(await post(sms, own)).toBe(401)
  const ofOther = metaReport(
    { statuses: [{ ...deliveredBy, id: taken.id, biz_opaque_callback_data: taken.reference }] },
    { secret: 'other-app-secret' },
  )
  expect(await post(other.address, ofOther)).toBe(200)
  const otherNumber = metaReport(
    { statuses: [{ ...deliveredBy, id: taken.id }] },
    { number: '200000000000000' },
  )
  expect(await post(shop.address, otherNumber)).toBe(200)
  expect(await isMailed(email)).toBe(true)
})

test('Meta’s handshake needs the token of this channel', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  const other = await aChannelStore(it, providers, 'whatsapp')
  const ask = (address: string, token: string) =>
    it.send(
      'GET',
      `${new URL(address).pathname}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
    )
  const token = shop.secrets.verify_token as string
  const answered = await ask(shop.address, token)
  expect([answered.status, answered.body, answered.headers.get('content-type')]).toEqual([
    200,
    1158201444,
    'text/plain; charset=utf-8',
  ])
  expect((await ask(other.address, token)).status).toBe(401)
  expect((await ask(shop.address, '')).status).toBe(401)
})

test('a failure is followed by the mail, unless the delivery is reported within minutes', async () => {
  const { shop, taken, email } = await asked('whatsapp')
  const failed = { id: taken.id, status: 'failed', errors: [{ code: 131049, title: 'held back' }] }
  expect(await post(shop.address, metaReport({ statuses: [failed] }))).toBe(200)
  expect(await post(shop.address, metaReport({ statuses: [{ id: taken.id, status: 'delivered' }] }))).toBe(
    200,
  )
  expect(await post(shop.address, metaReport({ statuses: [failed] }))).toBe(200) // replayed
  expect(await isMailed(email)).toBe(false)
  const second = await asked('whatsapp')
  const again = { ...failed, id: second.taken.id }
  await post(second.shop.address, metaReport({ statuses: [again] }))
  await runAt('2026-03-12T14:15:00.000Z')
  expect(mailsTo(second.email)).toBe(1)
})

test.each([
  ['SAIR', { from: '5511912345678', type: 'text', text: { body: 'Sair!' } }],
  ['a quick reply', { from: '5511912345678', type: 'button', button: { text: 'Parar' } }],
])('%s withdraws the consent, and no mail asks again', async (_name, message) => {
  const { shop, email } = await asked('whatsapp')
  expect(await post(shop.address, metaReport({ messages: [message] }))).toBe(200)
  expect(await isGranted(shop)).toBe(false)
  expect(await isMailed(email)).toBe(false)
  // An older grant that arrives later, such as in a file, does not lift it; a later one does.
  await agree(it, shop, phone, '2026-03-01T00:00:00.000Z')
  expect((await listConsents(it.database, shop.storeId, { phone }))[0]?.withdrawn_at).not.toBe(null)
})

test('a sentence with the word, and an app’s other number, withdraw nothing', async () => {
  const { shop } = await asked('whatsapp')
  const words = { from: '5511912345678', type: 'text', text: { body: 'Please do not stop writing' } }
  await post(shop.address, metaReport({ messages: [words] }))
  await post(
    shop.address,
    metaReport({ messages: [{ ...words, text: { body: 'STOP' } }] }, { number: '200000000000000' }),
  )
  expect(await isGranted(shop)).toBe(true)
})

test('a person without a visible number is known by the id that a report named with it', async () => {
  const { shop, taken } = await asked('whatsapp')
  const status = { id: taken.id, status: 'delivered', recipient_user_id: 'BR.1502aB' }
  await post(shop.address, metaReport({ statuses: [status] }))
  const renamed = { type: 'user_changed_user_id', previous_user_id: 'BR.1502aB', user_id: 'BR.77' }
  await post(
    shop.address,
    metaReport({ messages: [{ from_user_id: 'BR.77', type: 'system', system: renamed }] }),
  )
  await post(
    shop.address,
    metaReport({ messages: [{ from_user_id: 'BR.77', type: 'text', text: { body: 'BAJA' } }] }),
  )
  expect(await isGranted(shop)).toBe(false)
})

test('Twilio reports to the address of the message, signed by SHA-1', async () => {
  const { shop, taken, email } = await asked('twilio')
  expect(taken).toMatchObject({ to: phone, body: { From: '+15005550006', ValidityPeriod: '36000' } })
  expect(taken.text).toMatch(/responda SAIR\.$/)
  const fields = { MessageSid: taken.id, MessageStatus: 'delivered', To: phone }
  expect(await post(taken.callback, twilioReport(taken.callback, fields, { token: 'other' }))).toBe(401)
  expect(await post(`${taken.callback}0`, twilioReport(taken.callback, fields))).toBe(401)
  expect(await post(taken.callback, twilioReport(taken.callback, fields, { isStrong: true }))).toBe(401)
  expect(await post(taken.callback, twilioReport(taken.callback, fields))).toBe(200)
  expect(await isMailed(email)).toBe(false)
  const stop = { From: phone, Body: 'ARRÊT', MessageSid: 'SM9' }
  expect(await post(shop.address, twilioReport(shop.address, stop))).toBe(200)
  expect(await isGranted(shop)).toBe(false)
})

test('a channel with a key of a Twilio rule takes SHA-256 alone', async () => {
  const { taken, email } = await asked('twilio', { signing_key: 'rule-key' })
  const fields = { MessageSid: taken.id, MessageStatus: 'delivered' }
  expect(await post(taken.callback, twilioReport(taken.callback, fields))).toBe(401)
  const strong = twilioReport(taken.callback, fields, { token: 'rule-key', isStrong: true })
  expect(await post(taken.callback, strong)).toBe(200)
  expect(await isMailed(email)).toBe(false)
})

test('Vonage signs a token with the hash of the body, and a number that opted out is not asked again', async () => {
  const { shop, taken, email } = await asked('vonage')
  expect(taken).toMatchObject({ to: '5511912345678', body: { channel: 'sms', ttl: 36000 } })
  const report = {
    message_uuid: taken.id,
    client_ref: taken.reference,
    status: 'rejected',
    error: { title: '1190' },
  }
  const signed = vonageReport(report)
  expect(await post(shop.address, { ...signed, body: signed.body.replace('rejected', 'delivered') })).toBe(
    401,
  )
  expect(await post(shop.address, vonageReport(report, { secret: 'other' }))).toBe(401)
  expect(await post(shop.address, vonageReport(report, { alg: 'none' }))).toBe(401)
  expect(await post(shop.address, signed)).toBe(200)
  await runAt('2026-03-12T14:15:00.000Z')
  expect([await isGranted(shop), mailsTo(email)]).toEqual([false, 1])
})

test('Zenvia sends our secret, which it keeps as a header of its subscription', async () => {
  const { shop, taken, email } = await asked('zenvia')
  const body = JSON.stringify({
    type: 'MESSAGE_STATUS',
    messageId: taken.id,
    messageStatus: { code: 'DELIVERED' },
  })
  const headers = { 'content-type': 'application/json', 'x-realword-secret': shop.secrets.secret as string }
  expect(await post(shop.address, { body, headers: { ...headers, 'x-realword-secret': '' } })).toBe(401)
  expect(await post(shop.address, { body, headers })).toBe(200)
  expect(await isMailed(email)).toBe(false)
  const message = {
    type: 'MESSAGE',
    message: { from: '5511912345678', direction: 'IN', contents: [{ type: 'text', text: 'PARAR' }] },
  }
  expect(await post(shop.address, { body: JSON.stringify(message), headers })).toBe(200)
  expect(await isGranted(shop)).toBe(false)
})
