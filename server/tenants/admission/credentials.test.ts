import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { expectCreated, expectError } from '../../test/answers.ts'
import { type Answer, startTestApp, type TestApp } from '../../test/app.ts'
import { anOrder, aProduct } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { changeSettings, hearAll } from '../../test/hearing.ts'
import { aStore, type Member } from '../../test/users.ts'
import { createKey, revokeKey } from '../stores/keys.ts'
import { updateStore } from '../stores/stores.ts'
import { makeToken } from '../stores/tokens.ts'

const service = openForTests(startTestApp)

// Each of these holds or not, whatever the others do: the first in the contract's order answers.
const conditions = {
  path: ['/orders', '/products'],
  key: ['missing', 'empty', 'malformed', 'mistyped', 'unknown', 'revoked', 'right'],
  storeId: ['missing', 'abc', 'another', 'right'],
  active: [true, false],
  expired: [true, false],
  usedUp: [true, false],
  body: ['too large', 'too large as text', 'text', 'invalid', 'duplicate', 'new'],
} as const

type Case = { [Name in keyof typeof conditions]: (typeof conditions)[Name][number] }

/** What docs/reference/api.md says: "Checks run in this order, and the first that fails answers". */
function expected({ path, key, storeId, active, expired, usedUp, body }: Case): [number, number?] {
  if (key === 'missing' || key === 'empty') return [401, 8121200]
  if (storeId === 'missing') return [417, 8121201]
  if (key !== 'right') return [401, 8121202]
  if (!active) return [401, 8121203]
  if (expired) return [401, 8121204]
  if (storeId !== 'right') return [403, 8121205]
  if (body.startsWith('too large')) return [413, 804130]
  if (body === 'text' || body === 'invalid') return [400, 802030]
  if (body === 'duplicate') return [422, 103]
  return usedUp && path === '/orders' ? [403, 8121206] : [201]
}

describe('the first check that fails answers', () => {
  const sent = { '/orders': anOrder(), '/products': aProduct() }
  const stores = new Map<string, { member: Member; expiredKey: string; revoked: Record<string, string> }>()
  let another: Member

  beforeAll(async () => {
    another = await aStore(service.database)
    for (const active of conditions.active) {
      for (const usedUp of conditions.usedUp) stores.set(`${active} ${usedUp}`, await prepare(active, usedUp))
    }
  })

  test.each(conditions.path)('of all that a request to %s can have wrong', async path => {
    const cases = combinations().filter(one => one.path === path)
    expect(cases).toHaveLength(7 * 4 * 2 * 2 * 2 * 6)
    const wrong: unknown[] = []
    const rest = cases.values()
    const sendRest = async () => {
      for (const one of rest) {
        const { status, body } = await send(one)
        const [wanted, code] = expected(one)
        if (status !== wanted || body.error_code !== code) wrong.push({ ...one, wanted, status, body })
      }
    }
    await Promise.all(Array.from({ length: 16 }, sendRest))
    expect(wrong).toEqual([])
  })

  function combinations(): Case[] {
    return Object.entries(conditions).reduce<object[]>(
      (cases, [name, values]) => cases.flatMap(one => values.map(value => ({ ...one, [name]: value }))),
      [{}],
    ) as Case[]
  }

  async function prepare(active: boolean, usedUp: boolean) {
    const member = await aStore(service.database, { order_limit: usedUp ? 1 : null })
    for (const path of conditions.path) {
      expectCreated(await service.send('POST', path, { headers: member.headers, body: sent[path] }))
    }
    const key = async (expired: boolean, revoked: boolean) => {
      const expiresAt = expired ? new Date('2020-01-01') : null
      const made = await createKey(service.database, Date.now, member.storeId, { type: 'orders', expiresAt })
      if (revoked) await revokeKey(service.database, Date.now, made.key_id)
      return made.api_key
    }
    const expiredKey = await key(true, false)
    const revoked = { true: await key(true, true), false: await key(false, true) }
    await changeSettings(service, member.storeId, { active })
    if (!active) await untilAnswered(service, member.headers, 8121203)
    return { member, expiredKey, revoked }
  }

  async function send(one: Case): Promise<Answer> {
    const store = stores.get(`${one.active} ${one.usedUp}`)
    if (!store) throw new Error('no such store')
    const { member, expiredKey, revoked } = store
    const mistyped = member.apiKey.slice(0, -1) + (member.apiKey.endsWith('0') ? '1' : '0')
    const keys: Record<Case['key'], string | undefined> = {
      missing: undefined,
      empty: ' ',
      malformed: 'secret',
      mistyped,
      unknown: makeToken('orders'),
      revoked: revoked[`${one.expired}`],
      right: one.expired ? expiredKey : member.apiKey,
    }
    const storeIds = { missing: undefined, abc: 'abc', another: another.storeId, right: member.storeId }
    const isText = one.body === 'text' || one.body === 'too large as text'
    const headers = {
      'x-api-key': keys[one.key],
      'x-store-id': storeIds[one.storeId],
      'content-type': isText ? 'text/plain' : 'application/json',
    }
    const fresh = one.path === '/orders' ? anOrder() : aProduct()
    const body = {
      'too large': tooLarge,
      'too large as text': tooLarge,
      text: JSON.stringify(fresh),
      invalid: JSON.stringify({ ...fresh, zzz: 1 }),
      duplicate: JSON.stringify(sent[one.path]),
      new: JSON.stringify(fresh),
    }[one.body]
    const present = Object.entries(headers).filter(([, value]) => value !== undefined)
    return await service.send('POST', one.path, { headers: Object.fromEntries(present) as never, body })
  }
})

