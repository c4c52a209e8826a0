import { tmpdir } from 'node:os'
import fc from 'fast-check'
import sql, { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { recordReports } from '../../asking/mail/bounces/bounces.ts'
import { cancelOrder, rescheduleOrder } from '../../asking/orders/later/order-changes.ts'
import { markReviewed } from '../../asking/requests/requests.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { startTestApp, testSecret } from '../../test/app.ts'
import { anOrder, aQuestion, aReview } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { changeSettings } from '../../test/hearing.ts'
import { isDone } from '../../test/life/life.ts'
import { recountFigures } from '../../test/life/recounted-days.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { aStore, type Member } from '../../test/users.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'
import { erasePerson } from '../../upkeep/people/people.ts'
import { answerQuestion, rejectQuestion } from '../questions/moderate.ts'
import { insertQuestions } from '../questions/questions.ts'
import * as moderate from '../reviews/moderate.ts'
import { insertReviews } from '../reviews/reviews.ts'
import { readInsights } from './insights.ts'
import { findWrongDays } from './wrong-days.ts'

const it = openForTests(startTestApp)

const hour = 60 * 60 * 1000
const day = 24 * hour
const zones = ['America/Sao_Paulo', 'Asia/Kolkata', 'Europe/Lisbon', 'Pacific/Kiritimati']
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const pictures = picturesIn(tmpdir())

// Lisbon's clocks change within it, on 29 March.
const begin = Date.UTC(2026, 3, 20, 15)

type Life = { store: Member; now: number; dice: number }

const at = (life: Life) => new Date(life.now)
const by = (life: Life) => ({ at: at(life), actor: 'command' }) as const
const inTx = <T>(act: (tx: Connection) => Promise<T>) => it.database.transaction(act)

const buyer = ({ dice }: Life, index = 0) => `buyer.${(dice + index) % 20}@example.com`

// An instant of the last forty days.
const earlier = ({ now, dice }: Life) => new Date(now - ((dice * 7919) % (40 * day)))

async function anIdOf(life: Life, table: 'reviews' | 'questions' | 'orders'): Promise<string | undefined> {
  const id = {
    reviews: sql`select id from reviews`,
    questions: sql`select id from questions`,
    orders: sql`select order_id as id from orders`,
  }
  const rows = await it.database.query<{ id: string }>(
    sql`${id[table]} where store_id = ${life.store.storeId} order by 1`,
  )
  return rows[life.dice % rows.length]?.id
}

async function onReview(
  life: Life,
  act: (tx: Connection, storeId: string, id: string) => Promise<unknown>,
): Promise<void> {
  const id = await anIdOf(life, 'reviews')
  if (id) await isDone(inTx(tx => act(tx, life.store.storeId, id)))
}

async function addReviews(life: Life, count: number): Promise<void> {
  const reviews = Array.from({ length: count }, (_, index) =>
    aReview({
      rating: ((life.dice + index) % 5) + 1,
      recommended: [true, false, null][(life.dice + index) % 3] as boolean | null,
      state: (life.dice + index) % 4 === 0 ? 'pending' : 'published',
      created_at: earlier({ ...life, dice: life.dice + index * 101 }),
      address: buyer(life),
      email: buyer(life),
    }),
  )
  await inTx(tx => insertReviews(tx, life.store.storeId, reviews, { ...by(life), action: 'create' }))
}

const acts: Record<string, (life: Life) => Promise<unknown>> = {
  review: life => addReviews(life, 1 + (life.dice % 3)),
  import: life => addReviews(life, 150),
  publish: life => onReview(life, (tx, store, id) => moderate.publishReview(tx, store, id, by(life))),
  reject: life => onReview(life, (tx, store, id) => moderate.rejectReview(tx, store, id, 'spam', by(life))),
  reply: life => onReview(life, (tx, store, id) => moderate.replyToReview(tx, store, id, 'Hi', by(life))),
  question: life =>
    inTx(tx =>
      insertQuestions(
        tx,
        life.store.storeId,
        [aQuestion({ created_at: earlier(life), state: 'pending', reply: null, reply_created_at: null })],
        { ...by(life), action: 'create' },
      ),
    ),
  answer: async life => {
    const id = await anIdOf(life, 'questions')
    if (id) await isDone(inTx(tx => answerQuestion(tx, life.store.storeId, id, 'Yes.', by(life))))
  },
  refuse: async life => {
    const id = await anIdOf(life, 'questions')
    if (id) await isDone(inTx(tx => rejectQuestion(tx, life.store.storeId, id, 'spam', by(life))))
  },
  order: async life => {
    const bodies = [0, 1, 2, 3].map(index =>
      anOrder({
        delivery_date: new Date(life.now - ((life.dice + index) % 40 === 0 ? 50 : 2) * day).toISOString(),
        customers: [{ name: 'Ana', email: index === 3 ? 'none' : buyer(life, index), phone: '' }],
      }),
    )
    for (const body of bodies)
      expect((await it.send('POST', '/orders', { headers: life.store.headers, body })).status).toBe(201)
  },
  cancel: async life => {
    const id = await anIdOf(life, 'orders')
    if (id) await inTx(tx => cancelOrder(tx, life.store.storeId, id, by(life)))
  },
  move: async life => {
    const id = await anIdOf(life, 'orders')
    const change = { request_review_at: new Date(life.now + hour).toISOString() }
    const store = await readStore(it.database, life.store.storeId)
    if (id) await inTx(tx => rescheduleOrder(tx, store.store_id, id, store, change, by(life)))
  },
  wait: async life => {
    life.now += (1 + (life.dice % 70)) * hour
    it.setNow(life.now)
  },
  send: () => it.runDue(),
  reviewed: async life => {
    const rows = await it.database.query<{ mailing_id: string; order_id: string; part: number }>(sql`
      select mailing_id, order_id, part
      from review_requests
      where store_id = ${life.store.storeId} and mailing_id is not null
      order by order_id`)
    const row = rows[life.dice % rows.length]
    if (row) await inTx(tx => markReviewed(tx, life.store.storeId, row.mailing_id, [row]))
  },
  bounce: async life => {
    const recipient = buyer(life)
    const isHard = life.dice % 2 === 0
    const report = { kind: 'bounce', recipient, status: isHard ? '5.1.1' : '4.2.2', answer: 'no' } as const
    await recordReports(it.database, [{ reports: [report], text: '' }], at(life))
  },
  erase: async life => {
    const store = await readStore(it.database, life.store.storeId)
    await erasePerson(it.database, secrets, store, buyer(life), at(life))
  },
  zone: life =>
    changeSettings(it, life.store.storeId, { time_zone: zones[life.dice % zones.length] ?? 'UTC' }),
  tidy: life => tidyStores(it.database, pictures, at(life), (_message, error) => expect(error).toBe(null)),
  look: compareDays,
  // As PostgreSQL may at any moment: later plans expect the tables' present sizes.
  analyze: async life => {
    const tables = ['orders', 'review_requests', 'reviews', 'questions', 'store_days', 'former_orders']
    await it.database.query(raw(`analyze ${tables[life.dice % tables.length]}`))
  },
}

const weights: Record<string, number> = {
  order: 8,
  wait: 8,
  send: 8,
  look: 12,
  import: 1,
  zone: 1,
  erase: 1,
  cancel: 1,
  tidy: 1,
}

async function compareDays(life: Life): Promise<void> {
  const store = await readStore(it.database, life.store.storeId)
  const to = new Date(life.now + day).toISOString().slice(0, 10)
  const from = new Date(life.now - (life.dice % 60) * day).toISOString().slice(0, 10)
  const { before, figures, points } = await readInsights(it.database, store, { from, to }, life.now)
  for (const shown of [{ from, to, figures }, before, ...points]) {
    const { figures: counted, ...range } = shown
    const expected = await recountFigures(it, store.store_id, store.time_zone, range)
    expect({ ...range, figures: counted }).toEqual({ ...range, figures: expected })
  }
  expect(await inTx(tx => findWrongDays(tx, [store.store_id]))).toEqual([])
}

const count = process.env.LONG_TESTS === 'all' ? 12 : 4

// A failing run prints its seed and the shortest failing sequence; `seed` and `path` repeat it.
test('after any changes, the stored days equal a full recount', async () => {
  const act = fc.oneof(
    ...Object.keys(acts).map(name => ({ weight: weights[name] ?? 2, arbitrary: fc.constant(name) })),
  )
  const lives = fc.noBias(
    fc.array(fc.tuple(act, fc.nat(1_000_000)), { minLength: 1, maxLength: 150, size: 'max' }),
  )
  await fc.assert(
    fc.asyncProperty(lives, async steps => {
      const store = await aStore(it.database, { request_delay_days: 1, reminder_days: [2] })
      const life: Life = { store, now: begin, dice: 0 }
      it.setNow(begin)
      const product = { product_id: 'product-1', sku: 'SKU', name: 'Moka pot', url: '' }
      await addSeenProducts(it.database, store.storeId, [product], at(life))
      for (const [name, dice] of [...steps, ['look', 59] as const]) {
        life.dice = dice
        await acts[name]?.(life)
      }
    }),
    { numRuns: count, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: false },
  )
})
