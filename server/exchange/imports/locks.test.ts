import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishReview, rejectReview } from '../../answers/reviews/moderate.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aFile, importText } from '../../test/exchange/imports.ts'
import { anOrder, anOrderProduct, aProduct } from '../../test/factories.ts'
import { aStore, type Member } from '../../test/users.ts'

let it: TestApp
let store: Member
beforeAll(async () => {
  it = await startTestApp()
  store = await aStore(it.database)
})
afterAll(() => it.close())

const rounds = 12
const inOne = 60 // products

test('concurrent imports, orders, product updates and moderation of the same products never deadlock', async () => {
  const answers: number[] = []
  for (let round = 0; round < rounds; round++) {
    // Half of the products exist without a rating. The other half arrive at once from three sides.
    const ids = Array.from({ length: inOne }, (_, index) => `P-${round}-${100 + index}`)
    const known = ids.slice(0, inOne / 2).map(product_id => anOrderProduct({ product_id }))
    answers.push(await post('/orders', anOrder({ order_id: `${round}`, products: known })))
    await Promise.all([
      ...[1, 2].map(seed => importInOrder(shuffled(ids, round + seed))),
      ...shuffled(ids, round + 3).map(async product_id =>
        answers.push(await post('/products', aProduct({ product_id }))),
      ),
      ...[4, 5, 6, 7].map(async seed => {
        const products = shuffled(ids, round + seed).map(product_id => anOrderProduct({ product_id }))
        answers.push(await post('/orders', anOrder({ order_id: `${round} ${seed}`, products })))
      }),
      decide(round),
    ])
  }
  expect(answers.filter(status => status !== 201 && status !== 422)).toEqual([])
  const [counted] = await it.database.query<{ deadlocks: number }>(sql`
    select deadlocks::integer
    from pg_stat_database
    where datname = current_database()`)
  expect(counted?.deadlocks).toBe(0)
})

async function post(path: string, body: object): Promise<number> {
  return (await it.send('POST', path, { headers: store.headers, body })).status
}

/** Imports two reviews of each product, all in one batch. */
async function importInOrder(ids: string[]): Promise<void> {
  const rows = ids.map((product_id, row) => ({ product_id, body: `${row} ${ids[0]} ${Math.random()}` }))
  const report = await importText(it, store.storeId, aFile(...rows))
  expect(report.imported).toBe(ids.length)
}

/** Unpublishes and republishes reviews, also of products of the next round. */
async function decide(round: number): Promise<void> {
  const some = await it.database.query<{ id: string }>(sql`
    select id
    from reviews
    where store_id = ${store.storeId} and product_id like ${`P-${round}-%`}
    order by md5(id::text)
    limit 40`)
  const by = { at: new Date(), actor: 'command' } as const
  await Promise.all(
    some.map(async ({ id }) => {
      await it.database.transaction(tx => rejectReview(tx, store.storeId, id, 'spam', by))
      await it.database.transaction(tx => publishReview(tx, store.storeId, id, by))
    }),
  )
}

/** Deterministic for a seed. */
function shuffled<T>(all: T[], seed: number): T[] {
  return all
    .map((one, index) => ({ one, place: Math.sin(seed * 1_000 + index * 7_919) }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one)
}
