import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '../../foundation/database/connect.ts'
import type { ApiError } from '../../foundation/errors/errors.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { aReview } from '../../test/factories.ts'
import { aStore } from '../../test/users.ts'
import { reasonIn, reasonNames } from '../moderation/reasons.ts'
import type { ContentState } from '../moderation/states.ts'
import {
  publishReview,
  rejectReview,
  removeReview,
  replyToReview,
  restoreReview,
  withdrawReview,
} from './moderate.ts'
import { insertReviews, type Review } from './reviews.ts'

let home: TestDatabase
let storeId: string
let outsider: string
const at = new Date('2026-03-20T12:00:00Z')
const by = { at, actor: 'command' } as const
beforeAll(async () => {
  home = await createTestDatabase()
  ;[storeId, outsider] = [await aShop(), await aShop()]
})
afterAll(() => home.close())

async function aShop(): Promise<string> {
  const shop = await aStore(home.database)
  const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
  await addSeenProducts(home.database, shop.storeId, [product], at)
  return shop.storeId
}

async function written(state: ContentState, change: Partial<Review> = {}): Promise<string> {
  const review = aReview({ state, published_at: null, ...change })
  const create = { at, actor: 'author', action: 'create' } as const
  await home.database.transaction(tx => insertReviews(tx, storeId, [review], create))
  return review.id
}

const acts = {
  publish: (tx: Connection, store: string, id: string) => publishReview(tx, store, id, by),
  reject: (tx: Connection, store: string, id: string) => rejectReview(tx, store, id, 'spam', by),
  remove: (tx: Connection, store: string, id: string) => removeReview(tx, store, id, 'spam', by),
  restore: (tx: Connection, store: string, id: string) => restoreReview(tx, store, id, by),
  reply: (tx: Connection, store: string, id: string) => replyToReview(tx, store, id, 'Thank you!', by),
  withdraw: (tx: Connection, store: string, id: string) => withdrawReview(tx, store, id, at),
}

type Act = keyof typeof acts

const act = (name: Act, id: string, store = storeId) =>
  home.database.transaction(tx => acts[name](tx, store, id))

const wrong = { errorName: 'state_wrong' } satisfies Partial<ApiError>

describe('each decision in each state', () => {
  const removedByStore = { moderation_reason: 'spam' }
  const published = { published_at: at }
  const table: [ContentState, Partial<Review>, Record<Act, ContentState | 'wrong'>][] = [
    ['unconfirmed', {}, all('wrong', { restore: 'unconfirmed', withdraw: 'removed' })],
    ['pending', {}, { ...all('pending'), publish: 'published', reject: 'rejected', ...taken }],
    ['published', published, { ...all('published'), reject: 'rejected', ...taken }],
    ['rejected', {}, { ...all('rejected'), publish: 'published', reply: 'wrong', ...taken }],
    ['removed', {}, all('wrong', { withdraw: 'removed' })],
    ['removed', removedByStore, { ...down, restore: 'pending' }],
    ['removed', { ...removedByStore, ...published }, { ...down, restore: 'published' }],
  ]
  test.each(
    table.flatMap(([state, change, ends]) =>
      Object.entries(ends).map(([name, end]) => [state, change, name as Act, end] as const),
    ),
  )('%s %j: %s ends %s', async (state, change, name, end) => {
    const id = await written(state, change)
    if (end === 'wrong') return await expect(act(name, id)).rejects.toMatchObject(wrong)
    expect(await act(name, id)).toMatchObject({ state: end })
    const before = await logged(id)
    expect(await act(name, id)).toMatchObject({ state: end })
    expect(await logged(id)).toEqual(before)
  })
})

