import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertReviews } from '../../../answers/reviews/reviews.ts'
import { addSeenProducts } from '../../../tenants/products/products.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { anOrder, aProduct, aReview } from '../../../test/factories.ts'
import { type Documented, readDocument } from '../../../test/requests/documented.ts'
import { aStore, type Member } from '../../../test/users.ts'

let service: TestApp
let store: Member
let reviewId: string
let documented: Documented

beforeAll(async () => {
  service = await startTestApp({ VISITOR_RATE_LIMIT: '2', BOUNCE_TOKEN: 'bounces-bounces-bounces-bounces' })
  store = await aStore(service.database)
  const review = aReview()
  reviewId = review.id
  const by = { at: new Date(), actor: 'author', action: 'create' } as const
  const product = { product_id: review.product_id, sku: 'S-1', name: 'Moka pot', url: '' }
  await addSeenProducts(service.database, store.storeId, [product], new Date())
  await service.database.transaction(tx => insertReviews(tx, store.storeId, [review], by))
  documented = await readDocument(service, '/openapi.json')
})
afterAll(() => service.close())

async function expectDocumented(
  operationId: string,
  status: number,
  method: string,
  path: string,
  sent = {},
) {
  documented.expectFit(operationId, status, await service.send(method, path, sent))
}

const json = { 'content-type': 'application/json' }
const keyed = () => `store_id=${store.storeId}&store_key=${store.storeKey}`

test('answers to a server of a store fit the document', async () => {
  const { headers } = store
  const order = anOrder()
  const path = `/orders/${order.order_id}`
  await expectDocumented('createOrder', 201, 'POST', '/orders', { headers, body: order })
  await expectDocumented('createOrder', 422, 'POST', '/orders', { headers, body: order })
  await expectDocumented('createOrder', 400, 'POST', '/orders', { headers, body: [] })
  await expectDocumented('createOrder', 401, 'POST', '/orders', { headers: json, body: order })
  await expectDocumented('createProduct', 201, 'POST', '/products', { headers, body: aProduct() })
  await expectDocumented('createProduct', 400, 'POST', '/products', { headers, body: {} })
  await expectDocumented('getOrder', 200, 'GET', path, { headers })
  await expectDocumented('getOrder', 404, 'GET', '/orders/none', { headers })
  await expectDocumented('updateOrder', 200, 'PATCH', path, { headers, body: {} })
  await expectDocumented('updateOrder', 400, 'PATCH', path, { headers, body: { delivery_date: 'soon' } })
  await expectDocumented('cancelOrder', 200, 'POST', `${path}/cancel`, { headers })
})

test.each([
  ['listRatings', 'ratings.json', '&expand=metrics'],
  ['listReviews', 'reviews.json', ''],
  ['listQuestions', 'questions.json', '&expand=reply'],
  ['renderReviews', 'reviews.html', '&link=/p/x%3Foffset={offset}'],
  ['getStructuredData', 'structured-data.json', '&product_id=product-1'],
])('answers of %s fit the document', async (operationId, file, more) => {
  const path = `/api/v1/${file}?${keyed()}`
  await expectDocumented(operationId, 200, 'GET', path + more)
  const { headers } = await service.send('GET', path + more)
  const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } }
  await expectDocumented(operationId, 304, 'GET', path + more, known)
  await expectDocumented(operationId, 400, 'GET', `${path}&product_id=`)
  await expectDocumented(operationId, 417, 'GET', `/api/v1/${file}?store_key=${store.storeKey}`)
})

test.each([
  ['listReviewsAsBefore', 'reviews.json'],
  ['readAverageAsBefore', 'average.json'],
])('answers of %s fit the document', async (operationId, file) => {
  const headers = { 'x-web-id': store.storeKey }
  const path = `/v1/${file}?sku=S-1`
  await expectDocumented(operationId, 200, 'GET', path, { headers })
  const { headers: answered } = await service.send('GET', path, { headers })
  const known = { ...headers, 'if-none-match': answered.get('etag') ?? '' }
  await expectDocumented(operationId, 304, 'GET', path, { headers: known })
  await expectDocumented(operationId, 400, 'GET', `/v1/${file}?sku=`, { headers })
  await expectDocumented(operationId, 401, 'GET', path)
})

test('answers to visitors fit the document, the refused third one too', async () => {
  const path = (id: string, what: string) => `/api/v1/reviews/${id}/${what}?${keyed()}`
  const vote = { headers: json, body: { visitor_id: 'ana-ana-ana' } }
  await expectDocumented('castVote', 204, 'POST', path(reviewId, 'votes'), vote)
  await expectDocumented('withdrawVote', 204, 'DELETE', path(reviewId, 'votes'), vote)
  const report = { headers: json, body: { reason: 'spam' } }
  await expectDocumented('reportReview', 429, 'POST', path(reviewId, 'reports'), report)
})

test('answers to a mail server fit the document', async () => {
  const headers = { ...json, authorization: 'Bearer bounces-bounces-bounces-bounces' }
  await expectDocumented('reportBounce', 200, 'POST', '/mail/bounces', { headers, body: {} })
  await expectDocumented('reportBounce', 400, 'POST', '/mail/bounces', { headers, body: [] })
})

test('every operation has another id', async () => {
  const { body } = await service.send('GET', '/openapi.json')
  const listed = Object.values(body.paths as Record<string, object>).flatMap(path => Object.values(path))
  expect(listed.length).toBe(documented.operations.size)
})

test.each([
  ['/p/x?offset={offset}', 200],
  ['?offset={offset}', 200],
  ['https://shop.example/p?offset={offset}#reviews', 200],
  ['HTTP://shop.example/{offset}', 200],
  ['https://shop.example/p', 400],
  ['shop.example/{offset}', 400],
  ['javascript:alert({offset})', 400],
  ['ftp://shop.example/{offset}', 400],
  ['', 400],
])('the documented pattern of `link` accepts what the service accepts: %j', async (link, status) => {
  const { body } = await service.send('GET', '/openapi.json')
  const { parameters } = body.paths['/api/v1/reviews.html'].get
  const { schema } = parameters.find(({ name }: { name: string }) => name === 'link')
  expect(new RegExp(schema.pattern, 'u').test(link)).toBe(status === 200)
  const path = `/api/v1/reviews.html?${keyed()}&link=${encodeURIComponent(link)}`
  expect((await service.send('GET', path)).status).toBe(status)
})
