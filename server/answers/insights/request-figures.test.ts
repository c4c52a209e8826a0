import sql from 'sql-template-tag'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readStoreToken } from '../../foundation/lib/ids/store-token.ts'
import { aMember } from '../../test/admin.ts'
import { expectInvalid } from '../../test/answers.ts'
import { startTestApp } from '../../test/app.ts'
import { startChannelApp } from '../../test/channels/channel-app.ts'
import { aChannelStore, agree, type ChannelStore, daytime } from '../../test/channels/channel-store.ts'
import { metaReport } from '../../test/channels/providers.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../test/factories.ts'
import { openForm, postForm } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { decode, formLinkIn } from '../../test/mail/decoded-mails.ts'
import { aManageKey } from '../../test/management.ts'

const { it, mail, providers, runAt } = await startChannelApp()

const delivered = '2026-03-05T18:30:00.000Z'
const phone = '+5511912345678'

/** A store that asks by WhatsApp who agreed to it, with a rule for machines, and a reminder after a week. */
async function aShop(): Promise<ChannelStore> {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  const request_rules = [{ name: 'Machines', when: { product_ids: ['machine'] }, then: { ask: true } }]
  await changeSettings(it, shop.storeId, { request_rules, reminder_days: [7], locale: 'en' })
  return shop
}

async function order({ headers }: ChannelStore, id: string, products: string[], of: object = {}) {
  it.setNow(delivered)
  const body = anOrder({
    order_id: id,
    delivery_date: delivered,
    products: products.map(product_id => anOrderProduct({ product_id, name: `The ${product_id}` })),
    customers: [aCustomer({ email: `${id}@example.com`, ...of })],
  })
  expect((await it.send('POST', '/orders', { headers, body })).status).toBe(201)
}

/** The link in the last mail about an order of this store, whose id the token contains. */
function linkTo({ storeId }: ChannelStore, id: string): string {
  const links = mail.received
    .filter(({ to }) => to.includes(`${id}@example.com`))
    .map(({ raw }) => formLinkIn(decode(raw)))
    .filter(link => readStoreToken(link.split('/').at(-1) ?? '') === storeId)
  return links.at(-1) ?? `no mail about ${id}`
}

async function open(link: string, headers: Record<string, string> = {}): Promise<void> {
  expect((await openForm(link, headers)).status).toBe(200)
}

const openedAt = async ({ storeId }: ChannelStore, id: string) => {
  const [row] = await it.database.query<{ opened_at: Date | null }>(sql`
    select opened_at
    from mailings
    where store_id = ${storeId} and kind = 'request'
      and id = (select mailing_id from review_requests where store_id = ${storeId} and order_id = ${id} limit 1)`)
  return row?.opened_at?.toISOString()
}

/** Opens a link, and waits until that is recorded: the page does not. */
async function openAndSee(shop: ChannelStore, id: string, link = linkTo(shop, id)): Promise<void> {
  await open(link)
  await expect.poll(() => openedAt(shop, id)).toBeDefined()
}

async function figuresOf(shop: ChannelStore, query: string) {
  const owner = await aMember(it, shop.storeId, 'viewer')
  const { status, body } = await owner.send('GET', `/stores/${shop.storeId}/insights/requests${query}`)
  expect(status).toBe(200)
  const program = await aManageKey(it, { store: shop, allowed: ['settings:read'] })
  expect((await program.send('GET', `/insights/requests${query}`)).body).toEqual(body)
  return body
}

const counts = (sent: number, opened: number, reviewed: number) => ({ sent, opened, reviewed })
const march = '?from=2026-03-01&to=2026-03-31'

