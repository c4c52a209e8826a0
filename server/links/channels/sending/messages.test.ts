import sql from 'sql-template-tag'
import { afterEach, expect, test } from 'vitest'
import { readChannelUsage } from '../../../asking/channels/usage.ts'
import { startChannelApp } from '../../../test/channels/channel-app.ts'
import {
  aChannelStore,
  agree,
  anOrderOf,
  type ChannelStore,
  daytime,
  due,
  nextDay,
} from '../../../test/channels/channel-store.ts'
import { answer, metaReport, type Posted } from '../../../test/channels/providers.ts'
import { aCustomer, anOrder } from '../../../test/factories.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { giveRewards } from '../../../test/rewards.ts'

const { it, mail, providers, runAt } = await startChannelApp()
afterEach(() => {
  known = []
})

const phone = '+5511912345678'

let known: string[] = []
const order = async (...given: Parameters<typeof anOrderOf>) => {
  const made = await anOrderOf(...given)
  known.push(made.email)
  return made
}

/** The buyers of this test that got a mail. Those of earlier tests may get theirs meanwhile. */
const mailedTo = () => mail.received.flatMap(({ to }) => to).filter(email => known.includes(email))

const post = (address: string, { body, headers }: Posted) =>
  it.send('POST', new URL(address).pathname, { headers, body })

const report = (shop: ChannelStore, status: object) => post(shop.address, metaReport({ statuses: [status] }))

const month = (shop: ChannelStore) => readChannelUsage(it.database, shop.storeId, shop.name, '2026-03-01')

async function mailState(shop: ChannelStore, orderId: string) {
  const { headers } = shop
  const { body } = await it.send('GET', `/orders/${orderId}`, { headers })
  return body.requests[0].mail
}

test('a template asks at daytime, its link opens the form, and no mail follows its delivery', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, phone)
  const { orderId } = await order(it, shop, '(11) 91234-5678')
  await runAt(due) // 8:00 in Acre
  expect(providers.taken).toEqual([])
  await runAt(daytime)
  const [taken] = providers.taken
  expect(taken).toMatchObject({
    path: '/v26.0/106540352242922/messages',
    to: '5511912345678',
    body: { template: { name: 'review_request', language: { code: 'pt_BR' } } },
  })
  expect(taken?.text).toMatch(new RegExp(`^${orderId} \\| .+ \\| r/[\\w-]+$`))
  const link = taken?.text.split(' | ').at(-1)
  expect((await it.send('GET', `/${link}`)).status).toBe(200)
  expect(await month(shop)).toEqual({ messages: 1, spent: 20_000 })
  const pricing = { category: 'utility', type: 'regular' }
  const status = { id: taken?.id, status: 'delivered', biz_opaque_callback_data: taken?.reference, pricing }
  expect((await report(shop, status)).status).toBe(200)
  expect(await mailState(shop, orderId)).toMatchObject({ state: 'sent', last_answer: 'asked by WhatsApp' })
  await runAt(nextDay)
  expect([providers.taken.length, mailedTo()]).toEqual([1, []])
  expect(await month(shop)).toEqual({ messages: 1, spent: 20_000 })
})

test('what is not delivered within a day is mailed once, and a report after that changes nothing', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, phone)
  const { email } = await order(it, shop, phone)
  await runAt(daytime)
  await runAt('2026-03-13T13:30:00.000Z')
  expect(mailedTo()).toEqual([])
  await runAt(nextDay)
  await runAt('2026-03-14T14:00:00.000Z')
  expect([providers.taken.length, mailedTo()]).toEqual([1, [email]])
  const [taken] = providers.taken
  await report(shop, { id: taken?.id, status: 'delivered' })
  await runAt('2026-03-15T14:00:00.000Z')
  expect([providers.taken.length, mailedTo()]).toEqual([1, [email]])
})

test.each([
  ['without consent', async () => {}, phone],
  [
    'with consent in another channel',
    async (shop: ChannelStore) => agree(it, { ...shop, name: 'sms' }, phone),
    phone,
  ],
  [
    'to a country that the channel does not serve',
    async (shop: ChannelStore) => agree(it, shop, '+351912345678'),
    '+351912345678',
  ],
  ['to what is no phone', async () => {}, '12'],
])('nothing is sent %s: the mail is', async (_name, prepare, number) => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await prepare(shop)
  const { email } = await order(it, shop, number)
  await runAt(due)
  await runAt(daytime)
  expect([providers.taken, mailedTo()]).toEqual([[], [email]])
})

test('a message that Meta refuses is mailed at once, and the phone is not tried again', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, phone)
  const first = await order(it, shop, phone)
  providers.answerBy((_, response) =>
    answer(response, 400, { error: { code: 131026, message: `Message to ${phone} undeliverable` } }),
  )
  await runAt(daytime)
  await runAt('2026-03-12T14:01:00.000Z')
  expect([providers.taken.length, mailedTo()]).toEqual([1, [first.email]])
  expect(await month(shop)).toEqual({ messages: 0, spent: 0 })
  const second = await order(it, shop, phone)
  await runAt('2026-03-13T14:00:00.000Z')
  expect([providers.taken.length, mailedTo()]).toEqual([1, [first.email, second.email]])
})

test('a message whose answer is lost is never sent again: a report decides', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, phone)
  await order(it, shop, phone)
  providers.answerBy((_, response) => response.destroy())
  await runAt(daytime)
  await runAt('2026-03-12T15:00:00.000Z')
  expect(providers.taken.length).toBe(1)
  const [taken] = providers.taken
  expect(
    (await report(shop, { id: 'wamid.x', status: 'read', biz_opaque_callback_data: taken?.reference }))
      .status,
  ).toBe(200)
  await runAt(nextDay)
  await runAt('2026-03-14T14:00:00.000Z')
  expect([providers.taken.length, mailedTo()]).toEqual([1, []])
})

