import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tablesToDelete } from '../../exchange/archives/tables.ts'
import { enqueue } from '../../foundation/jobs/jobs.ts'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { filesOf } from '../../foundation/storage/pictures/pictures.ts'
import { revokeOperatorKey } from '../../tenants/accounts/operator-keys.ts'
import { removeOperator } from '../../tenants/accounts/operators.ts'
import { adminClient, aMember } from '../../test/admin.ts'
import { expectError } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anOrder } from '../../test/factories.ts'
import { aFullStore } from '../../test/full-store.ts'
import { type MailServer, startMailServer } from '../../test/mail/mail-server.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { anOperator, anOperatorKey, type OperatorClient } from '../../test/operators.ts'
import { aStore } from '../../test/users.ts'
import { eraseDeletedStores } from '../../upkeep/housekeeping/deleted-stores.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-operators-'))
let it: TestApp
let mails: MailServer
let operator: OperatorClient
beforeAll(async () => {
  mails = await startMailServer()
  it = await startTestApp({
    SIGN_IN_RATE_LIMIT: '1000',
    SMTP_URL: mails.url,
    MAIL_FROM: 'a@shop.example',
    DATA_DIR: folder,
  })
  operator = await anOperatorKey(it)
})
afterAll(async () => {
  await it.close()
  await mails.close()
  rmSync(folder, { recursive: true })
})

const by = () => ({ at: new Date(), actor: 'command' }) as const
const hour = 60 * 60 * 1000

describe('who may operate', () => {
  test('a key, until it is revoked or expires, and only that one', async () => {
    const other = await anOperatorKey(it, 'Other')
    await revokeOperatorKey(it.database, other.keyId, by())
    expectError(await other.send('GET', '/stores'), 401, 8121202)
    expect((await operator.send('GET', '/stores')).status).toBe(200)
    const expired = await anOperatorKey(it, 'Expired', new Date('2020-01-01'))
    expectError(await expired.send('GET', '/stores'), 401, 8121204)
    expectError(await it.send('GET', '/operator/v1/stores'), 401, 8121200)
  })

  test('no key of a store, and no operator key for a store', async () => {
    const store = await aStore(it.database)
    expectError(await it.send('GET', '/operator/v1/stores', { headers: store.headers }), 401, 8121202)
    const headers = { ...store.headers, 'x-api-key': operator.apiKey }
    expectError(await it.send('POST', '/orders', { headers, body: anOrder() }), 401, 8121202)
  })

  test('a user with the role, who is no member; an owner is no operator', async () => {
    const store = await aStore(it.database)
    const owner = await aMember(it, store.storeId, 'owner')
    expectError(await owner.send('GET', '/operator/stores'), 403, 8141304)
    expect((await owner.send('GET', '/session')).body.is_operator).toBe(false)
    const user = await anOperator(it)
    expect((await user.send('GET', '/session')).body).toMatchObject({ is_operator: true, stores: [] })
    expect((await user.send('GET', '/operator/stores')).status).toBe(200)
    expectError(await user.send('GET', `/stores/${store.storeId}/reviews`), 404, 804047)
    await removeOperator(it.database, user.userId, by())
    expectError(await user.send('GET', '/operator/stores'), 403, 8141304)
  })

  test('nobody after many wrong keys from one network; the right key is not affected', async () => {
    const headers = { authorization: 'Bearer rw_operator_wrong' }
    const statuses = new Set<number>()
    for (let turn = 0; turn < 301; turn++)
      statuses.add((await it.send('GET', '/operator/v1/usage', { headers })).status)
    expect([...statuses]).toEqual([401, 429])
    expect((await operator.send('GET', '/usage')).status).toBe(200)
  })
})

