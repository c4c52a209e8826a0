import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerQuestion, publishQuestion } from '../../answers/questions/moderate.ts'
import { insertQuestions } from '../../answers/questions/questions.ts'
import { publishReview, rejectReview, removeReview, replyToReview } from '../../answers/reviews/moderate.ts'
import { changeReview, insertReviews } from '../../answers/reviews/reviews.ts'
import { recordReports } from '../../asking/mail/bounces/bounces.ts'
import { refundProducts } from '../../asking/orders/later/deliveries.ts'
import { cancelOrder, rescheduleOrder } from '../../asking/orders/later/order-changes.ts'
import { orderEvents } from '../../foundation/events/event-types.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { importFile, uploadFile } from '../../test/exchange/transfers.ts'
import { aCustomer, anOrder, anOrderProduct, aQuestion, aReview } from '../../test/factories.ts'
import { tokensOfMail } from '../../test/forms.ts'
import { aManageKey } from '../../test/management.ts'
import { aStore, type Member } from '../../test/users.ts'
import { expectLikeSample } from '../../test/webhooks/expect-like-sample.ts'
import { type Receiver, startReceiver } from '../../test/webhooks/receiver.ts'
import { subscribe, webhookSecrets } from '../../test/webhooks/subscribe.ts'
import { erasePerson } from '../../upkeep/people/people.ts'

const at = new Date('2026-03-09T12:00:00Z')
const by = { at, actor: 'command' } as const
let service: TestApp
let store: Member
let receiver: Receiver
beforeAll(async () => {
  service = await startTestApp()
  receiver = await startReceiver()
})
afterAll(async () => {
  await service.close()
  await receiver.close()
})
beforeEach(async () => {
  receiver.received.splice(0)
  store = await aStore(service.database, { moderation: 'hold' })
  service.setNow(at)
  const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
  await addSeenProducts(service.database, store.storeId, [product], at)
})

/** What the endpoint received of the store, without the store's id. */
async function sent(): Promise<{ type: string; data: Record<string, unknown> }[]> {
  await service.runDue()
  return receiver.received.map(({ event: { type, data } }) => {
    const { store_id, ...rest } = data
    if (!data.erased && !data.truncated) expectLikeSample({ type, data })
    expect(store_id).toBe(store.storeId)
    return { type, data: rest }
  })
}

const write = (review = aReview()) =>
  service.database.transaction(tx =>
    insertReviews(tx, store.storeId, [review], { at, actor: 'author', action: 'create' }),
  )

test('a review is reported from its creation to its removal', async () => {
  await subscribe(service, store.storeId, { url: receiver.url })
  const review = aReview({ state: 'pending', published_at: null })
  await write(review)
  const { database } = service
  await database.transaction(tx => publishReview(tx, store.storeId, review.id, by))
  await database.transaction(tx => publishReview(tx, store.storeId, review.id, by)) // which changes nothing
  await database.transaction(tx => replyToReview(tx, store.storeId, review.id, 'Thank you', by))
  const edit = { ...by, actor: 'author', action: 'edit' } as const
  await database.transaction(tx => changeReview(tx, store.storeId, review.id, edit, () => ({ rating: 2 })))
  await database.transaction(tx => rejectReview(tx, store.storeId, review.id, 'spam', by))
  await database.transaction(tx => removeReview(tx, store.storeId, review.id, 'spam', by))
  const events = await sent()
  expect(events.map(({ type }) => type)).toEqual([
    'review.created',
    'review.published',
    'review.replied',
    'review.updated',
    'review.rejected',
    'review.removed',
  ])
  expect(events[0]?.data).toEqual({
    review_id: review.id,
    subject: 'product',
    product_id: 'product-1',
    rating: 5,
    title: 'Coffee as it should be',
    body: 'Heats fast and does not leak.',
    display_name: 'Ana M.',
    recommended: review.recommended,
    verified_purchase: review.verified_purchase,
    origin: 'page',
    origin_name: null,
    incentivized: null,
    insider: false,
    pinned: false,
    imported: false,
    attributes: {},
    picture_count: 0,
    state: 'pending',
    moderation_reason: null,
    language: review.language,
    order_id: review.order_id,
    purchased_at: review.purchased_at?.toISOString() ?? null,
    created_at: review.created_at.toISOString(),
    published_at: null,
    reply: null,
    reply_created_at: null,
    updated_at: review.created_at.toISOString(),
  })
  expect(events[2]?.data).toMatchObject({ state: 'published', reply: 'Thank you' })
  expect(JSON.stringify(receiver.received)).not.toContain('ana@example.com')
})

