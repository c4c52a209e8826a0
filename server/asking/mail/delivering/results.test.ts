import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import { untilOneWaits } from '../../../test/database/locks.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { aMailing } from '../../../test/mail/mailings.ts'
import { aStore } from '../../../test/users.ts'
import { createResults, type Result } from './results.ts'

const home = openForTests(createTestDatabase)

const later = (id: string): Result => ({
  ...{ id, state: 'queued', own_answer: null, last_answer: '450 later', isAttempt: true },
  ...{ next_attempt_at: new Date(), sent_at: null, remind_at: null, firstMailingId: null, bounced: null },
})

const mailings = (ids: string[]) =>
  home.database.query<{ id: string; state: string; attempts: number }>(sql`
    select id, state, attempts
    from mailings
    where id = any(${ids}::uuid[])
    order by id`)

test('an attempt counts once, if a result of another store in the same commit is refused', async () => {
  const results = createResults(home.database, Date.now)
  const own = await aStore(home.database)
  const other = await aStore(home.database)
  const ids = await Promise.all(
    [own, own, other].map(({ storeId }) =>
      aMailing(home.database, storeId, { kind: 'password_reset', state: 'queued', attempts: 0 }),
    ),
  )
  const [first = '', second = '', third = ''] = ids
  // PostgreSQL refuses the character. The result of a bounced mail has a transaction of its own.
  const refused: Result = { ...later(third), state: 'failed', bounced: 'ana@example.com', last_answer: '\0' }
  const written = await Promise.allSettled([
    results.write(own.storeId, later(first)),
    results.write(own.storeId, later(second)),
    results.write(other.storeId, refused),
  ])
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  const counted = [1, 1, 0].map((attempts, index) => ({ id: ids[index], state: 'queued', attempts }))
  expect(await mailings(ids)).toEqual(counted.sort((a, b) => (`${a.id}` < `${b.id}` ? -1 : 1)))
})

test('a result locks its mailing before its requests, as other transactions do', async () => {
  const results = createResults(home.database, Date.now)
  const { storeId } = await aStore(home.database)
  const id = await aMailing(home.database, storeId, { state: 'queued' })
  await home.database.query(sql`
    insert into orders (store_id, order_id, id, order_date, delivery_date, products, customers, received_at)
    values (${storeId}, 'A-1', gen_random_uuid(), now(), now(), '[]', '[]', now())`)
  await home.database.query(sql`
    insert into review_requests (
      store_id, order_id, address, id, email, name, state, due_at, reasons, created_at, mailing_id
    )
    values (
      ${storeId}, 'A-1', 'ana@example.com', gen_random_uuid(), 'ana@example.com', 'Ana', 'scheduled', now(), '[]', now(),
      ${id}
    )`)
  const sent: Result = { ...later(id), state: 'sent', sent_at: new Date(), firstMailingId: id }
  let written: Promise<void> | undefined
  await home.database.transaction(async tx => {
    await tx.query(sql`select from mailings where store_id = ${storeId} and id = ${id} for update`)
    written = results.write(storeId, sent)
    await untilOneWaits(home.database, () => false)
    const free = await tx.query<{ state: string }>(sql`
      select state from review_requests where store_id = ${storeId} and mailing_id = ${id} for update skip locked`)
    expect(free).toEqual([{ state: 'scheduled' }])
  })
  await written
  const requests = await home.database.query(sql`
    select state from review_requests where store_id = ${storeId} and mailing_id = ${id}`)
  expect(requests).toEqual([{ state: 'sent' }])
})