test('requests of a campaign are apart from those of the schedule', async () => {
  const shop = await aShop()
  await order(shop, 'new', ['beans'])
  const program = await aManageKey(it, { store: shop })
  const earlier = anOrder({
    order_id: 'earlier',
    order_date: '2025-06-01T12:00:00.000Z',
    delivery_date: '2025-06-03T12:00:00.000Z',
    products: [anOrderProduct({ product_id: 'machine', name: 'The machine' })],
    customers: [aCustomer({ email: 'earlier@example.com' })],
  })
  await program.send('POST', '/orders/batch', { orders: [earlier] })
  const made = await program.send('POST', '/campaigns', { from: '2025-01-01', to: '2025-12-31' })
  await it.runDue()
  expect(
    (await program.send('POST', `/campaigns/${made.body.id}/start`, { buyers_may_be_asked: true })).status,
  ).toBe(200)
  await runAt(daytime)
  await runAt(daytime)
  expect((await figuresOf(shop, march)).rows).toEqual([
    { channel: 'email', rule: null, campaign: false, ...counts(1, 0, 0) },
    { channel: 'email', rule: null, campaign: true, ...counts(1, 0, 0) },
  ])
})

test('requests are counted by channel and rule, once each, and in their own store', async () => {
  const shop = await aShop()
  await agree(it, shop, phone)
  await order(shop, 'plain', ['beans'])
  await order(shop, 'ruled', ['machine'])
  await order(shop, 'both', ['beans', 'machine'])
  await order(shop, 'messaged', ['beans'], { phone })
  await order(shop, 'reminded', ['beans'])
  await runAt(daytime)
  const other = await aShop()
  await order(other, 'plain', ['beans'])
  await order(other, 'ruled', ['beans'])
  await runAt(daytime)
  const [taken] = providers.taken
  const { body, headers } = metaReport({ statuses: [{ id: taken?.id, status: 'delivered' }] })
  await it.send('POST', new URL(shop.address).pathname, { headers, body })

  await openAndSee(other, 'plain')
  await openAndSee(shop, 'ruled')
  await openAndSee(shop, 'both')
  await openAndSee(shop, 'messaged', `${it.url}/${taken?.text.split(' | ').at(-1)}`)
  // A later visit changes nothing.
  await runAt('2026-03-13T15:00:00.000Z')
  await open(linkTo(shop, 'ruled'))
  expect(await openedAt(shop, 'ruled')).toBe(daytime)
  const card = { 'product-0': 'machine', 'rating-0': '5', 'recommended-0': 'yes', 'body-0': 'Good.' }
  expect((await postForm(linkTo(shop, 'both'), card)).status).toBe(303)
  // A reminder asks about the request of the first mail.
  const first = linkTo(shop, 'reminded')
  await runAt('2026-03-19T15:00:00.000Z')
  expect(linkTo(shop, 'reminded')).not.toBe(first)
  await openAndSee(shop, 'reminded')

  const expected = {
    time_zone: 'America/Sao_Paulo',
    today: '2026-03-19',
    ...{ from: '2026-03-01', to: '2026-03-31' },
    totals: counts(6, 5, 1),
    rows: [
      { channel: 'email', rule: null, campaign: false, ...counts(3, 2, 0) },
      { channel: 'email', rule: 'Machines', campaign: false, ...counts(2, 2, 1) },
      { channel: 'whatsapp', rule: null, campaign: false, ...counts(1, 1, 0) },
    ],
  }
  expect(await figuresOf(shop, march)).toEqual(expected)
  expect(await figuresOf(shop, '')).toEqual({ ...expected, from: '2026-02-18', to: '2026-03-19' })
  expect((await figuresOf(other, march)).rows).toEqual([
    { channel: 'email', rule: null, campaign: false, ...counts(2, 1, 0) },
  ])

  // An erasure leaves counts, which are of nobody, and ends the link.
  const program = await aManageKey(it, { store: shop })
  const person = { email: 'ruled@example.com' }
  const { body: known } = await program.send('POST', '/people/export', person)
  expect(known.person.mailings[0]).toMatchObject({ kind: 'request', opened_at: daytime })
  const link = linkTo(shop, 'ruled')
  expect((await program.send('POST', '/people/erase', person)).status).toBe(200)
  expect((await openForm(link)).status).toBe(404)
  expect(await figuresOf(shop, march)).toEqual(expected)
})

