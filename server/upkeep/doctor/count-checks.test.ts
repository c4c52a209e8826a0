import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertAnswers } from '../../answers/questions/answers/answers.ts'
import { insertQuestions } from '../../answers/questions/questions.ts'
import { findWrongCounts, rebuildCounts } from '../../answers/questions/recount.ts'
import { insertReviews } from '../../answers/reviews/reviews.ts'
import { findWrongSummaries, rebuildSummaries } from '../../answers/reviews/sums/recount.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { readProductChange } from '../../tenants/products/changes.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addCopies } from '../../test/database/copies.ts'
import { anAnswer, aQuestion, aReview } from '../../test/factories.ts'
import { anOwnerAndOutsider } from '../../test/users.ts'
import { checkQuestions, checkRatings } from './count-checks.ts'

const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'command', action: 'create' } as const

const products = ['P-1', 'P-2', 'P-3'].map(product_id => ({ product_id, sku: '', name: '', url: '' }))

let it: TestApp
let storeId: string
let otherId: string
let many: string[]
beforeAll(async () => {
  it = await startTestApp()
  const { owner, outsider } = await anOwnerAndOutsider(it.database)
  ;[storeId, otherId] = [owner.storeId, outsider.storeId]
  for (const id of [storeId, otherId]) {
    await addSeenProducts(it.database, id, products, by.at)
    await it.database.transaction(tx => writeReview(tx, id, 'P-1'))
    await it.database.transaction(tx => writeQuestion(tx, id, 'P-1'))
  }
  many = await manyShops(600)
})
afterAll(() => it.close())

/** Ids of stores with the same products as the first one. */
async function manyShops(count: number): Promise<string[]> {
  const change = sql`'store_id', gen_random_uuid(), 'store_key', 'key-' || n`
  await addCopies(it.database, 'stores', sql`one.store_id = ${storeId}`, [1, count], change)
  const rows = await it.database.query<{ store_id: string }>(sql`
    select store_id from stores where store_key like 'key-%' order by store_id`)
  const ids = rows.map(({ store_id }) => store_id)
  for (const id of ids) await addSeenProducts(it.database, id, products, by.at)
  return ids
}

const writeReview = (tx: Connection, store: string, product_id: string) =>
  insertReviews(tx, store, [aReview({ product_id }), aReview({ product_id, state: 'pending' })], by)

const writeQuestion = (tx: Connection, store: string, product_id: string) =>
  insertQuestions(tx, store, [aQuestion({ product_id }), aQuestion({ product_id, state: 'rejected' })], by)

