import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCustomer, anOrder, anOrderProduct, aQuestion } from '../../test/factories.ts'
import { questionFormInEachTest } from '../../test/for-each-test/question-form.ts'
import { linkOf, openForm, postForm, solve, unescapeHtml } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aManageKey } from '../../test/management.ts'
import type { Answer } from '../questions/answers/answers.ts'
import { insertQuestions, type Question } from '../questions/questions.ts'

const it = questionFormInEachTest()
let question: Question

const rows = () =>
  it.service.database.query<Answer>(sql`
    select *
    from answers
    order by created_at, id`)
const form = (change: Record<string, string | undefined> = {}) =>
  it.address({ product_id: undefined, question_id: question.id, ...change }, '/embed/answer')
const kinds = async () => (await it.mails()).map(({ kind }) => kind)

/** Sends an answer without scripts. Returns the link in its confirmation. */
async function answer(change: Record<string, string> = {}): Promise<string> {
  const before = new Set((await rows()).map(({ id }) => id))
  const sent = await postForm(form(), it.aForm({ body: 'It does on mine.', ...change }))
  expect(sent.status).toBe(200)
  const made = (await rows()).find(({ id }) => !before.has(id))
  return await linkOf(it.service, '/confirm', made?.id ?? '')
}

async function ask(change: Partial<Question> = {}): Promise<Question> {
  const asked = aQuestion({ body: 'Induction?', reply: null, reply_created_at: null, ...change })
  const by = { at: asked.created_at, actor: 'author', action: 'create' } as const
  await it.service.database.transaction(tx => insertQuestions(tx, it.owner.storeId, [asked], by))
  return asked
}

async function read(query = '') {
  const { storeId, storeKey } = it.owner
  const path = `/api/v1/questions.json?store_id=${storeId}&store_key=${storeKey}&product_id=product-1${query}`
  return (await it.service.send('GET', path)).body
}

const answers = async (): Promise<Answer[]> => (await read('&expand=reply')).result[0].answers

beforeEach(async () => {
  await it.service.database.query(sql`delete from answers`)
  await changeSettings(it.service, it.owner.storeId, { buyer_answers: true })
  question = await ask()
})

describe('/embed/answer', () => {
  test('shows the question, and stores the answer until its address is confirmed', async () => {
    const opened = await openForm(form({ locale: 'pt-BR' }))
    expect(opened.status).toBe(200)
    for (const text of ['Responder a esta pergunta', 'Induction?', 'Moka &lt;pot&gt;'])
      expect(opened.html).toContain(text)
    const sent = await postForm(form(), {
      ...it.aForm({ email: 'Rui@Example.com', body: 'It does.' }),
      proof: await solve(await openForm(form())),
    })
    expect(sent.html).toContain('data-event="answer_sent"')
    expect(await rows()).toMatchObject([
      {
        ...{ question_id: question.id, product_id: 'product-1', body: 'It does.', state: 'unconfirmed' },
        ...{ email: 'Rui@Example.com', address: 'rui@example.com', verified_purchase: false },
      },
    ])
    expect(await it.mails()).toEqual([{ kind: 'confirm_answer', address: 'rui@example.com' }])
  })

  test('finds only published questions of its store, and none while the store takes no answers', async () => {
    const statusOf = async (change = {}) => (await openForm(form(change))).status
    const pending = await ask({ state: 'pending', published_at: null })
    expect(await statusOf({ question_id: pending.id })).toBe(404)
    expect(await statusOf({ question_id: undefined })).toBe(404)
    const { storeId: store_id, storeKey: store_key } = it.outsider
    expect(await statusOf({ store_id, store_key })).toBe(404)
    await changeSettings(it.service, it.owner.storeId, { buyer_answers: false })
    expect(await statusOf()).toBe(404)
    expect((await postForm(form(), it.aForm())).status).toBe(404)
    expect(await rows()).toEqual([])
  })

  test.each([
    [{ body: ' ' }, 'Enter your answer.'],
    [{ body: 'x'.repeat(2001) }, 'Shorten your answer: up to 2,000 characters.'],
    [{ name: '' }, 'Enter your name.'],
    [{ email: 'x' }, 'Enter one email address'],
  ])('objects to %j', async (change, text) => {
    const sent = await postForm(form(), it.aForm(change))
    expect(sent.status).toBe(422)
    expect(unescapeHtml(sent.html)).toContain(text)
    expect(await rows()).toEqual([])
  })

  test('stores the same answer once, and mails an address three times a day at most', async () => {
    const email = 'rui@example.com'
    const send = (body: string) => postForm(form(), it.aForm({ email, body }))
    for (const body of ['One', 'One', 'Two', 'Three']) expect((await send(body)).status).toBe(200)
    const often = await send('Four')
    expect(often.status).toBe(429)
    expect(often.html).toContain('several confirmation emails')
    expect((await rows()).map(({ body }) => body).sort()).toEqual(['One', 'Three', 'Two'])
  })
})