describe('POST /operator/v1/stores', () => {
  const aNewStore = {
    name: 'Loja Azul',
    locale: 'pt-BR',
    owner_email: 'Bia@loja.example',
    limits: { orders_per_month: 10, mails_per_day: null, stored_bytes: 5_000_000_000 },
  }

  test('makes a store that takes orders, and invites its owner', async () => {
    const { status, body } = await operator.send('POST', '/stores', aNewStore)
    expect(status).toBe(201)
    expect(body.invitation).toMatchObject({ email: 'bia@loja.example' })
    const headers = {
      'x-api-key': body.api_key,
      'x-store-id': body.store_id,
      'content-type': 'application/json',
    }
    expect((await it.send('POST', '/orders', { headers, body: anOrder() })).status).toBe(201)
    const { body: store } = await operator.send('GET', `/stores/${body.store_id}`)
    expect(store).toMatchObject({
      ...{ name: 'Loja Azul', state: 'active', orders_of_month: 1, members: 0 },
      limits: { orders_per_month: 10, mails_per_day: null, stored_bytes: 5_000_000_000 },
    })
    await it.runDue()
    expect(mails.received.map(({ to }) => to)).toContainEqual(['bia@loja.example'])
    const { body: log } = await operator.send('GET', `/log?store_id=${body.store_id}`)
    expect(log.data).toMatchObject([{ action: 'create', by: 'key', who: 'Billing', label: 'Loja Azul' }])
    expect(JSON.stringify(log)).not.toContain('bia@')
  })

  test('with an Idempotency-Key makes one store, however often and however concurrently', async () => {
    const headers = { 'idempotency-key': 'order-77' }
    const send = () => operator.send('POST', '/stores', { name: 'Once' }, headers)
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const storeId = answers.find(({ status }) => status === 201)?.body.store_id
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body.more_info).toEqual({ store_id: storeId })
    expectError(await operator.send('POST', '/stores', { name: 'Twice' }, headers), 422, 804220)
    const { body } = await operator.send('GET', '/stores?search=Once')
    expect(body.data).toHaveLength(1)
    const other = await anOperatorKey(it, 'Another')
    expect((await other.send('POST', '/stores', { name: 'Once' }, headers)).status).toBe(201)
  })

  test.each([
    [{ name: '' }, 'name: String must contain at least 1 character(s)'],
    [{ name: 'A', locale: 'not a tag' }, 'locale: Expected a language tag such as pt-BR or en'],
    [{ name: 'A', limits: { orders: 1 } }, 'limits.orders: Unrecognized key(s) in object'],
    [{ name: 'A', limits: { mails_per_day: -1 } }, 'limits.mails_per_day: Number must be greater'],
    [{ name: 'A', owner_email: 'nobody' }, 'owner_email: Expected one email address'],
  ])('refuses %j, and makes no store', async (given, problem) => {
    const count = async () => (await it.database.query(sql`select from stores`)).length
    const before = await count()
    const answer = await operator.send('POST', '/stores', given)
    expectError(answer, 400, 802030)
    expect(answer.body.user_message.en_us).toContain(problem)
    expect(await count()).toBe(before)
  })
})

describe('GET /operator/v1/stores', () => {
  test('lists, searches, sorts and pages all stores', async () => {
    const names = ['Zeta 100%', 'alpha 100%', 'Mid 100%', 'Beta 100%']
    for (const name of names) await aStore(it.database, { name })
    const listed = async (query: string) => {
      const found: string[] = []
      let cursor = ''
      do {
        const { body } = await operator.send('GET', `/stores?search=100%25&limit=2&${query}${cursor}`)
        expect(body.data.length).toBeLessThanOrEqual(2)
        found.push(...body.data.map((one: { name: string }) => one.name))
        cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
      } while (cursor)
      return found
    }
    expect(await listed('sort=created')).toEqual([...names].reverse())
    expect(await listed('sort=name')).toEqual(['alpha 100%', 'Beta 100%', 'Mid 100%', 'Zeta 100%'])
    const { body } = await operator.send('GET', '/stores?search=Mid%20100')
    const store = body.data[0]
    await it.database.query(sql`
      insert into order_usage (store_id, month, orders)
      values (${store.store_id}, date_trunc('month', now() at time zone ${store.time_zone})::date, 7)`)
    expect((await listed('sort=orders'))[0]).toBe('Mid 100%')
    expect((await listed('sort=orders')).sort()).toEqual([...names].sort())
    for (const limit of ['abc', '0', '101']) {
      const refused = await operator.send('GET', `/stores?limit=${limit}`)
      expect(refused.body.user_message.en_us).toBe('limit: Expected a whole number from 1 to 100')
    }
    expect((await operator.send('GET', `/stores?search=${store.store_id}`)).body.data).toMatchObject([
      { name: 'Mid 100%', orders_of_month: 7 },
    ])
    expectError(await operator.send('GET', '/stores?cursor=abc'), 400, 802030)
  })

  test('continues after the longest name', async () => {
    for (const last of ['a', 'b']) await aStore(it.database, { name: '😀'.repeat(254) + last })
    const page = `/stores?search=${encodeURIComponent('😀'.repeat(60))}&limit=1&sort=name`
    const { body } = await operator.send('GET', page)
    const next = await operator.send('GET', `${page}&cursor=${body.next_cursor}`)
    expect([next.status, next.body.data?.[0].name.at(-1), next.body.next_cursor]).toEqual([200, 'b', null])
  })
})