describe.each([
  {
    what: 'ratings',
    table: 'rating_summaries',
    column: 'five',
    look: checkRatings,
    find: findWrongSummaries,
    rebuild: rebuildSummaries,
    write: writeReview,
  },
  {
    what: 'questions',
    table: 'question_counts',
    column: 'published',
    look: checkQuestions,
    find: findWrongCounts,
    rebuild: rebuildCounts,
    write: writeQuestion,
  },
])('$what', ({ table, column, look, find, rebuild, write }) => {
  const corrupt = (store: string, productId: string) =>
    it.database.query(sql`
      insert into ${raw(table)}
      select (jsonb_populate_record(null::${raw(table)}, row)).*
      from (
        select jsonb_object_agg(attname, 7) || jsonb_build_object('store_id', ${store}::text, 'product_id', ${productId}::text) as row
        from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0
      ) as made
      on conflict (store_id, product_id) do update set ${raw(column)} = 7`)

  test('that agree pass, and pending or rejected records do not count', async () => {
    expect(await look(it.database, false)).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/agree in all stores \(602\)/),
    })
  })

  test('that were changed, lost or invented are reported by product, and rebuilt with fix', async () => {
    await it.database.transaction(tx => write(tx, storeId, 'P-2'))
    await corrupt(storeId, 'P-1')
    await it.database.query(sql`delete from ${raw(table)} where store_id = ${storeId} and product_id = 'P-2'`)
    await corrupt(storeId, 'P-3')
    const reports: unknown[] = []
    it.session.onNotify(payload => {
      // Notifications of what was written before may arrive late.
      const change = readProductChange(payload)
      if (change) reports.push(change.productId)
    })

    const found = await look(it.database, false)
    expect(found.status).toBe('error')
    expect(found.detail).toContain(`store ${storeId}: product P-1, product P-2, product P-3.`)
    expect(found.detail).not.toContain(otherId)
    expect(await find(it.database, [storeId, otherId])).toEqual(
      ['P-1', 'P-2', 'P-3'].map(product_id => ({ store_id: storeId, product_id })),
    )

    expect(await look(it.database, true)).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^rebuilt: .*P-2/),
    })
    expect(await look(it.database, false)).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/agree/),
    })
    await expect.poll(() => [...new Set(reports)].toSorted()).toEqual(['P-1', 'P-2', 'P-3'])
  })

  test('are found in the last of many stores with the same product ids', async () => {
    const last = many.at(-1) as string
    for (const id of [many[0] as string, last]) {
      await it.database.transaction(tx => write(tx, id, 'P-1'))
      await it.database.transaction(tx => write(tx, id, 'P-2'))
    }
    await corrupt(last, 'P-2')
    const progress: [number, number][] = []
    const found = await look(it.database, false, (inspected, all) => progress.push([inspected, all]))
    expect(found.detail).toContain(`differ in store ${last}: product P-2. Run:`)
    expect(progress).toEqual([
      [0, 602],
      [500, 602],
    ])
    expect(await look(it.database, true)).toMatchObject({ status: 'ok' })
    expect(await look(it.database, false)).toMatchObject({ status: 'ok' })
  })

  test('are named in twenty stores at most', async () => {
    for (const id of many.slice(0, 23)) await corrupt(id, 'P-3')
    const { detail } = await look(it.database, false)
    for (const id of many.slice(0, 20)) expect(detail).toContain(`store ${id}: product P-3`)
    expect(detail).toContain('; and 3 more. Run:')
    expect(await look(it.database, true)).toMatchObject({ status: 'ok' })
    expect(await look(it.database, false)).toMatchObject({ status: 'ok' })
  })

  test('are rebuilt correctly during concurrent writes', async () => {
    const products = ['P-1', 'P-2', 'P-3']
    let writing = true
    const writers = products.map(async productId => {
      while (writing) await it.database.transaction(tx => write(tx, storeId, productId))
    })
    for (let round = 0; round < 15; round++) {
      const productId = products[round % 3] as string
      await corrupt(storeId, productId)
      await it.database.transaction(tx => rebuild(tx, storeId, products))
      expect(await find(it.database, [storeId])).toEqual([])
    }
    writing = false
    await Promise.all(writers)
    expect(await find(it.database, [storeId])).toEqual([])
  })
})

test('counts of answers that were changed or lost are reported by product, and rebuilt with fix', async () => {
  const asked = ['A-1', 'A-2', 'A-3'].map(product_id => aQuestion({ product_id }))
  const answers = asked.flatMap(({ id: question_id, product_id }) => [
    anAnswer({ question_id, product_id }),
    anAnswer({ question_id, product_id, state: 'pending' }),
  ])
  for (const id of [storeId, otherId]) {
    const added = asked.map(({ product_id }) => ({ product_id, sku: '', name: '', url: '' }))
    await addSeenProducts(it.database, id, added, by.at)
    await it.database.transaction(tx => insertQuestions(tx, id, asked, by))
    await it.database.transaction(tx => insertAnswers(tx, id, answers, by))
  }
  const counts = async (id: string) => {
    const rows = await it.database.query<{ answers: number }>(sql`
      select answers
      from questions
      where store_id = ${id} and product_id like 'A-%'
      order by product_id`)
    return rows.map(({ answers }) => answers)
  }
  expect(await checkQuestions(it.database, false)).toMatchObject({ status: 'ok' })
  const corrupt = (productId: string, count: number) =>
    it.database.query(sql`
      update questions
      set answers = ${count}
      where store_id = ${storeId} and product_id = ${productId}`)
  await corrupt('A-1', 2)
  await corrupt('A-3', 0)

  const found = await checkQuestions(it.database, false)
  expect(found.status).toBe('error')
  expect(found.detail).toContain(`store ${storeId}: product A-1, product A-3.`)
  expect(found.detail).not.toContain(otherId)
  expect(await counts(storeId)).toEqual([2, 1, 0])

  expect(await checkQuestions(it.database, true)).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(/^rebuilt: .*A-1, product A-3/),
  })
  expect(await checkQuestions(it.database, false)).toMatchObject({ status: 'ok' })
  expect([await counts(storeId), await counts(otherId)]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ])
})
