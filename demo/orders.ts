import sql from 'sql-template-tag'
import { noticeKinds } from '../server/answers/mail-kinds.ts'
import { gatherRequests } from '../server/asking/dispatch/gather.ts'
import type { Outcome } from '../server/asking/mail/delivering/answers.ts'
import type { Letter } from '../server/asking/mail/delivering/message.ts'
import { openPost } from '../server/asking/mail/delivering/post.ts'
import { createResults } from '../server/asking/mail/delivering/results.ts'
import { sendMailings } from '../server/asking/mail/delivering/sending.ts'
import { cancelOrder, rescheduleOrderToDay } from '../server/asking/orders/later/order-changes.ts'
import { createOrders } from '../server/asking/orders/orders.ts'
import { requestsInDetail } from '../server/asking/requests/list-requests.ts'
import { markReviewed } from '../server/asking/requests/requests.ts'
import { nextSendingTime } from '../server/asking/requests/schedule.ts'
import { readConfig } from '../server/foundation/config/config.ts'
import type { Connection, Database } from '../server/foundation/database/connect.ts'
import { createFairLimit } from '../server/foundation/lib/fair-limit.ts'
import type { Secrets } from '../server/foundation/lib/secret.ts'
import { dateOf, dayAround } from '../server/foundation/lib/time/days.ts'
import { serverAnswer } from '../server/foundation/mailings/own-answers.ts'
import { suppress } from '../server/foundation/mailings/suppressions.ts'
import { teamMails } from '../server/links/notices/team-mails.ts'
import { renewAccessLink } from '../server/tenants/accounts/access-links.ts'
import { readStore, type Store } from '../server/tenants/stores/stores.ts'
import { buyers, emailOf } from './buyers.ts'
import { catalogue } from './catalogue.ts'
import { demoReviews } from './reviews.ts'

/** A review's order, and its date. */
export type Bought = { order_id: string; order_date: Date }

type DemoOrder = {
  /** Days before the demo was filled. */
  ordered: number
  name: string
  email: string
  skus: string[]
  /** The index of its review in `demoReviews`. */
  review?: number
  fate?: (typeof buyers)[number]['fate']
}

const day = 24 * 60 * 60 * 1000
const history = 45 // days
const toDeliver = 4 // days from an order to its delivery
const toReview = 15 // days from an order to its review
const anything = 'CAF-KIT' // in the order of a review of the store itself

/**
 * Simulates the last weeks of the demo's store: orders arrive, due requests are sent, and some buyers answer. It calls
 * the normal verbs for each day. Mails stay in the outbox, whatever the mail settings. Resolves with the orders of
 * reviews, by index in `demoReviews`.
 */
export async function fillOrders(
  db: Database,
  secrets: Secrets,
  now: number,
  storeId: string,
): Promise<Map<number, Bought>> {
  const store = await readStore(db, storeId)
  const bought = new Map<number, Bought>()
  const orders = allOrders().toSorted((a, b) => b.ordered - a.ordered)
  for (const [index, order] of orders.entries()) {
    const order_id = String(10_241 + index)
    await receive(db, store, order, order_id, now)
    const order_date = new Date(now - order.ordered * day)
    if (order.review !== undefined) bought.set(order.review, { order_id, order_date })
  }
  for (let ago = history; ago > 0; ago--) {
    const sendingTime = nextSendingTime(dayAround(now - ago * day, store).begins.getTime(), store)
    // Nothing is sent on weekends, and Monday may be in the future.
    if (sendingTime < now) await live(db, secrets, store, sendingTime)
  }
  return bought
}

/** Marks the requests of these orders as answered. */
export async function answerOrders(
  tx: Connection,
  storeId: string,
  bought: Map<number, Bought>,
): Promise<void> {
  for (const { order_id } of bought.values()) {
    for (const { mailing_id, part } of await requestsInDetail(tx, storeId, order_id))
      if (mailing_id) await markReviewed(tx, storeId, mailing_id, [{ order_id, part }])
  }
}

function allOrders(): DemoOrder[] {
  const reviewed = demoReviews.flatMap(({ ago, name, sku, verified }, review) =>
    verified && ago + toReview < history
      ? [{ ordered: ago + toReview, name, email: emailOf(name), skus: [sku ?? anything], review }]
      : [],
  )
  const silent = buyers.map(({ name, fate }, index) => ({
    // One or two a day, the newest some hours ago.
    ordered: 0.2 + index * 0.7,
    name,
    email: fate === 'unusable' ? name : emailOf(name),
    skus: catalogue.slice(index % 7, (index % 7) + 1 + (index % 3)).map(({ sku }) => sku),
    fate,
  }))
  return [...reviewed, ...silent]
}

async function receive(
  db: Database,
  store: Store,
  { ordered, name, email, skus, fate }: DemoOrder,
  order_id: string,
  now: number,
): Promise<void> {
  const { store_id } = store
  const at = now - ordered * day
  const iso = (moment: number) => new Date(moment).toISOString()
  await createOrders(db, () => at).create(store_id, store, {
    order_id,
    order_date: iso(at),
    delivery_date: iso(at + toDeliver * day),
    products: catalogue
      .filter(({ sku }) => skus.includes(sku))
      .map(one => ({
        product_id: one.product_id,
        sku: one.sku,
        name: one.name,
        price: one.price,
        url: '',
      })),
    customers: [{ name, email, phone: '' }],
  })
  const by = { at: new Date(Math.min(now, at + day)), actor: 'api' } as const
  if (fate === 'cancelled') await db.transaction(tx => cancelOrder(tx, store_id, order_id, by))
  if (fate === 'unsubscribed') await suppress(db, store_id, email, 'unsubscribed', by.at)
  if (fate === 'moved') {
    const later = dateOf(at + 16 * day, store)
    await db.transaction(tx => rescheduleOrderToDay(tx, store, order_id, later, by))
  }
}

/** Gathers and sends everything due at that time. */
async function live(db: Database, secrets: Secrets, store: Store, now: number): Promise<void> {
  const { store_id } = store
  if ((await gatherRequests(db, { secrets, store, now, most: 500 })) === 0) return
  const clock = () => now
  const outbox = openPost(readConfig({}))
  const waiting = await db.query<{ id: string }>(sql`
    select id from mailings where store_id = ${store_id} and state = 'queued'`)
  const parts = {
    database: db,
    clock,
    secrets,
    results: createResults(db, clock),
    inFlight: createFairLimit(20),
    address: () => '',
    renewAccess: renewAccessLink,
    notices: { ...noticeKinds, team: teamMails },
    post: {
      ...outbox,
      deliver: async (letter: Letter): Promise<Outcome> =>
        letter.to.email === noSuchBox
          ? { as: 'failed', answer: serverAnswer('550 5.1.1 This mailbox does not exist'), isHard: true }
          : await outbox.deliver(letter),
    },
  }
  await sendMailings(
    parts,
    store_id,
    waiting.map(({ id }) => id),
  )
}

const noSuchBox = emailOf(buyers.find(({ fate }) => fate === 'bounced')?.name ?? '')