test('a busy provider is asked again later', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, phone)
  await order(it, shop, phone)
  providers.answerBy((_, response) =>
    answer(response, 429, { error: { code: 130429, message: 'Rate limit hit' } }),
  )
  await runAt(daytime)
  expect(await month(shop)).toEqual({ messages: 0, spent: 0 })
  providers.answerBy(undefined)
  await runAt('2026-03-12T14:02:00.000Z')
  expect([providers.taken.length, mailedTo()]).toEqual([2, []])
  expect(await month(shop)).toEqual({ messages: 1, spent: 20_000 })
})

test('a phone that two buyers share gets one message; the other buyer gets a mail', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, phone)
  await order(it, shop, phone)
  await order(it, shop, phone)
  await runAt(due)
  await runAt(daytime)
  expect([providers.taken.length, mailedTo().length]).toEqual([1, 1])
})

test('the phone is that of this store’s order, whatever another store knows of the same order and address', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  const other = await aChannelStore(it, providers, 'whatsapp')
  const theirs = '+5511987654321'
  for (const number of [phone, theirs]) await agree(it, shop, number)
  const { orderId, email } = await order(it, shop, phone)
  const body = anOrder({
    ...{
      order_id: orderId,
      order_date: '2026-03-05T12:00:00.000Z',
      delivery_date: '2026-03-05T18:30:00.000Z',
    },
    customers: [aCustomer({ email, phone: theirs })],
  })
  expect((await it.send('POST', '/orders', { headers: other.headers, body })).status).toBe(201)
  await runAt(due)
  await runAt(daytime)
  expect(providers.taken.map(({ to }) => to)).toEqual(['5511912345678'])
})

test('the limits of a month hold for messages and for money', async () => {
  for (const set of [{ monthly_messages: '1' }, { monthly_money: '0.03' }]) {
    const shop = await aChannelStore(it, providers, 'whatsapp', set)
    for (const number of ['+5511912345671', '+5511912345672', '+5511912345673']) {
      await agree(it, shop, number)
      await order(it, shop, number)
    }
    await runAt(daytime)
    expect([providers.taken.length, mailedTo().length]).toEqual([1, 2])
    expect(await month(shop)).toEqual({ messages: 1, spent: 20_000 })
    providers.taken.splice(0)
    mail.received.splice(0)
  }
})

test('a person without a number is the recipient, which is not dropped as in the field for numbers', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, 'BR.1502aB')
  await order(it, shop, 'BR.1502aB')
  await runAt(daytime)
  expect(providers.taken).toMatchObject([{ to: 'BR.1502aB', body: { recipient: 'BR.1502aB' } }])
  expect(providers.taken[0]?.body).not.toHaveProperty('to')
})

test('buyers of a language without a template get the template of the store’s language, and none without that', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp', { languages: 'fr' })
  await agree(it, shop, phone)
  const { email } = await order(it, shop, phone)
  await runAt(daytime)
  expect([providers.taken, mailedTo()]).toEqual([[], [email]])
})

test('a wrong key is noticed once: all buyers get mail, and the channel says why', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp', { token: 'lost' })
  for (const number of ['+5511912345671', '+5511912345672']) {
    await agree(it, shop, number)
    await order(it, shop, number)
  }
  await runAt(daytime)
  await runAt('2026-03-12T14:01:00.000Z')
  expect([providers.taken, mailedTo().length]).toEqual([[], 2])
  const [row] = await it.database.query<{ problem: object; waits_until: Date }>(sql`
    select problem, waits_until
    from channels
    where store_id = ${shop.storeId}`)
  expect(row?.problem).toEqual({ name: 'key', answer: '190 Invalid OAuth access token.' })
  expect(row?.waits_until.toISOString()).toBe('2026-03-12T15:00:00.000Z')
})

test('what is cancelled before it is day is neither messaged nor mailed', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, phone)
  const { orderId } = await order(it, shop, phone)
  await runAt(due)
  const { headers } = shop
  expect((await it.send('POST', `/orders/${orderId}/cancel`, { headers })).status).toBe(200)
  await runAt(daytime)
  await runAt(nextDay)
  expect([providers.taken, mailedTo()]).toEqual([[], []])
})

test.each([
  { store: 'whatsapp', rule: 'email', mails: 1 },
  { store: 'email', rule: 'whatsapp', mails: 0 },
] as const)('a store asks by $store, and a rule by $rule', async ({ store, rule, mails }) => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await changeSettings(it, shop.storeId, {
    request_channel: store,
    request_rules: [{ name: 'All', when: {}, then: { channel: rule } }],
  })
  await agree(it, shop, phone)
  await order(it, shop, phone)
  await runAt(daytime)
  expect([mailedTo().length, providers.taken.length]).toEqual([mails, 1 - mails])
})

test('who is promised a reward gets a marketing message, or mail without consent to those', async () => {
  const marketing = { marketing_template: 'thank_you', marketing_price: '0.06' }
  const shop = await aChannelStore(it, providers, 'whatsapp', marketing)
  await giveRewards(it, shop, ['MUG-1', 'MUG-2'])
  const other = '+5511912345677'
  await agree(it, shop, phone, undefined, true)
  await agree(it, shop, other)
  await order(it, shop, phone)
  const { email } = await order(it, shop, other)
  await runAt(daytime)
  expect(providers.taken).toMatchObject([
    {
      path: '/v26.0/106540352242922/marketing_messages',
      to: '5511912345678',
      body: { template: { name: 'thank_you' } },
    },
  ])
  expect(await month(shop)).toEqual({ messages: 1, spent: 60_000 })
  expect(mailedTo()).toEqual([email])
})
