import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCursor, writeCursor } from '../../foundation/lib/ids/cursor.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { aQuestion, aReview } from '../../test/factories.ts'
import { aStore } from '../../test/users.ts'
import type { Page } from '../moderation/content/list.ts'
import { decideState } from '../moderation/moderation.ts'
import { reportContent } from '../moderation/reports/reports.ts'
import { listQuestions, type QuestionFilter } from '../questions/list-questions.ts'
import { insertQuestions } from '../questions/questions.ts'
import { listReviews, type ReviewFilter } from './list-reviews.ts'
import { insertReviews, reviewContent } from './reviews.ts'

let home: TestDatabase
let storeId: string
let outsider: string
const at = new Date('2026-03-20T12:00:00Z')
const by = { at, actor: 'author', action: 'create' } as const
// Two reviews have the same time, so the id decides their order.
const reviews = [
  aReview({ title: 'First of all' }),
  aReview({ body: 'Write to ana@example.com' }),
  aReview({ state: 'pending', product_id: 'product-2', display_name: 'ÁGUEDA' }),
  aReview({ state: 'rejected', moderation_reason: 'spam' }),
]
reviews.push(aReview({ created_at: (reviews[3] as (typeof reviews)[0]).created_at, rating: 1 }))
const questions = [aQuestion(), aQuestion({ state: 'pending', reply: null, reply_created_at: null })]
const [first, flagged, pending, rejected, last] = reviews.map(({ id }) => id)

beforeAll(async () => {
  home = await createTestDatabase()
  storeId = (await aStore(home.database)).storeId
  outsider = (await aStore(home.database)).storeId
  for (const store of [storeId, outsider]) {
    const products = ['product-1', 'product-2'].map(id => ({
      product_id: id,
      sku: 'S',
      name: 'Pot',
      url: '',
    }))
    await addSeenProducts(home.database, store, products, at)
  }
  await home.database.transaction(async tx => {
    await insertReviews(tx, storeId, reviews, by)
    await insertQuestions(tx, storeId, questions, by)
    await insertReviews(tx, outsider, [aReview()], by)
    const store = await readStore(tx, storeId)
    for (const { id, body, display_name, language } of reviews)
      await decideState(tx, store, { kind: 'review', id, body, display_name, language, at })
    await reportContent(tx, { current: 's', all: ['s'] }, storeId, reviewContent, first as string, {
      reason: 'other',
      text: 'Hm',
      at,
    })
  })
})
afterAll(() => home.close())

const page = (change: Partial<Page> = {}): Page => ({ limit: 10, ...change })
const list = async (filter: ReviewFilter, change?: Partial<Page>) =>
  (await listReviews(home.database, storeId, filter, page(change))).result.map(({ id }) => id)

