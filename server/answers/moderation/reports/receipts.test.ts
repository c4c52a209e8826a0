import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '../../../foundation/database/connect.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { suppress } from '../../../foundation/mailings/suppressions.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { aMember } from '../../../test/admin.ts'
import { expectInvalid } from '../../../test/answers.ts'
import { testSecret } from '../../../test/app.ts'
import { besideChange } from '../../../test/database/locks.ts'
import { aReview } from '../../../test/factories.ts'
import { gone, reportedAt, reporter, reportsInEachTest } from '../../../test/for-each-test/reports.ts'
import { aManageKey } from '../../../test/management.ts'
import { tidyStores } from '../../../upkeep/housekeeping/tidy.ts'
import { erasePerson, exportPerson } from '../../../upkeep/people/people.ts'
import { insertReviews, type Review, reviewContent } from '../../reviews/reviews.ts'
import { reportContent } from './reports.ts'

const day = 24 * 60 * 60 * 1000
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })

const it = reportsInEachTest()
const { mailed } = it
let reviewId: string
beforeEach(async () => {
  reviewId = await written()
})

async function written(change: Partial<Review> = {}, { storeId } = it.owner): Promise<string> {
  await it.addProduct(storeId)
  const review = aReview({ state: 'published', published_at: new Date(reportedAt), email: null, ...change })
  const by = { at: new Date(reportedAt), actor: 'import', action: 'create' } as const
  await it.service.database.transaction(tx => insertReviews(tx, storeId, [review], by))
  return review.id
}

const report = (change: object = {}, id = reviewId, store = it.owner) =>
  it.report('reviews', id, change, store)

const decide = async (action: string, reason?: string) => {
  const moderator = await aMember(it.service, it.owner.storeId, 'moderator')
  const body = { action, ids: [reviewId], ...(reason && { reason }) }
  return await moderator.send('POST', `/stores/${it.owner.storeId}/reviews/decisions`, body)
}

const kept = () => it.kept('reviews')

describe('a receipt', () => {
  test('is mailed at once, in the language of the visitor, without what they wrote', async () => {
    expect(await report({ language: 'de' })).toMatchObject({ status: 204 })
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.to).toBe(reporter)
    expect(mail?.text).toContain('Moka pot')
    expect(mail?.text).toContain('Sie erhalten diese E-Mail, weil mit dieser Adresse')
    expect(mail?.text).not.toContain('pills')
    expect(mail?.text).toMatch(/\/u\/[\w-]+/)
    expect(await kept()).toEqual([{ email: reporter, address: 'rui.sa@correio.example', language: 'de' }])
  })

  test('needs an address, which may be left out', async () => {
    for (const email of ['', 'nobody', 'a@b'])
      expect(await report({ email })).toMatchObject({ status: 204, body: undefined })
    expect(await mailed()).toEqual([])
    expect(await kept()).toEqual([gone, gone, gone])
    expectInvalid(await report({ email: 7 }), 'email: Expected string, received number')
  })

  test('is mailed once to an address of reports at the same time', async () => {
    const other = await written()
    const { storeId } = it.owner
    const given = {
      reason: 'spam',
      text: '',
      at: new Date(reportedAt),
      reporter: { email: reporter, language: 'en' },
    } as const
    await besideChange(
      it.service.database,
      tx => reportContent(tx, secrets, storeId, reviewContent, reviewId, given),
      () => report({ email: reporter.toLowerCase() }, other),
    )
    expect(await mailed()).toHaveLength(1)
  })

  test('is mailed once within a day to an address of a store', async () => {
    await report()
    expect(await mailed()).toHaveLength(1)
    it.service.setNow(reportedAt + day - 1)
    await report()
    expect(await mailed()).toEqual([])
    it.service.setNow(reportedAt + day)
    await report()
    expect(await mailed()).toHaveLength(1)
  })

  test('keeps an address for five undecided reports at most', async () => {
    for (let index = 0; index < 6; index++) await report()
    expect((await kept()).filter(row => (row as typeof gone).email !== null)).toHaveLength(5)
  })

  test('goes to nine strangers from one network a day, and to no tenth', async () => {
    for (let index = 0; index < 12; index++) await report({ email: `stranger.${index}@correio.example` })
    expect(await mailed()).toHaveLength(9)
    expect((await kept()).filter(row => (row as typeof gone).email !== null)).toHaveLength(9)
  })

  test('is not mailed to a suppressed address, which is not kept either', async () => {
    await suppress(
      it.service.database,
      it.owner.storeId,
      'rui.sa@correio.example',
      'unsubscribed',
      new Date(reportedAt),
    )
    expect(await report()).toMatchObject({ status: 204 })
    expect(await mailed()).toEqual([])
    expect(await kept()).toEqual([gone])
  })

  test('of one store leaves the same visitor of another alone', async () => {
    await report()
    const other = await written({}, it.outsider)
    await report({}, other, it.outsider)
    expect(await mailed()).toHaveLength(2)
    await decide('publish')
    expect(await mailed()).toHaveLength(1)
    const left = await it.service.database.query(sql`
      select email
      from review_reports
      where store_id = ${it.outsider.storeId}`)
    expect(left).toEqual([{ email: reporter }])
  })
})

