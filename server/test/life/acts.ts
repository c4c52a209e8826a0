import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { expect } from 'vitest'
import { decideState } from '../../answers/moderation/moderation.ts'
import { answerQuestion, rejectQuestion } from '../../answers/questions/moderate.ts'
import { insertQuestions } from '../../answers/questions/questions.ts'
import * as moderate from '../../answers/reviews/moderate.ts'
import { changeReview, insertReviews, type Review } from '../../answers/reviews/reviews.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { readStore, updateStore } from '../../tenants/stores/stores.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'
import { erasePerson } from '../../upkeep/people/people.ts'
import { testSecret } from '../app.ts'
import { anOrder, anOrderProduct, aQuestion, aReview } from '../factories.ts'
import { picturesIn } from '../media/pictures.ts'
import { compare, isDone, type Life, type Model, type ModelReview, move, newWord, products } from './life.ts'

const day = 24 * 60 * 60 * 1000
// Random sequences use no pictures, so nothing is written there.
const pictures = picturesIn(tmpdir())
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })

type Act = {
  check: (model: Model) => boolean
  run: (model: Model, life: Life) => Promise<void>
  toString: () => string
}

/**
 * `name` and the values describe the step when a run fails; `check` tells whether it is possible in the current state.
 */
function act<Values extends unknown[]>(
  name: string,
  arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  run: (model: Model, life: Life, ...values: Values) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): [name: string, arbitrary: fc.Arbitrary<Act>] {
  const arbitrary = fc.tuple(...arbitraries).map(values => ({
    check: (model: Model) => check(model),
    run: (model: Model, life: Life) => run(model, life, ...(values as Values)),
    toString: () => `${name}(${values.map(value => JSON.stringify(value)).join(', ')})`,
  }))
  return [name, arbitrary]
}

const which = fc.nat(1_000)
const product = fc.constantFrom(...products)
const flagged = fc.boolean()

function pick<Item>(items: Item[], index: number): Item {
  return items[index % items.length] as Item
}

const inStore = <T>({ service, store }: Life, run: (tx: Connection, storeId: string) => Promise<T>) =>
  service.database.transaction(tx => run(tx, store.storeId))

const by = (model: Model) => ({ at: new Date(model.now), actor: 'command' }) as const

const often: Record<string, number> = { order: 4, review: 6, vote: 4, erase: 1, tidy: 1, rule: 1, send: 1 }

/** A random sequence of events in a store. */
export function lives(longest: number): fc.Arbitrary<Act[]> {
  const weighted = acts.map(([name, arbitrary]) => ({ weight: often[name] ?? 2, arbitrary }))
  // Without fast-check's bias towards short lists, in which little happens.
  return fc.noBias(fc.array(fc.oneof(...weighted), { maxLength: longest, size: 'max' }))
}