describe('reviews for who moderates', () => {
  test.each<[ReviewFilter, (string | undefined)[]]>([
    [{}, [last, rejected, pending, flagged, first]],
    [{ state: 'pending' }, [pending]],
    [{ productId: 'product-2' }, [pending]],
    [{ flagged: true }, [flagged]],
    [{ reported: true }, [first]],
    [{ text: 'FIRST OF' }, [first]],
    [{ text: 'águeda' }, [pending]],
    [{ text: '%' }, []],
    // A part this short matches only the beginning of words.
    [{ text: 'fi' }, [first]],
    [{ text: 'rs' }, []],
    [{ text: 'first', state: 'pending' }, []],
    [{ state: 'published', flagged: true, text: 'write' }, [flagged]],
    [{ state: 'removed' }, []],
    [{ unanswered: true }, [last, rejected, pending, flagged, first]],
    [{ from: new Date('2199-01-01') }, []],
  ])('%j', async (filter, ids) => expect(await list(filter)).toEqual(ids))

  test('carry what the checks found and what was reported', async () => {
    const { result } = await listReviews(home.database, storeId, {}, page())
    const byId = new Map(result.map(review => [review.id, review]))
    expect(byId.get(flagged as string)).toMatchObject({
      flags: [{ check: 'email', field: 'body', start: 9, end: 24 }],
      reports: [],
    })
    expect(byId.get(first as string)).toMatchObject({ flags: [], reports: [{ reason: 'other', text: 'Hm' }] })
  })

  test.each([false, true])('page by page are the whole list, oldest first: %s', async oldestFirst => {
    const whole = await list({}, { oldestFirst })
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const after = readCursor(next)
      const one = await listReviews(home.database, storeId, {}, { oldestFirst, limit: 2, after })
      seen.push(...one.result.map(({ id }) => id))
      next = one.next
    }
    expect(seen).toEqual(whole)
  })

  test('a word is found however far back it stands, and a common one page by page', async () => {
    const shop = (await aStore(home.database)).storeId
    await addSeenProducts(home.database, shop, [{ product_id: 'product-1', sku: 'S', name: '', url: '' }], at)
    const many = Array.from({ length: 5_100 }, () => aReview({ title: 'Common' }))
    const oldest = { ...aReview({ title: 'A rare one' }), created_at: new Date('2020-01-01') }
    await home.database.transaction(tx => insertReviews(tx, shop, [oldest, ...many], by))
    const search = (text: string, change?: Partial<Page>) =>
      listReviews(home.database, shop, { text }, page(change))
    expect((await search('rare')).result.map(({ id }) => id)).toEqual([oldest.id])
    const newest = await search('common')
    expect(newest.result.map(({ id }) => id)).toEqual(
      many
        .slice(-10)
        .reverse()
        .map(({ id }) => id),
    )
    const after = readCursor(newest.next as string)
    expect((await search('common', { after })).result[0]?.id).toBe(many.at(-11)?.id)
  })

  test('are flagged and reported as they are now', async () => {
    const review = aReview({ body: 'Write to bia@example.com' })
    const { database } = home
    await database.transaction(async tx => {
      const store = await readStore(tx, outsider)
      // Before the review is inserted, as a form does.
      await decideState(tx, store, { ...review, kind: 'review', at })
      await insertReviews(tx, outsider, [review], by)
    })
    const flags = async () => (await listReviews(database, outsider, { flagged: true }, page())).result.length
    const reports = async () =>
      (await listReviews(database, outsider, { reported: true }, page())).result.length
    expect([await flags(), await reports()]).toEqual([1, 0])
    await database.transaction(async tx => {
      const change = { ...review, kind: 'review', body: 'Nothing in it', before: review.state, at } as const
      await decideState(tx, await readStore(tx, outsider), change)
      await reportContent(tx, { current: 's', all: ['s'] }, outsider, reviewContent, review.id, {
        reason: 'other',
        text: '',
        at,
      })
    })
    expect([await flags(), await reports()]).toEqual([0, 1])
  })

  test('another store sees its own', async () => {
    const { result } = await listReviews(home.database, outsider, {}, page())
    expect(result.length).toBeGreaterThan(0)
    expect(reviews.map(({ id }) => id)).not.toContain(result[0]?.id)
  })
})

test.each<[QuestionFilter, number]>([
  [{}, 2],
  [{ unanswered: true }, 1],
  [{ state: 'published' }, 1],
  [{ text: 'induction' }, 2],
  [{ text: 'in' }, 2],
  [{ text: 'nduction stoves', state: 'pending' }, 0],
  [{ flagged: true }, 0],
  [{ productId: 'product-2' }, 0],
])('questions %j', async (filter, count) => {
  const { result } = await listQuestions(home.database, storeId, filter, page())
  expect(result).toHaveLength(count)
})

test.each([
  '',
  'abc',
  writeCursor({ at, id: 'x' }),
  `${writeCursor({ at, id: uuid() })}IGE`,
  '../../../etc',
])('the cursor %j is none', cursor => expect(readCursor(cursor)).toBeUndefined())
