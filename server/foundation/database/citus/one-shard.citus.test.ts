import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertReviews } from '../../../answers/reviews/reviews.ts'
import { newestOrder } from '../../../asking/orders/reads/newest-order.ts'
import { adminClient, aMember } from '../../../test/admin.ts'
import type { TestApp } from '../../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct, aProduct, aReview } from '../../../test/factories.ts'
import { askAbout, openForm, postForm, solve } from '../../../test/forms.ts'
import type { MailServer } from '../../../test/mail/mail-server.ts'
import { startMailingApp } from '../../../test/mail/mailing-app.ts'
import { countTasks, statementsOf, type TaskCount } from '../../../test/plans.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { forgetOldData } from '../../../upkeep/housekeeping/old-data.ts'

// Citus can ask all shards, which costs a query on each: an installation of many stores would do that for every order.

const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'

let mails: MailServer
let service: TestApp
let store: Member
let observer: pg.Client
beforeAll(async () => {
  ;[service, mails] = await startMailingApp()
  service.setNow(delivered)
  store = await aStore(service.database)
  await aStore(service.database, { name: 'Another store' })
  observer = new pg.Client(service.target)
  await observer.connect()
  await observer.query('set search_path to public, accounts')
})
afterAll(async () => {
  await observer.end()
  await service.close()
})

const ana = aCustomer({ name: 'Ana Martins', email: 'ana@example.com' })
const order = anOrder({
  delivery_date: delivered,
  customers: [ana],
  products: [anOrderProduct({ product_id: 'P-1' })],
})

/** Prints how many shards each statement of `act` asks. Returns those that ask more than one. */
async function moreThanOne(
  what: string,
  act: () => Promise<unknown>,
  { usesAccounts = false } = {},
): Promise<TaskCount[]> {
  const counts: TaskCount[] = []
  for (const statement of await statementsOf(act)) counts.push(await countTasks(observer, statement))
  const lines = counts.map(({ text, tasks, copies }) => `${tasks}${copies ? '+' : ' '} ${text.slice(0, 120)}`)
  console.log(`Shards that ${what} asks with each statement:\n${lines.join('\n')}`)
  // Otherwise nothing was planned, and the test proves nothing.
  expect(counts.some(({ tasks, copies }) => tasks > 0 || copies)).toBe(true)
  // A part of a statement that names no table can be sent to any worker, and fails while that one is down. The tables of
  // users are on all nodes.
  const others = usesAccounts ? [] : await otherWorkers()
  for (const { tasks, nodes, text } of counts)
    if (tasks <= 1)
      expect({ text, others: nodes.filter(node => others.includes(node)) }).toEqual({ text, others: [] })
  return counts.filter(({ tasks }) => tasks > 1)
}

/** The addresses of the workers that hold no row of the store. */
async function otherWorkers(): Promise<string[]> {
  const { rows } = await observer.query(
    `select concat(nodename, ':', nodeport) as address
    from pg_dist_node
    where groupid > 0 and groupid not in (
      select groupid
      from pg_dist_placement
      where shardid = get_shard_id_for_distribution_column('stores', $1::uuid)
    )`,
    [store.storeId],
  )
  return rows.map(({ address }) => address)
}

const get = (path: string) =>
  service.send('GET', path, { headers: { 'x-store-id': store.storeId, 'x-api-key': store.storeKey } })

async function sendOrder(body = order): Promise<void> {
  expect((await service.send('POST', '/orders', { headers: store.headers, body })).status).toBe(201)
}

const sendAnother = () => sendOrder({ ...order, order_id: 'with-known-products' })

async function sendProduct(): Promise<void> {
  const body = aProduct({ product_id: 'P-2' })
  expect((await service.send('POST', '/products', { headers: store.headers, body })).status).toBe(201)
}

async function read(): Promise<void> {
  for (const name of [
    'ratings.json',
    'reviews.json',
    'questions.json',
    'reviews.html',
    'structured-data.json',
  ])
    expect((await get(`/api/v1/${name}?product_id=P-1`)).status).toBe(200)
  for (const query of [
    'ratings.json',
    'reviews.json',
    'ratings.json?product_sku=S-1',
    'reviews.json?terms=pot',
  ])
    expect((await get(`/api/v1/${query}`)).status).toBe(200)
}

