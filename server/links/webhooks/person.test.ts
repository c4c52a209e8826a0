import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordEvents } from '../../foundation/events/record.ts'
import type { Fetched } from '../../foundation/lib/network/guarded-fetch.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { indexesOf, statementsOf } from '../../test/plans.ts'
import { aStore, type Member } from '../../test/users.ts'
import { subscribe, webhookSecrets } from '../../test/webhooks/subscribe.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'
import { erasePerson } from '../../upkeep/people/people.ts'
import { outcomeOf } from './sending/retry.ts'

const at = new Date('2026-03-09T12:00:00Z')
const address = 'zora.lindt@example.com'
let service: TestApp
let store: Member
beforeAll(async () => {
  service = await startTestApp()
  service.setNow(at)
})
afterAll(() => service.close())
beforeEach(async () => {
  store = await aStore(service.database)
})

const named = () => readStore(service.database, store.storeId)
const erase = async () => await erasePerson(service.database, webhookSecrets, await named(), address, at)

/** Events that nobody receives, each with a text. */
async function report(...texts: string[]): Promise<void> {
  const events = texts.map((body, index) => ({
    type: 'review.created' as const,
    subject: `review-${index}`,
    data: { review_id: `review-${index}`, body },
  }))
  await service.database.transaction(tx => recordEvents(tx, store.storeId, events, at))
}

const bodies = async () =>
  await service.database.query<{ review: string; text: string | null }>(sql`
    select body::jsonb #>> '{data,review_id}' as review, body::jsonb #>> '{data,body}' as text
    from webhook_events
    where store_id = ${store.storeId}
    order by subject`)

/** Thousands of kept events of the store, each with another address. */
const fill = (count: number) =>
  service.database.query(sql`
    insert into webhook_events (store_id, event_id, type, subject, at, body, addresses)
    select ${store.storeId}, gen_random_uuid(), 'review.created', 'other-' || n, ${at},
      json_build_object('type', 'review.created', 'data', json_build_object(
        'review_id', 'other-' || n, 'body', 'n' || n || '@example.com ' || repeat('Muito bom, não vaza. ', 65)
      ))::text,
      array['n' || n || '@example.com']
    from generate_series(1, ${count}) as n`)

test('the events of a person are found among those of others by indexes alone', async () => {
  await subscribe(service, store.storeId, { url: 'http://127.0.0.1:9/' })
  await report(`Ask ${address}`)
  await fill(5_000)
  await service.database.query(sql`analyze webhook_events`)
  const statements = await statementsOf(erase)
  const reading = statements.filter(
    ({ text }) => /from webhook_events/.test(text) && !/^\s*update/.test(text),
  )
  const read = await Promise.all(reading.map(one => indexesOf(service.database, one)))
  // Of the part about their records nothing is read, for they have none.
  expect(new Set(read.flat())).toEqual(new Set(['webhook_events_by_address', 'webhook_events_unsearched']))
  const left = await service.database.query(sql`
    select from webhook_events
    where store_id = ${store.storeId} and body like '%erased%'`)
  expect(left).toHaveLength(1)
})

test.each([
  'ZORA.LINDT@EXAMPLE.COM',
  'mailto:zora.lindt@example.com?subject=x',
  'zora.lindt%40example.com',
  'zora.lindt&#64;example.com',
  'ｚｏｒａ．ｌｉｎｄｔ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  'line\nzora.lindt@example.com.Thanks',
  `${Array.from({ length: 501 }, (_, n) => `n${n}@a.co`).join(' ')} ${address}`,
])('an event with %.60s loses its text, and the others keep theirs', async text => {
  await subscribe(service, store.storeId, { url: 'http://127.0.0.1:9/' })
  const other = `${Array.from({ length: 501 }, (_, n) => `n${n}@b.co`).join(' ')}`
  await report(text, 'flora.lindt@example.com, zora.lindt@example.org', other)
  expect(await erase()).toBeDefined()
  expect(await bodies()).toEqual([
    { review: 'review-0', text: null },
    { review: 'review-1', text: 'flora.lindt@example.com, zora.lindt@example.org' },
    { review: 'review-2', text: other },
  ])
})

test('an event of 501 addresses has one row in the index of addresses, and one of 500 has all', async () => {
  await subscribe(service, store.storeId, { url: 'http://127.0.0.1:9/' })
  const addresses = (count: number) => Array.from({ length: count }, (_, n) => `n${n}@a.co`).join(' ')
  await report(addresses(500), addresses(501))
  const found = await service.database.query(sql`
    select cardinality(addresses) as count
    from webhook_events
    where store_id = ${store.storeId}
    order by subject`)
  expect(found).toEqual([{ count: 500 }, { count: 1 }])
})

test('another store keeps what it has of the same person', async () => {
  const first = store
  const about = async () => {
    await subscribe(service, store.storeId, { url: 'http://127.0.0.1:9/' })
    await report(`Ask ${address}`, `Also ${address}`, 'Nobody')
    await service.database.query(sql`
      update webhook_events set addresses = null where store_id = ${store.storeId} and subject = 'review-1'`)
    await service.database.query(sql`
      update webhook_deliveries set last_answer = ${`Thanks, ${address}`} where store_id = ${store.storeId}`)
  }
  await about()
  store = await aStore(service.database)
  await about()
  const answers = () =>
    service.database.query(sql`select last_answer from webhook_deliveries where store_id = ${store.storeId}`)
  const [texts, said] = [await bodies(), await answers()]
  const other = store
  store = first
  expect(await erase()).toBeDefined()
  expect((await bodies()).map(({ text }) => text)).toEqual([null, null, 'Nobody'])
  expect(await answers()).toEqual([{ last_answer: null }, { last_answer: null }, { last_answer: null }])
  store = other
  expect([await bodies(), await answers()]).toEqual([texts, said])
  // Nor is a person known who is known elsewhere alone.
  store = await aStore(service.database)
  expect(await erase()).toBeUndefined()
})

test('events of an earlier release are found before and after housekeeping searched them', async () => {
  await subscribe(service, store.storeId, { url: 'http://127.0.0.1:9/' })
  await report(`Ask ${address}`, 'Nobody')
  const forget = sql`update webhook_events set addresses = null where store_id = ${store.storeId}`
  const found = async () =>
    (
      await service.database.query<{ addresses: string[] | null }>(sql`
        select addresses from webhook_events where store_id = ${store.storeId} order by subject`)
    ).map(({ addresses }) => addresses)
  await service.database.query(forget)
  const pictures = picturesIn('/nonexistent')
  await tidyStores(service.database, pictures, at, (_message, error) => {
    throw error
  })
  expect(await found()).toEqual([[address], []])
  await service.database.query(forget)
  expect(await erase()).toBeDefined()
  expect((await bodies()).map(({ text }) => text)).toEqual([null, 'Nobody'])
})

test.each([
  [`Thanks, ${address}`, 'Thanks, •••'],
  ['{"email":"zora.lindt\\u0040example.com"}', null],
  ['zora.lindt%40example.com', null],
  ['ok', 'ok'],
])('of the answer %s is kept %s', (said, kept) => {
  const fetched = { status: 200, headers: {}, body: Buffer.from(said), isPrivate: false } as Fetched
  const { answer } = outcomeOf({ at: 0, ms: 1, fetched }, { attempts: 0, failures: 0 }, 0)
  expect(answer).toBe(kept)
})