describe('a confirmed answer', () => {
  test('is pending, is published by a program, and then shown and mailed to the asker once', async () => {
    const { send } = await aManageKey(it.service, { store: it.owner })
    const opened = await openForm(await answer({ body: 'Yes, <i>mine</i>: call 11 91234 5678' }))
    expect(unescapeHtml(opened.html)).toContain('Press the button to send your answer to')
    const link = await answer({ body: 'Another' })
    expect((await postForm(link, {})).html).toContain('has received your answer')
    expect((await postForm(link, {})).html).toContain('has received your answer')
    const { body } = await send('GET', '/answers?state=pending')
    expect(body.data).toMatchObject([{ question_id: question.id, question: 'Induction?', body: 'Another' }])
    const before = await read('&expand=reply')
    expect(before.result).toMatchObject([{ id: question.id, answers: [] }])
    expect(before.meta.buyer_answers).toBe(true)
    const [first] = body.data
    const changedSince = async (at: string) => (await send('GET', `/answers?updated_since=${at}`)).body.data
    expect(await changedSince(first.updated_at)).toMatchObject([{ id: first.id, question: 'Induction?' }])
    expect(await changedSince('2199-01-01T00:00:00Z')).toEqual([])
    for (let times = 0; times < 2; times++)
      expect((await send('POST', `/answers/${first.id}/publish`)).body.state).toBe('published')
    await expect.poll(answers).toEqual([
      {
        ...{ id: first.id, body: 'Another', display_name: 'Bia', verified_purchase: false },
        created_at: expect.any(String),
      },
    ])
    expect((await read()).result[0]).not.toHaveProperty('answers')
    await send('POST', `/answers/${first.id}/reject`, { reason: 'spam' })
    await expect.poll(answers).toEqual([])
    await send('POST', `/answers/${first.id}/publish`)
    expect((await kinds()).filter(kind => kind === 'answer_published')).toHaveLength(1)
  })

  test('replaces a pending one by its address, and is refused after the store has decided', async () => {
    const { send } = await aManageKey(it.service, { store: it.owner })
    const email = 'rui@example.com'
    const links = [await answer({ email, body: 'One' }), await answer({ email, body: 'Two' })]
    // Both at once, as from two tabs.
    await Promise.all(links.map(link => postForm(link, {})))
    const pending = (await rows()).filter(({ state }) => state === 'pending')
    expect(pending).toHaveLength(1)
    await send('POST', `/answers/${pending[0]?.id}/reject`, { reason: 'spam' })
    const refused = await postForm(await answer({ email, body: 'Three' }), {})
    expect(refused.html).toContain('You have already answered this question')
    const other = await ask()
    const elsewhere = form({ question_id: other.id })
    await postForm(elsewhere, it.aForm({ email, body: 'To another question' }))
    expect((await rows()).map(({ state }) => state).sort()).toEqual([
      ...['rejected', 'unconfirmed', 'unconfirmed'],
    ])
  })

  test('counts as a purchase only with an order of the product, or of its group, to its address', async () => {
    const { headers, storeId } = it.owner
    const order = async (email: string, productId: string, cancelled = false) => {
      const customers = [aCustomer({ email })]
      const body = anOrder({ customers, products: [anOrderProduct({ product_id: productId })] })
      expect((await it.service.send('POST', '/orders', { headers, body })).status).toBe(201)
      if (!cancelled) return
      const path = `/orders/${encodeURIComponent(body.order_id)}/cancel`
      expect((await it.service.send('POST', path, { headers, body: {} })).status).toBe(200)
    }
    await order('Bought@Example.com', 'product-1')
    await order('variant@example.com', 'product-2')
    await order('other@example.com', 'product-3')
    await order('cancelled@example.com', 'product-1', true)
    await it.service.database.query(sql`
      update products
      set group_id = '01990000-0000-7000-8000-000000000001'
      where store_id = ${storeId} and product_id in ('product-1', 'product-2')`)
    const names = ['bought', 'variant', 'other', 'cancelled', 'stranger']
    for (const name of names) await postForm(await answer({ email: `${name}@example.com`, body: name }), {})
    const verified = (await rows()).filter(one => one.verified_purchase).map(({ body }) => body)
    expect(verified).toEqual(['bought', 'variant'])
  })

  test('is one of at most ten that a question shows, the oldest first, with contacts masked', async () => {
    const { send } = await aManageKey(it.service, { store: it.owner })
    for (let index = 0; index < 11; index++)
      await postForm(await answer({ body: `${index}: ask rui@example.com` }), {})
    for (const { id } of await rows()) expect((await send('POST', `/answers/${id}/publish`)).status).toBe(200)
    const numbers = async () => (await answers()).map(({ body }) => Number.parseInt(body, 10))
    await expect.poll(numbers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(JSON.stringify(await answers())).not.toContain('rui@')
  })
})
