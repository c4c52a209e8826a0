import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reason, reasonTexts, wordReasons } from '../../asking/requests/reasons.ts'
import { migrate, readMigrations } from '../../foundation/database/migrations/migrate.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import {
  type MailAnswer,
  ownAnswerNames,
  ownAnswers,
  wordAnswer,
} from '../../foundation/mailings/own-answers.ts'
import type { ConnectionRow } from '../../links/connections/connection-list.ts'
import { listEvents, wordEvent } from '../../links/connections/events/events.ts'
import { quote } from '../../links/connections/sentences.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { type Content, forgeTable } from '../../test/exchange/archives.ts'
import { aCustomer } from '../../test/factories.ts'
import { forgeInEachTest, moment } from '../../test/for-each-test/forgery.ts'
import { aStore } from '../../test/users.ts'
import { refusalNames, wordRefusal } from '../imports/reading/refusals/refusals.ts'
import { listRefusals } from '../imports/reading/refusals/report.ts'

// Rows and archives of earlier releases have English sentences where names are stored now. Both say the same as before.

// No earlier release had other channels.
const earlierAnswers = ownAnswerNames.filter(name => name !== 'by_whatsapp' && name !== 'by_sms')
const answers = [
  ...earlierAnswers.map(name =>
    ownAnswers[name].replace('{answer}', name === 'no_answer' ? '120' : '550 5.7.1 no (again)'),
  ),
  '250 2.0.0 OK: queued as 4bcd',
  'bounced: 550 5.1.1 no such user',
]

const mail = (last_answer: string, index: number) => ({
  ...{ id: uuid(), kind: 'review_published', language: 'en', state: 'sent', record_id: uuid(), last_answer },
  ...{
    email: `${10 + index}@example.com`,
    address: `${10 + index}@example.com`,
    name: null,
    attempts: 1,
    reminders: 0,
  },
  ...{ created_at: moment(), link_expires_at: moment(), sent_at: moment() },
})

async function expectAnswers(db: TestDatabase['database'], storeId: string): Promise<void> {
  const mails = await db.query<MailAnswer & { state: string; email: string }>(sql`
    select state, own_answer, last_answer, email from mailings where store_id = ${storeId} order by email`)
  expect(mails.map(wordAnswer)).toEqual(answers)
  expect(mails.map(({ own_answer }) => own_answer)).toEqual([...earlierAnswers, null, null])
  expect(mails.filter(({ state }) => state === 'kept').map(wordAnswer)).toEqual([ownAnswers.kept])
}

const texts = [
  '',
  '1 day after delivery',
  '7 days after delivery, moved from Saturday',
  '7 days after delivery, moved from the holiday Corpus Christi, Portugal, moved from Sunday, already past: next sending time',
  'at the first sending time after delivery, estimated, changed later, late: moved to the next sending time',
  'on the day of delivery, more than 30 days past, sent at once, moved: one mail a day',
  '30 days after delivery, ordered 2025-12-05: too old to ask',
  'given with the order, already past: due at once, moved: daily email limit reached, cancelled, restored',
  'date chosen later, deleted in the shop, a buyer again, not sent: unsubscribed',
  '7 days after delivery, address corrected, not sent: the earlier one complained',
  '7 days after delivery, already reviewed, no address of a buyer any more, all products went back',
  '7 days after delivery, only products that are not asked about',
  'as another program wrote, at once',
]

const request = (reason: string, index: number) => ({
  ...{ order_id: `${10 + index}`, part: 0, id: uuid(), address: 'ana@example.com', email: 'ana@example.com' },
  ...{ name: 'Ana', state: 'expired', due_at: moment(), reason, created_at: moment() },
})

const values = {
  ...{ value: '"ana@, ""x"', most: '500', count: '7', states: 'published, pending', cells: '3', header: '7' },
  ...{ row: '4', ids: '"052" and "52"', text: 'Something else is wrong.' },
}
// No earlier release read reviews of the store itself, or answers to the store's own questions.
const refusals = refusalNames.filter(name => !['storeOrProduct', 'badAnswer'].includes(name))
const problems = refusals.map(name => wordRefusal({ name, values }))
const noProduct =
  'The row names no product, and reviews of the store itself are not yet supported. Give its product id or SKU.'
const earlierProblems = refusals.map((name, place) => (name === 'noProduct' ? noProduct : problems[place]))

// No earlier release had days of the store's own, days for a review, rules, campaigns, or shops that ask by themselves.
const laterReasons = [
  'own_holiday',
  'period_over',
  'rule',
  'rule_unasked',
  'campaign',
  'campaign_held',
  'shop_asks',
]

async function expectReasons(db: TestDatabase['database'], storeId: string): Promise<void> {
  const requests = await db.query<{ reasons: Reason[] }>(sql`
    select reasons from review_requests where store_id = ${storeId} order by order_id`)
  expect(requests.map(({ reasons }) => wordReasons(reasons))).toEqual(texts)
  const names = requests.map(({ reasons }) => reasons.map(({ name }) => name))
  const known = Object.keys(reasonTexts).filter(name => !laterReasons.includes(name))
  expect(new Set(names.flat())).toEqual(new Set(known))
  expect(names.filter(one => one.includes('other'))).toEqual([['other']])
  expect(requests[3]?.reasons[1]).toEqual({ name: 'holiday', values: { name: 'Corpus Christi, Portugal' } })
}

