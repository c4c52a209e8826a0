import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminClient, aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aReview } from '../../test/factories.ts'
import { anOperatorKey } from '../../test/operators.ts'
import { addProducts, addReviews } from '../../test/reading.ts'
import { type Connected, connected } from '../../test/shops/connected.ts'
import { aStore, type Member } from '../../test/users.ts'
import { type Receiver, startReceiver } from '../../test/webhooks/receiver.ts'
import { subscribe } from '../../test/webhooks/subscribe.ts'

const secret = 'a-secret-of-the-shop'
const options = {
  ...{ order_id: 'id', ordered_at: 'date', delivered_at: 'date' },
  ...{ products: 'lines', product_id: 'id' },
}
const order = { id: 'O-1', date: '2026-03-01', lines: [{ id: 'P-1' }] }

let service: TestApp
let store: Member
let owner: AdminClient
let receiver: Receiver
let shop: Connected
let webhookId: string
const review = aReview()
beforeAll(async () => {
  service = await startTestApp({ SIGN_IN_RATE_LIMIT: '100000' })
  store = await aStore(service.database)
  owner = await aMember(service, store.storeId, 'owner')
  receiver = await startReceiver()
  await addProducts(service, store, { 'product-1': '' })
  await addReviews(service, store, review)
  webhookId = (await subscribe(service, store.storeId, { url: receiver.url })).webhook_id
  shop = await connected(service, store.storeId, { platform: 'generic', secret, options })
})
afterAll(async () => {
  await receiver.close()
  await service.close()
})

async function setActive(active: boolean): Promise<void> {
  const operator = await anOperatorKey(service)
  expect((await operator.send('PATCH', `/stores/${store.storeId}`, { active })).status).toBe(200)
}

const at = (path: string) => `/stores/${store.storeId}${path}`
const reply = (body: string) => owner.send('PUT', at(`/reviews/${review.id}/reply`), { body })
const deliver = () => shop.deliver({ headers: { 'x-realword-secret': secret }, body: order as never })

test('a suspended store sends no webhooks and takes none, and sends what waited when it is active again', async () => {
  await setActive(false)
  expect((await reply('Thank you')).status).toBe(204)
  await service.runDue()
  expect(receiver.types()).toEqual([])
  expect(await deliver()).toBe(401)
  expect(await shop.log()).toEqual([])

  await setActive(true)
  await service.runDue()
  expect(receiver.types()).toEqual(['review.replied'])
  expect(await deliver()).toBe(200)
})

test('of a suspended store, members reach nobody, and read, answer, export and erase what it has', async () => {
  await setActive(false)
  const connection = `/connections/${shop.connectionId}`
  const reaching: [path: string, body?: object, method?: 'PUT'][] = [
    ['/orders/test', {}],
    ['/orders/send-now', { order_id: 'O-1' }],
    ['/mail/test', { kind: 'request', language: 'en' }],
    ['/mail/deliveries/0/again'],
    ['/widget-checks', { url: 'http://127.0.0.1:9/' }],
    ['/keys', { type: 'orders' }],
    ['/invitations', { email: 'new@example.com', role: 'viewer' }],
    ['/feeds', {}],
    ['/mapping-trials', {}],
    ['/connections', {}],
    [`${connection}/test`],
    [`${connection}/repair`],
    [`${connection}/authorization`],
    [`${connection}/backfill`],
    [`${connection}/resume`],
    ['/webhooks', { url: receiver.url }],
    [`/webhooks/${webhookId}/test`, {}],
    [`/webhooks/${webhookId}/replay`, {}],
    [`/webhooks/${webhookId}/deliveries/0/replay`],
    ['/campaigns', {}],
    ['/campaigns/0/start'],
    ['/campaigns/0/resume'],
    ['/channels/sms', {}, 'PUT'],
    ['/channels/sms/test', {}],
    ['/notifications', {}],
    ['/notifications/0/test'],
    ['/language-model/try', {}],
  ]
  for (const [path, body, method = 'POST'] of reaching) {
    const { status, body: answer } = await owner.send(method, at(path), body)
    expect([path, status, answer.error_code]).toEqual([path, 403, 8141310])
  }
  for (const [method, path, body] of [
    ['GET', '/reviews'],
    ['GET', '/orders'],
    ['GET', '/webhooks'],
    ['POST', '/exports', { kind: 'archive' }],
    ['POST', '/people/export', { email: 'ana@example.com' }],
    ['POST', '/people/erase', { email: 'ana@example.com' }],
    ['POST', '/reviews/decisions', { ids: [review.id], action: 'remove', reason: 'spam' }],
    ['DELETE', `/webhooks/${webhookId}`],
    ['DELETE', connection],
  ] as const) {
    const { status } = await owner.send(method, at(path), body)
    expect([path, status < 300]).toEqual([path, true])
  }
  await service.runDue()
  expect(receiver.types()).toEqual(['review.replied'])
  const mails = await service.database.query(sql`
    select from mailings where store_id = ${store.storeId} and state = 'kept'`)
  expect(mails).toEqual([])
})
