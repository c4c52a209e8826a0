import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { suppress } from '../../foundation/mailings/suppressions.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { aMember } from '../../test/admin.ts'
import { expectInvalid } from '../../test/answers.ts'
import { type TestApp, testSecret } from '../../test/app.ts'
import { aReview } from '../../test/factories.ts'
import { decode } from '../../test/mail/decoded-mails.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aManageKey } from '../../test/management.ts'
import { anOwnerAndOutsider, type Member } from '../../test/users.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'
import { erasePerson, exportPerson } from '../../upkeep/people/people.ts'
import { insertReviews, type Review } from './reviews.ts'

const now = Date.parse('2026-03-20T12:00:00Z')
const day = 24 * 60 * 60 * 1000
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const rui = 'Rui.Sa@correio.example'

let service: TestApp
let server: MailServer
let owner: Member
let outsider: Member
let reviewId: string
beforeAll(async () => {
  const limits = { VISITOR_RATE_LIMIT: '100000', STORE_RATE_LIMIT: '100000', SIGN_IN_RATE_LIMIT: '1000' }
  ;[service, server] = await startMailingApp(limits)
})
afterAll(() => service.close())
// Networks and addresses are counted for each store.
beforeEach(async () => {
  service.setNow(now)
  await service.runDue()
  server.received.splice(0)
  ;({ owner, outsider } = await anOwnerAndOutsider(service.database))
  const { database } = service
  await database.query(sql`
    update stores
    set contact_email = 'hello@cafe.example', name = 'Cafe Serra', locale = 'en'
    where store_id = ${owner.storeId}`)
  reviewId = await written()
})

async function written(change: Partial<Review> = {}, { storeId } = owner): Promise<string> {
  const product = { product_id: 'product-1', sku: 'S-1', name: 'Moka pot', url: '' }
  await addSeenProducts(service.database, storeId, [product], new Date(now))
  const review = aReview({ state: 'published', published_at: new Date(now), email: null, ...change })
  const by = { at: new Date(now), actor: 'import', action: 'create' } as const
  await service.database.transaction(tx => insertReviews(tx, storeId, [review], by))
  return review.id
}

const report = (change: object = {}, id = reviewId, { storeId, storeKey } = owner) =>
  service.send('POST', `/api/v1/reviews/${id}/reports?store_id=${storeId}&store_key=${storeKey}`, {
    headers: { 'content-type': 'application/json' },
    body: { reason: 'spam', text: 'Buy my pills at pills.example', email: rui, ...change },
  })

const decide = async (action: string, reason?: string) => {
  const moderator = await aMember(service, owner.storeId, 'moderator')
  const body = { action, ids: [reviewId], ...(reason && { reason }) }
  return await moderator.send('POST', `/stores/${owner.storeId}/reviews/decisions`, body)
}

/** What was mailed since the last call: to whom, the subject, and the text. */
async function mailed(): Promise<{ to: string; subject: string | undefined; text: string }[]> {
  await service.runDue()
  return server.received
    .splice(0)
    .map(({ to, header, raw }) => ({ to: to.join(), subject: header('subject'), text: decode(raw) }))
}

const kept = () =>
  service.database.query(sql`
    select email, address, language
    from review_reports
    where store_id = ${owner.storeId}
    order by at, id`)

const gone = { email: null, address: null, language: null }

