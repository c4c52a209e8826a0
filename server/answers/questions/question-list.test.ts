import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addCopies } from '../../test/database/copies.ts'
import { aQuestion } from '../../test/factories.ts'
import { addProducts, addQuestions, by, readAs } from '../../test/reading.ts'
import { anOwnerAndOutsider, aStore, type Member } from '../../test/users.ts'
import { changeQuestion, type Question } from './questions.ts'

let service: TestApp
let owner: Member
let outsider: Member
const questions: Question[] = []
beforeAll(async () => {
  service = await startTestApp()
  const cast = await anOwnerAndOutsider(service.database)
  owner = cast.owner
  outsider = cast.outsider
  await addProducts(service, owner, { 'P-1': 'TWIN', 'P-2': 'TWIN', 'P-3': 'ONE' })
  await addProducts(service, outsider, { 'P-1': 'TWIN' })
  for (let index = 0; index < 60; index++) {
    questions.push(
      aQuestion({
        product_id: `P-${1 + (index % 3)}`,
        body: ['Funciona na indução?', 'Cabe na gaveta?', 'Tem garantia de fábrica?'][
          (index * 7) % 3
        ] as string,
        state: index % 5 === 0 ? 'pending' : 'published',
        created_at: new Date(Date.UTC(2026, 2, 1 + (index % 6))),
        ...(index % 2 && { reply: null, reply_created_at: null }),
      }),
    )
  }
  await addQuestions(service, owner, ...questions)
  await addQuestions(service, outsider, aQuestion({ product_id: 'P-1', body: 'not ours' }))
})
afterAll(() => service.close())

const products: Record<string, string[]> = { TWIN: ['P-1', 'P-2'], ONE: ['P-3'] }

test.each([
  {},
  { product_id: 'P-1' },
  { sku: 'TWIN' },
  { product_sku: 'ONE' },
  { product_id: 'nothing' },
])('of %j: every page and every search is what a plain recount gives', async scope => {
  const sku = 'sku' in scope ? scope.sku : 'product_sku' in scope ? scope.product_sku : undefined
  const ids = sku ? products[sku] : 'product_id' in scope ? [scope.product_id] : undefined
  for (const [terms, has] of [
    [undefined, /./],
    ['inducao', /indução/],
    ['GAVETAS cabe', /gaveta/],
    ['nada disso', /^$/],
  ] as const) {
    const wanted = questions
      .filter(
        one => one.state === 'published' && (!ids || ids.includes(one.product_id)) && has.test(one.body),
      )
      .sort((a, b) => +b.created_at - +a.created_at || (a.id < b.id ? -1 : 1))
    for (const [limit, offset] of [
      [10, 0],
      [7, 7],
      [100, 0],
    ] as const) {
      const { status, body } = await readAs(service, owner, 'questions.json', {
        ...(scope as Record<string, string>),
        ...(terms && { terms }),
        limit: String(limit),
        offset: String(offset),
      })
      expect(status).toBe(200)
      expect(body.result.map(({ id }: Question) => id)).toEqual(
        wanted.slice(offset, offset + limit).map(({ id }) => id),
      )
      const name = sku ? { product_sku: sku } : scope
      expect(body).toMatchObject({
        count: wanted.length,
        meta: { limit, offset, count: wanted.length, query: { ...name, ...(terms && { terms }) } },
      })
    }
  }
})

test('a question has these fields and no other; its reply where it is asked for', async () => {
  const answered = aQuestion({
    product_id: 'P-3',
    body: 'Escreva para bia@example.com',
    display_name: 'Bia 11 98765-4321',
  })
  const open = aQuestion({ product_id: 'P-3', reply: null, reply_created_at: null })
  await addQuestions(service, owner, answered, open)
  const find = async (expand: Record<string, string>) => {
    const { body } = await readAs(service, owner, 'questions.json', {
      product_id: 'P-3',
      limit: '2',
      ...expand,
    })
    return body.result
  }
  const shown = {
    id: answered.id,
    body: 'Escreva para •••',
    display_name: 'Bia •••',
    created_at: answered.created_at.toISOString(),
  }
  await expect.poll(async () => (await find({}))[1]).toEqual(shown)
  const [first, second] = await find({ expand: 'reply' })
  expect(first.reply).toBeNull()
  expect(second).toEqual({
    ...shown,
    answers: [],
    reply: { body: answered.reply, created_at: answered.reply_created_at?.toISOString() },
  })
})

test('another store sees its own questions alone', async () => {
  const { body } = await readAs(service, outsider, 'questions.json')
  expect(body.result.map((one: Question) => one.body)).toEqual(['not ours'])
})

test('an answer is seen soon after it is given', async () => {
  const question = aQuestion({ product_id: 'P-2', reply: null, reply_created_at: null })
  await addQuestions(service, owner, question)
  const reply = async () => {
    const { body } = await readAs(service, owner, 'questions.json', {
      product_id: 'P-2',
      expand: 'reply',
      limit: '1',
    })
    return body.result[0].id === question.id ? body.result[0].reply : undefined
  }
  await expect.poll(reply).toBeNull()
  await service.database.transaction(tx =>
    changeQuestion(tx, owner.storeId, question.id, by, () => ({ reply: 'Sim.', reply_created_at: by.at })),
  )
  await expect.poll(reply).toEqual({ body: 'Sim.', created_at: by.at.toISOString() })
})

test('a search in a whole store counts 10,000 questions at most', async () => {
  const store = await aStore(service.database)
  await addProducts(service, store, { 'P-1': 'ONE' })
  const question = aQuestion({ product_id: 'P-1', body: 'Funciona na indução?' })
  await addQuestions(service, store, question)
  const first = sql`one.store_id = ${store.storeId} and one.id = ${question.id}`
  const more = (from: number, to: number) =>
    addCopies(service.database, 'questions', first, [from, to], sql`'id', gen_random_uuid()`)
  const found = async () =>
    (await readAs(service, store, 'questions.json', { terms: 'indução', limit: '1' })).body
  await more(1, 9_999)
  expect((await found()).count).toBe(10_000)
  await more(10_000, 10_000)
  // The answer may be kept, so ask for another page.
  const { body } = await readAs(service, store, 'questions.json', { terms: 'indução', limit: '2' })
  expect([body.count, body.result.length]).toEqual([10_000, 2])
})