test('the log tells who did what to which fields, and not why in words', async () => {
  const id = await written('pending')
  await act('reject', id)
  await act('publish', id)
  await act('reply', id)
  expect((await logged(id)).slice(1)).toEqual([
    { actor: 'command', action: 'reject', fields: ['state', 'moderation_reason'] },
    { actor: 'command', action: 'publish', fields: ['state', 'moderation_reason', 'published_at'] },
    { actor: 'command', action: 'reply', fields: ['reply', 'reply_created_at'] },
  ])
})

test('a reply can be changed, keeps its date, and can be taken back whatever became of the review', async () => {
  const id = await written('published')
  await act('reply', id)
  const later = { ...by, at: new Date('2026-03-21T12:00:00Z') }
  const reply = (text: string | null) =>
    home.database.transaction(tx => replyToReview(tx, storeId, id, text, later))
  expect(await reply('Thanks!')).toMatchObject({ reply: 'Thanks!', reply_created_at: at })
  await act('withdraw', id)
  expect(await reply(null)).toMatchObject({ reply: null, reply_created_at: null })
})

describe('the author is told', () => {
  const told = (id: string) =>
    home.database.query<{ kind: string; email: string }>(sql`
      select kind, email
      from mailings
      where store_id = ${storeId} and record_id = ${id}
      order by created_at, id`)
  const table: [ContentState, Partial<Review>, Act[], string[]][] = [
    ['pending', {}, ['publish', 'publish'], ['review_published']],
    ['pending', {}, ['reject', 'reject'], ['review_rejected']],
    ['pending', {}, ['remove', 'restore'], ['review_rejected']],
    ['published', { published_at: at }, ['remove', 'restore'], ['review_rejected', 'review_published']],
    ['rejected', {}, ['remove', 'publish'], ['review_published']],
    ['published', {}, ['reply', 'reply', 'withdraw'], ['review_replied']],
    ['pending', {}, ['reply', 'publish'], ['review_published']],
    ['published', { email: null }, ['reply', 'reject'], []],
  ]
  test.each(table)('%s %j: %j mails %j', async (state, change, names, kinds) => {
    const id = await written(state, change)
    for (const name of names) await act(name, id)
    expect((await told(id)).map(({ kind }) => kind)).toEqual(kinds)
  })

  test('once, when two publish at the same time', async () => {
    const id = await written('pending')
    await Promise.all([act('publish', id), act('publish', id)])
    expect(await told(id)).toEqual([{ kind: 'review_published', email: 'ana@example.com' }])
  })

  test('not at all when the transaction fails', async () => {
    const id = await written('pending')
    const failing = home.database.transaction(async tx => {
      await publishReview(tx, storeId, id, by)
      throw new Error('later')
    })
    await expect(failing).rejects.toThrow('later')
    expect(await told(id)).toEqual([])
  })
})

test('another store can do nothing with it', async () => {
  const id = await written('pending')
  for (const name of Object.keys(acts) as Act[])
    await expect(act(name, id, outsider)).rejects.toMatchObject({ errorName: 'review_unknown' })
})

test('every reason is told in three languages, and none speaks of stars or opinions', () => {
  for (const name of reasonNames) {
    const texts = ['en', 'pt-BR', 'es'].map(language => reasonIn(name, language))
    expect(new Set(texts).size).toBe(3)
    expect(texts.join()).not.toMatch(/star|estrela|estrella|rating|nota|negativ|bad|ruim/i)
  }
})

const taken = { remove: 'removed', withdraw: 'removed' } as const
const down = {
  publish: 'published',
  reject: 'wrong',
  remove: 'removed',
  reply: 'wrong',
  withdraw: 'removed',
} as const

function all<End>(
  end: End,
  change: Partial<Record<Act, ContentState>> = {},
): Record<Act, End | ContentState> {
  const ends = Object.keys(acts).map(name => [name, end])
  return { ...Object.fromEntries(ends), ...change }
}

async function logged(id: string) {
  return await home.database.query(sql`
    select actor, action, fields
    from audit_log
    where store_id = ${storeId} and record_type = 'review' and record_id = ${id}
    order by id`)
}
