import sql from 'sql-template-tag'
import { decideState } from '../server/answers/moderation/moderation.ts'
import { type Answer, insertAnswers } from '../server/answers/questions/answers/answers.ts'
import { insertQuestions, type Question } from '../server/answers/questions/questions.ts'
import { insertReviews, type Review } from '../server/answers/reviews/reviews.ts'
import { createOrders } from '../server/asking/orders/orders.ts'
import type { Database } from '../server/foundation/database/connect.ts'
import { uuid } from '../server/foundation/lib/ids/uuid.ts'
import type { Secrets } from '../server/foundation/lib/secret.ts'
import { comparableAddress } from '../server/foundation/lib/text/email-address.ts'
import type { Clock } from '../server/foundation/lib/time/clock.ts'
import type { PictureStore } from '../server/foundation/storage/pictures/picture-store.ts'
import { storeItself } from '../server/tenants/products/store-itself.ts'
import { readStore } from '../server/tenants/stores/stores.ts'
import { emailOf } from './buyers.ts'
import { catalogue } from './catalogue.ts'
import { fillMedia } from './media.ts'
import { answerOrders, type Bought, fillOrders } from './orders.ts'
import { fillCatalogue } from './products.ts'
import { type DemoAnswer, type DemoQuestion, demoQuestions } from './questions.ts'
import { type DemoReview, demoReviews } from './reviews.ts'

/**
 * Adds the demo's products, reviews and questions to the store, unless it has some. `address` is that of the demo's
 * shop.
 */
export async function fillDemo(
  db: Database,
  files: PictureStore,
  clock: Clock,
  secrets: Secrets,
  storeId: string,
  address: string,
): Promise<void> {
  const now = clock()
  const [there] = await db.query(sql`select from reviews where store_id = ${storeId} limit 1`)
  if (there) return
  await db.transaction(tx => fillCatalogue(tx, storeId, address, now))
  const bought = await fillOrders(db, secrets, now, storeId)
  await addOrder(db, clock, storeId)
  const mediaOf = await fillMedia(db, files, storeId, new Date(now))
  await db.transaction(async tx => {
    const at = new Date(now)
    const by = { at, actor: 'import', action: 'create' } as const
    const reviews = demoReviews.map((review, index) =>
      toReview(review, index, now, mediaOf(review), bought.get(index)),
    )
    await insertReviews(tx, storeId, reviews, by)
    await answerOrders(tx, storeId, bought)
    for (const review of reviews.filter(({ state }) => state === 'pending')) {
      const rule = { ...(await readStore(tx, storeId)), moderation: 'hold' as const }
      await decideState(tx, rule, { kind: 'review', at, ...review })
    }
    const questions = demoQuestions.map((question, index) => toQuestion(question, index, now))
    await insertQuestions(tx, storeId, questions, by)
    const answers = demoQuestions.flatMap(({ answers = [] }, index) => {
      const to = questions[index]
      return to ? answers.map(answer => toAnswer(answer, to, now)) : []
    })
    await insertAnswers(tx, storeId, answers, by)
  })
}

// Delivered some days ago and due now: its mail is in the outbox as soon as the service runs.
async function addOrder(db: Database, clock: Clock, storeId: string): Promise<void> {
  const now = clock()
  const at = (days: number) => new Date(now - days * day).toISOString()
  const products = catalogue.slice(0, 3).map(({ product_id, sku, name, price }) => {
    return { product_id, sku, name, price, url: '' }
  })
  await createOrders(db, clock).create(storeId, await readStore(db, storeId), {
    order_id: 'demo-1',
    order_date: at(12),
    delivery_date: at(7),
    request_review_at: at(0),
    products,
    customers: [{ name: 'Ana Martins', email: 'ana.martins@example.com', phone: '' }],
  })
}

const minute = 60_000
const day = 24 * 60 * minute

// The store opened then (history.ts), and brought its reviews along.
const firstDays = 30
const earlierService = 'Judge.me'

function toReview(
  review: DemoReview,
  index: number,
  now: number,
  media: string[],
  bought: Bought | undefined,
): Review {
  const { sku, rating, title, body, name, language, answers, verified, marks = [] } = review
  const { recommended, votes, reply } = review
  const isImported = review.ago >= firstDays
  // Spread the reviews over the day.
  const created_at = new Date(now - review.ago * day - ((index * 97) % 600) * minute)
  return {
    id: uuid(),
    product_id: sku ? `P-${sku}` : storeItself,
    rating,
    title,
    body,
    display_name: name,
    ...personOf(name),
    recommended: recommended ?? null,
    verified_purchase: verified ?? false,
    incentivized: marks.includes('rewarded'),
    pinned_at: marks.includes('pinned') ? created_at : null,
    pictures: media,
    attributes: answers,
    imported: isImported,
    origin_name: isImported ? earlierService : null,
    state: review.waits ? 'pending' : 'published',
    moderation_reason: null,
    votes: votes ?? 0,
    language,
    order_id: bought?.order_id ?? null,
    purchased_at: bought?.order_date ?? (verified ? new Date(created_at.getTime() - 12 * day) : null),
    created_at,
    published_at: review.waits ? null : created_at,
    reply: reply ?? null,
    reply_created_at: reply ? new Date(created_at.getTime() + day) : null,
  }
}

function toQuestion(
  { sku, ago, name, body, language, reply }: DemoQuestion,
  index: number,
  now: number,
): Question {
  const created_at = new Date(now - ago * day - ((index * 131) % 600) * minute)
  return {
    id: uuid(),
    product_id: `P-${sku}`,
    body,
    display_name: name,
    ...personOf(name),
    state: reply ? 'published' : 'pending',
    moderation_reason: null,
    language,
    created_at,
    published_at: reply ? created_at : null,
    reply: reply ?? null,
    reply_created_at: reply ? new Date(created_at.getTime() + day / 2) : null,
  }
}

function toAnswer({ ago, name, body, waits }: DemoAnswer, to: Question, now: number): Answer {
  const created_at = new Date(now - ago * day - 200 * minute)
  return {
    id: uuid(),
    question_id: to.id,
    product_id: to.product_id,
    body,
    display_name: name,
    ...personOf(name),
    verified_purchase: true,
    state: waits ? 'pending' : 'published',
    moderation_reason: null,
    language: to.language,
    created_at,
    published_at: waits ? null : created_at,
  }
}

function personOf(name: string): { email: string; address: string } {
  const email = emailOf(name)
  return { email, address: comparableAddress(email) ?? email }
}
