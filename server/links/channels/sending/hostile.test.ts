import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { listConsents, withdrawConsent } from '../../../asking/channels/consents.ts'
import { readChannelUsage } from '../../../asking/channels/usage.ts'
import { aMember } from '../../../test/admin.ts'
import { startChannelApp } from '../../../test/channels/channel-app.ts'
import { aChannelStore, agree, anOrderOf, daytime, due } from '../../../test/channels/channel-store.ts'
import { answer, metaReport } from '../../../test/channels/providers.ts'

const { it, providers, runAt } = await startChannelApp()

const phone = '+5511912345678'

test('hours that no time of a wide country fits never lead to a message at night', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp', { countries: 'US', hours: '9-12' })
  await agree(it, shop, '+14155552671')
  await anOrderOf(it, shop, '+14155552671')
  await runAt(daytime) // 11:00 in São Paulo, 7:00 in San Francisco, 4:00 in Honolulu
  expect(providers.taken.length).toBe(0)
  await runAt('2026-03-12T17:00:00.000Z') // 7:00 in Honolulu, 13:00 in New York
  expect(providers.taken.length).toBe(1)
})

test('a provider that repeats a credential in its answer reveals it nowhere', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  const owner = await aMember(it, shop.storeId, 'owner')
  const message = 'Malformed access token meta-token'
  providers.answerBy((_taken, response) => answer(response, 401, { error: { code: 190, message } }))
  await agree(it, shop, phone)
  const { orderId } = await anOrderOf(it, shop, phone)
  await runAt(daytime)
  const listed = await owner.send('GET', `/stores/${shop.storeId}/channels`)
  expect(listed.body.result[0].problem).toMatchObject({ name: 'key', answer: '190 Malformed access token …' })
  const tested = await owner.send('POST', `/stores/${shop.storeId}/channels/whatsapp/test`, { to: phone })
  expect(tested.body).toMatchObject({ problem: 'key', answer: '190 Malformed access token …' })
  const rows = await it.database.query<{ answer: string }>(sql`
    select answer
    from messages
    where store_id = ${shop.storeId}`)
  expect(rows).toEqual([{ answer: '190 Malformed access token …' }])
  expect((await it.send('GET', `/orders/${orderId}`, { headers: shop.headers })).status).toBe(200)
})

test.each([
  ['mapping', 400, { mapping: `{ "url": url & "/collect", "json": { "number": to, "words": key } }` }],
  [
    'provider',
    200,
    { provider: 'custom', mapping: '{ "url": url, "json": { "number": to, "words": key } }' },
  ],
])('a changed %s needs the credentials again', async (_name, status, set) => {
  const shop = await aChannelStore(it, providers, 'twilio')
  const owner = await aMember(it, shop.storeId, 'owner')
  const channel = `/stores/${shop.storeId}/channels/sms`
  const changed = await owner.send('PUT', channel, { set })
  await owner.send('POST', `${channel}/test`, { to: phone })
  expect(providers.taken.map(({ text }) => text)).not.toContain('twilio-token')
  expect(changed.status).toBe(status)
  const again = await owner.send('PUT', channel, { set: { ...set, key: 'new-token' } })
  expect(again.status).toBe(200)
  await owner.send('POST', `${channel}/test`, { to: phone })
  expect(providers.taken.at(-1)?.text).toBe('new-token')
})

test('a changed account needs its own credentials: its name may be a part of a mapping’s address', async () => {
  const shop = await aChannelStore(it, providers, 'twilio')
  const owner = await aMember(it, shop.storeId, 'owner')
  const channel = `/stores/${shop.storeId}/channels/sms`
  expect((await owner.send('PUT', channel, { set: { account: 'AC2' } })).status).toBe(400)
  expect((await owner.send('PUT', channel, { set: { account: 'AC2', key: 'another' } })).status).toBe(200)
})

test('no test message goes to a person who stopped', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  const owner = await aMember(it, shop.storeId, 'owner')
  const send = async (to: string) =>
    (await owner.send('POST', `/stores/${shop.storeId}/channels/whatsapp/test`, { to })).body
  await withdrawConsent(
    it.database,
    shop.storeId,
    { channel: 'whatsapp', phone, by: 'message' },
    new Date(daytime),
  )
  expect(await send('(11) 91234-5678')).toEqual({ as: 'refused', problem: 'stopped', answer: null })
  expect(providers.taken.length).toBe(0)
  expect(await send('+5511912345679')).toMatchObject({ as: 'accepted' })
})

test.each([
  ['is too long to be stored', randomBytes(6_000).toString('base64')],
  ['has a character that no text may have', 'own-\u0000'],
  ['is that of all its messages', 'same'],
])('an id that %s leaves its message and all others as they are', async (_name, id) => {
  const shop = await aChannelStore(it, providers, 'twilio')
  providers.answerBy((_taken, response) => answer(response, 201, { sid: id }))
  for (const number of ['+5511912345671', '+5511912345672', '+5511912345673']) {
    await agree(it, shop, number)
    await anOrderOf(it, shop, number)
  }
  await runAt(daytime)
  const rows = await it.database.query<{ state: string }>(sql`
    select state
    from messages
    where store_id = ${shop.storeId}`)
  expect([providers.taken.length, rows.map(({ state }) => state)]).toEqual([3, ['sent', 'sent', 'sent']])
})

test('a signed report about an id that no message can have is taken, so that it is not repeated', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  for (const id of ['a\u0000b', 'x'.repeat(100_000), '']) {
    const { body, headers } = metaReport({ statuses: [{ id, status: 'delivered' }] })
    const { status } = await it.send('POST', new URL(shop.address).pathname, { headers, body })
    expect(status).toBe(200)
  }
})

test('the limits of a month hold for several workers at once', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp', { monthly_messages: '3' })
  for (let last = 0; last < 9; last++) {
    await agree(it, shop, `+551191234567${last}`)
    await anOrderOf(it, shop, `+551191234567${last}`)
  }
  await runAt(due) // queued for the day
  it.setNow(daytime)
  await Promise.all([it.runDue(), it.runDue(), it.runDue()])
  const usage = await readChannelUsage(it.database, shop.storeId, 'whatsapp', '2026-03-01')
  expect([providers.taken.length, usage.messages]).toEqual([3, 3])
})

test('a stop in one store leaves the consent that the same person gave to another', async () => {
  const [shop, other] = [
    await aChannelStore(it, providers, 'whatsapp'),
    await aChannelStore(it, providers, 'whatsapp'),
  ]
  for (const one of [shop, other]) await agree(it, one, phone)
  const { body, headers } = metaReport({
    messages: [{ from: '5511912345678', type: 'text', text: { body: 'STOP' } }],
  })
  await it.send('POST', new URL(shop.address).pathname, { headers, body })
  const stopped = await Promise.all(
    [shop, other].map(
      async ({ storeId }) => (await listConsents(it.database, storeId, { phone }))[0]?.withdrawn_by,
    ),
  )
  expect(stopped).toEqual(['message', null])
})