describe('PATCH /operator/v1/stores/{store_id}', () => {
  test('suspends and activates: keys are refused meanwhile', async () => {
    const store = await aStore(it.database)
    const order = () => it.send('POST', '/orders', { headers: store.headers, body: anOrder() })
    expect((await order()).status).toBe(201)
    const suspended = await operator.send('PATCH', `/stores/${store.storeId}`, { active: false })
    expect(suspended.body.state).toBe('suspended')
    await expect.poll(async () => (await order()).body.error_code).toBe(8121203)
    expect((await operator.send('GET', '/stores?state=suspended')).body.data).toMatchObject([
      { store_id: store.storeId },
    ])
    await operator.send('PATCH', `/stores/${store.storeId}`, { active: true })
    await expect.poll(async () => (await order()).status).toBe(201)
    const { body } = await operator.send('GET', `/log?store_id=${store.storeId}`)
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(['activate', 'suspend'])
  })

  test('changes the given limits alone; the store’s history says only that it was the operator', async () => {
    const store = await aStore(it.database, { order_limit: 5, limits: { mails_per_day: 9 } })
    const owner = await aMember(it, store.storeId, 'owner')
    const change = { limits: { orders_per_month: null, api_requests_per_minute: 60 } }
    const { body } = await operator.send('PATCH', `/stores/${store.storeId}`, change)
    expect(body.limits).toMatchObject({
      ...{ orders_per_month: null, mails_per_day: 9, api_requests_per_minute: 60, stored_bytes: null },
    })
    const { body: history } = await owner.send('GET', `/stores/${store.storeId}/history`)
    expect(history.result[0]).toMatchObject({
      actor: 'operator',
      name: null,
      fields: ['order_limit', 'limits'],
    })
    expectError(await operator.send('PATCH', '/stores/abc', { active: false }), 404, 804047)
  })
})

test('usage and health are figures, without a word of any store', async () => {
  const store = await aStore(it.database, { name: 'Very Secret Shop' })
  const order = anOrder()
  await it.send('POST', '/orders', { headers: store.headers, body: order })
  const { body: ofStore } = await operator.send('GET', `/stores/${store.storeId}/usage`)
  expect(ofStore.totals).toMatchObject({ orders: 1, reviews: 0 })
  expect(ofStore.days).toHaveLength(30)
  const wrong = await operator.send('GET', `/stores/${store.storeId}/usage?from=2026-02-30&to=2026-03-01`)
  expectError(wrong, 400, 802030)
  const { body: ofAll } = await operator.send('GET', '/usage')
  expect(ofAll.stores.active).toBeGreaterThan(0)
  expect(ofAll.months[0].orders).toBeGreaterThan(0)
  const { body: health } = await operator.send('GET', '/health')
  expect(health.queues.map(({ name }: { name: string }) => name)).toContain('send-mailing')
  await addJobs()
  const { body: later } = await operator.send('GET', '/health')
  expect(later.queues.find(({ name }: { name: string }) => name === 'run-export')).toEqual({
    ...{ name: 'run-export', waiting: 1, running: 1, failed: 1 },
    oldest_at: '2020-01-02T00:00:00.000Z',
  })
  expect(health).toMatchObject({ mails: { sends: true }, disk: { free_bytes: expect.any(Number) } })
  expect(health.backups).toMatchObject({ scheduled: false, overdue: false, last_success_at: null })
  expect(health.versions.postgresql).toMatch(/^\d+\.\d+/)
  expect(JSON.stringify([ofStore, ofAll, health])).not.toContain('Secret')
})

/** A waiting, a running, a failed and a completed job, and one that waits for its next attempt. */
async function addJobs(): Promise<void> {
  const states = ['created', 'active', 'failed', 'completed', 'retry']
  await enqueue(it.database, 'run-export', crypto.randomUUID(), states)
  for (const state of states)
    await it.database.query(sql`
      update pgboss.job
      set state = ${state}::pgboss.job_state, created_on = '2020-01-01',
        start_after = case ${state} when 'retry' then timestamptz '2100-01-01' else '2020-01-02' end
      where singleton_key = ${state}`)
}