test('what was written elsewhere is reported as imported, before and after it is published', async () => {
  await subscribe(service, store.storeId, { url: receiver.url })
  const { send } = await aManageKey(service, { store })
  const given = { external_id: 'x-1', product_id: 'product-1', body: 'Heats fast', display_name: 'Ana' }
  const { body: review } = await send('POST', '/reviews', { ...given, rating: 5 })
  const { body: question } = await send('POST', '/questions', given)
  await send('POST', `/reviews/${review.id}/publish`)
  await send('POST', `/questions/${question.id}/publish`)
  const events = await sent()
  expect(events.map(({ type, data }) => `${type} ${data.imported}`).toSorted()).toEqual([
    'question.created true',
    'question.published true',
    'review.created true',
    'review.published true',
  ])
})

test('the date of each event is later than the one before, and the last one is the date of the record', async () => {
  await subscribe(service, store.storeId, { url: receiver.url })
  const review = aReview({ created_at: at })
  await write(review)
  const question = aQuestion({ created_at: at, reply: null, reply_created_at: null })
  const { database } = service
  await database.transaction(tx =>
    insertQuestions(tx, store.storeId, [question], { at, actor: 'author', action: 'create' }),
  )
  // In the same millisecond, and with a clock that is behind.
  const edits = [at, at, new Date(at.getTime() - 60_000)].map((when, index) => {
    const edit = { ...by, at: when, action: 'edit' } as const
    return database.transaction(tx =>
      changeReview(tx, store.storeId, review.id, edit, () => ({ title: `${index}` })),
    )
  })
  await Promise.all(edits)
  await database.transaction(tx => answerQuestion(tx, store.storeId, question.id, 'Yes.', by))
  const events = await sent()
  const datesOf = (kind: string) =>
    events.filter(({ type }) => type.startsWith(kind)).map(({ data }) => String(data.updated_at))
  const dates = [0, 0, 1, 2, 3].map(ms => new Date(at.getTime() + ms).toISOString())
  expect(datesOf('review')).toEqual(dates)
  expect(datesOf('question')).toEqual([dates[0], dates[0], dates[2]])
  const client = await aManageKey(service, { store })
  const read = await client.send('GET', `/reviews/${review.id}`)
  expect(read.body.updated_at).toBe(dates[4])
})

test('the erasure of a buyer named in a reply is an update, and no reply', async () => {
  await subscribe(service, store.storeId, { url: receiver.url })
  const address = 'zuleica@correio.example'
  const replied = { reply: 'Thank you, Zuleica!', reply_created_at: at }
  const review = aReview({ email: address, address, display_name: 'Zuleica', ...replied })
  await write(review)
  await sent()
  receiver.received.splice(0)
  await erasePerson(
    service.database,
    webhookSecrets,
    await readStore(service.database, store.storeId),
    address,
    at,
  )
  const events = await sent()
  expect(events.map(({ type }) => type)).toEqual(['review.updated'])
  expect(JSON.stringify(events)).not.toMatch(/zuleica/i)
})

test('a question is reported when it is confirmed, published and answered', async () => {
  await subscribe(service, store.storeId, { url: receiver.url })
  const question = aQuestion({ state: 'pending', published_at: null, reply: null, reply_created_at: null })
  const { database } = service
  await database.transaction(tx =>
    insertQuestions(tx, store.storeId, [question], { at, actor: 'author', action: 'create' }),
  )
  await database.transaction(tx => publishQuestion(tx, store.storeId, question.id, by))
  await database.transaction(tx => answerQuestion(tx, store.storeId, question.id, 'Yes.', by))
  const events = await sent()
  expect(events.map(({ type, data }) => [type, data.state, data.reply])).toEqual([
    ['question.created', 'pending', null],
    ['question.published', 'published', null],
    ['question.answered', 'published', 'Yes.'],
  ])
  expect(events[0]?.data.question_id).toBe(question.id)
})

