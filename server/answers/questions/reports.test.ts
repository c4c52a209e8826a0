import sql, { raw } from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { aMember } from '../../test/admin.ts'
import { expectError, expectInvalid } from '../../test/answers.ts'
import { testSecret } from '../../test/app.ts'
import { anAnswer, aQuestion } from '../../test/factories.ts'
import { gone, reportedAt, reporter, reportsInEachTest } from '../../test/for-each-test/reports.ts'
import { aManageKey } from '../../test/management.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'
import { erasePerson, exportPerson } from '../../upkeep/people/people.ts'
import { insertAnswers } from './answers/answers.ts'
import { insertQuestions, type Question } from './questions.ts'

const day = 24 * 60 * 60 * 1000
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const by = { at: new Date(reportedAt), actor: 'import', action: 'create' } as const

type Kind = 'questions' | 'answers'
const kinds = [
  ['questions', 'question', 'A question', 804045],
  ['answers', 'answer', 'An answer to a question', 8040417],
] as const

const it = reportsInEachTest()
const { mailed, kept } = it
let ids: Record<Kind, string>
beforeEach(async () => {
  ids = await written()
})

/** A question of the store, with an answer of a shopper. */
async function written(
  change: Partial<Question> = {},
  { storeId } = it.owner,
): Promise<Record<Kind, string>> {
  const { database } = it.service
  await it.addProduct(storeId)
  const question = aQuestion({ email: null, address: null, ...change })
  const answer = anAnswer({ question_id: question.id, email: null, address: null })
  await database.transaction(async tx => {
    await insertQuestions(tx, storeId, [question], by)
    await insertAnswers(tx, storeId, [answer], by)
  })
  return { questions: question.id, answers: answer.id }
}

const report = (kind: Kind, change: object = {}, id = ids[kind], store = it.owner) =>
  it.report(kind, id, { reason: 'unlawful', ...change }, store)

const moderator = () => aMember(it.service, it.owner.storeId, 'moderator')

const decide = async (kind: Kind, body: object) =>
  await (await moderator()).send('POST', `/stores/${it.owner.storeId}/${kind}/${ids[kind]}/decision`, body)

describe.each(kinds)('a report of one of the %s', (kind, noun, said, unknown) => {
  test('is answered with a receipt that says what was reported, without what was written', async () => {
    expect(await report(kind)).toMatchObject({ status: 204 })
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.to).toBe(reporter)
    expect(mail?.text).toContain('Cafe Serra will check your report about Moka pot')
    expect(mail?.text).toContain(said)
    expect(mail?.text).not.toMatch(/pills|induction|on mine|a review|the review/i)
    expect(await kept(kind)).toEqual([{ email: reporter, address: 'rui.sa@correio.example', language: 'en' }])
  })

  test('needs published content of the store', async () => {
    expectError(await report(kind, {}, 'unknown'), 404, unknown)
    expectError(await report(kind, {}, ids[kind === 'answers' ? 'questions' : 'answers']), 404, unknown)
    expectError(await report(kind, {}, ids[kind], it.outsider), 404, unknown)
    await decide(kind, { action: 'reject', reason: 'spam' })
    expectError(await report(kind), 404, unknown)
    expectInvalid(
      await report(kind, { reason: 'dislike' }),
      'reason: Expected one of spam, offensive, private_data, not_about_product, not_genuine, unlawful, other',
    )
    expect(await kept(kind)).toEqual([])
  })

  test('is listed for moderators until they decide that it stays', async () => {
    await report(kind)
    const client = await moderator()
    const listed = async (query: string) =>
      (await client.send('GET', `/stores/${it.owner.storeId}/${kind}?${query}`)).body.result
    const shown = {
      reason: 'unlawful',
      text: 'Buy my pills at pills.example',
      at: '2026-03-20T12:00:00.000Z',
    }
    expect(await listed('reported=1')).toMatchObject([
      { id: ids[kind], reports: [{ ...shown, decided_at: null }] },
    ])
    const toDo = async () =>
      (await client.send('GET', `/stores/${it.owner.storeId}/waiting`)).body.reported_questions
    expect(await toDo()).toEqual({ count: 1, more: false })
    const counts = await client.send('GET', `/stores/${it.owner.storeId}/questions/counts?reported=1`)
    expect(counts.body.counts.published).toEqual({ count: 1, more: false })
    await mailed()
    expect((await decide(kind, { action: 'publish' })).body).toMatchObject({ state: 'published' })
    const [mail] = await mailed()
    expect(mail).toMatchObject({ to: reporter })
    expect(mail?.text).toContain('It stays published.')
    expect(mail?.text).toContain('A person decided, without automated means.')
    expect(await listed('reported=1')).toEqual([])
    expect(await listed('')).toMatchObject([
      { id: ids[kind], reports: [{ ...shown, decided_at: '2026-03-20T12:00:00.000Z' }] },
    ])
    expect(await toDo()).toEqual({ count: 0, more: false })
    expect(await kept(kind)).toEqual([gone])
    const logged = await it.service.database.query(sql`
      select action
      from audit_log
      where store_id = ${it.owner.storeId} and record_id = ${ids[kind]} and record_type = ${noun} and action = 'keep'`)
    expect(logged).toEqual([{ action: 'keep' }])
    await decide(kind, { action: 'publish' })
    expect(await mailed()).toEqual([])
  })

  test('is closed by a rejection, whose reason is mailed', async () => {
    await report(kind, { language: 'de' })
    await mailed()
    await decide(kind, { action: 'reject', reason: 'unlawful' })
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.text).toContain('Der Beitrag ist nicht mehr veröffentlicht.')
    expect(mail?.text).toContain('Der Beitrag verstößt gegen das Gesetz')
    expect(mail?.text).toContain('hello@cafe.example')
    expect(await kept(kind)).toEqual([gone])
  })

  test('is in the management API, whose decision may be automated', async () => {
    const program = await aManageKey(it.service, { store: it.owner })
    const listed = async () => (await program.send('GET', `/${kind}?reported=true`)).body.data
    expect(await listed()).toEqual([])
    await report(kind)
    await mailed()
    expect(await listed()).toMatchObject([
      { id: ids[kind], reports: [{ reason: 'unlawful', decided_at: null }] },
    ])
    expect((await program.send('POST', `/${kind}/${ids[kind]}/publish`, {})).status).toBe(200)
    expect((await mailed())[0]?.text).toContain('It may have been made by automated means.')
    const { body } = await program.send('GET', `/${kind}/${ids[kind]}`)
    expect(body.reports).toMatchObject([{ decided_at: '2026-03-20T12:00:00.000Z' }])
    await report(kind)
    await mailed()
    await program.send('POST', `/${kind}/${ids[kind]}/remove`, { reason: 'spam' })
    expect((await mailed())[0]?.text).toContain('It is no longer published.')
    expect(await listed()).toEqual([])
  })

  test('is exported and erased with its person, and its text with theirs', async () => {
    await report(kind, { text: `My address is ${reporter}` })
    const store = await readStore(it.service.database, it.owner.storeId)
    const person = 'rui.sa@correio.example'
    const found = await exportPerson(it.service.database, secrets, store, person)
    expect(found?.reports).toMatchObject([{ [`${noun}_id`]: ids[kind], reason: 'unlawful', email: reporter }])
    await erasePerson(it.service.database, secrets, store, person, new Date(reportedAt))
    expect(await kept(kind)).toEqual([gone])
    const texts = await it.service.database.query(sql`
      select text from ${raw(`${noun}_reports`)} where store_id = ${it.owner.storeId}`)
    expect(texts).toEqual([{ text: expect.stringMatching(/^My address is /) }])
    expect(JSON.stringify(texts)).not.toMatch(/rui\.sa/i)
  })

  test('loses its address after a year without a decision', async () => {
    await report(kind)
    const tidy = (at: number) =>
      tidyStores(it.service.database, {} as never, new Date(at), (message, error) => {
        throw new Error(message, { cause: error })
      })
    await tidy(reportedAt + 365 * day - 1)
    expect(await kept(kind)).toMatchObject([{ email: reporter }])
    await tidy(reportedAt + 365 * day)
    expect(await kept(kind)).toEqual([gone])
  })

  test('is deleted with what it is about', async () => {
    await report(kind)
    await it.service.database.query(sql`
      delete from ${raw(kind)} where store_id = ${it.owner.storeId} and id = ${ids[kind]}`)
    expect(await kept(kind)).toEqual([])
  })
})

