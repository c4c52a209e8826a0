import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { networkOf } from '../../foundation/lib/network/networks.ts'
import { networkHash } from '../../foundation/visitors/network.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { aQuestion, aReview } from '../../test/factories.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aStore } from '../../test/users.ts'
import { insertQuestions } from '../questions/questions.ts'
import { changeReview, insertReviews } from '../reviews/reviews.ts'
import { decideState, decideWhenConfirmed, forgetNetworks, type Submission } from './moderation.ts'

let home: TestDatabase
let store: Store
const at = new Date('2026-03-20T12:00:00Z')
const by = { at, actor: 'author', action: 'create' } as const
const hours = 60 * 60 * 1000
beforeAll(async () => {
  home = await createTestDatabase()
})
afterAll(() => home.close())
beforeEach(async () => {
  const { storeId } = await aStore(home.database)
  const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
  await addSeenProducts(home.database, storeId, [product], at)
  store = await readStore(home.database, storeId)
})

const clean = 'Heats fast and does not leak.'
const long = 'Heats the coffee fast, does not leak a drop, and is easy to clean afterwards.'

function aSubmission(change: Partial<Submission> = {}): Submission {
  return { kind: 'review', id: uuid(), language: 'en', body: clean, display_name: 'Ana M.', at, ...change }
}

const decide = (change: Partial<Submission> = {}) =>
  home.database.transaction(tx => decideState(tx, store, aSubmission(change)))

const rule = async (moderation: Store['moderation']) => {
  store = await changeSettings(home, store.store_id, { moderation })
}

describe("the store's rule", () => {
  test.each([
    ['publish', clean, 'published'],
    ['publish', 'call 11 91234-5678', 'published'],
    ['check', clean, 'published'],
    ['check', 'call 11 91234-5678', 'pending'],
    ['hold', clean, 'pending'],
  ] as const)('%s: %s is %s', async (moderation, body, state) => {
    await rule(moderation)
    expect(await decide({ body })).toMatchObject({ state })
    expect(await decide({ body, kind: 'question' })).toMatchObject({ state })
  })

  test("a link to the store's own site holds nothing, and a number of its country does", async () => {
    store = await changeSettings(home, store.store_id, {
      ...{ moderation: 'check', country: 'MX', site_url: 'https://www.caneca.example' },
      product_url: 'https://loja.caneca.example.com/p/{product_id}',
    })
    for (const body of [
      'Vi em caneca.example/oi',
      'em https://loja.caneca.example.com/p/1',
      'ótima.com tampa',
    ])
      expect(await decide({ body })).toMatchObject({ state: 'published', flags: [] })
    expect(await decide({ body: 'https://outra.example/p' })).toMatchObject({ state: 'pending' })
    expect(await decide({ body: 'es 55 1234 5678' })).toMatchObject({
      state: 'pending',
      flags: [{ check: 'phone', start: 3, end: 15 }],
    })
  })

  test('a refused text that its author changed always waits', async () => {
    await rule('publish')
    expect(await decide({ before: 'rejected' })).toMatchObject({ state: 'pending' })
    expect(await decide({ before: 'published' })).toMatchObject({ state: 'published' })
  })

  test('what was found stays with the record, for when its address is confirmed', async () => {
    const id = uuid()
    await decide({ id, body: 'see loja.com' })
    const confirm = () => decideWhenConfirmed(home.database, store, 'review', id)
    const flag = { check: 'link', field: 'body', start: 4, end: 12 }
    expect(await confirm()).toEqual({ state: 'pending', flags: [flag] })
    expect(await decideWhenConfirmed(home.database, store, 'question', id)).toMatchObject({ flags: [] })
    await decide({ id, body: clean })
    expect(await confirm()).toEqual({ state: 'published', flags: [] })
  })
})

