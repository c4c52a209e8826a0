import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { aReview } from '../../../test/factories.ts'
import { addProducts, addReviews, readAs } from '../../../test/reading.ts'
import { aStore } from '../../../test/users.ts'
import searches from './searches-by-language.json' with { type: 'json' }

const it = await startTestApp()
afterAll(() => it.close())

/** Three reviews of a shop by language, and terms that find the first, the second or the third alone; 0: that find none. */
const shops: Record<string, { bodies: string[]; found: Record<string, number> }> = searches

test.each(Object.entries(shops))('%s', async (locale, { bodies, found }) => {
  const shop = await aStore(it.database, { locale })
  await addProducts(it, shop, { P: '' })
  const reviews = bodies.map(body => aReview({ product_id: 'P', title: '', body, language: locale }))
  await addReviews(it, shop, ...reviews)
  const read = await Promise.all(
    Object.keys(found).map(async terms => {
      const { body } = await readAs(it, shop, 'reviews.json', { product_id: 'P', terms })
      return [terms, body.result.map(({ body }: { body: string }) => bodies.indexOf(body) + 1)]
    }),
  )
  expect(read).toEqual(Object.entries(found).map(([terms, place]) => [terms, place === 0 ? [] : [place]]))
})

test('words are found at the end of a long sentence without spaces', async () => {
  const shop = await aStore(it.database, { locale: 'th' })
  await addProducts(it, shop, { P: '' })
  const sentences = {
    ด้าม: `${'กาแฟหอมมาก'.repeat(20)}ด้ามจับร้อน`,
    ร้อน: `${'กาแฟหอมมาก'.repeat(20)}ด้ามจับร้อน`,
    改善: `${'とても美味しい'.repeat(30)}改善`,
  }
  const reviews = Object.values(sentences).map(body =>
    aReview({ product_id: 'P', title: '', body, language: 'th' }),
  )
  await addReviews(it, shop, ...reviews)
  for (const terms of Object.keys(sentences)) {
    const { body } = await readAs(it, shop, 'reviews.json', { product_id: 'P', terms })
    expect([terms, body.count]).toEqual([terms, terms === '改善' ? 1 : 2])
  }
})

test('terms are cut between characters, and are none of PostgreSQL’s own signs', async () => {
  const shop = await aStore(it.database, { locale: 'zh-CN' })
  await addProducts(it, shop, { P: '' })
  await addReviews(it, shop, aReview({ product_id: 'P', title: '', body: 'a 𠀀𠀁 品', language: 'zh-CN' }))
  for (const [terms, count] of [
    [`a${'𐐨'.repeat(40)}`, 0],
    [`a${'𠀀'.repeat(40)}`, 0],
    ['𠀀𠀁', 1],
    ["品':* | & ! ()", 1],
  ] as const) {
    const { status, body } = await readAs(it, shop, 'reviews.json', { product_id: 'P', terms })
    expect([terms, status, body.count]).toEqual([terms, 200, count])
  }
})

test('a review in another language than the store’s is found by the stems of both', async () => {
  const shop = await aStore(it.database, { locale: 'pt-BR' })
  await addProducts(it, shop, { P: '' })
  await addReviews(
    it,
    shop,
    aReview({ product_id: 'P', title: '', body: 'Schönes Bücherregal', language: 'de' }),
    aReview({ product_id: 'P', title: '', body: 'Доставка быстрая', language: 'pt-BR' }),
  )
  const count = async (terms: string, locale?: string) =>
    (await readAs(it, shop, 'reviews.json', { product_id: 'P', terms, ...(locale && { locale }) })).body.count
  expect(await count('schones')).toBe(1)
  expect(await count('bücher')).toBe(0)
  expect(await count('bücher', 'de-AT')).toBe(1)
  // The script of the terms says that they are Russian.
  expect(await count('доставки')).toBe(1)
})