describe('reports of questions and answers together', () => {
  test('have one receipt a day, and five undecided ones an address', async () => {
    for (let index = 0; index < 3; index++) {
      await report('questions')
      await report('answers')
    }
    expect(await mailed()).toHaveLength(1)
    const all = [...(await kept('questions')), ...(await kept('answers'))] as (typeof gone)[]
    expect(all).toHaveLength(6)
    expect(all.filter(({ email }) => email !== null)).toHaveLength(5)
  })

  test('are decided one by one', async () => {
    await report('questions')
    await report('answers')
    await mailed()
    await decide('answers', { action: 'publish' })
    expect((await mailed())[0]?.text).toContain('An answer to a question')
    await decide('questions', { action: 'publish' })
    expect((await mailed())[0]?.text).toContain('A question')
  })

  test('are kept up to a hundred until the decision, and again after it', async () => {
    const send = () => report('questions', { email: '' })
    for (let sent = 0; sent < 101; sent++) await send()
    expect(await kept('questions')).toHaveLength(100)
    const listed = async () => {
      const path = `/stores/${it.owner.storeId}/questions?reported=true`
      const { body } = await (await moderator()).send('GET', path)
      return body.result.map(({ id }: { id: string }) => id)
    }
    expect(await listed()).toEqual([ids.questions])
    await decide('questions', { action: 'publish' })
    expect(await listed()).toEqual([])
    await send()
    expect(await kept('questions')).toHaveLength(101)
    expect(await listed()).toEqual([ids.questions])
  })

  test('of an answer whose question was taken down need none, and are not told that it stays', async () => {
    await report('answers')
    await mailed()
    await decide('questions', { action: 'reject', reason: 'spam' })
    expectError(await report('answers'), 404, 8040417)
    await mailed()
    await decide('answers', { action: 'publish' })
    const [mail] = await mailed()
    expect(mail?.to).toBe(reporter)
    expect(mail?.text).not.toContain('stays published')
  })

  test('are not decided by an answer of the store', async () => {
    await report('questions')
    await mailed()
    const reply = { body: 'Yes, from 10 cm on.' }
    await (await moderator()).send(
      'PUT',
      `/stores/${it.owner.storeId}/questions/${ids.questions}/reply`,
      reply,
    )
    expect(await mailed()).toEqual([])
    expect(await kept('questions')).toMatchObject([{ email: reporter }])
  })
})
