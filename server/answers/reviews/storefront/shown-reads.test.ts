import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aQuestion, aReview } from '../../../test/factories.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { addProducts, addQuestions, addReviews, by, readAs } from '../../../test/reading.ts'
import { anOwnerAndOutsider, aStore, type Member } from '../../../test/users.ts'
import { changeReview } from '../reviews.ts'

let service: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  service = await startTestApp({ PUBLIC_URL: 'https://reviews.example' })
  const cast = await anOwnerAndOutsider(service.database)
  owner = cast.owner
  outsider = cast.outsider
})
afterAll(() => service.close())

const paths = ['ratings.json', 'reviews.json', 'questions.json', 'reviews.html', 'structured-data.json']

test('a review is read with these fields, and no other', async () => {
  await addProducts(service, owner, { 'shape-1': 'SHAPE' })
  const review = aReview({
    product_id: 'shape-1',
    recommended: null,
    votes: 3,
    pictures: [
      'https://shop.example/1.jpg',
      '01999c53-5a4f.webp',
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      '../../../etc/passwd',
      'http://shop.example/2.jpg',
    ],
    reply: 'Thank you, call (11) 98765-4321',
    reply_created_at: new Date('2026-03-12T12:00:00Z'),
    title: 'Mail me: ana@example.com',
    body: 'My CPF is 123.456.789-09, it cost R$ 1.234,56 on 12/03/2026.',
    display_name: '(11) 98765-4321',
  })
  await addReviews(service, owner, review)
  const { body } = await readAs(service, owner, 'reviews.json', { sku: 'SHAPE', rating: ['5', '4'] })
  expect(body).toEqual({
    result: [
      {
        id: review.id,
        display_name: '•••',
        rating: 5,
        body: 'My CPF is •••, it cost R$ 1.234,56 on 12/03/2026.',
        title: 'Mail me: •••',
        created_at: review.created_at.toISOString(),
        verified_purchase: true,
        is_recommended: false,
        pictures: [
          'https://shop.example/1.jpg',
          'https://reviews.example/pictures/01999c53-5a4f.webp',
          'http://shop.example/2.jpg',
        ],
        reply: { body: 'Thank you, call •••', created_at: '2026-03-12T12:00:00.000Z' },
        votes: 3,
        ...{
          origin: 'page',
          origin_name: null,
          incentivized: false,
          insider: false,
          purchased_on: null,
          pinned: false,
        },
      },
    ],
    count: 1,
    meta: {
      limit: 10,
      offset: 0,
      query: { product_sku: 'SHAPE', rating: [4, 5] },
      store_name: 'Café da Serra',
    },
  })
})

test('nothing private and nothing unpublished is ever read', async () => {
  const secret = {
    email: 'private@secret.example',
    address: 'private@secret.example',
    moderation_reason: 'secret-reason',
  }
  await addProducts(service, owner, { 'private-1': 'PRIVATE' })
  for (const state of ['unconfirmed', 'pending', 'published', 'rejected', 'removed'] as const) {
    const hidden =
      state === 'published' ? {} : { title: 'unpublished', body: 'unpublished', reply: 'unpublished' }
    const reply_created_at = by.at
    const reply = 'shown'
    const common = {
      ...secret,
      order_id: `ORDER-SECRET-${state}`,
      product_id: 'private-1',
      state,
      reply,
      reply_created_at,
      ...hidden,
    }
    const { order_id: _, title: __, ...asked } = { title: '', ...common }
    await addReviews(service, owner, aReview(common))
    await addQuestions(service, owner, aQuestion(asked))
  }
  for (const what of paths) {
    const { status, body } = await readAs(service, owner, what, {
      product_id: 'private-1',
      ...(/reviews.json|questions/.test(what) && { expand: 'reply' }),
    })
    expect(status).toBe(200)
    const text = JSON.stringify(body)
    expect(text).not.toMatch(/secret|unpublished/i)
    if (/json$/.test(what) && what !== 'structured-data.json') expect(body.count).toBe(1)
  }
})

test.each(paths)('%s of a product of another store is as empty as one nobody has', async what => {
  await addProducts(service, owner, { 'mine-1': 'MINE' })
  await addReviews(service, owner, aReview({ product_id: 'mine-1', body: 'only mine' }))
  await addQuestions(service, owner, aQuestion({ product_id: 'mine-1', body: 'only mine' }))
  for (const product of [{ product_id: 'mine-1' }, { product_sku: 'MINE' }]) {
    const { status, body } = await readAs(service, outsider, what, product as Record<string, string>)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('only mine')
    if (body.result) expect(body).toMatchObject({ result: [], count: 0 })
  }
})

