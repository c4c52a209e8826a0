import sql, { raw } from 'sql-template-tag'
import { afterAll, describe, expect, test } from 'vitest'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { type AdminClient, aMember } from '../../test/admin.ts'
import { startTestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct, aQuestion, aReview } from '../../test/factories.ts'
import { addQuestions, addReviews } from '../../test/reading.ts'
import { routesOfAStore, type StoreRoute, sendSample, takesIds } from '../../test/requests/every-route.ts'
import { installSnapshots, readSnapshot } from '../../test/twins/snapshot.ts'
import { aStore, type Member } from '../../test/users.ts'

// Generated from the route table and the database schema, so that new routes and tables are included: for each route of
// a store, ids of another store must be answered like unknown ids.

const storeTables = sql`
  select table_schema, table_name from information_schema.columns
  where column_name = 'store_id' and table_schema not in ('pg_catalog', 'information_schema')`

/** A word in every text of the other store. No response to us may contain it. */
const secretWord = 'zanzibar'

// Top-level, because the tests are named after the routes of the service.
const it = await startTestApp({ SIGN_IN_RATE_LIMIT: '100000' })
const mine = await aStore(it.database)
const foreign = await aStore(it.database, { name: 'Another store' })
const owner = await aMember(it, mine.storeId, 'owner')
await fill(foreign, await aMember(it, foreign.storeId, 'owner'))
const ids = await idsOf(foreign.storeId)
await installSnapshots(it.database)
// Read once: each test leaves them as they are, or fails and names its route.
let rows = await foreignRows()
afterAll(() => it.close())

const storeRoutes = routesOfAStore()

test('the other store has ids of every kind', () => {
  expect(ids.length).toBeGreaterThan(10)
  expect(rows?.length).toBeGreaterThan(20)
  expect(storeRoutes.length).toBeGreaterThan(20)
})

describe('a foreign store is answered like an unknown one', () => {
  test.each(storeRoutes)('$method $path', async route => {
    const unknown = await send(route, uuid(), uuid())
    expect(unknown.body).toMatchObject({ error_code: 804047 })
    for (const id of [uuid(), ...ids]) {
      expect(await send(route, foreign.storeId, id), id).toEqual(unknown)
      if (!takesIds(route)) break
    }
    await expectSameRows()
  })
})

describe("in one's own store, a foreign id is answered like an unknown one", () => {
  // The ids of a store's own questions are its own names, and channels have the same names everywhere.
  const named = storeRoutes.filter(({ path }) => path !== '/attributes' && !path.startsWith('/channels/'))
  test.each(named.filter(takesIds))('$method $path', async route => {
    const statuses = new Set<number>()
    for (const id of ids) {
      const madeUp = madeUpLike(id)
      const known = await send(route, mine.storeId, id)
      const unknown = await send(route, mine.storeId, madeUp)
      expect(withoutIds(known, id), id).toEqual(withoutIds(unknown, madeUp))
      expect(known.status, JSON.stringify(known.body)).toBeLessThan(500)
      // A shop chooses its own product ids, which may equal those of another shop.
      expect(JSON.stringify(known.body).replaceAll(id, '')).not.toContain(secretWord)
      statuses.add(known.status)
    }
    // Otherwise the sample body was wrong, and no id was checked.
    expect([...statuses]).not.toEqual([400])
    await expectSameRows()
  })
})

async function expectSameRows(): Promise<void> {
  const before = rows
  rows = await foreignRows()
  expect(rows).toEqual(before)
}

async function fill(store: Member, member: AdminClient): Promise<void> {
  const order = anOrder({
    order_id: `${secretWord}-order`,
    products: [anOrderProduct({ product_id: `${secretWord}-product`, name: secretWord })],
    customers: [aCustomer({ email: `${secretWord}@shop.example` })],
  })
  const created = await it.send('POST', '/orders', { headers: store.headers, body: order })
  expect(created.status).toBe(201)
  it.setNow('2026-03-25T12:00:00Z')
  await it.runDue()
  it.setNow(Date.now())
  const texts = { body: secretWord, display_name: secretWord, product_id: `${secretWord}-product` }
  await addReviews(it, store, aReview(texts), aReview({ ...texts, state: 'pending', published_at: null }))
  await addQuestions(
    it,
    store,
    aQuestion({ ...texts, state: 'pending', published_at: null, reply: null, reply_created_at: null }),
  )
  const made = [
    await member.send('POST', `/stores/${store.storeId}/keys`, { expires_at: null }),
    await member.send('POST', `/stores/${store.storeId}/invitations`, {
      email: `${secretWord}@agency.example`,
      role: 'viewer',
    }),
    await member.send('POST', `/stores/${store.storeId}/imports`, {
      kind: 'review',
      file_name: `${secretWord}.csv`,
      size: 9,
    }),
    await member.send('POST', `/stores/${store.storeId}/exports`, { kind: 'archive' }),
    await member.send('POST', `/stores/${store.storeId}/connections`, {
      platform: 'woocommerce',
      name: secretWord,
    }),
    await member.send('POST', `/stores/${store.storeId}/webhooks`, {
      url: `http://127.0.0.1:9/${secretWord}`,
    }),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  const webhook = made.at(-1)?.body.webhook.webhook_id
  await member.send('POST', `/stores/${store.storeId}/webhooks/${webhook}/test`, { type: 'endpoint.test' })
}

const send = (route: StoreRoute, storeId: string, id: string) => sendSample(owner, route, storeId, id)

// New records have their own id and time.
function withoutIds(answer: object, sent: string): string {
  return JSON.stringify(answer)
    .replaceAll(sent, 'ID')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
}

/** An unused id of the same form. */
function madeUpLike(id: string): string {
  return /^[0-9a-f-]{36}$/.test(id) ? uuid() : `nobody's ${uuid()}`
}

/** One value of each id column, in each table with rows of the store. */
async function idsOf(storeId: string): Promise<string[]> {
  const columns = await it.database.query<{ place: string; name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as place, column_name as name
    from information_schema.columns
    where column_name ~ '(^|_)id$' and column_name <> 'store_id' and data_type in ('text', 'uuid')
      and (table_schema, table_name) in (${storeTables})`)
  const found = await Promise.all(
    columns.map(({ place, name }) =>
      it.database.query<{ id: string | null }>(
        sql`select ${raw(name)}::text as id from ${raw(place)} where store_id = ${storeId} limit 1`,
      ),
    ),
  )
  return [...new Set(found.flat().flatMap(({ id }) => id ?? []))]
}

async function foreignRows(): Promise<string[] | undefined> {
  return (await readSnapshot(it.database)).get(foreign.storeId)
}
