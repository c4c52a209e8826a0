import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { aDueRequest, delivered, due, runAt, stateOf } from '../../../test/mail/due-requests.ts'
import { startMailingApp } from '../../../test/mail/mailing-app.ts'
import { indexesOf, statementsOf } from '../../../test/plans.ts'
import { aStore } from '../../../test/users.ts'

let service: TestApp
beforeAll(async () => {
  ;[service] = await startMailingApp()
})
afterAll(() => service.close())

// Plans of a cluster are those of its shards.
test.skipIf(inject('citus'))(
  'mails after an outage are read and written without reading what still waits',
  async () => {
    const { database } = service
    const owner = await aStore(database)
    const mails = (count: number, state: string, nextAt: Date | null) =>
      database.query(sql`
        insert into mailings (
          store_id, id, kind, address, email, language, requests_of, state, created_at, link_expires_at, next_attempt_at
        )
        select ${owner.storeId}::uuid, gen_random_uuid(), 'request', ${state} || n, ${state} || n || '@example.com', 'en',
          gen_random_uuid(), ${state}, ${new Date(delivered)}::timestamptz, ${new Date(due)}::timestamptz,
          ${nextAt}::timestamptz
        from generate_series(1, ${count}::integer) as n`)
    await mails(20_000, 'sent', null)
    const requests = (state: string, stateOfMail: string) =>
      database.query(sql`
        insert into review_requests (
          store_id, order_id, address, id, email, name, state, due_at, created_at, mailing_id
        )
        select store_id, address, address, gen_random_uuid(), email, 'Ana', ${state}, created_at, created_at, id
        from mailings
        where store_id = ${owner.storeId} and state = ${stateOfMail}`)
    await requests('sent', 'sent')
    await database.query(raw('analyze mailings, review_requests'))
    await mails(5_000, 'queued', new Date(due + 3_600_000))
    await requests('scheduled', 'queued')
    const { orderId } = await aDueRequest(service, owner)

    const statements = await statementsOf(() => runAt(service, due))
    expect(await stateOf(service, owner, orderId)).toMatchObject({ mail: 'sent' })
    const ofMails = statements.filter(({ text }) => /mailings\.id = any/.test(text))
    const read = await Promise.all(ofMails.map(one => indexesOf(database, one)))
    const ofRows = read.map(names => names.filter(name => /^(mailings|review_requests)_/.test(name)))
    expect(ofRows).toEqual([['mailings_pkey'], ['mailings_pkey', 'review_requests_by_mailing']])
  },
)