test('a text that is changed is found by its new words alone, and gone when it is taken down', async () => {
  await addProducts(service, owner, { 'words-1': '' })
  const review = aReview({
    product_id: 'words-1',
    title: '',
    body: 'Comprei o produto.Enfim, adorei as avaliações',
  })
  await addReviews(service, owner, review)
  const found = async (terms: string) =>
    (await readAs(service, owner, 'reviews.json', { product_id: 'words-1', terms })).body.count
  for (const terms of [
    'enfim',
    'produtos',
    'AVALIACAO',
    'avaliacoes adorei',
    'produto.enfim',
    'comprei, produto!',
  ]) {
    expect([terms, await found(terms)]).toEqual([terms, 1])
  }
  expect(await found('host')).toBe(0)
  await service.database.transaction(tx =>
    changeReview(tx, owner.storeId, review.id, by, () => ({ body: 'Não gostei' })),
  )
  await expect.poll(() => found('enfim')).toBe(0)
  expect(await found('nao')).toBe(1)
  await service.database.transaction(tx =>
    changeReview(tx, owner.storeId, review.id, by, () => ({ state: 'rejected' })),
  )
  await expect.poll(() => found('nao')).toBe(0)
})

test('a search does not tell what is under the dots', async () => {
  await addProducts(service, owner, { 'masked-1': '' })
  const body = 'Ligue (11) 98765-4321 ou ana.martins@secreto.example para cafeteiras'
  const review = aReview({ product_id: 'masked-1', title: '', body })
  await addReviews(service, owner, review)
  await addQuestions(service, owner, aQuestion({ product_id: 'masked-1', body }))
  const found = async (terms: string) => {
    const answers = ['reviews.json', 'questions.json'].map(what =>
      readAs(service, owner, what, { product_id: 'masked-1', terms }),
    )
    return (await Promise.all(answers)).map(one => one.body.count)
  }
  expect(await found('cafeteira')).toEqual([1, 1])
  for (const terms of ['98765', '4321', 'martins', 'secreto'])
    expect([terms, await found(terms)]).toEqual([terms, [0, 0]])
  await service.database.transaction(tx =>
    changeReview(tx, owner.storeId, review.id, by, () => ({ title: 'Zap 98765-4321' })),
  )
  await expect.poll(() => found('zap')).toEqual([1, 0])
  expect(await found('98765')).toEqual([0, 0])
})

test('what was written before a change of the locale is still found by its stems', async () => {
  const shop = await aStore(service.database, { locale: 'pt-BR' })
  await addProducts(service, shop, { 'P-1': '' })
  await addReviews(service, shop, aReview({ product_id: 'P-1', body: 'Ótimas cafeteiras' }))
  await changeSettings(service, shop.storeId, { locale: 'en' })
  await addReviews(service, shop, aReview({ product_id: 'P-1', body: 'Two leaking pots' }))
  await changeSettings(service, shop.storeId, { locale: 'fi' })
  await addReviews(service, shop, aReview({ product_id: 'P-1', body: 'Kaunis pannu' }))
  const found = async (terms: string) =>
    (await readAs(service, shop, 'reviews.json', { product_id: 'P-1', terms })).body.count
  await expect.poll(() => found('pannu')).toBe(1)
  expect(await found('cafeteira')).toBe(1)
  expect(await found('leaks')).toBe(1)
})

test('any number that is named as allowed is taken', async () => {
  for (const [offset, status] of [
    ['2147483647', 200],
    ['2147483648', 400],
  ] as const) {
    expect((await readAs(service, owner, 'ratings.json', { offset })).status).toBe(status)
  }
})

test('parameters nobody knows change nothing', async () => {
  const plain = await readAs(service, owner, 'reviews.json', { product_id: 'shape-1' })
  const odd = await readAs(service, owner, 'reviews.json', {
    product_id: 'shape-1',
    status: 'pending',
    _: '1',
  })
  expect(odd.status).toBe(200)
  expect(odd.body).toEqual(plain.body)
  expect(odd.headers.get('etag')).toBe(plain.headers.get('etag'))
})

test.each([
  ['reviews.json', { limit: '0' }],
  ['reviews.json', { limit: '101' }],
  ['reviews.json', { limit: '1.5' }],
  ['reviews.json', { limit: '' }],
  ['reviews.json', { limit: ['1', '2'] }],
  ['reviews.json', { offset: '-1' }],
  ['reviews.json', { offset: '10001' }],
  ['reviews.json', { rating: '0' }],
  ['reviews.json', { rating: ['5', 'six'] }],
  ['reviews.json', { orderBy: 'MOST_RECENT' }],
  ['reviews.json', { expand: 'metrics' }],
  ['reviews.json', { product_id: '' }],
  ['reviews.json', { product_id: ['1', '2'] }],
  ['reviews.json', { product_id: 'x'.repeat(256) }],
  ['reviews.json', { product_id: 'a\0' }],
  ['reviews.json', { product_sku: '1', sku: '1' }],
  ['reviews.json', { terms: 'x'.repeat(201) }],
  ['reviews.json', { terms: '\0' }],
  ['reviews.html', { lang: 'no tag' }],
  ['reviews.html', { link: 'javascript:alert({offset})' }],
  ['reviews.html', { link: 'https://shop.example/p' }],
  ['questions.json', { limit: '101' }],
  ['questions.json', { expand: 'replies' }],
  ['ratings.json', { limit: '10001' }],
  ['ratings.json', { product_id: Array.from({ length: 101 }, (_, index) => `${index}`) }],
  ['ratings.json', { expand: 'all' }],
  ['structured-data.json', {}],
] as [string, Record<string, string | string[]>][])('%s with %j is refused', async (what, parameters) => {
  expectError(await readAs(service, owner, what, parameters), 400, 802030)
})