const send = (order = anOrder()) => service.send('POST', '/orders', { headers: store.headers, body: order })

test('an order and its requests are reported, and a duplicate is not', async () => {
  await send(anOrder()) // before the endpoint
  await subscribe(service, store.storeId, { url: receiver.url })
  const order = anOrder({
    products: [anOrderProduct({ product_id: 'A' }), anOrderProduct({ product_id: 'B' })],
  })
  const { body } = await send(order)
  expect((await send(order)).status).toBe(422)
  const events = await sent()
  expect(events.map(({ type }) => type)).toEqual(['order.received', 'request.scheduled'])
  expect(events[0]?.data).toEqual({
    order_id: order.order_id,
    id: body.id,
    order_date: order.order_date,
    delivery_date: order.delivery_date,
    received_at: at.toISOString(),
    product_ids: ['A', 'B'],
  })
  const [request] = await service.database.query<{ id: string }>(sql`
    select id from review_requests where store_id = ${store.storeId} and order_id = ${order.order_id}`)
  expect(events[1]?.data).toEqual({
    request_id: request?.id,
    order_id: order.order_id,
    part: 0,
    state: 'scheduled',
    due_at: '2026-03-12T13:00:00.000Z',
    reason: '7 days after delivery',
  })
})

test('orders beyond the limit are not reported, and the accepted ones of the same moment are', async () => {
  store = await aStore(service.database, { order_limit: 3 })
  await subscribe(service, store.storeId, { url: receiver.url, events: orderEvents })
  const answers = await Promise.all(Array.from({ length: 8 }, () => send()))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  const types = (await sent()).map(({ type }) => type).sort()
  expect(types).toEqual([...Array(3).fill('order.received'), ...Array(3).fill('request.scheduled')])
})

test('requests are reported when they are moved, sent, bounced and cancelled', async () => {
  await subscribe(service, store.storeId, { url: receiver.url })
  const order = anOrder({ customers: [aCustomer({ email: 'bounced@example.com' })] })
  await send(order)
  const settings = await readStore(service.database, store.storeId)
  const { database } = service
  const move = { request_review_at: '2026-03-10T15:00:00.000Z' }
  await database.transaction(tx => rescheduleOrder(tx, store.storeId, order.order_id, settings, move, by))
  service.setNow('2026-03-10T15:00:30Z')
  await service.runDue()
  await service.runDue()
  const report = { kind: 'bounce', recipient: 'bounced@example.com', status: '5.1.1', answer: 'no such user' }
  await recordReports(database, [{ reports: [report as never], text: '' }], new Date('2026-03-10T16:00:00Z'))
  const other = anOrder()
  await send(other)
  const { product_id } = other.products[0] as { product_id: string }
  await database.transaction(tx =>
    refundProducts(tx, settings, other.order_id, { productIds: [product_id] }, by),
  )
  await database.transaction(tx => cancelOrder(tx, store.storeId, other.order_id, by))
  const events = (await sent()).filter(({ type }) => type !== 'order.received')
  expect(events.map(({ type, data }) => [type, data.order_id, data.state])).toEqual([
    ['request.scheduled', order.order_id, 'scheduled'],
    ['request.scheduled', order.order_id, 'scheduled'],
    ['request.sent', order.order_id, 'sent'],
    ['request.bounced', order.order_id, 'failed'],
    ['request.scheduled', other.order_id, 'scheduled'],
    ['request.cancelled', other.order_id, 'cancelled'],
    ['order.cancelled', other.order_id, undefined],
  ])
})

test('a request whose buyer unsubscribes is reported', async () => {
  await subscribe(service, store.storeId, { url: receiver.url, events: ['request.unsubscribed'] })
  const order = anOrder({ request_review_at: at.toISOString() })
  await send(order)
  await service.runDue()
  const [mailing] = await service.database.query<{ id: string }>(sql`
    select id from mailings where store_id = ${store.storeId}`)
  const { unsubscribe } = await tokensOfMail(service, mailing?.id ?? '')
  for (const _ of [1, 2]) await fetch(`${service.url}/u/${unsubscribe}`, { method: 'POST' })
  const events = await sent()
  expect(events.map(({ type, data }) => [type, data.order_id])).toEqual([
    ['request.unsubscribed', order.order_id],
  ])
})

