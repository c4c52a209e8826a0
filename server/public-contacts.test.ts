import { readFileSync } from 'node:fs'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { insertAnswers } from './answers/questions/answers/answers.ts'
import { createFeed, feedFiles } from './exchange/feeds/feeds.ts'
import { startTestApp } from './test/app.ts'
import { anAnswer, aQuestion, aReview } from './test/factories.ts'
import { openForTests } from './test/for-each-test/open-for-tests.ts'
import { changeSettings, hearAll } from './test/hearing.ts'
import { addProducts, addQuestions, addReviews, by, readAs } from './test/reading.ts'
import { aStore, type Member } from './test/users.ts'

// One text of each kind goes through every address that shows texts of buyers or of the store to anybody.

const store = {
  ...{ name: 'Casa', locale: 'es', product_url: 'https://shop.example/p/{product_id}' },
  buyer_answers: true,
}

const service = openForTests(() => startTestApp({ PUBLIC_URL: 'https://reviews.example' }))

/** The addresses by their line in access.golden.txt. The rest of those that anybody reads has no such texts. */
const outputs: Record<string, (shop: Member) => Promise<string>> = {
  '/api/v1/reviews.json': shop => readApi(shop, 'reviews.json'),
  '/api/v1/reviews.html': shop => readApi(shop, 'reviews.html'),
  '/api/v1/store-reviews.json': shop => read(`/api/v1/store-reviews.json?${keysOf(shop)}`),
  '/api/v1/structured-data.json': shop => readApi(shop, 'structured-data.json'),
  '/api/v1/questions.json': shop => readApi(shop, 'questions.json', { expand: 'reply' }),
  '/v1/reviews.json': shop => read(`/v1/reviews.json?sku=SKU&${keysOf(shop)}`),
  '/embed/answer': async shop =>
    await read(`/embed/answer?question_id=${await questionOf(shop)}&${keysOf(shop)}`),
  '/embed/question/similar': shop =>
    read(`/embed/question/similar?product_id=pot&text=cafetera+vitrocerámica&${keysOf(shop)}`),
  '/feeds/:token/google-product-reviews.xml': shop => readFeed(shop, 'google'),
  '/feeds/:token/meta-reviews.csv': shop => readFeed(shop, 'meta'),
}

const withoutTexts = [
  ...['/api/v1/ratings.json', '/api/v1/store-rating.json', '/v1/average.json'],
  '/api/v1/topics.json', // words of at least three reviews
  ...['/embed/question', '/write'], // empty forms
]

const keysOf = ({ storeId, storeKey }: Member) =>
  new URLSearchParams({ store_id: storeId, store_key: storeKey }).toString()

async function questionOf({ storeId }: Member): Promise<string> {
  const [question] = await service.database.query<{ id: string }>(
    sql`select id from questions where store_id = ${storeId}`,
  )
  return question?.id ?? ''
}

async function read(path: string): Promise<string> {
  const answer = await fetch(service.url + path)
  const text = await answer.text()
  expect(`${answer.status} ${text}`).toMatch(/^200 /)
  return text
}

function readApi(shop: Member, what: string, more: Record<string, string> = {}): Promise<string> {
  const query = new URLSearchParams({ product_id: 'pot', ...more })
  return read(`/api/v1/${what}?${query}&${keysOf(shop)}`)
}

async function readFeed({ storeId }: Member, format: 'google' | 'meta'): Promise<string> {
  const { token } = await service.database.transaction(tx =>
    createFeed(tx, storeId, format, { at: by.at, actor: 'command' }),
  )
  return await read(`/feeds/${token}/${feedFiles[format]}`)
}

test('the table has every address that anybody may read', () => {
  const golden = readFileSync(new URL('./api/access.golden.txt', import.meta.url), 'utf8')
  const addresses = [
    ...golden.matchAll(/^GET\s+(\/(?:api\/)?v1\/\S+|\/feeds\/\S+|\/embed\/\S+|\/write\S*) /gm),
  ]
  const all = [...Object.keys(outputs), ...withoutTexts]
  expect(addresses.map(([, address]) => address).toSorted()).toEqual(all.toSorted())
})

