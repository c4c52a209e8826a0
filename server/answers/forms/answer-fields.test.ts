import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { attributesOfEachType } from '../../test/attributes.ts'
import { anOrderProduct, aProduct } from '../../test/factories.ts'
import { anAskedBuyer, openForm, postFiles, solve } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { filled, readReviews } from '../../test/review-forms.ts'
import { aStore, type Member } from '../../test/users.ts'

let service: TestApp
let store: Member
beforeAll(async () => {
  service = await startTestApp()
  store = await aStore(service.database, { locale: 'en', moderation: 'publish', open_reviews: true })
})
afterAll(() => service.close())

const asks = (...attributes: object[]) =>
  changeSettings(service, store.storeId, { attributes: attributes as typeof attributesOfEachType })
const asked = (count: number) =>
  anAskedBuyer(service, store, {
    name: 'Ana Martins',
    products: Array.from({ length: count }, () => anOrderProduct()),
  })
const answersOf = async (address: string) =>
  (await readReviews(service, address)).map(({ attributes }) => attributes)

test('the form asks with labels, keeps what was typed when it comes back, and stores the answers', async () => {
  const [fit, ...others] = attributesOfEachType
  await asks({ ...fit, required: true }, ...others)
  const { link, products, address } = await asked(1)
  const { html } = await openForm(link)
  for (const part of [
    '<legend dir="auto">How does it fit?</legend>',
    '<span>1</span><span class="scale-word" dir="auto">Runs small</span>',
    'Used for <span class="optional">(optional)</span>',
    '<input type="checkbox" name="answer_uses-0" value="camping"><span>Camping</span>',
    '<input type="radio" name="answer_quality-0" value="5" aria-label="5 stars: great">',
    '<label for="answer_tip-0" dir="auto">Your tip',
  ])
    expect(html).toContain(part)
  const fields: [string, string][] = [
    ['rating-0', '5'],
    ['answer_size-0', 'l'],
    ['answer_uses-0', 'camping'],
    ['answer_uses-0', 'home'],
    ['answer_tip-0', 'Wash "cold"'],
    ['answer_age-0', 'under_30'],
  ]
  const send = (...more: [string, string][]) => postFiles(link, [...filled(products), ...fields, ...more])
  const back = await send()
  expect(back.status).toBe(422)
  expect(back.html).toContain('<a href="#answer_fit-0">Answer the question: How does it fit?</a>')
  expect(back.html).toMatch(/id="answer_fit-0" tabindex="-1" aria-describedby="answer_fit-0-problem"/)
  expect(back.html.match(/name="answer_\w+-0" value="\w+" checked/g)).toHaveLength(4)
  expect(back.html).toContain('value="Wash &quot;cold&quot;"')
  expect((await send(['answer_fit-0', '9'])).status).toBe(422)
  const long = await send(['answer_fit-0', '3'], ['answer_tip-0', 'x'.repeat(201)])
  expect([long.status, long.html.includes('Shorten your answer: up to 200 characters.')]).toEqual([422, true])
  expect((await send(['answer_fit-0', '3'])).status).toBe(303)
  const stored = {
    age: 'under_30',
    fit: 3,
    size: 'l',
    tip: { text: 'Wash "cold"' },
    uses: ['home', 'camping'],
  }
  expect(await answersOf(address)).toEqual([stored])
  expect((await openForm(link)).html).toContain('name="answer_fit-0" value="3" checked')
  const [, size] = others
  await asks({ id: 'size', type: 'text', label: size?.label, required: false, public: true })
  expect((await openForm(link)).html).toMatch(/name="answer_size-0" value=""/)
  // What the form does not ask any more stays, and an answer that is taken back goes.
  await asks({ ...fit, required: false }, ...others.filter(({ id }) => id !== 'age'))
  const rest: [string, string][] = [
    ['rating-0', '5'],
    ['answer_fit-0', '4'],
  ]
  expect((await postFiles(link, [...filled(products), ...rest])).status).toBe(303)
  expect(await answersOf(address)).toEqual([{ age: 'under_30', fit: 4 }])
})

test('a question about some products or groups is asked for these alone, and a card left empty need not answer', async () => {
  const [fit, quality, size] = attributesOfEachType
  const { link, products, address } = await asked(3)
  const groupId = uuid()
  await service.database.query(sql`
    update products set group_id = ${groupId} where store_id = ${store.storeId} and product_id = ${products[1]}`)
  await asks(
    { ...fit, products: { product_ids: [products[0]] }, required: true },
    { ...quality, products: { groups: [groupId] } },
    { ...size, products: {} },
  )
  const { html } = await openForm(link)
  expect([...new Set(html.match(/answer_\w+-\d/g))]).toEqual(['answer_fit-0', 'answer_quality-1'])
  const fields: [string, string][] = [
    ['rating-1', '4'],
    ['answer_quality-1', '2'],
    ['answer_fit-1', '2'],
  ]
  expect((await postFiles(link, [...filled(products), ...fields])).status).toBe(303)
  expect(await answersOf(address)).toEqual([{ quality: 2 }])
})

test('a form about 50 products takes every option of every question', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `id_${index}`)
  const options = ids.map(id => ({ id, label: { en: id } }))
  const question = { type: 'choices', label: { en: 'Used for' }, options, required: true, public: true }
  await asks(...ids.map(id => ({ ...question, id })))
  await changeSettings(service, store.storeId, { form_products: 50 })
  const { link, products, address } = await asked(50)
  const fields = products.flatMap((_, index) => [
    ...['heading', 'body', 'recommended', 'video'].map((name): [string, string] => [`${name}-${index}`, '']),
    [`rating-${index}`, '5'] as [string, string],
    ...ids.flatMap(id => ids.map((option): [string, string] => [`answer_${id}-${index}`, option])),
  ])
  expect((await postFiles(link, [...filled(products), ...fields])).status).toBe(303)
  expect(await answersOf(address)).toEqual(products.map(() => Object.fromEntries(ids.map(id => [id, ids]))))
})

test('a review without an order answers, too', async () => {
  await asks(...attributesOfEachType)
  const body = aProduct({ product_id: 'open', sku: 'open' })
  expect((await service.send('POST', '/products', { headers: store.headers, body })).status).toBe(201)
  const query = { store_id: store.storeId, store_key: store.storeKey, product_id: 'open', locale: 'pt-BR' }
  const address = `${service.url}/write?${new URLSearchParams(query)}`
  const page = await openForm(address)
  expect(page.html).toContain('<legend dir="auto">Como veste?')
  const proof = await solve(page)
  const fields = {
    'product-0': 'open',
    'rating-0': '4',
    name: 'Bia',
    'answer_fit-0': '1',
    email: 'bia@example.com',
  }
  const sent = await postFiles(address, Object.entries({ proof, ...fields }))
  expect(sent.status).toBe(200)
  expect(await answersOf('bia@example.com')).toEqual([{ fit: 1 }])
})