const acts: [name: string, arbitrary: fc.Arbitrary<Act>][] = [
  act('order', [which, product], async (model, life, index, productId) => {
    const who = index % model.people.length
    const { name, email, phone } = pick(model.people, who)
    const order = anOrder({
      order_id: `secret-order-${uuid()}`,
      order_date: new Date(model.now).toISOString(),
      delivery_date: new Date(model.now).toISOString(),
      products: [anOrderProduct({ product_id: productId, sku: productId })],
      customers: [{ name, email, phone }],
    })
    const { headers } = life.store
    expect((await life.service.send('POST', '/orders', { headers, body: order })).status).toBe(201)
    model.orders.push({ orderId: order.order_id, who, product: productId })
    pick(model.people, who).isErased = false
  }),

  act('send', [fc.integer({ min: 1, max: 9 })], async (model, life, days) => {
    model.now += days * day
    life.service.setNow(model.now)
    await life.service.runDue()
  }),

  act(
    'rule',
    [fc.constantFrom('publish', 'hold', 'check')],
    async (_model, { service, store }, moderation) => {
      await updateStore(service.database, store.storeId, { moderation })
    },
  ),

  act(
    'review',
    [which, fc.integer({ min: 1, max: 5 }), fc.constantFrom(true, false, null), flagged],
    async (model, life, index, rating, recommended, isFlagged) => {
      const [order] = model.orders.splice(index % model.orders.length, 1)
      if (!order) return
      const { email, phone } = pick(model.people, order.who)
      const word = newWord(model)
      const body = isFlagged ? `${word}, write to ${email} or call ${phone}` : `${word} is good`
      const id = uuid()
      const text = { title: 'A title', body, display_name: 'Somebody', language: 'en' }
      const state = await inStore(life, async (tx, storeId) => {
        const store = await readStore(tx, storeId)
        const decided = await decideState(tx, store, { kind: 'review', id, ...text, at: new Date(model.now) })
        const review = aReview({
          ...{ id, ...text, email, address: email, rating, recommended, state: decided.state },
          ...{ product_id: order.product, order_id: order.orderId, created_at: new Date(model.now) },
          published_at: decided.state === 'published' ? new Date(model.now) : null,
        })
        await insertReviews(tx, storeId, [review], { ...by(model), actor: 'author', action: 'create' })
        expect(decided.state).toBe(ruleOf(store.moderation, isFlagged))
        return decided.state
      })
      const { who } = order
      const shared = { id, who, product: order.product, state, reason: null, reply: null, word }
      const wasPublished = state === 'published'
      model.reviews.push({ ...shared, rating, recommended, votes: [], stateAt: model.now, wasPublished })
    },
    model => model.orders.length > 0,
  ),

  act(
    'edit',
    [which, fc.integer({ min: 1, max: 5 }), flagged],
    async (model, life, index, rating, isFlagged) => {
      const review = pick(model.reviews.filter(isAuthors), index)
      const word = newWord(model)
      const body = isFlagged ? `${word} https://spam.example` : `${word} was good`
      const at = new Date(model.now)
      const state = await inStore(life, async (tx, storeId) => {
        const store = await readStore(tx, storeId)
        const text = { body, display_name: 'Somebody', language: 'en', before: review.state }
        const decided = await decideState(tx, store, { kind: 'review', id: review.id, ...text, at })
        const action = { at, actor: 'author', action: 'edit' } as const
        const change = ({ published_at }: Review) => ({
          ...{ body, rating, state: decided.state },
          published_at: published_at ?? (decided.state === 'published' ? at : null),
        })
        await changeReview(tx, storeId, review.id, action, change)
        return decided.state
      })
      if (review.state === 'rejected') expect(state).toBe('pending')
      Object.assign(review, { word, rating })
      move(model, review, state, review.reason)
    },
    model => model.reviews.some(isAuthors),
  ),

  reviewAct('publish', async (model, life, review) => {
    const isPossible = review.state !== 'removed' || review.reason !== null
    const done = isDone(
      inStore(life, (tx, storeId) => moderate.publishReview(tx, storeId, review.id, by(model))),
    )
    expect(await done).toBe(isPossible)
    if (isPossible && review.state !== 'published') move(model, review, 'published')
  }),

  reviewAct('reject', async (model, life, review) => {
    const isPossible = review.state !== 'removed'
    const done = isDone(
      inStore(life, (tx, storeId) => moderate.rejectReview(tx, storeId, review.id, 'spam', by(model))),
    )
    expect(await done).toBe(isPossible)
    if (isPossible) move(model, review, 'rejected', 'spam')
  }),

  reviewAct('remove', async (model, life, review) => {
    const isPossible = review.state !== 'removed' || review.reason !== null
    const done = isDone(
      inStore(life, (tx, storeId) => moderate.removeReview(tx, storeId, review.id, 'unlawful', by(model))),
    )
    expect(await done).toBe(isPossible)
    if (isPossible) move(model, review, 'removed', 'unlawful')
  }),

  reviewAct('restore', async (model, life, review) => {
    const isPossible = review.state !== 'removed' || review.reason !== null
    const done = isDone(
      inStore(life, (tx, storeId) => moderate.restoreReview(tx, storeId, review.id, by(model))),
    )
    expect(await done).toBe(isPossible)
    if (isPossible && review.state === 'removed') {
      move(model, review, review.wasPublished ? 'published' : 'pending')
    }
  }),

  reviewAct('withdraw', async (model, life, review) => {
    if (review.who === null) return
    await inStore(life, (tx, storeId) => moderate.withdrawReview(tx, storeId, review.id, new Date(model.now)))
    move(model, review, 'removed')
  }),

  reviewAct('reply', async (model, life, review) => {
    const word = newWord(model)
    const isPossible = ['pending', 'published'].includes(review.state)
    const done = isDone(
      inStore(life, (tx, storeId) => moderate.replyToReview(tx, storeId, review.id, `${word}!`, by(model))),
    )
    expect(await done).toBe(isPossible)
    if (isPossible) review.reply = word
  }),

  reviewAct('vote', async (model, life, review, visitor) => {
    const today = new Date(model.now).toISOString().slice(0, 10)
    await voting(life, 'POST', review, visitor)
    if (review.state === 'published') review.votes = [...new Set([...review.votes, `${visitor} ${today}`])]
  }),

  reviewAct('take the vote back', async (_model, life, review, visitor) => {
    await voting(life, 'DELETE', review, visitor)
    const latest = review.votes
      .filter(vote => vote.startsWith(`${visitor} `))
      .sort()
      .at(-1)
    if (review.state === 'published') review.votes = review.votes.filter(vote => vote !== latest)
  }),

  act('ask', [which, product, flagged], async (model, life, index, productId, isFlagged) => {
    const who = index % model.people.length
    const { email } = pick(model.people, who)
    const word = newWord(model)
    const id = uuid()
    const text = {
      body: isFlagged ? `${word} to ${email}?` : `${word}?`,
      display_name: 'Asker',
      language: 'en',
    }
    const state = await inStore(life, async (tx, storeId) => {
      const store = await readStore(tx, storeId)
      const decided = await decideState(tx, store, { kind: 'question', id, ...text, at: new Date(model.now) })
      const none = { reply: null, reply_created_at: null }
      const asked = {
        id,
        ...text,
        ...none,
        email,
        address: email,
        product_id: productId,
        state: decided.state,
      }
      const create = { ...by(model), actor: 'author', action: 'create' } as const
      await insertQuestions(tx, storeId, [aQuestion(asked)], create)
      return decided.state
    })
    const wasPublished = state === 'published'
    const shared = { id, who, product: productId, state, reason: null, reply: null, word }
    model.questions.push({ ...shared, stateAt: model.now, wasPublished })
    pick(model.people, who).isErased = false
  }),

  act(
    'answer',
    [which],
    async (model, life, index) => {
      const question = pick(model.questions, index)
      const word = newWord(model)
      await inStore(life, (tx, storeId) => answerQuestion(tx, storeId, question.id, `${word}.`, by(model)))
      question.reply = word
      if (question.state === 'pending') move(model, question, 'published')
    },
    model => model.questions.length > 0,
  ),

  act(
    'refuse a question',
    [which],
    async (model, life, index) => {
      const question = pick(model.questions, index)
      await inStore(life, (tx, storeId) => rejectQuestion(tx, storeId, question.id, 'spam', by(model)))
      move(model, question, 'rejected', 'spam')
    },
    model => model.questions.length > 0,
  ),

  act('look', [], compare),

  act('erase', [which], async (model, life, index) => {
    const who = index % model.people.length
    const person = pick(model.people, who)
    const { database } = life.service
    const store = await readStore(database, life.store.storeId)
    await erasePerson(database, secrets, store, person.email, new Date(model.now))
    Object.assign(person, { isErased: true, mailsBefore: life.mails.received.length })
    for (const text of [...model.reviews, ...model.questions]) if (text.who === who) text.who = null
    model.orders = model.orders.filter(order => order.who !== who)
  }),

  act('tidy', [fc.integer({ min: 1, max: 300 })], async (model, life, days) => {
    model.now += days * day
    life.service.setNow(model.now)
    await tidyStores(life.service.database, pictures, new Date(model.now), (_message, error) => {
      throw error
    })
    const isKept = ({ state, stateAt }: { state: string; stateAt: number }) =>
      !['rejected', 'removed'].includes(state) || stateAt > model.now - 365 * day
    model.reviews = model.reviews.filter(isKept)
    model.questions = model.questions.filter(isKept)
  }),
]

