import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertQuestions } from '../questions/questions.ts'
import { insertReviews } from '../reviews/reviews.ts'
import { updateStore } from '../stores/stores.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { aCast, type Member } from '../test/cast.ts'
import { aProduct, aQuestion, aReview } from '../test/factories.ts'
import { type NoticeKind, queueNotice } from './mailings.ts'

let service: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  service = await startTestApp()
  ;({ owner, outsider } = await aCast(service.database))
  const body = aProduct({ product_id: 'product-1' })
  expect((await service.send('POST', '/products', { headers: owner.headers, body })).status).toBe(201)
})
afterAll(() => service.close())

const at = new Date('2026-03-10T12:00:00.000Z')
const by = { at, actor: 'author', action: 'create' } as const

async function notify(storeId: string, kind: NoticeKind, recordId: string): Promise<void> {
  await service.database.transaction(tx => queueNotice(tx, storeId, { kind, recordId, at }))
}

/** The mailings about a record, and whether each has a job that waits. */
async function queued(recordId: string): Promise<{ kind: string; email: string; jobs: number }[]> {
  return await service.database.query(sql`
    select kind, email, language, state,
      (select count(*)::integer from pgboss.job as job
       where name = 'send-mailing' and singleton_key = mailing.id::text and job.state = 'created') as jobs
    from (select * from mailings where record_id = ${recordId}) as mailing
    order by created_at, kind`)
}

describe('queueNotice', () => {
  test('queues one mail to the author of a review, with its job', async () => {
    const review = aReview({ email: 'Ana@Example.com', language: 'pt' })
    await service.database.transaction(tx => insertReviews(tx, owner.storeId, [review], by))
    await notify(owner.storeId, 'review_published', review.id)
    expect(await queued(review.id)).toEqual([
      { kind: 'review_published', email: 'Ana@Example.com', language: 'pt', state: 'queued', jobs: 1 },
    ])
  })

  test('queues neither when the transaction is rolled back', async () => {
    const review = aReview()
    await service.database.transaction(tx => insertReviews(tx, owner.storeId, [review], by))
    const failed = service.database.transaction(async tx => {
      await queueNotice(tx, owner.storeId, { kind: 'review_replied', recordId: review.id, at })
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await queued(review.id)).toEqual([])
  })

  test.each([null, 'not an address'])('queues nothing to %j', async email => {
    const review = aReview({ email, address: null })
    await service.database.transaction(tx => insertReviews(tx, owner.storeId, [review], by))
    await notify(owner.storeId, 'review_rejected', review.id)
    expect(await queued(review.id)).toEqual([])
  })

  test('tells the store of a question where it has an address for that', async () => {
    const question = aQuestion()
    await service.database.transaction(tx => insertQuestions(tx, owner.storeId, [question], by))
    await notify(owner.storeId, 'question_received', question.id)
    expect(await queued(question.id)).toEqual([])
    await updateStore(service.database, owner.storeId, { contact_email: 'team@shop.example' })
    await notify(owner.storeId, 'question_received', question.id)
    expect(await queued(question.id)).toMatchObject([{ email: 'team@shop.example', language: 'pt-BR' }])
  })

  test('knows no record of another store', async () => {
    const review = aReview()
    await service.database.transaction(tx => insertReviews(tx, owner.storeId, [review], by))
    await expect(notify(outsider.storeId, 'review_published', review.id)).rejects.toThrow('Review not found')
    expect(await queued(review.id)).toEqual([])
  })
})
