import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { countTasks, statementsOf } from '../../test/plans.ts'
import { aStore, type Member } from '../../test/users.ts'
import { eraseDeletedStores } from './deleted-stores.ts'

const hour = 60 * 60 * 1000
const count = 2_500 // more than two batches

let service: TestApp
let observer: pg.Client
beforeAll(async () => {
  service = await startTestApp()
  observer = new pg.Client(service.target)
  await observer.connect()
})
afterAll(async () => {
  await observer.end()
  await service.close()
})

/** Adds rows with the same keys to each store: their places in their shards are alike too. */
async function fill({ storeId }: Member): Promise<void> {
  await service.database.query(sql`
    insert into suppressions (store_id, who, id, reason, at)
    select ${storeId}, concat('a', n, '@example.com'), lpad(n::text, 32, '0')::uuid, 'blocked', now()
    from generate_series(1, ${count}::integer) as n`)
}

async function left({ storeId }: Member): Promise<number> {
  const rows = await service.database.query(sql`select from suppressions where store_id = ${storeId}`)
  return rows.length
}

test('a deleted store goes in batches, by statements for its own shard, and no row of another store', async () => {
  // Stores that share a shard are among so many.
  const others = await Promise.all(Array.from({ length: 40 }, () => aStore(service.database)))
  const gone = await aStore(service.database)
  const shardOf = async ({ storeId }: Member) => {
    const { rows } = await observer.query(
      "select get_shard_id_for_distribution_column('suppressions', $1::uuid) as shard",
      [storeId],
    )
    return String(rows[0].shard)
  }
  const own = await shardOf(gone)
  const shards = await Promise.all(others.map(shardOf))
  const neighbour = others[shards.indexOf(own)] ?? others[0]
  const stranger = others.find((_, index) => shards[index] !== own) as Member
  const kept = [neighbour as Member, stranger]
  for (const store of [gone, ...kept]) await fill(store)

  const at = new Date()
  await service.database.query(sql`
    update stores
    set deleted_at = ${new Date(at.getTime() - hour)}
    where store_id = ${gone.storeId}`)
  const pictures = picturesIn('/nonexistent')
  const errors: unknown[] = []
  const statements = await statementsOf(() =>
    eraseDeletedStores(service.database, pictures, at, (_, error) => errors.push(error)),
  )
  expect(errors).toEqual([])
  expect(await left(gone)).toBe(0)
  for (const store of kept) expect(await left(store)).toBe(count)
  const batches = statements.filter(({ text }) => text.includes('ctid'))
  expect(batches.length).toBeGreaterThan(10)
  for (const statement of batches)
    expect(await countTasks(observer, statement)).toMatchObject({
      text: statement.text.replace(/\s+/g, ' ').trim(),
      tasks: 1,
    })
})
