import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertAnswers } from '../../../answers/questions/answers/answers.ts'
import { insertQuestions, type Question, readQuestion } from '../../../answers/questions/questions.ts'
import { addSeenProducts } from '../../../tenants/products/products.ts'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { expectError } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { anAnswer, aQuestion } from '../../../test/factories.ts'
import { aStore } from '../../../test/users.ts'

const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'author', action: 'create' } as const
const waits = { state: 'pending', reply: null, reply_created_at: null, published_at: null } as const
let it: TestApp
let storeId: string
let moderator: AdminClient
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  ;({ storeId } = await aStore(it.database))
  const product = { product_id: 'product-1', sku: 'SKU', name: 'Moka pot', url: '' }
  await addSeenProducts(it.database, storeId, [product], by.at)
  moderator = await aMember(it, storeId, 'moderator')
})
afterAll(() => it.close())

async function asked(...changes: Partial<Question>[]): Promise<Question[]> {
  const questions = changes.map(change => aQuestion(change))
  await it.database.transaction(tx => insertQuestions(tx, storeId, questions, by))
  return questions
}

const path = (rest: string) => `/stores/${storeId}/questions${rest}`

test('the list contains what its filters select, in pages', async () => {
  const language = 'es'
  const made = await asked({ language }, { language, ...waits }, { language, ...waits, body: '¿Pesa mucho?' })
  const ids = async (query: string) => {
    const { body } = await moderator.send('GET', path(`?language=${language}&${query}`))
    return body.result.map((one: Question) => one.id)
  }
  expect(await ids('')).toEqual(made.map(({ id }) => id).reverse())
  expect(await ids('state=pending&oldest=1')).toEqual([made[1]?.id, made[2]?.id])
  expect(await ids('unanswered=1&text=PESA')).toEqual([made[2]?.id])
  const first = await moderator.send('GET', path(`?language=${language}&limit=2`))
  expect(first.body.result[0]).toMatchObject({ product_name: 'Moka pot', flags: [] })
  expect(await ids(`limit=2&after=${first.body.next}`)).toEqual([made[0]?.id])
})

test('the counts end at 1,000 questions and answers of a state together', async () => {
  const { storeId: shop } = await aStore(it.database)
  const reader = await aMember(it, shop, 'viewer')
  const product = { product_id: 'product-1', sku: 'SKU', name: 'Moka pot', url: '' }
  await addSeenProducts(it.database, shop, [product], by.at)
  const questions = Array.from({ length: 600 }, () => aQuestion(waits))
  await it.database.transaction(tx => insertQuestions(tx, shop, questions, by))
  const answer = async (count: number) => {
    const answers = Array.from({ length: count }, () =>
      anAnswer({ question_id: questions[0]?.id ?? '', state: 'pending', published_at: null }),
    )
    await it.database.transaction(tx => insertAnswers(tx, shop, answers, by))
    return (await reader.send('GET', `/stores/${shop}/questions/counts`)).body.counts
  }
  expect(await answer(400)).toMatchObject({ pending: { count: 1_000, more: false } })
  expect(await answer(1)).toMatchObject({ pending: { count: 1_000, more: true } })
})

describe('a pending question', () => {
  test('is published by an answer, and the log names the user', async () => {
    const [question] = await asked(waits)
    const answered = await moderator.send('PUT', path(`/${question?.id}/reply`), { body: 'Yes.' })
    expect(answered.status).toBe(204)
    const now = await readQuestion(it.database, storeId, question?.id ?? '')
    expect(now).toMatchObject({ state: 'published', reply: 'Yes.' })
    const { body } = await moderator.send('GET', path(`/${question?.id}/history`))
    expect(body.result).toMatchObject([
      { who: 'author', action: 'create' },
      { who: 'The moderator', action: 'answer' },
    ])
    await moderator.send('PUT', path(`/${question?.id}/reply`), { body: null })
    expect(await readQuestion(it.database, storeId, question?.id ?? '')).toMatchObject({ reply: null })
  })

  test('is published, or rejected for a neutral reason', async () => {
    const [one, two] = await asked(waits, waits)
    const decide = (id: string | undefined, body: unknown) =>
      moderator.send('POST', path(`/${id}/decision`), body)
    expect((await decide(one?.id, { action: 'publish' })).body).toEqual({ id: one?.id, state: 'published' })
    expect((await decide(two?.id, { action: 'reject' })).status).toBe(400)
    expect((await decide(two?.id, { action: 'reject', reason: 'spam' })).body).toEqual({
      id: two?.id,
      state: 'rejected',
    })
  })
})

test('a viewer cannot change a question, and an outsider sees nothing', async () => {
  const [question] = await asked(waits)
  const viewer = await aMember(it, storeId, 'viewer')
  const other = await aStore(it.database)
  const outsider = await aMember(it, other.storeId, 'owner')
  const reply = `/${question?.id}/reply`
  const decision = `/${question?.id}/decision`
  expect((await viewer.send('GET', path('')))?.status).toBe(200)
  expectError(await viewer.send('PUT', path(reply), { body: 'No' }), 403, 8141304)
  expectError(await viewer.send('POST', path(decision), { action: 'publish' }), 403, 8141304)
  expectError(await outsider.send('GET', path('')), 404, 804047)
  expectError(await outsider.send('PUT', path(reply), { body: 'No' }), 404, 804047)
  // Through a store of their own, a foreign id is answered like an unknown one.
  const own = `/stores/${other.storeId}/questions`
  expectError(await outsider.send('PUT', own + reply, { body: 'No' }), 404, 804045)
  expectError(await outsider.send('POST', own + decision, { action: 'publish' }), 404, 804045)
  expect((await outsider.send('GET', `${own}/${question?.id}/history`)).body).toEqual({ result: [] })
  expect(await readQuestion(it.database, storeId, question?.id ?? '')).toMatchObject({ state: 'pending' })
})
