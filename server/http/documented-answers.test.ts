import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSeenProducts } from '../products/products.ts'
import { insertReviews } from '../reviews/reviews.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { anOrder, aProduct, aReview } from '../test/factories.ts'
import { aStore, type Member } from '../test/users.ts'

type Response = { content?: Record<string, { schema: object }> }
type Operation = { operationId: string; responses: Record<string, Response> }

let service: TestApp
let store: Member
let reviewId: string
let operations: Map<string, Operation>
const ajv = new Ajv2020({ strict: false })
formats.default(ajv)

beforeAll(async () => {
  service = await startTestApp({ VISITOR_RATE_LIMIT: '2', BOUNCE_TOKEN: 'bounces-bounces-bounces-bounces' })
  store = await aStore(service.database)
  const review = aReview()
  reviewId = review.id
  const by = { at: new Date(), actor: 'author', action: 'create' } as const
  const product = { product_id: review.product_id, sku: 'S-1', name: 'Moka pot', url: '' }
  await addSeenProducts(service.database, store.storeId, [product], new Date())
  await service.database.transaction(tx => insertReviews(tx, store.storeId, [review], by))
  const { body } = await service.send('GET', '/openapi.json')
  ajv.addSchema(body, 'openapi')
  operations = new Map(
    Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        operation.operationId,
        { ...operation, responses: pointersOf(operation, path, method) },
      ]),
    ),
  )
})
afterAll(() => service.close())

/** The answers of an operation, their schemas as references into the document. */
function pointersOf({ responses }: Operation, path: string, method: string): Operation['responses'] {
  const escaped = encodeURIComponent(path.replace(/\//g, '~1'))
  return Object.fromEntries(
    Object.entries(responses).map(([status, { content }]) => {
      const base = `openapi#/paths/${escaped}/${method}/responses/${status}/content`
      const named = Object.keys(content ?? {}).map(type => [
        type,
        { schema: { $ref: `${base}/${encodeURIComponent(type.replace(/\//g, '~1'))}/schema` } },
      ])
      return [status, { ...(content && { content: Object.fromEntries(named) }) }]
    }),
  )
}

async function expectDocumented(
  operationId: string,
  status: number,
  method: string,
  path: string,
  sent = {},
) {
  const answer = await service.send(method, path, sent)
  expect(answer.status, `${operationId}: ${JSON.stringify(answer.body)}`).toBe(status)
  const response = operations.get(operationId)?.responses[status]
  expect(response, `${operationId} documents ${status}`).toBeDefined()
  if (status === 204 || status === 304) return expect(response?.content).toBeUndefined()
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const media = response?.content?.[type]
  expect(media, `${operationId} documents ${type}`).toBeDefined()
  const isValid = ajv.validate(media?.schema as object, answer.body)
  expect(isValid, `${operationId} ${status}: ${ajv.errorsText()}`).toBe(true)
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
  expect(listed.length).toBe(operations.size)
})