function ruleOf(moderation: string, isFlagged: boolean): string {
  if (moderation === 'publish') return 'published'
  return moderation === 'hold' || isFlagged ? 'pending' : 'published'
}

/** An event about one review; `visitor` is one of three. */
function reviewAct(
  name: string,
  run: (model: Model, life: Life, review: ModelReview, visitor: string) => Promise<void>,
): [name: string, arbitrary: fc.Arbitrary<Act>] {
  return act(
    name,
    [which, fc.constantFrom('visitor-1', 'visitor-2', 'visitor-3')],
    (model, life, index, visitor) => run(model, life, pick(model.reviews, index), visitor),
    model => model.reviews.length > 0,
  )
}

// The form lets authors edit reviews, except those that the store removed.
function isAuthors(review: ModelReview): boolean {
  return review.who !== null && (review.state !== 'removed' || review.reason === null)
}

async function voting({ service, store }: Life, method: string, review: ModelReview, visitor: string) {
  const path = `/api/v1/reviews/${review.id}/votes?store_id=${store.storeId}&store_key=${store.storeKey}`
  const headers = { 'content-type': 'application/json' }
  const { status } = await service.send(method, path, { headers, body: { visitor_id: visitor } })
  expect(status).toBe(review.state === 'published' ? 204 : 404)
}