describe('the decision', () => {
  const table = [
    ['publish', undefined, 'It stays published.'],
    ['reject', 'private_data', 'It is no longer published.'],
    ['remove', 'private_data', 'It is no longer published.'],
  ] as const
  test.each(table)('%s is mailed with its reason, how it was made, and whom to write to', async (...row) => {
    const [action, reason, said] = row
    await report()
    await mailed()
    expect((await decide(action, reason)).body.refused).toEqual([])
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: reporter, subject: 'Cafe Serra decided about your report' })
    expect(mail?.text).toContain(said)
    expect(mail?.text.includes('It contains personal data')).toBe(reason === 'private_data')
    expect(mail?.text).toContain('A person decided, without automated means.')
    expect(mail?.text).toContain('hello@cafe.example')
    expect(mail?.text).not.toContain('pills')
    expect(await kept()).toEqual([gone])
    await decide(action, reason)
    expect(await mailed()).toEqual([])
  })

  test('of a program says that it may be automated', async () => {
    const program = await aManageKey(it.service, { store: it.owner })
    await report()
    await mailed()
    expect((await program.send('POST', `/reviews/${reviewId}/publish`, {})).status).toBe(200)
    const [mail] = await mailed()
    expect(mail?.text).toContain('It may have been made by automated means.')
    expect(mail?.text).not.toContain('A person decided')
  })

  test('is mailed once to an address that reported a review twice, and not without a report', async () => {
    await decide('publish')
    await report()
    await report({ reason: 'other' })
    await report({ email: 'other@correio.example' })
    await mailed()
    await decide('reject', 'spam')
    expect((await mailed()).map(({ to }) => to).sort()).toEqual([reporter, 'other@correio.example'])
  })

  test('closes reports for moderators, and is logged', async () => {
    await report()
    const moderator = await aMember(it.service, it.owner.storeId, 'moderator')
    const reports = async () =>
      (await moderator.send('GET', `/stores/${it.owner.storeId}/reviews?id=${reviewId}`)).body.result[0]
        .reports
    const shown = { reason: 'spam', text: 'Buy my pills at pills.example', at: '2026-03-20T12:00:00.000Z' }
    const listed = async () =>
      (await moderator.send('GET', `/stores/${it.owner.storeId}/reviews?reported=true`)).body.result.map(
        ({ id }: { id: string }) => id,
      )
    expect(await reports()).toEqual([{ ...shown, decided_at: null }])
    expect(await listed()).toContain(reviewId)
    await decide('publish')
    expect(await listed()).not.toContain(reviewId)
    expect(await reports()).toEqual([{ ...shown, decided_at: '2026-03-20T12:00:00.000Z' }])
    const [logged] = await it.service.database.query(sql`
      select action, fields
      from audit_log
      where store_id = ${it.owner.storeId} and record_id = ${reviewId} and action = 'keep'`)
    expect(logged).toEqual({ action: 'keep', fields: [] })
  })
})

describe('the address', () => {
  test('of a person who is erased during the decision gets no mail', async () => {
    await report()
    await mailed()
    const { storeId } = it.owner
    // As the erasure writes it.
    const erase = (tx: Connection) =>
      tx.query(sql`update review_reports set email = null, address = null where store_id = ${storeId}`)
    const answer = await besideChange(it.service.database, erase, () => decide('remove', 'spam'))
    expect(answer.body).toMatchObject({ refused: [] })
    expect(await mailed()).toEqual([])
  })

  const person = 'rui.sa@correio.example'
  test('is exported and erased with its person', async () => {
    await report()
    const store = await readStore(it.service.database, it.owner.storeId)
    const found = await exportPerson(it.service.database, secrets, store, person)
    expect(found?.reports).toMatchObject([{ review_id: reviewId, reason: 'spam', email: reporter }])
    await erasePerson(it.service.database, secrets, store, person, new Date(reportedAt))
    expect(await kept()).toEqual([gone])
    await decide('publish')
    expect(await mailed()).toEqual([])
  })

  test('is deleted after a year without a decision', async () => {
    await report()
    const tidy = (at: number) =>
      tidyStores(it.service.database, {} as never, new Date(at), (message, error) => {
        throw new Error(message, { cause: error })
      })
    await tidy(reportedAt + 365 * day - 1)
    expect(await kept()).toMatchObject([{ email: reporter }])
    await tidy(reportedAt + 365 * day)
    expect(await kept()).toEqual([gone])
  })
})
