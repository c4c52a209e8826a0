import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorOf } from '../../answers/moderation/author.ts'
import { insertReviews } from '../../answers/reviews/reviews.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aProduct, aReview } from '../../test/factories.ts'
import { aStore, type Member } from '../../test/users.ts'
import type { NoticeKind } from './kinds.ts'
import { queueNotice, type Recipient } from './mailings.ts'

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp()
  owner = await aStore(service.database)
  const body = aProduct({ product_id: 'product-1' })
  expect((await service.send('POST', '/products', { headers: owner.headers, body })).status).toBe(201)
})
afterAll(() => service.close())

const at = new Date('2026-03-10T12:00:00.000Z')
const by = { at, actor: 'author', action: 'create' } as const

async function notify(kind: NoticeKind, recordId: string, to: Recipient): Promise<void> {
  await service.database.transaction(tx => queueNotice(tx, owner.storeId, { kind, recordId, to, at }))
}

/** The mailings about a record, each with the number of its pending jobs. */
async function queued(recordId: string): Promise<{ kind: string; email: string; jobs: number }[]> {
  const { query } = service.database
  const mailings = await query<{ id: string; kind: string; email: string }>(sql`
    select id, kind, email, language, state
    from mailings
    where record_id = ${recordId}
    order by created_at, kind`)
  const jobs = await query<{ id: string }>(sql`
    select singleton_key as id
    from pgboss.job
    where name = 'send-mailing' and state = 'created'`)
  return mailings.map(({ id, ...mailing }) => ({
    ...mailing,
    jobs: jobs.filter(job => job.id === id).length,
  }))
}

describe('queueNotice', () => {
  test('queues one mail to the author of a review, with its job', async () => {
    const review = aReview({ email: 'Ana@Example.com', language: 'pt' })
    await service.database.transaction(tx => insertReviews(tx, owner.storeId, [review], by))
    await notify('review_published', review.id, authorOf(review))
    expect(await queued(review.id)).toEqual([
      { kind: 'review_published', email: 'Ana@Example.com', language: 'pt', state: 'queued', jobs: 1 },
    ])
  })

  test('queues neither mail nor job when the transaction is rolled back', async () => {
    const review = aReview()
    await service.database.transaction(tx => insertReviews(tx, owner.storeId, [review], by))
    const failed = service.database.transaction(async tx => {
      await queueNotice(tx, owner.storeId, {
        kind: 'review_replied',
        recordId: review.id,
        to: authorOf(review),
        at,
      })
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await queued(review.id)).toEqual([])
  })

  test.each([null, 'not an address'])('queues nothing to %j', async email => {
    const review = aReview({ email, address: null })
    await service.database.transaction(tx => insertReviews(tx, owner.storeId, [review], by))
    await notify('review_rejected', review.id, authorOf(review))
    expect(await queued(review.id)).toEqual([])
  })
})
