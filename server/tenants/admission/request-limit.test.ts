import { expect, test } from 'vitest'
import { readPlanUse } from '../../answers/insights/plan-use.ts'
import { expectError } from '../../test/answers.ts'
import type { Answer } from '../../test/app.ts'
import { anOrder, aReview } from '../../test/factories.ts'
import { twoInstances } from '../../test/for-each-test/two-instances.ts'
import { changeSettings } from '../../test/hearing.ts'
import { addProducts, addReviews, readAs } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'
import { readStore } from '../stores/stores.ts'

const it = twoInstances()

const aLimitedStore = (api_requests_per_minute: number) =>
  aStore(it.service.database, { limits: { api_requests_per_minute } })

const change = ({ storeId }: Member, api_requests_per_minute: number) =>
  changeSettings(it.service, storeId, { limits: { api_requests_per_minute } })

/** A request with the API key that changes nothing. */
const ask = ({ headers }: Member, at = it.service) => at.send('GET', '/orders/nothing', { headers })

/** Sends requests to both instances, most to the first, and counts those that were not refused. */
async function askMany(shop: Member, count: number): Promise<number> {
  const answers: Answer[] = []
  for (let sent = 0; sent < count; sent += 50) {
    const some = Array.from({ length: Math.min(50, count - sent) }, (_, index) => index)
    answers.push(
      ...(await Promise.all(some.map(index => ask(shop, index % 10 === 0 ? it.second : it.service)))),
    )
  }
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(count - refused.length)
  for (const answer of refused) expectError(answer, 429, 804290)
  return count - refused.length
}

test('the last request of a minute is answered, and the first beyond it is refused with the time to wait', async () => {
  const shop = await aLimitedStore(3)
  const left: (string | null)[] = []
  for (const at of [it.service, it.second, it.service]) {
    const { status, headers } = await ask(shop, at)
    expect(status).toBe(404)
    expect(headers.get('ratelimit-policy')).toBe('"api_requests_per_minute";q=3;w=60')
    left.push(headers.get('ratelimit'))
  }
  expect(left).toEqual([2, 1, 0].map(r => `"api_requests_per_minute";r=${r};t=40`))
  for (const at of [it.service, it.second]) {
    const refused = await ask(shop, at)
    expectError(refused, 429, 804290)
    expect(refused.headers.get('retry-after')).toBe('40')
    expect(refused.headers.get('ratelimit')).toBe('"api_requests_per_minute";r=0;t=40')
    expect(refused.body.user_message.en_us).toContain('API requests per minute')
  }
  it.setNow('2026-03-05T18:31:00.000Z')
  expect((await ask(shop, it.second)).status).toBe(404)
})

test('two instances together stay within 5 % of the limit, and never exceed it', async () => {
  const shop = await aLimitedStore(1_000)
  const accepted = await askMany(shop, 1_150)
  expect(accepted).toBeLessThanOrEqual(1_000)
  expect(accepted).toBeGreaterThanOrEqual(950)
})

test('a store below 400 a minute gets exactly its limit from two instances at once', async () => {
  expect(await askMany(await aLimitedStore(120), 200)).toBe(120)
})

test('an order beyond the limit is refused before its body is checked, and is not stored', async () => {
  const shop = await aLimitedStore(1)
  const order = anOrder()
  const send = (body: unknown) => it.service.send('POST', '/orders', { headers: shop.headers, body })
  expect((await send({})).status).toBe(400)
  expectError(await send(order), 429, 804290)
  await change(shop, 5)
  await expect.poll(async () => (await send(order)).status).toBe(201)
})

test('public reads count unless the response cache answers them', async () => {
  const shop = await aLimitedStore(2)
  await addProducts(it.service, shop, { moka: 'MOKA' })
  await addReviews(it.service, shop, aReview({ product_id: 'moka' }))
  const read = (product_id: string) => readAs(it.service, shop, 'ratings.json', { product_id })
  expect((await read('moka')).status).toBe(200)
  for (let again = 0; again < 5; again++) expect((await read('moka')).status).toBe(200)
  expect((await read('other')).status).toBe(200)
  expectError(await read('third'), 429, 804290)
  expect((await read('moka')).status).toBe(200)
  expectError(await ask(shop), 429, 804290)
})

test('public reads leave a fifth of the limit to requests with the API key', async () => {
  const shop = await aLimitedStore(20)
  const statuses: number[] = []
  for (let index = 0; index < 24; index++)
    statuses.push((await readAs(it.service, shop, 'ratings.json', { product_id: `new-${index}` })).status)
  expect(statuses).toEqual([...Array(16).fill(200), ...Array(8).fill(429)])
  expect(await askMany(shop, 10)).toBe(4)
})

test('a changed limit applies to both instances within the minute', async () => {
  const shop = await aLimitedStore(2)
  expect(await askMany(shop, 20)).toBe(2)
  await change(shop, 5)
  for (const at of [it.service, it.second])
    await expect.poll(async () => (await ask(shop, at)).status).toBe(404)
  expect(await askMany(shop, 20)).toBe(1)
  await change(shop, 1)
  for (const at of [it.service, it.second])
    await expect.poll(async () => (await ask(shop, at)).status).toBe(429)
  await changeSettings(it.service, shop.storeId, { limits: {} })
  for (const at of [it.service, it.second])
    await expect.poll(async () => (await ask(shop, at)).status).toBe(404)
  expect((await ask(shop)).headers.get('ratelimit')).toBe(null)
})

test('another store has its own limit', async () => {
  const [shop, other, free] = [
    await aLimitedStore(1),
    await aLimitedStore(1),
    await aStore(it.service.database),
  ]
  expect(await askMany(shop, 5)).toBe(1)
  expect(await askMany(other, 5)).toBe(1)
  expect(await askMany(free, 20)).toBe(20)
})

test('a clock that was wrong and is set back starts a new minute', async () => {
  const shop = await aLimitedStore(3)
  it.setNow('2026-03-05T21:30:00.000Z')
  expect(await askMany(shop, 5)).toBe(3)
  it.setNow('2026-03-05T18:30:00.000Z')
  const store = await readStore(it.service.database, shop.storeId)
  expect(await readPlanUse(it.service.database, store, Date.parse('2026-03-05T18:30:00Z'))).toMatchObject([
    { used: 0 },
  ])
  expect(await askMany(shop, 5)).toBe(3)
})

test('the plan says how many requests of the minute are used', async () => {
  const shop = await aLimitedStore(50)
  await askMany(shop, 7)
  const store = await readStore(it.service.database, shop.storeId)
  const use = (now: string) => readPlanUse(it.service.database, store, Date.parse(now))
  expect(await use('2026-03-05T18:30:50Z')).toMatchObject([{ limit: 50, used: 7 }])
  expect(await use('2026-03-05T18:31:10Z')).toMatchObject([{ limit: 50, used: 0 }])
})
