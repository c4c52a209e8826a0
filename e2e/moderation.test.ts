import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Listed } from '../server/answers/moderation/content/list.ts'
import { decideState } from '../server/answers/moderation/moderation.ts'
import { insertQuestions } from '../server/answers/questions/questions.ts'
import type { ListedReview } from '../server/answers/reviews/list-reviews.ts'
import { insertReviews } from '../server/answers/reviews/reviews.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { addSeenProducts } from '../server/tenants/products/products.ts'
import { readStore } from '../server/tenants/stores/stores.ts'
import { aQuestion, aReview } from '../server/test/factories.ts'
import { makeStore } from './make-store.ts'
import { cleanUp, readyDataDir, run, runJson, type Service, startService } from './service.ts'
import { orderText, post } from './store.ts'

const unknownId = '01900000-0000-7000-8000-000000000000'
const reviews = [
  aReview({ title: 'Good', body: 'Call 11 91234-5678\n\u001b[31m', state: 'pending', published_at: null }),
  aReview({ body: 'Heats fast.', state: 'pending', published_at: null, rating: 1 }),
]
const [flagged, plain] = reviews.map(({ id }) => id) as [string, string]
const question = aQuestion({ state: 'pending', reply: null, reply_created_at: null, published_at: null })

let service: Service
let storeId: string
beforeAll(async () => {
  service = await startService({ dataDir: readyDataDir() })
  storeId = (await makeStore(service)).store_id
  const at = new Date()
  const by = { at, actor: 'author', action: 'create' } as const
  const { database, close } = await openDatabase({ embedded: { dataDir: service.dataDir } })
  await database.transaction(async tx => {
    await addSeenProducts(tx, storeId, [{ product_id: 'product-1', sku: 'S', name: 'Pot', url: '' }], at)
    await insertReviews(tx, storeId, reviews, by)
    await insertQuestions(tx, storeId, [question], by)
    const store = await readStore(tx, storeId)
    for (const { id, body, display_name, language } of reviews)
      await decideState(tx, store, { kind: 'review', id, body, display_name, language, at })
  })
  await close()
})
afterAll(cleanUp)

const inStore = (args: string[]) => [...args, '--store', storeId]
const json = <T>(...args: string[]) => runJson<T>(inStore(args), { dataDir: service.dataDir })
const text = (...args: string[]) => run(inStore(args), { dataDir: service.dataDir })

describe('review', () => {
  test('list shows people what is pending and why, and escapes control characters', async () => {
    const { code, stdout } = await text('review', 'list', '--flagged')
    expect(code).toBe(0)
    for (const part of [flagged, 'Call 11 91234-5678', 'found: phone in body']) expect(stdout).toContain(part)
    expect(stdout).not.toContain(plain)
    expect(stdout).not.toContain('\u001b[31m')
  })

  test('list can be read page by page by a program', async () => {
    const list = ['review', 'list', '--state', 'pending', '--limit', '1']
    const first = await json<Listed<ListedReview>>(...list)
    expect(first.result).toMatchObject([{ id: plain, flags: [] }])
    const second = await json<Listed<ListedReview>>(...list, '--after', first.next ?? '')
    expect(second).toMatchObject({ result: [{ id: flagged, flags: [{ check: 'phone' }] }], next: null })
  })

  test('publish, reply, reject, remove and restore do so', async () => {
    expect(await json('review', 'publish', plain)).toMatchObject({ id: plain, state: 'published' })
    expect(await json('review', 'reply', plain, 'Thank you!')).toMatchObject({ reply: 'Thank you!' })
    expect(await json('review', 'reply', plain, '--withdraw')).toMatchObject({ reply: null })
    expect(await json('review', 'remove', plain, '--reason', 'unlawful')).toMatchObject({ state: 'removed' })
    expect(await json('review', 'restore', plain)).toMatchObject({ state: 'published' })
    const { code, stdout } = await text('review', 'reject', flagged, '--reason', 'private_data')
    expect(code).toBe(0)
    expect(stdout).toMatch(/state +rejected/)
  })

  // Wrong options are in server/service/commands/program.test.ts.
  test.each([
    ['without words', ['reply', plain, ' ']],
    ['with and without words', ['reply', plain, 'Hm', '--withdraw']],
  ])('a reply %s is a usage error', async (_, args) => {
    expect((await text('review', ...args)).code).toBe(2)
  })

  test('unknown records and impossible actions are explained', async () => {
    const unknown = await text('review', 'publish', unknownId)
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toContain('no review with this id')
    const wrong = await text('review', 'reply', flagged, 'Hm')
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toContain('The author has not confirmed this text')
    expect(wrong.stderr).not.toMatch(/\bat .*\.ts/)
  })
})

describe('person', () => {
  const email = 'Quiteria.Falcao@correio.example'
  const customer = { name: 'Quitéria Falcão', email, phone: '+55 21 96666-4321' }

  /** Every text file of the data folder, without PostgreSQL's tables and WAL. */
  function texts(folder = service.dataDir): string {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !['base', 'global', 'pg_wal', 'pg_xact', 'pg_multixact'].includes(name))
      .flatMap(entry => {
        const path = join(folder, entry.name)
        return entry.isDirectory() ? texts(path) : entry.isFile() ? readFileSync(path, 'latin1') : []
      })
      .join('')
      .toLowerCase()
  }

  test('export prints everything, and erase leaves nothing, in files and in output', async () => {
    const store = await makeStore(service)
    const order = JSON.stringify({ ...JSON.parse(orderText('order-1')), customers: [customer] })
    expect((await post(service.url, store, order)).status).toBe(201)
    const exported = await runJson<{ stores: object[] }>(['person', 'export', email], {
      dataDir: service.dataDir,
    })
    expect(exported).toMatchObject({
      email: email.toLowerCase(),
      stores: [{ store_id: store.store_id, orders: [{ customers: [customer] }], requests: [{ email }] }],
    })
    const erased = await run(['person', 'erase', email], { dataDir: service.dataDir })
    expect(erased).toMatchObject({ code: 0, stderr: '' })
    expect(erased.stdout).not.toMatch(/quiteria/i)
    const again = await runJson(['person', 'export', email], { dataDir: service.dataDir })
    expect(again).toMatchObject({ stores: [{ orders: [], requests: [], suppressed: 'erased' }] })
    expect(`${texts()}${service.output()}`).not.toMatch(/quit(e|ã©)ria|falc(ao|ã)|96666\D?4321/i)
  })
})

describe('question', () => {
  test('list and answer: an answer publishes the question', async () => {
    expect((await text('question', 'list', '--unanswered')).stdout).toContain(question.body)
    expect(await json('question', 'answer', question.id, 'Yes.')).toMatchObject({
      state: 'published',
      reply: 'Yes.',
    })
    expect(await json('question', 'list', '--unanswered')).toEqual({ result: [], next: null })
  })

  test('reject and publish', async () => {
    expect(await json('question', 'reject', question.id, '--reason', 'spam')).toMatchObject({
      state: 'rejected',
    })
    expect(await json('question', 'publish', question.id)).toMatchObject({ state: 'published' })
  })
})
