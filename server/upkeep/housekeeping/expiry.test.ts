import sql, { raw, type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { aStore } from '../../test/users.ts'
import { tidyStores } from './tidy.ts'

let home: TestDatabase
beforeAll(async () => {
  home = await createTestDatabase()
})
afterAll(() => home.close())

const at = new Date('2026-03-20T12:00:00Z')
const day = 24 // hours

type Insert = (storeId: string, name: string, since: Date) => Sql

// By table, after how many hours.
const kept: [table: string, hours: number, insert: Insert][] = [
  [
    'moderation_networks',
    day,
    (storeId, name, since) => sql`
      insert into moderation_networks (store_id, network, times, last_at)
      values (${storeId}, ${name}, '{}', ${since})`,
  ],
  [
    'used_once',
    0,
    (storeId, name, since) => sql`
      insert into used_once (store_id, what, expires_at)
      values (${storeId}, ${name}, ${since})`,
  ],
  [
    'management_requests',
    day,
    (storeId, name, since) => sql`
      insert into management_requests (store_id, key_id, idempotency_key, request_hash, status, people, created_at)
      values (${storeId}, gen_random_uuid(), ${name}, ${Buffer.alloc(32)}, 200, '{}', ${since})`,
  ],
  [
    'connection_events',
    30 * day,
    (storeId, name, since) => sql`
      insert into connection_events (store_id, event_id, connection_id, topic, delivery_id, received_at, state)
      values (${storeId}, gen_random_uuid(), 'shop', 'orders', ${name}, ${since}, 'waiting')`,
  ],
  [
    'connection_orders',
    400 * day,
    (storeId, name, since) => sql`
      insert into connection_orders (store_id, order_id, connection_id, changed_at)
      values (${storeId}, ${name}, 'shop', ${since})`,
  ],
  [
    'waiting_orders',
    90 * day,
    (storeId, name, since) => sql`
      insert into waiting_orders (store_id, order_id, connection_id, said, said_at)
      values (${storeId}, ${name}, 'shop', '{}', ${since})`,
  ],
  [
    'notice_messages',
    30 * day,
    (storeId, _name, since) => sql`
      insert into notice_messages (store_id, message_id, target_id, facts, state, created_at)
      values (${storeId}, gen_random_uuid(), gen_random_uuid(), '{}', 'waiting', ${since})`,
  ],
]

test.each(
  kept,
)('%s: a row is deleted after %i hours, and a later one is not', async (table, hours, insert) => {
  const { storeId } = await aStore(home.database)
  const aged = (age: number) => new Date(at.getTime() - age * 3_600_000)
  const fresh = aged(hours - 1)
  await home.database.query(insert(storeId, 'expired', aged(hours + 1)))
  await home.database.query(insert(storeId, 'fresh', fresh))
  await tidyStores(home.database, picturesIn('/nonexistent'), at, (_message, error) => {
    throw error
  })
  const left = await home.database.query(sql`
    select to_jsonb(one)::text as row
    from ${raw(table)} as one
    where store_id = ${storeId}`)
  expect(left).toEqual([{ row: expect.stringContaining(fresh.toISOString().slice(0, 16)) }])
})
