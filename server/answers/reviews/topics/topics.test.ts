import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aReview } from '../../../test/factories.ts'
import { addProducts, addReviews, readAs } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'

let service: TestApp
let store: Member
beforeAll(async () => {
  service = await startTestApp()
  store = await aStore(service.database)
  await addProducts(service, store, {
    moka: 'MOKA',
    quiet: 'QUIET',
    cup: 'CUP',
    tea: 'TEA',
    many: 'MANY',
    late: 'LATE',
  })
})
afterAll(() => service.close())

async function topicsOf(product_id: string) {
  const { status, body } = await readAs(service, store, 'topics.json', { product_id })
  expect(status).toBe(200)
  return (body as { result: { topic: string; count: number }[] }).result
}

const written = (product_id: string, language: string, texts: string[]) =>
  texts.map((body, index) => aReview({ product_id, language, title: '', body, rating: 1 + (index % 5) }))

test('words and pairs that many reviews mention, as people wrote them, and as a search finds them', async () => {
  const few = Array.from({ length: 40 }, (_, no) => `Nothing${no} else${no} here${no}.`)
  await addReviews(
    service,
    store,
    ...written('moka', 'en', [
      'The moka pot is easy to clean. The handle gets hot.',
      'Easy to clean! I love the handles. Mail me: ana@example.com',
      'So easy to clean; the handle stays cool. ana@example.com',
      'The handle broke. ana@example.com moka moka moka',
      'A great product, I bought two. Handle with care',
      ...few,
    ]),
    aReview({ product_id: 'moka', language: 'en', title: '', body: 'The handle is hot.', state: 'pending' }),
  )
  const topics = await topicsOf('moka')
  expect(topics).toEqual([
    { topic: 'handle', count: 5 },
    { topic: 'easy to clean', count: 3 },
  ])
  for (const { topic, count } of topics) {
    const { body } = await readAs(service, store, 'reviews.json', { product_id: 'moka', terms: topic })
    expect((body as { count: number }).count).toBe(count)
  }
  // Two reviews more: three of 48 are in 5 % no more.
  await addReviews(
    service,
    store,
    ...written(
      'moka',
      'en',
      Array.from({ length: 20 }, (_, no) => `Extra${no}`),
    ),
  )
  await expect.poll(async () => (await topicsOf('moka')).map(({ topic }) => topic)).toEqual(['handle'])
})

test('other languages have their own words, and a product with few reviews has none', async () => {
  await addReviews(
    service,
    store,
    ...written('cup', 'pt-BR', [
      'Muito boa, fácil de limpar. A tampa vaza.',
      'Fácil de limpar e bonita, a tampa é ótima.',
      'É fácil de limpar. Tampas firmes.',
    ]),
    ...written('tea', 'ja', ['香りがとても良いです。', '香りが好き。', 'いい香り！', '味は普通。']),
    ...written('quiet', 'en', ['Handle', 'Handle']),
  )
  expect((await topicsOf('cup')).map(({ topic, count }) => `${topic} ${count}`)).toEqual([
    'fácil de limpar 3',
    'tampa 3',
  ])
  expect((await topicsOf('tea')).map(({ topic, count }) => `${topic} ${count}`)).toEqual(['香り 3'])
  expect(await topicsOf('quiet')).toEqual([])
  expect(await topicsOf('unknown')).toEqual([])
  expect((await readAs(service, store, 'topics.json')).status).toBe(400)
})

test('eight topics at most are named, of the first 2,000 characters of each review', async () => {
  const parts = 'boiler chamber filter funnel gasket handle hinge spout valve washer'.split(' ')
  await addReviews(
    service,
    store,
    ...written('many', 'en', Array(3).fill(parts.join('. '))),
    ...written('late', 'en', Array(3).fill(`Saucer. ${'. '.repeat(1_000)} Teapot.`)),
  )
  expect((await topicsOf('many')).map(({ topic }) => topic)).toEqual(parts.slice(0, 8))
  expect(await topicsOf('late')).toEqual([{ topic: 'saucer', count: 3 }])
})