describe('an opened link', () => {
  test('is counted unless a browser loads the page ahead, or asks for its head alone', async () => {
    const shop = await aShop()
    await order(shop, 'ahead', ['beans'])
    await order(shop, 'visited', ['beans'])
    await order(shop, 'untouched', ['beans'])
    await runAt(daytime)
    const link = linkTo(shop, 'ahead')
    await open(link, { 'sec-purpose': 'prefetch' })
    await open(link, { 'sec-purpose': 'prefetch;prerender' })
    await open(link, { purpose: 'prefetch' })
    await open(link, { 'x-moz': 'prefetch' })
    await open(link, { 'x-purpose': 'preview' })
    await fetch(link, { method: 'HEAD' })
    await openAndSee(shop, 'visited')
    expect((await figuresOf(shop, march)).totals).toEqual(counts(3, 1, 0))
    // A review through a page that was loaded ahead says that it was opened.
    const card = { 'product-0': 'beans', 'rating-0': '4', 'recommended-0': 'yes', 'body-0': 'Good.' }
    expect((await postForm(link, card)).status).toBe(303)
    expect((await figuresOf(shop, march)).totals).toEqual(counts(3, 2, 1))
    expect(await openedAt(shop, 'ahead')).toBeUndefined()
  })

  test('keeps the time of its first visit', async () => {
    const shop = await aShop()
    for (const id of ['twice', 'last']) await order(shop, id, ['beans'])
    await runAt(daytime)
    await openAndSee(shop, 'twice')
    const first = await openedAt(shop, 'twice')
    await runAt('2026-03-12T16:00:00.000Z')
    await open(linkTo(shop, 'twice'))
    await openAndSee(shop, 'last')
    expect(await openedAt(shop, 'last')).toBe('2026-03-12T16:00:00.000Z')
    expect(await openedAt(shop, 'twice')).toBe(first)
  })

  test('shows its page while that cannot be recorded, and is counted at the next visit', async () => {
    const shop = await aShop()
    await order(shop, 'standby', ['beans'])
    await runAt(daytime)
    const link = linkTo(shop, 'standby')
    const readOnly = await startTestApp({}, { ...it.target, options: '-c default_transaction_read_only=on' })
    onTestFinished(() => readOnly.close())
    readOnly.setNow(daytime)
    await open(link.replace(it.url, readOnly.url))
    await it.database.transaction(async tx => {
      await tx.query(sql`select from mailings where store_id = ${shop.storeId} for update`)
      await open(link)
      expect(await openedAt(shop, 'standby')).toBeUndefined()
    })
    await expect.poll(() => openedAt(shop, 'standby')).toBe(daytime)
  })
})

test('days are those of the store, and a cancelled or bounced request is none', async () => {
  const shop = await aShop()
  const ids = ['late', 'early', 'cancelled', 'failed']
  for (const id of ids) await order(shop, id, ['beans'])
  await runAt(daytime)
  // In São Paulo: the last instant of the 12th, and the first of the 13th.
  const at = { late: '2026-03-13T02:59:59.999Z', early: '2026-03-13T03:00:00.000Z' }
  for (const [id, sent] of Object.entries(at))
    await it.database.query(sql`
      update mailings
      set sent_at = ${sent}
      where store_id = ${shop.storeId} and address = ${`${id}@example.com`}`)
  const program = await aManageKey(it, { store: shop })
  expect((await program.send('POST', '/orders/cancelled/cancel')).status).toBe(200)
  await it.database.query(sql`
    update review_requests
    set state = 'failed'
    where store_id = ${shop.storeId} and order_id = 'failed'`)
  for (const day of ['2026-03-12', '2026-03-13'])
    expect((await figuresOf(shop, `?from=${day}&to=${day}`)).totals).toEqual(counts(1, 0, 0))
  expect(await figuresOf(shop, '?from=2026-03-14&to=2026-03-14')).toMatchObject({
    totals: counts(0, 0, 0),
    rows: [],
  })
  expectInvalid(await program.send('GET', '/insights/requests?to=2026-03-14'), 'from: Required')
})