describe('DELETE /operator/v1/stores/{store_id}', () => {
  test('a merchant cannot give a name that nobody can type', async () => {
    const store = await aStore(it.database, { name: 'Adeus' })
    const owner = await aMember(it, store.storeId, 'owner')
    const path = `/stores/${store.storeId}`
    const name = ' \u202eCafé\r\nda\u2028 \u001b[31mSerra\t'
    const renamed = await owner.send('PATCH', `${path}/settings`, { name, data_holder: name })
    const inOneLine = 'Café da [31mSerra'
    expect(renamed.body).toMatchObject({ name: inOneLine, data_holder: inOneLine })
    // One that was stored earlier is confirmed as it looks.
    await it.database.query(
      sql`update stores set name = ${'Café\nda Serra'} where store_id = ${store.storeId}`,
    )
    expect((await operator.send('DELETE', path, { confirm: 'Café da Serra' })).status).toBe(202)
  })

  test('needs the name, ends all access at once, and cannot be undone', async () => {
    const store = await aStore(it.database, { name: 'Adeus' })
    const owner = await aMember(it, store.storeId, 'owner')
    const path = `/stores/${store.storeId}`
    const refused = await operator.send('DELETE', path, { confirm: 'adeus' })
    expectError(refused, 400, 802030)
    expect(refused.body.user_message.en_us).toBe('confirm: Expected the name of the store, Adeus')
    expect((await owner.send('GET', `${path}/settings`)).status).toBe(200)
    expect((await operator.send('DELETE', path, { confirm: 'Adeus' })).status).toBe(202)
    expectError(await owner.send('GET', `${path}/settings`), 404, 804047)
    const order = () => it.send('POST', '/orders', { headers: store.headers, body: anOrder() })
    await expect.poll(async () => (await order()).body.error_code).toBe(8121203)
    expectError(await operator.send('PATCH', path, { active: true }), 409, 804090)
    expectError(await operator.send('DELETE', path, { confirm: 'Adeus' }), 409, 804090)
    expect((await operator.send('GET', path)).body.state).toBe('deleted')
  })

  test('after an hour its rows and files are gone from every table, and no other store’s', async () => {
    const pictures = picturesIn(folder)
    const kept = await aFullStore(it, mails, folder)
    const gone = await aFullStore(it, mails, folder)
    await addALogo(gone.storeId, pictures)
    const ofKept = await countRows(kept.storeId)
    const ofGone = await filesIn(gone.storeId)
    const before = files()
    expect(before).toEqual(expect.arrayContaining(ofGone))
    expect(Object.values(await countRows(gone.storeId)).filter(count => count > 0).length).toBeGreaterThan(20)
    const at = Date.now()
    it.setNow(at)
    const answer = await operator.send('DELETE', `/stores/${gone.storeId}`, { confirm: 'Café da Serra' })
    expect(answer.status).toBe(202)
    const errors: unknown[] = []
    const erase = (now: number) =>
      eraseDeletedStores(it.database, pictures, new Date(now), (_, error) => errors.push(error))
    await erase(at + hour - 1)
    expect((await operator.send('GET', `/stores/${gone.storeId}`)).status).toBe(200)
    await erase(at + hour)
    expect(errors).toEqual([])
    expectError(await operator.send('GET', `/stores/${gone.storeId}`), 404, 804047)
    expect(Object.entries(await countRows(gone.storeId)).filter(([, count]) => count > 0)).toEqual([])
    expect(await countRows(kept.storeId)).toEqual(ofKept)
    expect(files()).toEqual(before.filter(file => !ofGone.includes(file)))
    const { body } = await operator.send('GET', `/log?store_id=${gone.storeId}`)
    expect(body.data).toMatchObject([
      { action: 'erase', by: 'system', label: 'Café da Serra' },
      { action: 'delete', by: 'key' },
    ])
  })
})

test('the invitation of a deleted store opens nothing', async () => {
  const { body } = await operator.send('POST', '/stores', { name: 'Gone', owner_email: 'cleo@loja.example' })
  await operator.send('DELETE', `/stores/${body.store_id}`, { confirm: 'Gone' })
  const left = await it.database.query(sql`select from invitations where store_id = ${body.store_id}`)
  expect(left).toEqual([])
  const token = 'a'.repeat(65)
  expectError(await adminClient(it).send('POST', '/invitations/look', { token }), 403, 8141306)
})

test('every table with a store_id is deleted with its store', async () => {
  const tables = await it.database.query<{ name: string }>(sql`
    select relname as name
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attname = 'store_id' and not attisdropped
    where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  const names = tables.map(({ name }) => name).filter(name => name !== 'stores')
  expect([...tablesToDelete].sort()).toEqual(names.sort())
})

async function countRows(storeId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['stores', ...tablesToDelete, 'accounts.stores_of_users']) {
    const [found] = await it.database.query<{ count: number }>(sql`
      select count(*)::integer as count
      from ${raw(table)}
      where store_id = ${storeId}`)
    counts[table] = found?.count ?? 0
  }
  return counts
}

async function addALogo(storeId: string, pictures: PictureStore): Promise<void> {
  const name = `${'a'.repeat(40)}-logo.png`
  await pictures.put(name, Buffer.from('a logo'))
  await it.database.query(sql`
    insert into store_logos (store_id, name, made_at)
    values (${storeId}, ${name}, now())`)
}

/** The files of a store's pictures and logos. */
async function filesIn(storeId: string): Promise<string[]> {
  const pictures = await it.database.query<{ name: string }>(sql`
    select name
    from pictures
    where store_id = ${storeId}`)
  const logos = await it.database.query<{ name: string }>(sql`
    select name
    from store_logos
    where store_id = ${storeId}`)
  return [...pictures.flatMap(({ name }) => filesOf(name)), ...logos.map(({ name }) => name)]
}

const files = () =>
  readdirSync(join(folder, 'pictures'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => name)
    .sort()