// The secrets are written as no id, key or port is.
test.each([
  ['ES', 'Llámame al 612 345 678', '345 6'],
  ['ES', 'Llama 912 34 56 78', '56 78'],
  ['MX', 'mi número 55 1234 5678', '4 5678'],
  ['BR', 'fale no (11) 98765-4321', '98765-4'],
  ['BR', 'fone 3456-7890', '3456-7890'],
  ['DE', 'ruf an: 0171 2345678', '2345678'],
  ['FR', 'au ０６ １２ ３４ ５６ ７８', '５６'],
  ['BR', 'CPF 529.982.247-25', '982.2'],
  ['BR', 'CNPJ 12.345.678/0001-95', '/0001'],
  ['ES', 'a carla@example.com', 'carla'],
  ['ES', 'a carla arroba example punto com', 'arroba'],
  ['ES', 'a carla (at) example.com', 'carla'],
])('in a store of %s, "%s" is masked everywhere', async (country, contact, secret) => {
  const shop = await aStore(service.database, { ...store, country })
  await addProducts(service, shop, { pot: 'SKU' })
  const texts = {
    product_id: 'pot',
    display_name: contact,
    reply: `Hola, ${contact}`,
    reply_created_at: by.at,
  }
  await addReviews(service, shop, aReview({ ...texts, title: `T: ${contact}`, body: `B: ${contact}. Ya` }))
  await addReviews(service, shop, aReview({ ...texts, product_id: '', title: contact, body: contact }))
  const question = aQuestion({ ...texts, body: `¿Cafetera para vitrocerámica? ${contact}` })
  await addQuestions(service, shop, question)
  const answer = anAnswer({
    question_id: question.id,
    product_id: 'pot',
    display_name: contact,
    body: contact,
  })
  await service.database.transaction(tx => insertAnswers(tx, shop.storeId, [answer], by))
  await hearAll(service)
  for (const [address, readOutput] of Object.entries(outputs)) {
    const text = await readOutput(shop)
    expect(text, address).toContain('•••')
    expect(text, address).not.toContain(secret)
    // Nor without the signs between the digits. Shorter numbers are in random ids by chance.
    const digits = contact.normalize('NFKC').replace(/\D/g, '')
    if (digits.length >= 8) expect(text.replace(/[ ().\-/]/g, ''), address).not.toContain(digits)
  }
})

test('prices, dates, sizes and numbers of orders are read as they were written', async () => {
  const shop = await aStore(service.database, { ...store, country: 'MX' })
  await addProducts(service, shop, { pot: 'SKU' })
  const body =
    'Pedido 4500012345 del 12/03/2026, $ 1,299.00, talla 100 200 300, 10 x 20 x 30, EAN 7501234567893'
  const title = 'Pagué 1 299 000 pesos'
  await addReviews(service, shop, aReview({ product_id: 'pot', title, body }))
  const { body: page } = await readAs(service, shop, 'reviews.json', { product_id: 'pot' })
  expect(page.result[0]).toMatchObject({ title, body })
})

test('a change of the country masks what was published before, and no search finds it', async () => {
  const shop = await aStore(service.database, { ...store, country: 'BR' })
  await addProducts(service, shop, { pot: 'SKU' })
  const contact = 'Es 222 345 1234'
  await addReviews(service, shop, aReview({ product_id: 'pot', title: 'o 222 345 6789', body: 'Mide 15 cm' }))
  const isBefore = await readAs(service, shop, 'reviews.json', { product_id: 'pot' })
  expect(isBefore.body.result[0].title).toBe('o 222 345 6789')
  await addQuestions(service, shop, aQuestion({ product_id: 'pot', body: contact }))
  await changeSettings(service, shop.storeId, { country: 'MX' })
  const { body } = await readAs(service, shop, 'reviews.json', { product_id: 'pot' })
  expect(body.result[0].title).toBe('o •••')
  const count = async (what: string, terms: string, more = {}) =>
    (await readAs(service, shop, what, { terms, ...more })).body.count
  for (const terms of ['222 345 6789', '345', '6789 mide', '222', '６７８９']) {
    expect(await count('reviews.json', terms), terms).toBe(0)
    expect(await count('reviews.json', terms, { product_id: 'pot' }), terms).toBe(0)
  }
  expect(await count('questions.json', '1234')).toBe(0)
  expect(await count('reviews.json', '15 mide')).toBe(1)
  expect(await count('reviews.json', 'mide')).toBe(1)
})

test('no similar question is found by a number', async () => {
  const shop = await aStore(service.database, { ...store, country: 'ES' })
  await addProducts(service, shop, { pot: 'SKU' })
  await addQuestions(service, shop, aQuestion({ product_id: 'pot', body: 'Llama 612 345 678' }))
  const similar = (text: string) =>
    read(`/embed/question/similar?product_id=pot&text=${encodeURIComponent(text)}&${keysOf(shop)}`)
  expect(await similar('612 345 678')).not.toContain('•••')
  expect(await similar('llama')).toContain('•••')
})