describe('the migration', () => {
  let earlier: TestDatabase
  let storeId: string
  const importId = uuid()
  beforeAll(async () => {
    earlier = await createTestDatabase({ empty: true })
    const { database } = earlier
    // The later ones have columns that a new store writes.
    const before = readMigrations().filter(({ version }) => version < 90 || version >= 98)
    await migrate(database, before)
    ;({ storeId } = await aStore(database))
    await database.query(sql`
      insert into mailings (
        store_id, id, kind, language, state, record_id, last_answer, email, address, attempts, created_at,
        link_expires_at, sent_at
      )
      select ${storeId}::uuid, id, kind, language, state, record_id, last_answer, email, address, attempts,
        created_at, link_expires_at, sent_at
      from jsonb_to_recordset(${JSON.stringify(answers.map(mail))}::jsonb) as mail(
        id uuid, kind text, language text, state text, record_id uuid, last_answer text, email text, address text,
        attempts integer, created_at timestamptz, link_expires_at timestamptz, sent_at timestamptz
      )`)
    await database.query(sql`
      insert into review_requests (
        store_id, order_id, part, id, address, email, name, state, due_at, reason, created_at
      )
      select ${storeId}::uuid, order_id, part, id, address, email, name, state, due_at, reason, created_at
      from jsonb_to_recordset(${JSON.stringify(texts.map(request))}::jsonb) as request(
        order_id text, part integer, id uuid, address text, email text, name text, state text,
        due_at timestamptz, reason text, created_at timestamptz
      )`)
    await database.query(sql`
      insert into imports (store_id, id, kind, state, file_name, size, file_until, created_by, created_at)
      values (${storeId}, ${importId}, 'review', 'done', 'a.csv', 1, now(), 'command', now())`)
    await database.query(sql`
      insert into import_refusals (store_id, import_id, row_number, problem)
      select ${storeId}::uuid, ${importId}::uuid, place, problem
      from unnest(${earlierProblems}::text[]) with ordinality as refused(problem, place)`)
    await database.query(sql`
      insert into connections (
        store_id, connection_id, platform, name, state, settings, created_at, paused_why, last_error, last_error_mend,
        last_error_at, hooks_error
      )
      values (${storeId}, 'shop', 'vtex', '', 'paused', '', now(), 'Paused by a member.', 'No key.', 'Add one.',
        ${moment()}, 'The hook has another address.')`)
    await database.query(sql`
      insert into connection_events (store_id, event_id, connection_id, topic, received_at, state, outcome, mend)
      values
        (${storeId}, ${uuid()}, 'shop', 'a', now(), 'waiting', null, null),
        (${storeId}, ${uuid()}, 'shop', 'b', now(), 'done', 'Waits for delivery.', null),
        (${storeId}, ${uuid()}, 'shop', 'c', now(), 'failed', 'No order.', 'Retry it.')`)
    await migrate(database)
  })
  afterAll(() => earlier.close())

  test('names the answers of mails', () => expectAnswers(earlier.database, storeId))

  test('names the refusals of rows', async () => {
    const refused = await listRefusals(earlier.database, storeId, importId, 100)
    expect(refused.map(({ refusal }) => refusal.name)).toEqual(refusals)
    expect(refused.map(({ refusal }) => wordRefusal(refusal))).toEqual(problems)
  })

  test('names the reasons of requests', () => expectReasons(earlier.database, storeId))

  test('keeps the words of what was said about shops', async () => {
    const { events } = await listEvents(earlier.database, storeId, 'shop')
    expect(events.map(wordEvent).map(({ outcome, mend }) => [outcome, mend])).toEqual([
      ['No order.', 'Retry it.'],
      ['Waits for delivery.', null],
      [null, null],
    ])
    const [shop] = await earlier.database.query<ConnectionRow>(sql`
      select pause, problem, problem_at, hooks_problem from connections where store_id = ${storeId}`)
    expect(shop).toEqual({
      pause: quote('Paused by a member.'),
      problem: { what: quote('No key.'), mend: quote('Add one.') },
      problem_at: expect.any(Date),
      hooks_problem: { what: quote('The hook has another address.'), mend: quote('') },
    })
  })
})

describe('an archive of an earlier release', () => {
  const forgery = forgeInEachTest()

  /** Rows without the columns that earlier releases did not have. */
  function forgeEarlier(content: Content, table: string, rows: Record<string, unknown>[], later: string[]) {
    const file = content.manifest.tables[table]
    if (file) file.columns = file.columns.filter(name => !later.includes(name))
    forgeTable(content, table, rows)
  }

  test('restores the answers of mails by name', async () => {
    const { done } = await forgery.importForged(content =>
      forgeEarlier(content, 'mailings', answers.map(mail), ['own_answer']),
    )
    expect(done).toMatchObject({ state: 'done' })
    await expectAnswers(forgery.service.database, forgery.own.storeId)
  })

  test('restores the reasons of requests by name', async () => {
    const order = { order_date: moment(), delivery_date: moment(), received_at: moment() }
    const bought = { product_id: 'p', sku: '', name: 'Moka pot', price: 149.9, url: '' }
    const { done } = await forgery.importForged(content => {
      const requests = texts.map(request)
      const orders = requests.map(({ order_id }) => ({
        ...order,
        ...{
          order_id,
          id: uuid(),
          products: [bought],
          customers: [aCustomer()],
        },
      }))
      forgeTable(content, 'orders', orders)
      forgeEarlier(content, 'review_requests', requests, ['reasons'])
    })
    expect(done).toMatchObject({ state: 'done' })
    await expectReasons(forgery.service.database, forgery.own.storeId)
  })

  test('of this release has no answer that we do not know', async () => {
    const { done } = await forgery.importForged(content =>
      forgeTable(content, 'mailings', [{ ...mail('x', 1), own_answer: 'toString' }]),
    )
    expect(done).toMatchObject({
      state: 'failed',
      problem: { damage: { name: 'refused', values: ['tables/mailings.ndjson', 'own_answer'] } },
    })
  })
})
