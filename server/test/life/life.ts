import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { Reason } from '../../answers/moderation/reasons.ts'
import type { ContentState } from '../../answers/moderation/states.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { TestApp } from '../app.ts'
import type { MailServer } from '../mail/mail-server.ts'
import type { Member } from '../users.ts'

/** What must be true of a store after a random sequence. */
export type Model = {
  now: number
  people: { name: string; email: string; phone: string; isErased: boolean; mailsBefore: number }[]
  /** Orders without a review; `who` is the index of the buyer. */
  orders: { orderId: string; who: number; product: string }[]
  reviews: ModelReview[]
  questions: ModelQuestion[]
  /** The number of words used so far. Each word is unique: those outside published texts must never be visible. */
  words: number
}

export type ModelText = {
  id: string
  /** Null after the author was erased. */
  who: number | null
  product: string
  state: ContentState
  reason: Reason | null
  stateAt: number
  wasPublished: boolean
  /** The word in its current text. */
  word: string
  /** The word in the store's answer. */
  reply: string | null
}

export type ModelReview = ModelText & { rating: number; recommended: boolean | null; votes: string[] }

export type ModelQuestion = ModelText

/** The real store that the model describes. */
export type Life = { service: TestApp; mails: MailServer; store: Member }

export const products = ['product-1', 'product-2']

/** A word that occurs nowhere else. */
export function newWord(model: Model): string {
  return `word${++model.words}x`
}

/** Changes the state as the verbs do. */
export function move(model: Model, text: ModelText, state: ContentState, reason: Reason | null = null): void {
  if (text.state !== state) text.stateAt = model.now
  text.state = state
  text.reason = reason
  text.wasPublished ||= state === 'published'
}

/** Whether the act succeeded; false if it was refused in this state. Throws other errors. */
export async function isDone(act: Promise<unknown>): Promise<boolean> {
  try {
    await act
    return true
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'state_wrong') return false
    throw error
  }
}

/** Compares every count and every readable text with the model. */
export async function compare(model: Model, life: Life): Promise<void> {
  const { database } = life.service
  const { storeId } = life.store
  const summaries = await database.query(sql`
    select product_id, array[one, two, three, four, five, recommended, not_recommended] as counts
    from rating_summaries
    where store_id = ${storeId} and one + two + three + four + five > 0
    order by product_id`)
  expect(summaries).toEqual(
    products.map(product => ({ product_id: product, counts: countsOf(model, product) })).filter(hasAny),
  )
  const votes = await database.query<{ id: string; votes: number; counted: number }>(sql`
    select id, votes, (
      select count(*)::integer
      from review_votes
      where review_votes.store_id = reviews.store_id and review_id = id
    ) as counted
    from reviews
    where store_id = ${storeId}
    order by id`)
  const expected = model.reviews.map(({ id, votes }) => ({ id, votes: votes.length, counted: votes.length }))
  expect(votes).toEqual(expected.sort((a, b) => (a.id < b.id ? -1 : 1)))
  await comparePublic(model, life)
}

function countsOf({ reviews }: Model, product: string): number[] {
  const shown = reviews.filter(review => review.state === 'published' && review.product === product)
  const stars = [1, 2, 3, 4, 5].map(rating => shown.filter(review => review.rating === rating).length)
  return [...stars, ...[true, false].map(said => shown.filter(one => one.recommended === said).length)]
}

function hasAny({ counts }: { counts: number[] }): boolean {
  return counts.some(Boolean)
}

async function comparePublic(model: Model, life: Life): Promise<void> {
  const texts = [...model.reviews, ...model.questions]
  const shown = texts.filter(({ state }) => state === 'published')
  const expected = shown.flatMap(({ word, reply }) => (reply ? [word, reply] : [word])).sort()
  // Caches drop changed records within a second.
  await expect
    .poll(async () => [...new Set((await readEverything(life)).match(/word\d+x/g))].sort(), {
      timeout: 5_000,
    })
    .toEqual(expected)
  const seen = (await readEverything(life)).toLowerCase()
  for (const { name, email, phone } of model.people)
    for (const secret of [name, email, phone, phone.replace(/\D/g, '')])
      expect(seen).not.toContain(secret.toLowerCase())
  expect(seen).not.toContain('secret-order')
  for (const { id } of texts.filter(({ state }) => state !== 'published')) expect(seen).not.toContain(id)
}

/** Everything that a visitor can read of the store, in every form. */
async function readEverything({ service, store }: Life): Promise<string> {
  const key = `store_id=${store.storeId}&store_key=${store.storeKey}`
  const pages = [
    `reviews.json?${key}&limit=100`,
    `questions.json?${key}&limit=100&expand=reply`,
    `ratings.json?${key}&expand=metrics`,
    ...products.flatMap(product => [
      `reviews.html?${key}&product_id=${product}&limit=100`,
      `structured-data.json?${key}&product_id=${product}`,
      `reviews.json?${key}&product_id=${product}&limit=100&orderBy=most_voted`,
    ]),
  ]
  const answers = await Promise.all(pages.map(page => service.send('GET', `/api/v1/${page}`)))
  for (const { status } of answers) expect(status).toBe(200)
  return answers.map(({ body }) => (typeof body === 'string' ? body : JSON.stringify(body))).join('\n')
}
