import { createHash, createHmac } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { readChannelUsage } from '../../../asking/channels/usage.ts'
import { startChannelApp } from '../../../test/channels/channel-app.ts'
import {
  aChannelStore,
  agree,
  anOrderOf,
  type ChannelStore,
  daytime,
  nextDay,
} from '../../../test/channels/channel-store.ts'
import { answer, metaReport, vonageReport } from '../../../test/channels/providers.ts'
import { queuedBehind } from '../../../test/database/locks.ts'
import { anOperatorKey } from '../../../test/operators.ts'

// Reports that arrive before the answer, in another order than they were sent, or signed in part.

const { it, providers, runAt, post, mailsTo } = await startChannelApp()

const phone = '+5511912345678'

async function states({ storeId }: ChannelStore): Promise<string[]> {
  const rows = await it.database.query<{ state: string }>(sql`
    select state
    from messages
    where store_id = ${storeId}
    order by created_at, id`)
  return rows.map(({ state }) => state)
}

async function queued(name: 'whatsapp' | 'twilio' | 'vonage') {
  const shop = await aChannelStore(it, providers, name)
  await agree(it, shop, phone)
  return { shop, ...(await anOrderOf(it, shop, phone)) }
}

test.each([
  [429, { code: 130429, message: 'Rate limit hit' }],
  [400, { code: 131026, message: 'Undeliverable' }],
])('a message whose delivery is reported before the answer %i is neither sent again nor mailed', async (status, error) => {
  const { shop, email } = await queued('whatsapp')
  providers.answerBy(async ({ reference }, response) => {
    const delivered = { id: 'wamid.early', status: 'delivered', biz_opaque_callback_data: reference }
    expect(await post(shop.address, metaReport({ statuses: [delivered] }))).toBe(200)
    answer(response, status, { error })
  })
  await runAt(daytime)
  providers.answerBy(undefined)
  await runAt('2026-03-12T14:02:00.000Z')
  await runAt(nextDay)
  expect([providers.taken.length, mailsTo(email), await states(shop)]).toEqual([1, 0, ['delivered']])
})

test('what was read stays read and paid for, whatever is reported after it', async () => {
  const { shop, email } = await queued('whatsapp')
  await runAt(daytime)
  const id = providers.taken[0]?.id
  for (const status of ['read', 'delivered', 'sent', 'failed'])
    expect(await post(shop.address, metaReport({ statuses: [{ id, status }] }))).toBe(200)
  expect(await states(shop)).toEqual(['read'])
  const month = await readChannelUsage(it.database, shop.storeId, 'whatsapp', '2026-03-01')
  expect(month).toEqual({ messages: 1, spent: 20_000 })
  await runAt(nextDay)
  expect(mailsTo(email)).toBe(0)
})

test('a failure that is reported twice at once is paid back once', async () => {
  const { shop } = await queued('whatsapp')
  await agree(it, shop, '+5511912345679')
  await anOrderOf(it, shop, '+5511912345679')
  await runAt(daytime)
  expect(providers.taken).toHaveLength(2)
  const failed = metaReport({ statuses: [{ id: providers.taken[0]?.id, status: 'failed' }] })
  const mails = sql`select from mailings where store_id = ${shop.storeId} for update`
  const report = () => post(shop.address, failed)
  expect(await queuedBehind(it.database, mails, [report, report])).toEqual([200, 200])
  const month = await readChannelUsage(it.database, shop.storeId, 'whatsapp', '2026-03-01')
  expect(month).toEqual({ messages: 2, spent: 20_000 })
})

test('a phone that got its message is asked by one again on another day', async () => {
  const { shop } = await queued('whatsapp')
  await runAt(daytime)
  await post(shop.address, metaReport({ statuses: [{ id: providers.taken[0]?.id, status: 'delivered' }] }))
  const { email } = await anOrderOf(it, shop, phone)
  await runAt(nextDay)
  expect([providers.taken.length, mailsTo(email)]).toEqual([2, 0])
})

test('a report to a suspended store is refused', async () => {
  const { shop } = await queued('whatsapp')
  await runAt(daytime)
  const report = metaReport({ statuses: [{ id: providers.taken[0]?.id, status: 'delivered' }] })
  const operator = await anOperatorKey(it)
  const path = `/stores/${shop.storeId}`
  expect((await operator.send('PATCH', path, { active: false })).status).toBe(200)
  expect(await post(shop.address, report)).toBe(401)
  expect(await states(shop)).toEqual(['sent'])
  expect((await operator.send('PATCH', path, { active: true })).status).toBe(200)
  expect(await post(shop.address, report)).toBe(200)
})

test('Twilio signs JSON by its hash in the address: another body is refused', async () => {
  const { shop, email } = await queued('twilio')
  await runAt(daytime)
  const [taken] = providers.taken
  const body = JSON.stringify({ MessageSid: taken?.id, MessageStatus: 'delivered' })
  const url = `${taken?.callback}&bodySHA256=${createHash('sha256').update(body).digest('hex')}`
  const signature = createHmac('sha1', 'twilio-token').update(url).digest('base64')
  const headers = { 'content-type': 'application/json', 'x-twilio-signature': signature }
  expect(await post(url, { body: body.replace('delivered', 'failed'), headers })).toBe(401)
  expect(await post(url, { body, headers })).toBe(200)
  expect(await states(shop)).toEqual(['delivered'])
  await runAt(nextDay)
  expect(mailsTo(email)).toBe(0)
})

test('a token with the right signature that another issuer made is refused', async () => {
  const { shop } = await queued('vonage')
  await runAt(daytime)
  const [taken] = providers.taken
  const signed = vonageReport({ message_uuid: taken?.id, client_ref: taken?.reference, status: 'delivered' })
  const [head, claims = ''] = (signed.headers.authorization ?? '').replace('Bearer ', '').split('.')
  const others = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const changed = Buffer.from(JSON.stringify({ ...others, iss: 'Other' })).toString('base64url')
  const signature = createHmac('sha256', 'vonage-signature-secret')
    .update(`${head}.${changed}`)
    .digest('base64url')
  const authorization = `Bearer ${head}.${changed}.${signature}`
  expect(await post(shop.address, { ...signed, headers: { ...signed.headers, authorization } })).toBe(401)
  expect(await post(shop.address, signed)).toBe(200)
  expect(await states(shop)).toEqual(['delivered'])
})