describe('a receipt', () => {
  test('is mailed at once, in the language of the visitor, without what they wrote', async () => {
    expect(await report({ language: 'de' })).toMatchObject({ status: 204 })
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.to).toBe(rui)
    expect(mail?.text).toContain('Moka pot')
    expect(mail?.text).toContain('Sie erhalten diese E-Mail, weil mit dieser Adresse')
    expect(mail?.text).not.toContain('pills')
    expect(mail?.text).toMatch(/\/u\/[\w-]+/)
    expect(await kept()).toEqual([{ email: rui, address: 'rui.sa@correio.example', language: 'de' }])
  })

  test('needs an address, which may be left out', async () => {
    for (const email of ['', 'nobody', 'a@b'])
      expect(await report({ email })).toMatchObject({ status: 204, body: undefined })
    expect(await mailed()).toEqual([])
    expect(await kept()).toEqual([gone, gone, gone])
    expectInvalid(await report({ email: 7 }), 'email: Expected string, received number')
  })

  test('is mailed once to an address of reports at the same time', async () => {
    const others = [await written(), await written(), await written(), await written()]
    await Promise.all([report(), ...others.map(id => report({ email: rui.toLowerCase() }, id))])
    expect(await mailed()).toHaveLength(1)
  })

  test('is mailed once within a day to an address of a store', async () => {
    await report()
    expect(await mailed()).toHaveLength(1)
    service.setNow(now + day - 1)
    await report()
    expect(await mailed()).toEqual([])
    service.setNow(now + day)
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
    await suppress(service.database, owner.storeId, 'rui.sa@correio.example', 'unsubscribed', new Date(now))
    expect(await report()).toMatchObject({ status: 204 })
    expect(await mailed()).toEqual([])
    expect(await kept()).toEqual([gone])
  })

  test('of one store leaves the same visitor of another alone', async () => {
    await report()
    const other = await written({}, outsider)
    await report({}, other, outsider)
    expect(await mailed()).toHaveLength(2)
    await decide('publish')
    expect(await mailed()).toHaveLength(1)
    const left = await service.database.query(sql`
      select email
      from review_reports
      where store_id = ${outsider.storeId}`)
    expect(left).toEqual([{ email: rui }])
  })
})

describe('the decision', () => {
  const table = [
    ['publish', undefined, 'The review stays published.'],
    ['reject', 'private_data', 'The review is no longer published.'],
    ['remove', 'private_data', 'The review is no longer published.'],
  ] as const
  test.each(table)('%s is mailed with its reason, how it was made, and whom to write to', async (...row) => {
    const [action, reason, said] = row
    await report()
    await mailed()
    expect((await decide(action, reason)).body.refused).toEqual([])
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: rui, subject: 'Cafe Serra decided about your report' })
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
    const program = await aManageKey(service, { store: owner })
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
    expect((await mailed()).map(({ to }) => to).sort()).toEqual([rui, 'other@correio.example'])
  })

  test('closes reports for moderators, and is logged', async () => {
    await report()
    const moderator = await aMember(service, owner.storeId, 'moderator')
    const reports = async () =>
      (await moderator.send('GET', `/stores/${owner.storeId}/reviews?id=${reviewId}`)).body.result[0].reports
    const shown = { reason: 'spam', text: 'Buy my pills at pills.example', at: '2026-03-20T12:00:00.000Z' }
    const listed = async () =>
      (await moderator.send('GET', `/stores/${owner.storeId}/reviews?reported=true`)).body.result.map(
        ({ id }: { id: string }) => id,
      )
    expect(await reports()).toEqual([{ ...shown, decided_at: null }])
    expect(await listed()).toContain(reviewId)
    await decide('publish')
    expect(await listed()).not.toContain(reviewId)
    expect(await reports()).toEqual([{ ...shown, decided_at: '2026-03-20T12:00:00.000Z' }])
    const [logged] = await service.database.query(sql`
      select action, fields
      from audit_log
      where store_id = ${owner.storeId} and record_id = ${reviewId} and action = 'keep'`)
    expect(logged).toEqual({ action: 'keep', fields: [] })
  })
})

describe('the address', () => {
  const person = 'rui.sa@correio.example'
  test('is exported and erased with its person', async () => {
    await report()
    const store = await readStore(service.database, owner.storeId)
    const found = await exportPerson(service.database, secrets, store, person)
    expect(found?.reports).toMatchObject([{ review_id: reviewId, reason: 'spam', email: rui }])
    await erasePerson(service.database, secrets, store, person, new Date(now))
    expect(await kept()).toEqual([gone])
    await decide('publish')
    expect(await mailed()).toEqual([])
  })

  test('is deleted after a year without a decision', async () => {
    await report()
    const tidy = (at: number) =>
      tidyStores(service.database, {} as never, new Date(at), (message, error) => {
        throw new Error(message, { cause: error })
      })
    await tidy(now + 365 * day - 1)
    expect(await kept()).toMatchObject([{ email: rui }])
    await tidy(now + 365 * day)
    expect(await kept()).toEqual([gone])
  })
})
