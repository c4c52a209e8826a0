import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { forgetAnswers } from '../../tenants/stores/kept-answers.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { expectError, expectInvalid } from '../../test/answers.ts'
import { type Answer, startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { anOrder, times } from '../../test/factories.ts'
import { aManageKey, type ManagementClient, whileRunning } from '../../test/management.ts'
import { aStore } from '../../test/users.ts'
import { erasePerson } from '../../upkeep/people/people.ts'

let it: TestApp
let client: ManagementClient
beforeAll(async () => {
  it = await startTestApp()
  client = await aManageKey(it)
})
afterAll(() => it.close())

const aReview = (external_id: string, change: object = {}) => ({
  ...{ external_id, product_id: 'P-1', rating: 5, display_name: 'Ana M.', body: 'Boils fast.', ...change },
})
const sendAs = (by: ManagementClient, key: string, body: unknown, path = '/reviews'): Promise<Answer> =>
  by.send('POST', path, body, { 'idempotency-key': key })
const isReplayed = ({ headers }: Answer) => headers.get('idempotent-replayed')

async function count(
  table: 'reviews' | 'management_requests',
  storeId = client.store.storeId,
): Promise<number> {
  const text = {
    reviews: sql`select from reviews`,
    management_requests: sql`select from management_requests`,
  }
  return (await it.database.query(sql`${text[table]} where store_id = ${storeId}`)).length
}

describe('a POST with an Idempotency-Key', () => {
  test('is done once, and answered alike', async () => {
    const first = await sendAs(client, 'one', aReview('one'))
    expect([first.status, isReplayed(first)]).toEqual([201, null])
    const second = await sendAs(client, 'one', aReview('one'))
    expect([second.status, isReplayed(second)]).toEqual([201, 'true'])
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('and another body, or another address, is 422', async () => {
    await sendAs(client, 'two', aReview('two'))
    expectError(await sendAs(client, 'two', aReview('three')), 422, 804220)
    expectError(await sendAs(client, 'two', '{', '/reviews'), 422, 804220)
    expectError(await sendAs(client, 'two', aReview('two'), '/questions'), 422, 804220)
  })

  test('is answered with its refusal again', async () => {
    const problem = 'rating: Number must be less than or equal to 5'
    for (const replayed of [null, 'true']) {
      const refused = await sendAs(client, 'wrong', aReview('wrong', { rating: 6 }))
      expectInvalid(refused, problem)
      expect(isReplayed(refused)).toBe(replayed)
    }
    await sendAs(client, 'duplicate', aReview('one'))
    const again = await sendAs(client, 'duplicate', aReview('one'))
    expectError(again, 422, 103)
    expect(isReplayed(again)).toBe('true')
    expectInvalid(await sendAs(client, 'broken', '{'), 'body: Invalid JSON')
  })

  test('is 409 while it runs', async () => {
    const answer = await whileRunning(it, client, 'held', () => sendAs(client, 'held', aReview('held')))
    expectError(answer, 409, 804090)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect((await sendAs(client, 'held', aReview('held'))).status).toBe(201)
  })

  test('is done once when it is sent many times at once', async () => {
    const before = await count('reviews')
    const answers = await Promise.all(times(6, () => sendAs(client, 'rush', aReview('rush'))))
    expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(2)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(await count('reviews')).toBe(before + 1)
  })

  test('of another key, or of another store, is another request', async () => {
    await sendAs(client, 'mine', aReview('mine'))
    const sibling = await aManageKey(it, { store: client.store })
    expectError(await sendAs(sibling, 'mine', aReview('mine')), 422, 103)
    const outsider = await aManageKey(it)
    const answer = await sendAs(outsider, 'mine', aReview('mine'))
    expect([answer.status, isReplayed(answer)]).toEqual([201, null])
  })

  test('of 1 to 255 visible characters only', async () => {
    expect((await sendAs(client, '~'.repeat(255), aReview('long'))).status).toBe(201)
    for (const key of ['', 'a b', 'x'.repeat(256), 'é'])
      expectInvalid(await sendAs(client, key, aReview('odd')), 'Idempotency-Key: Invalid format')
  })

  test('without a body needs no Content-Type', async () => {
    const { body } = await client.send('POST', '/reviews', aReview('bodiless'))
    for (const replayed of [null, 'true']) {
      const { status, headers } = await sendAs(client, 'bodiless', undefined, `/reviews/${body.id}/publish`)
      expect([status, headers.get('idempotent-replayed')]).toEqual([200, replayed])
    }
  })

  test('of a batch is answered with the same results', async () => {
    const orders = [anOrder(), { order_id: 7 }]
    const first = await sendAs(client, 'batch', { orders }, '/orders/batch')
    const second = await sendAs(client, 'batch', { orders }, '/orders/batch')
    expect(first.body.results.map(({ status }: { status: number }) => status)).toEqual([201, 400])
    expect(second.body).toEqual(first.body)
  })

  test('of a batch commits with its answer, or not at all', async () => {
    const orders = [anOrder(), anOrder()]
    const stored = async () =>
      (
        await it.database.query(sql`
      select from orders
      where store_id = ${client.store.storeId} and order_id = any(${orders.map(one => one.order_id)}::text[])`)
      ).length
    await it.database.query(sql`
      alter table management_requests add constraint full_disk check (false) not valid`)
    const failed = await sendAs(client, 'full', { orders }, '/orders/batch').finally(() =>
      it.database.query(sql`alter table management_requests drop constraint full_disk`),
    )
    expectError(failed, 500, 520)
    expect(await stored()).toBe(0)
    for (const replayed of [null, 'true']) {
      const answer = await sendAs(client, 'full', { orders }, '/orders/batch')
      expect(answer.body.results).toMatchObject([{ status: 201 }, { status: 201 }])
      expect(isReplayed(answer)).toBe(replayed)
    }
    expect(await stored()).toBe(2)
  })

  test('of a batch beyond the orders of a minute stores nothing, and is accepted in the next minute', async () => {
    const store = await aStore(it.database, { limits: { orders_per_minute: 2 } })
    const limited = await aManageKey(it, { store })
    const orders = [anOrder(), anOrder()]
    it.setNow(Date.parse('2026-03-05T18:30:20.500Z'))
    await limited.send('POST', '/orders/batch', { orders: [anOrder()] })
    const often = await sendAs(limited, 'often', { orders }, '/orders/batch')
    expectError(often, 429, 804290)
    expect(often.headers.get('retry-after')).toBe('40')
    it.setNow(Date.parse('2026-03-05T18:31:00.000Z'))
    const accepted = await sendAs(limited, 'often', { orders }, '/orders/batch')
    expect([accepted.status, isReplayed(accepted)]).toEqual([200, null])
    expect(accepted.body.results).toMatchObject([{ status: 201 }, { status: 201 }])
    it.setNow(Date.now())
  })

  test('keeps neither row nor change when the change fails with 5xx', async () => {
    await it.database.query(sql`alter table reviews rename to reviews_away`)
    const failed = await sendAs(client, 'later', aReview('later')).finally(() =>
      it.database.query(sql`alter table reviews_away rename to reviews`),
    )
    expectError(failed, 500, 520)
    const retried = await sendAs(client, 'later', aReview('later'))
    expect([retried.status, isReplayed(retried)]).toEqual([201, null])
  })

  test('is forgotten after a day', async () => {
    const old = await aManageKey(it)
    const at = Date.now()
    it.setNow(at)
    await sendAs(old, 'day', aReview('day'))
    it.setNow(at + 24 * 60 * 60 * 1000)
    expectError(await sendAs(old, 'day', aReview('day')), 422, 103)
    await forgetAnswers(it.database, old.store.storeId, new Date(at + 2 * 24 * 60 * 60 * 1000))
    expect(await count('management_requests', old.store.storeId)).toBe(0)
    it.setNow(Date.now())
  })
})

describe('what is kept of an answer', () => {
  test('is encrypted, and neither address nor text is in the row', async () => {
    await sendAs(client, 'secret', aReview('secret', { email: 'ana@example.com', body: 'Unmistakable' }))
    const rows = await it.database.query(sql`
      select management_requests::text as row, encode(answer, 'escape') as answer
      from management_requests`)
    expect(JSON.stringify(rows)).not.toMatch(/ana@example|Unmistakable/)
  })

  test('of a refused batch is small, and the same answer again', async () => {
    const orders = times(500, () => ({}))
    const first = await sendAs(client, 'refused-batch', { orders }, '/orders/batch')
    const again = await sendAs(client, 'refused-batch', { orders }, '/orders/batch')
    expect(JSON.stringify(first.body).length).toBeGreaterThan(200_000)
    expect([again.status, isReplayed(again), again.body]).toEqual([first.status, 'true', first.body])
    const [kept] = await it.database.query<{ size: number }>(sql`
      select octet_length(answer) as size
      from management_requests
      where store_id = ${client.store.storeId} and idempotency_key = 'refused-batch'`)
    // The request has 1.5 kB.
    expect(kept?.size).toBeLessThan(3_000)
  })

  test('of a person’s export is the status alone: a repeated request is 409', async () => {
    await client.send('POST', '/reviews', aReview('eva', { email: 'eva@example.com' }))
    const first = await sendAs(client, 'export', { email: 'eva@example.com' }, '/people/export')
    expect(first.body.person.reviews).toHaveLength(1)
    expectError(await sendAs(client, 'export', { email: 'eva@example.com' }, '/people/export'), 409, 804090)
  })

  test.each([
    ['/webhooks', { url: 'https://hooks.example/', events: [] }, 'webhook_id'],
    ['/feeds', { format: 'google' }, 'feed_id'],
  ])('of %s has no secret: a repeated request is 409 with the id', async (path, body, name) => {
    const made = await sendAs(client, path, body, path)
    const again = await sendAs(client, path, body, path)
    expect(again).toMatchObject({ status: 409, body: { more_info: { id: made.body[name] } } })
  })

  test('goes with the person, of that store alone, and changes nothing a second time', async () => {
    const stores = [await aStore(it.database), await aStore(it.database)] as const
    const [one, other] = [
      await aManageKey(it, { store: stores[0] }),
      await aManageKey(it, { store: stores[1] }),
    ]
    const review = aReview('zeca', { email: 'Zeca@Example.com' })
    for (const by of [one, other]) await sendAs(by, 'zeca', review)
    const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '/nonexistent' })
    const store = await readStore(it.database, one.store.storeId)
    await erasePerson(it.database, secrets, store, 'zeca@example.com', new Date())
    const { status, body } = await sendAs(one, 'zeca', review)
    expect({ status, code: body.error_code }).toEqual({ status: 409, code: 804090 })
    const [{ id }] = (await one.send('GET', '/reviews')).body.data
    expect(body.more_info).toEqual({ id })
    expect(isReplayed(await sendAs(other, 'zeca', review))).toBe('true')
    expect(await count('reviews', one.store.storeId)).toBe(1)
  })

  test('of more than 1,000 people goes with anyone of the store', async () => {
    const program = await aManageKey(it)
    const batch = (count: number) => ({
      orders: [{ order_id: times(count, at => `p${at}@shop.example`).join(' ') }],
    })
    const send = (count: number) => sendAs(program, `people-${count}`, batch(count), '/orders/batch')
    for (const count of [1_000, 1_001]) expect((await send(count)).status).toBe(200)
    await program.send('POST', '/reviews', aReview('rui', { email: 'rui@example.com' }))
    const erased = await program.send('POST', '/people/erase', { email: 'rui@example.com' })
    expect(erased.status).toBe(200)
    expect(isReplayed(await send(1_000))).toBe('true')
    expectError(await send(1_001), 409, 804090)
  })

  test('beyond 256 KiB is the status alone', async () => {
    // 15,000 random bytes cannot be deflated; in base64 they are 20,000 characters.
    const orders = times(20, () => ({ order_id: randomBytes(15_000).toString('base64') }))
    const send = (count: number) =>
      sendAs(client, `long-${count}`, { orders: orders.slice(0, count) }, '/orders/batch')
    for (const count of [15, 20]) expect((await send(count)).status).toBe(200)
    expect(isReplayed(await send(15))).toBe('true')
    expectError(await send(20), 409, 804090)
  })
})
