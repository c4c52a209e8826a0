import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aReview } from '../../test/factories.ts'
import { addProducts, addReviews } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp()
  owner = await aStore(service.database)
  await addProducts(service, owner, { moka: 'MOKA' })
})
afterAll(() => service.close())

// Every index costs every review: docs/decisions/0095 lists what each one is for.
test('a published review without votes, pictures, order or reply is in ten B-trees and two other indexes', async () => {
  const review = aReview({
    product_id: 'moka',
    body: 'It heats fast, does not leak, and the handle stays cool.',
    order_id: null,
    pictures: [],
    reply: null,
    votes: 0,
  })
  await addReviews(service, owner, review)
  const indexes = await service.database.query<{ name: string; kind: string; condition: string }>(sql`
    select relname as name, amname as kind, coalesce(pg_get_expr(indpred, indrelid), 'true') as condition
    from pg_index
    join pg_class on pg_class.oid = indexrelid
    join pg_am on pg_am.oid = relam
    where indrelid = 'reviews'::regclass
    order by relname`)
  const found: Record<string, string[]> = {}
  for (const { name, kind, condition } of indexes) {
    const rows = await service.database.query(sql`
      select
      from reviews
      where store_id = ${owner.storeId} and id = ${review.id} and ${raw(condition)}`)
    if (rows.length > 0) found[kind] = [...(found[kind] ?? []), name]
  }
  expect(found).toEqual({
    btree: [
      'reviews_by_author',
      'reviews_by_language',
      'reviews_by_product',
      'reviews_by_stars',
      'reviews_by_state',
      'reviews_by_text',
      'reviews_changed',
      'reviews_of_products_by_stars',
      'reviews_pkey',
      'reviews_unanswered',
    ],
    gin: ['reviews_by_text_part', 'reviews_search_by_day'],
  })
})