async function runMinute(): Promise<void> {
  service.setNow(due)
  await service.runDue()
  expect(mails.received).toHaveLength(1)
}

async function fillForms(): Promise<void> {
  const token = await askAbout(service, store.storeId, [order.order_id], { address: 'ana@example.com' })
  const url = `${service.url}/r/${token}`
  expect((await openForm(url)).status).toBe(200)
  const fields = { 'product-0': 'P-1', 'rating-0': '4', 'body-0': 'Boils fast.', display: 'short' }
  expect((await postForm(url, fields)).status).toBe(303)
  const query = { store_id: store.storeId, store_key: store.storeKey, product_id: 'P-1', locale: 'en' }
  const embed = `${service.url}/embed/question?${new URLSearchParams(query)}`
  const form = await openForm(embed)
  const asked = { name: 'Bia', email: 'bia@example.com', body: 'Does it work on induction?' }
  expect((await postForm(embed, { ...asked, proof: await solve(form) })).status).toBe(200)
}

/** A review that is pending, and the browser of its store's owner. */
async function aPendingReview() {
  const review = aReview({ product_id: 'P-1', state: 'pending' })
  const by = { at: new Date(due), actor: 'command', action: 'create' } as const
  await service.database.transaction(tx => insertReviews(tx, store.storeId, [review], by))
  return review.id
}

test.each([
  ['an order', () => sendOrder()],
  ['an order of known products', sendAnother],
  ['a product', sendProduct],
  ['a read', read],
])('%s asks one shard with each statement', async (what, act) => {
  expect(await moreThanOne(what, act)).toEqual([])
})

test('the lists of the minute ask each shard once, and a mail one shard', async () => {
  const [shards] = (
    await observer.query(`
    select count(*)::integer as count from pg_dist_shard where logicalrelid = 'stores'::regclass`)
  ).rows
  const lists = await moreThanOne('a mail', runMinute)
  const listed = lists.map(({ text }) => /^select store_id(?:, id)? from (\w+) where/.exec(text)?.[1])
  expect(new Set(listed)).toEqual(new Set(['stores', 'imports', 'exports']))
  expect(new Set(lists.map(({ tasks }) => tasks))).toEqual(new Set([shards.count]))
})

test('a form asks one shard with each statement', async () => {
  expect(await moreThanOne('a form', fillForms)).toEqual([])
})

test('a sign-in and a moderation ask one shard with each statement', async () => {
  const { email } = await aMember(service, store.storeId, 'owner')
  const browser = adminClient(service)
  const path = `/stores/${store.storeId}`
  const signIn = async () => {
    expect((await browser.signIn(email)).status).toBe(200)
    for (const address of ['/session', `${path}/reviews`, `${path}/questions`, `${path}/orders`])
      expect((await browser.send('GET', address)).status).toBe(200)
  }
  expect(await moreThanOne('a sign-in', signIn, { usesAccounts: true })).toEqual([])
  const id = await aPendingReview()
  const moderate = async () => {
    const decide = (action: object) =>
      browser.send('POST', `${path}/reviews/decisions`, { ids: [id], ...action })
    expect((await decide({ action: 'publish' })).body.result).toHaveLength(1)
    expect((await browser.send('PUT', `${path}/reviews/${id}/reply`, { body: 'Thank you' })).status).toBe(204)
    expect((await decide({ action: 'reject', reason: 'spam' })).body.result).toHaveLength(1)
  }
  expect(await moreThanOne('a moderation', moderate, { usesAccounts: true })).toEqual([])
})

test('the deletion of old data, and an order among former ones, ask one shard with each statement', async () => {
  const forget = () => Array.fromAsync(forgetOldData(service.database, store.storeId, new Date('2090-01-01')))
  expect(await moreThanOne('the deletion', forget)).toEqual([])
  const former = await service.database.query(sql`
    select from former_orders where store_id = ${store.storeId}`)
  expect(former).toHaveLength(2)
  const again = async () => {
    expect((await service.send('POST', '/orders', { headers: store.headers, body: order })).status).toBe(422)
  }
  expect(await moreThanOne('a former order', again)).toEqual([])
  expect(await newestOrder(service.database)).toBe(undefined)
  service.setNow(delivered)
  await service.database.query(sql`
    delete from former_orders where store_id = ${store.storeId}`)
  await sendOrder()
  expect(await newestOrder(service.database)).toEqual(new Date(delivered))
})