describe('the same text elsewhere in the store', () => {
  const isFlagged = async (change: Partial<Submission> = {}) =>
    (await decide({ body: long, ...change })).flags.some(({ check }) => check === 'same_text')
  const insert = (...reviews: ReturnType<typeof aReview>[]) =>
    home.database.transaction(tx => insertReviews(tx, store.store_id, reviews, by))

  test('is known in reviews and questions, without case, accents and signs, whatever became of them', async () => {
    expect(await isFlagged()).toBe(false)
    const review = aReview({
      body: `  ${long.toUpperCase().replace('COFFEE', 'CÖFFEE')}!!`,
      state: 'removed',
    })
    await insert(review)
    expect(await isFlagged()).toBe(true)
    expect(await isFlagged({ kind: 'question' })).toBe(true)
    expect(await isFlagged({ id: review.id })).toBe(false)
    expect(await isFlagged({ body: `${long} Really.` })).toBe(false)
    const question = aQuestion({ body: `${long} Really?` })
    await home.database.transaction(tx => insertQuestions(tx, store.store_id, [question], by))
    expect(await isFlagged({ body: `${long} Really.` })).toBe(true)
  })

  test('follows a changed text', async () => {
    const review = aReview({ body: 'Something else altogether, and long enough to be looked for.' })
    await insert(review)
    await home.database.transaction(tx =>
      changeReview(tx, store.store_id, review.id, by, () => ({ body: long })),
    )
    expect(await isFlagged()).toBe(true)
    expect(await isFlagged({ body: review.body })).toBe(false)
  })

  test('is no matter for short texts, and none for another store', async () => {
    const korean = '정말 배송도 빠르고 제품도 좋아요 감사합니다'
    await insert(aReview({ body: clean }), aReview({ body: korean }), aReview({ body: long }))
    for (const body of [clean, korean]) expect(await decide({ body })).toMatchObject({ flags: [] })
    const { storeId } = await aStore(home.database)
    store = await readStore(home.database, storeId)
    expect(await isFlagged()).toBe(false)
  })
})

describe('many from one network', () => {
  const from = (address: string) => networkHash('secret', store.store_id, address) as Buffer
  const isFlagged = async (address: string, when: Date = at) =>
    (await decide({ network: from(address), at: when })).flags.some(({ check }) => check === 'network')

  test('the tenth within a day is held, and what comes after', async () => {
    for (let sent = 1; sent < 10; sent++) expect(await isFlagged(`203.0.113.${sent}`)).toBe(false)
    expect(await isFlagged('203.0.114.1')).toBe(false)
    expect(await isFlagged('203.0.113.77')).toBe(true)
    expect(await isFlagged('203.0.113.1', new Date(at.getTime() + 23 * hours))).toBe(true)
    expect(await isFlagged('203.0.113.1', new Date(at.getTime() + 25 * hours))).toBe(false)
  })

  test('of twenty at once eleven are held', async () => {
    const flagged = await Promise.all(Array.from({ length: 20 }, () => isFlagged('2001:db8:1::5')))
    expect(flagged.filter(Boolean)).toHaveLength(11)
  })

  test('neither the address nor the network is kept, and nothing at all after a day', async () => {
    await isFlagged('203.0.113.9')
    const kept = () =>
      home.database.query(sql`select * from moderation_networks where store_id = ${store.store_id}`)
    expect(JSON.stringify(await kept())).not.toContain('203.0.113')
    await forgetNetworks(home.database, store.store_id, new Date(at.getTime() + 23 * hours))
    expect(await kept()).toHaveLength(1)
    await forgetNetworks(home.database, store.store_id, new Date(at.getTime() + 24 * hours))
    expect(await kept()).toEqual([])
  })

  test.each([
    ['203.0.113.9', '203.0.113'],
    ['::ffff:203.0.113.9', '203.0.113'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
    ['2001:0DB8:0001::6', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0'],
    ['::1', '0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0'],
    // The socket of a client that has left has no address.
    [undefined, ''],
  ])('%s is of the network %s', (address, network) => expect(networkOf(address)).toBe(network))

  test('of something that is no address, nothing is kept', () =>
    expect(networkHash('a secret', store.store_id, 'unix')).toBeUndefined())
})

test('stars decide nothing: no rule, check or stored flag knows of them', async () => {
  // Passes the stars along with the text, as a careless caller might: each rule decides alike for all five.
  for (const moderation of ['publish', 'hold', 'check'] as const) {
    await rule(moderation)
    for (const body of [clean, 'see loja.com']) {
      const outcomes = []
      for (const rating of [1, 2, 3, 4, 5]) {
        const submission = { ...aSubmission({ body }), rating, recommended: rating > 3 }
        outcomes.push(await home.database.transaction(tx => decideState(tx, store, submission)))
      }
      expect(new Set(outcomes.map(outcome => JSON.stringify(outcome))).size).toBe(1)
    }
  }
  const columns = await home.database.query<{ column_name: string }>(sql`
    select column_name
    from information_schema.columns
    where table_name like 'moderation%'`)
  expect(columns.length).toBeGreaterThan(0)
  for (const { column_name } of columns) expect(column_name).not.toMatch(/rating|star|recommend/)
})
