import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aFile, importedReviews, importText } from '../../test/exchange/imports.ts'
import { aStore } from '../../test/users.ts'
import { checkRatings } from '../../upkeep/doctor/count-checks.ts'

let it: TestApp
let storeId: string
beforeAll(async () => {
  it = await startTestApp()
  storeId = (await aStore(it.database)).storeId
})
afterAll(() => it.close())

const rows = (product_id: string, count: number) =>
  Array.from({ length: count }, (_, row) => ({ product_id, body: `${product_id} ${row}` }))

/** Connections to this database in this state, whose last statement is this one. */
const connections = async (state: string, statement: string) =>
  await it.database.query<{ pid: number }>(sql`
    select pid
    from pg_stat_activity
    where datname = current_database() and state = ${state} and query like ${`%${statement}%`}
      and pid <> pg_backend_pid()`)

test('a batch is inserted beside the one before it, and not committed if that one is lost', async () => {
  await importText(it, storeId, aFile({ product_id: 'HELD', body: 'first' }))
  const file = aFile(...rows('HELD', 1_000), ...rows('FREE', 1_000))
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = it.database.longTransaction(async tx => {
    await tx.query(sql`
      select
      from rating_summaries
      where store_id = ${storeId} and product_id = 'HELD'
      for update`)
    held.resolve()
    await released.promise
  })
  await held.promise
  const importing = importText(it, storeId, file).catch(error => error)
  await expect.poll(() => connections('idle in transaction', 'insert into audit_log')).toHaveLength(1)
  await expect.poll(() => connections('active', 'insert into rating_summaries')).toHaveLength(1)
  const [first] = await connections('active', 'insert into rating_summaries')
  await it.database.query(sql`select pg_terminate_backend(${first?.pid}::integer)`)
  expect((await importing).fault).toMatchObject({ name: 'database_lost' })
  expect(await importedReviews(it, storeId)).toMatchObject([{ body: 'first' }])
  released.resolve()
  await holding
  expect(await importText(it, storeId, file)).toMatchObject({ imported: 2_000, skipped: 0 })
  const bodies = (await importedReviews(it, storeId)).map(({ body }) => body)
  expect([bodies.length, new Set(bodies).size]).toEqual([2_001, 2_001])
  expect(await checkRatings(it.database, false)).toMatchObject({ status: 'ok' })
})

test('an id of the batch before is skipped, and its row adds no product', async () => {
  const file = aFile(
    { review_id: 'r-1', product_id: 'P-1' },
    ...rows('P-1', 999),
    { review_id: 'r-1', product_id: 'OTHER' },
    ...rows('P-2', 2),
  )
  expect(await importText(it, storeId, file)).toMatchObject({ imported: 1_002, skipped: 1 })
  const products = await it.database.query<{ product_id: string }>(sql`
    select product_id
    from products
    where store_id = ${storeId} and product_id in ('P-1', 'P-2', 'OTHER')
    order by product_id`)
  expect(products.map(({ product_id }) => product_id)).toEqual(['P-1', 'P-2'])
})