const tooLarge = Buffer.alloc(1024 * 1024 + 1, ' ')

describe('a change made elsewhere', () => {
  let second: TestApp
  let owner: Member
  beforeAll(async () => {
    second = await startTestApp({}, service.target)
    owner = await aStore(service.database)
    expectCreated(await post(second, owner.headers))
  })
  afterAll(() => second.close())

  test('a key is made, and revoked', async () => {
    const { api_key, key_id } = await createKey(service.database, Date.now, owner.storeId, { type: 'orders' })
    expectCreated(await post(second, { ...owner.headers, 'x-api-key': api_key }))
    await revokeKey(service.database, Date.now, key_id)
    await untilAnswered(second, { ...owner.headers, 'x-api-key': api_key }, 8121202)
  })

  test('a store is deactivated and activated again', async () => {
    const shop = await aStore(service.database)
    expectCreated(await post(second, shop.headers))
    await updateStore(service.database, shop.storeId, { active: false })
    await untilAnswered(second, shop.headers, 8121203)
    await changeSettings(service, shop.storeId, { active: true })
    await untilAnswered(second, shop.headers, undefined)
    expectCreated(await post(second, owner.headers))
  })

  test('a limit is lowered', async () => {
    const shop = await aStore(service.database)
    expectCreated(await post(second, shop.headers))
    await changeSettings(service, shop.storeId, { order_limit: 1 })
    await untilAnswered(second, shop.headers, 8121206)
  })

  test('a key opens until the very instant it expires', async () => {
    const expiresAt = new Date('2026-03-06T12:00:00Z')
    const made = await createKey(service.database, Date.now, owner.storeId, { type: 'orders', expiresAt })
    const headers = { ...owner.headers, 'x-api-key': made.api_key }
    second.setNow(expiresAt.getTime() - 1)
    expectCreated(await post(second, headers))
    second.setNow(expiresAt)
    expectError(await post(second, headers), 401, 8121204)
  })

  test('is noticed although the connection that hears of it was lost meanwhile', async () => {
    const shop = await aStore(service.database)
    expectCreated(await post(second, shop.headers))
    await service.database.query(sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where application_name = 'realword session' and datname = current_database()`)
    await updateStore(service.database, shop.storeId, { active: false })
    await untilAnswered(second, shop.headers, 8121203)
  })
})

describe('a key', () => {
  test("opens its own store, whose id may be written in capitals, and never another's", async () => {
    const owner = await aStore(service.database)
    const outsider = await aStore(service.database)
    const order = anOrder()
    expectCreated(await post(service, { ...owner.headers, 'x-store-id': owner.storeId.toUpperCase() }, order))
    expectError(await post(service, { ...outsider.headers, 'x-store-id': owner.storeId }), 403, 8121205)
    expectCreated(await post(service, outsider.headers, order))
    expect(
      await service.database.query(
        sql`select store_id from orders where order_id = ${order.order_id} order by 1`,
      ),
    ).toEqual([owner, outsider].map(({ storeId }) => ({ store_id: storeId })))
  })

  test('is kept as a hash only', async () => {
    const { apiKey, storeId } = await aStore(service.database)
    const rows = await service.database.query(
      sql`select api_keys::text from api_keys where store_id = ${storeId}`,
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(apiKey.slice(-20))
  })
})

// The nodes of a cluster count for themselves.
test.skipIf(inject('citus'))(
  'a key costs one query, an unknown one two, and a use one write, however many requests bring it at once',
  async () => {
    const alone = await startTestApp()
    const { headers } = await aStore(alone.database)
    // What is remembered from now on stays.
    await hearAll(alone)
    const observer = new pg.Client({ ...alone.target, application_name: 'observer' })
    await observer.connect()
    const unknown = { ...headers, 'x-api-key': makeToken('orders') }
    const times = Array.from({ length: 50 })
    const begun = performance.now()
    const refused = await Promise.all(times.map(() => post(alone, unknown)))
    const seconds = Math.floor((performance.now() - begun) / 1000)
    const created = await Promise.all(times.map(() => post(alone, headers)))
    expect(new Set(refused.map(({ body }) => body.error_code))).toEqual(new Set([8121202]))
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]))

    // PostgreSQL counts scans exactly, and tells them when a connection has ended.
    await alone.close()
    const others = async () => {
      const { rows } = await observer.query(`
      select count(*)::integer as count
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
      return rows[0].count
    }
    await expect.poll(others).toBe(0)
    const { rows } = await observer.query<{ scans: number }>(`
    select (seq_scan + idx_scan)::integer as scans
    from pg_stat_user_tables
    where relname = 'api_keys'`)
    await observer.end()
    const scans = rows[0]?.scans ?? 0
    // One notes that the known key was used. An unknown one is looked up at the store of the request and then among all
    // stores, and again after a second. A look-up at a store may scan two indexes.
    expect(scans).toBeGreaterThanOrEqual(4)
    expect(scans).toBeLessThanOrEqual(6 + 3 * seconds)
  },
)

async function post(app: TestApp, headers: Record<string, string>, order = anOrder()): Promise<Answer> {
  return await app.send('POST', '/orders', { headers, body: order })
}

/** Waits until an order is answered with the error code; undefined: until it is accepted. */
async function untilAnswered(app: TestApp, headers: Record<string, string>, code?: number): Promise<void> {
  await vi.waitFor(async () => expect((await post(app, headers)).body.error_code).toBe(code), 120_000)
}
