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

const many = 20_000
const waiting = 5_000

/** Adds mails of the state. */
async function mails(storeId: string, count: number, state: string): Promise<void> {
  await service.database.query(sql`
    insert into mailings (
      store_id, id, kind, address, email, language, requests_of, state, created_at, link_expires_at, next_attempt_at
    )
    select ${storeId}::uuid, gen_random_uuid(), 'request', ${state} || n, ${state} || n || '@example.com', 'en',
      gen_random_uuid(), ${state}, ${new Date(delivered)}::timestamptz, ${new Date(due)}::timestamptz,
      case when ${state} = 'queued' then ${new Date(due + 3_600_000)}::timestamptz end
    from generate_series(1, ${count}::integer) as n`)
}

/** Adds requests that the mails of a state would have gathered. */
async function requests(storeId: string, count: number, state: string, stateOfMail: string): Promise<void> {
  await service.database.query(sql`
    insert into review_requests (store_id, order_id, address, id, email, name, state, due_at, created_at)
    select ${storeId}::uuid, address, address, gen_random_uuid(), address || '@example.com', 'Ana', ${state},
      ${new Date(delivered)}::timestamptz, ${new Date(delivered)}::timestamptz
    from generate_series(1, ${count}::integer) as n, concat(${stateOfMail}::text, n) as address`)
}

/** Gives the requests to the mails of their addresses. */
async function gather(storeId: string, state: string): Promise<void> {
  await service.database.query(sql`
    update review_requests
    set mailing_id = mailings.id
    from mailings
    where mailings.store_id = ${storeId} and mailings.state = ${state}
      and review_requests.store_id = ${storeId} and review_requests.address = mailings.address`)
}

const analyze = () => service.database.query(raw('analyze mailings, review_requests'))

const backlogs = {
  'after an outage': async (storeId: string) => {
    await mails(storeId, many, 'sent')
    await requests(storeId, many, 'sent', 'sent')
    await gather(storeId, 'sent')
    await analyze()
    await requests(storeId, waiting, 'scheduled', 'queued')
    await mails(storeId, waiting, 'queued')
    await gather(storeId, 'queued')
  },
  'that are the first of a store': async (storeId: string) => {
    await requests(storeId, waiting, 'scheduled', 'queued')
    await analyze()
    await mails(storeId, waiting, 'queued')
    await gather(storeId, 'queued')
  },
}

// Plans of a cluster are those of its shards. PostgreSQL reads what is small in any way, so there are many mails.
test.skipIf(inject('citus')).each(Object.keys(backlogs) as (keyof typeof backlogs)[])(
  'mails %s are read and written without reading what still waits',
  async backlog => {
    const { database } = service
    const owner = await aStore(database)
    await backlogs[backlog](owner.storeId)
    const { orderId } = await aDueRequest(service, owner)

    const statements = await statementsOf(() => runAt(service, due))
    expect(await stateOf(service, owner, orderId)).toMatchObject({ mail: 'sent' })
    const ofMails = statements.filter(({ text }) => /mailings\.id = any|mailing_id = any/.test(text))
    const read = await Promise.all(ofMails.map(one => indexesOf(database, one)))
    const ofRows = read.map(names => names.filter(name => /^(mailings|review_requests)_/.test(name)))
    const byAddress = 'review_requests_by_address'
    expect(ofRows).toEqual([['mailings_pkey'], [byAddress], ['mailings_pkey', byAddress]])
  },
)
