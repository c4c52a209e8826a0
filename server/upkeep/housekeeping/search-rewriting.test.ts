import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeReview } from '../../answers/reviews/reviews.ts'
import { searchMaker } from '../../tenants/stores/search-maker.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aQuestion, aReview } from '../../test/factories.ts'
import { addProducts, addQuestions, addReviews, by, readAs } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'
import { checkSearch } from '../doctor/search-check.ts'
import { rewriteBatch } from './search-rewriting.ts'

let it: TestApp
let shop: Member
beforeAll(async () => {
  it = await startTestApp()
  shop = await aStore(it.database, { locale: 'de' })
  await addProducts(it, shop, { 'P-1': '' })
})
afterAll(() => it.close())

const found = async (terms: string, what = 'reviews.json') =>
  (await readAs(it, shop, what, { product_id: 'P-1', terms })).body.count

/** As after an upgrade from a PostgreSQL that stemmed otherwise. */
async function writtenElsewhere(): Promise<void> {
  for (const table of ['reviews', 'questions'])
    await it.database.query(sql`
      update ${sql([table])}
      set search = 'elsewhere'
      where store_id = ${shop.storeId}`)
  await it.database.query(sql`update stores set search_made_by = '15.1' where store_id = ${shop.storeId}`)
}

test('words that another PostgreSQL made are rewritten beside traffic, and the doctor says how far', async () => {
  const reviews = Array.from({ length: 250 }, (_, index) =>
    aReview({ product_id: 'P-1', title: '', body: `Das System läuft, Nummer ${index}` }),
  )
  await addReviews(it, shop, ...reviews)
  await addQuestions(it, shop, aQuestion({ product_id: 'P-1', body: 'Passt der Deckel?' }))
  expect(await checkSearch(it.database, false)).toMatchObject({ status: 'ok' })
  await writtenElsewhere()
  expect([await found('System'), await found('Deckel', 'questions.json')]).toEqual([0, 0])
  expect(await checkSearch(it.database, false)).toEqual({
    status: 'warning',
    detail: expect.stringContaining('251 reviews and questions in 1 stores; 0 are rewritten.'),
  })

  expect(await rewriteBatch(it.database, shop.storeId)).toBe(true)
  expect((await checkSearch(it.database, false)).detail).toContain('; 200 are rewritten.')
  // An archive or a move in the middle has words of two versions.
  expect(
    await it.database.query(sql`select search_made_by from stores where store_id = ${shop.storeId}`),
  ).toEqual([{ search_made_by: null }])
  // An edit in the middle keeps its own words, wherever the rewriting is.
  const [first, last] = reviews
    .map(({ id }) => id)
    .toSorted()
    .filter((_, at) => at === 0 || at === 249)
  for (const id of [first, last])
    await it.database.transaction(tx =>
      changeReview(tx, shop.storeId, id as string, by, () => ({ body: 'Ein Lüfter' })),
    )
  // Another process continues where a killed one stopped. Searches in the response cache are forgotten.
  await it.runDue()
  await expect.poll(() => found('System')).toBe(248)
  await expect.poll(() => found('Deckel', 'questions.json')).toBe(1)
  expect(await found('Lüfter')).toBe(2)
  expect(await checkSearch(it.database, false)).toMatchObject({ status: 'ok' })
})

test('the doctor rewrites them at once with fix', async () => {
  await writtenElsewhere()
  expect(await checkSearch(it.database, true)).toEqual({
    status: 'ok',
    detail: expect.stringContaining('251 reviews and questions in 1 stores'),
  })
  expect(await checkSearch(it.database, false)).toMatchObject({ status: 'ok' })
  await expect.poll(() => found('Lüfter')).toBe(2)
})

test('contact data that visitors see as dots stay out of the words', async () => {
  const review = aReview({
    product_id: 'P-1',
    title: '',
    body: 'Schreib an karla@example.com, Tel. 030 23125 881',
  })
  await addReviews(it, shop, review)
  await writtenElsewhere()
  await it.runDue()
  await expect.poll(() => found('Schreib')).toBe(1)
  expect([await found('karla'), await found('23125')]).toEqual([0, 0])
})

test('a rewriting that began before an archive was restored does not end as if it had seen it', async () => {
  await writtenElsewhere()
  await it.database.query(sql`
    update stores
    set search_rewritten = jsonb_build_object('maker', ${searchMaker}, 'table', 'products', 'after', 'P-2')
    where store_id = ${shop.storeId}`)
  let rewriting: Promise<unknown> | undefined
  await it.database.transaction(async tx => {
    await tx.query(sql`select from stores where store_id = ${shop.storeId} for update`)
    rewriting = rewriteBatch(it.database, shop.storeId)
    await expect
      .poll(() => it.database.query(sql`select from pg_locks where not granted limit 1`))
      .toHaveLength(1)
    await tx.query(
      sql`update stores set search_rewritten = '{"restored": 1}' where store_id = ${shop.storeId}`,
    )
  })
  await rewriting
  expect(await checkSearch(it.database, false)).toMatchObject({ status: 'warning' })
  await it.runDue()
  expect(await checkSearch(it.database, false)).toMatchObject({ status: 'ok' })
})

test('names of products are folded again too', async () => {
  const names = () =>
    it.database.query<{ search_text: string }>(sql`
      select search_text from products where store_id = ${shop.storeId} and product_id = 'P-ł'`)
  const [now] = await it.database.query<{ definition: string }>(
    sql`select pg_get_functiondef('plain_text'::regproc) as definition`,
  )
  await it.database.query(sql`
    create or replace function plain_text(text) returns text
    language sql immutable strict parallel safe as 'select lower($1)'`)
  await addProducts(it, shop, { 'P-ł': '' })
  await it.database.query(sql`update products set name = 'ŁÓŻKO Ｄｅ' where product_id = 'P-ł'`)
  expect(await names()).toEqual([{ search_text: ' łóżko ｄｅ p-ł ' }])
  await it.database.query(sql([now?.definition ?? '']))
  await writtenElsewhere()
  await it.runDue()
  expect(await names()).toEqual([{ search_text: ' lozko de p-l ' }])
})