test('a file of reviews is reported once, when it is imported', async () => {
  await subscribe(service, store.storeId, { url: receiver.url })
  const owner = await aMember(service, store.storeId, 'owner')
  const file = 'review_id,product_id,rating,body\n1,product-1,5,Good\n2,,5,Bad\n'
  const { body: uploaded } = await uploadFile(service, owner, store.storeId, 'review', file)
  await importFile(service, owner, store.storeId, uploaded.id)
  expect(await sent()).toEqual([
    {
      type: 'import.finished',
      data: {
        ...{ import_id: uploaded.id, kind: 'review', outcome: 'imported' },
        ...{ imported: 1, skipped: 0, refused: 1 },
      },
    },
  ])
})

test('an endpoint receives only the events it takes, and nothing of another store', async () => {
  const other = await aStore(service.database)
  await subscribe(service, other.storeId, { url: `${receiver.url}/other` })
  await subscribe(service, store.storeId, { url: receiver.url, events: ['review.published'] })
  await write(aReview())
  await send()
  expect((await sent()).map(({ type }) => type)).toEqual(['review.published'])
  expect(
    await service.database.query(sql`select from webhook_events where store_id = ${other.storeId}`),
  ).toEqual([])
})

test('nothing is written without an endpoint, and nothing of a change that was rolled back is sent', async () => {
  await write()
  await subscribe(service, store.storeId, { url: receiver.url })
  const change = service.database.transaction(async tx => {
    await insertReviews(tx, store.storeId, [aReview()], { at, actor: 'author', action: 'create' })
    throw new Error('rolled back')
  })
  await expect(change).rejects.toThrow('rolled back')
  expect(await sent()).toEqual([])
  const rows = await service.database.query(sql`select from webhook_events where store_id = ${store.storeId}`)
  expect(rows).toEqual([])
})

test('a long review is shortened to 20 kB of whole characters', async () => {
  await subscribe(service, store.storeId, { url: receiver.url, events: ['review.created'] })
  await write(aReview({ body: '👍🏽é'.repeat(4_000), title: 'T' }))
  const [event] = await sent()
  expect(Buffer.byteLength(receiver.received[0]?.body ?? '')).toBeLessThanOrEqual(20_000)
  expect(event?.data).toMatchObject({ truncated: true, title: 'T' })
  expect(String(event?.data.body).isWellFormed()).toBe(true)
})

test('erasing a person removes their texts from kept events and answers, and reports the anonymous record', async () => {
  const { webhook_id } = await subscribe(service, store.storeId, { url: receiver.url })
  receiver.reply((response, { body }) => void response.writeHead(200).end(body))
  const address = 'zuleica@correio.example'
  const review = aReview({ email: address, address, body: `Write to ${address}`, display_name: 'Zuleica' })
  const mention = aReview({ body: `Ask ${address}` })
  await write(review)
  await write(mention)
  await sent()
  // As of an address that is not private, whose answers are kept.
  await service.database.query(sql`
    update webhook_deliveries set last_answer = 'Zuleica, thank you' where store_id = ${store.storeId}`)
  await write(aReview({ id: uuid(), email: address, address, display_name: 'Zuleica' }))
  receiver.received.splice(0)
  const named = await readStore(service.database, store.storeId)
  await erasePerson(service.database, webhookSecrets, named, address, at)
  const kept = await service.database.query(sql`
    select body, last_answer
    from webhook_events
    join webhook_deliveries using (store_id, event_id)
    where store_id = ${store.storeId} and webhook_id = ${webhook_id}`)
  expect(JSON.stringify(kept)).not.toMatch(/zuleica/i)
  const events = await sent()
  expect(events.map(({ type, data }) => [type, data.erased ?? data.display_name])).toEqual([
    ['review.created', true],
    ['review.published', true],
    ...Array(3).fill(['review.updated', expect.anything()]),
  ])
  expect(JSON.stringify(receiver.received)).not.toMatch(/zuleica/i)
})
