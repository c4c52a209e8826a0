import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminClient, aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { importFile, uploadFile } from '../../test/exchange/transfers.ts'
import { anOrder, aReview } from '../../test/factories.ts'
import { addReviews } from '../../test/reading.ts'
import { type Documented, readDocument } from '../../test/requests/documented.ts'
import { aStore, type Member } from '../../test/users.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-documented-'))
const order = anOrder()
const review = aReview({ product_id: order.products[0]?.product_id ?? '' })
let service: TestApp
let store: Member
let owner: AdminClient
let documented: Documented
const exported: Record<string, string> = {}
let imported: string
let requestId: string
let connectionId: string

beforeAll(async () => {
  service = await startTestApp({ DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000' })
  store = await aStore(service.database)
  owner = await aMember(service, store.storeId, 'owner')
  documented = await readDocument(service, '/admin/openapi.json')
  await service.send('POST', '/orders', { headers: store.headers, body: order })
  requestId = (await owner.send('GET', at(orderOf('detail')))).body.requests[0].id
  await addReviews(service, store, review)
  await write('POST', '/invitations', { email: 'ana@shop.example', role: 'viewer' })
  await write('POST', '/mail/suppressions', { email: 'bia@shop.example' })
  await write('POST', '/keys', { expires_at: null })
  const added = await write('POST', '/connections', { platform: 'generic' })
  connectionId = added.connection.connection_id
  for (const kind of ['archive', 'reviews', 'questions'])
    exported[kind] = (await write('POST', '/exports', { kind })).id
  const file = 'product_id,question\nP-1,Does it fit?\nP-1,\n'
  imported = (await uploadFile(service, owner, store.storeId, 'question', file)).body.id
  const reading = { columns: { product_id: 'product_id', body: 'question' }, dates: null }
  await importFile(service, owner, store.storeId, imported, reading)
  await service.runDue()
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const at = (path: string) => `/stores/${store.storeId}${path}`

async function write(method: string, path: string, body: object) {
  const answer = await owner.send(method, at(path), body)
  expect(answer.status, path).toBe(201)
  return answer.body
}

const orderOf = (path: string) => `/orders/${path}?order_id=${encodeURIComponent(order.order_id)}`
const productOf = () => `/products/detail?product_id=${encodeURIComponent(review.product_id)}`

const reads: [operationId: string, path: () => string][] = [
  ['getSetup', () => '/setup'],
  ['getSession', () => '/session'],
  ['listSessions', () => '/sessions'],
  ['getInsights', () => at('/insights?from=2026-11-01&to=2026-11-20')],
  ['getRequestFigures', () => at('/insights/requests?from=2026-11-01&to=2026-11-20')],
  ['getRequestTests', () => at('/insights/tests')],
  ['getPendingWork', () => at('/waiting')],
  ['getFirstSteps', () => at('/first-steps')],
  ['listMembers', () => at('/members')],
  ['listReviews', () => at('/reviews')],
  ['listReviewChanges', () => at(`/reviews/${review.id}/history`)],
  ['listQuestions', () => at('/questions')],
  ['listAnswers', () => at('/answers')],
  ['listOrders', () => at('/orders')],
  ['getOrder', () => at(orderOf('detail'))],
  [
    'previewRequest',
    () => at(`/orders/preview?order_id=${encodeURIComponent(order.order_id)}&request_id=${requestId}`),
  ],
  ['listProducts', () => at('/products')],
  ['getProduct', () => at(productOf())],
  ['proposeProductGroups', () => at('/product-groups/proposals')],
  ['getWidgetCode', () => at('/widget-code')],
  ['listSuppressions', () => at('/mail/suppressions')],
  ['listAttributes', () => at('/attributes')],
  ['getSettings', () => at('/settings')],
  ['previewSchedule', () => at('/schedule-preview?month=2026-11')],
  ['getPlan', () => at('/plan')],
  ['countOldData', () => at('/old-data?months=12')],
  ['listConnections', () => at('/connections')],
  ['listConnectionEvents', () => at(`/connections/${connectionId}/events`)],
  ['listKeys', () => at('/keys')],
  ['listInvitations', () => at('/invitations')],
  ['listChanges', () => at('/history')],
  ['getMailContent', () => at('/mail/content')],
  ['getMailHealth', () => at('/mail/health')],
  ['listDeliveries', () => at('/mail/deliveries')],
  ['listImports', () => at('/imports')],
  ['getImport', () => at(`/imports/${imported}`)],
  ['downloadImportReport', () => at(`/imports/${imported}/report`)],
  ['listExports', () => at('/exports')],
  ['getExport', () => at(`/exports/${exported.archive}`)],
  ['downloadExport', () => at(`/exports/${exported.archive}/file`)],
]

test.each(reads)('the answer of %s fits the document', async (operationId, path) => {
  documented.expectFit(operationId, 200, await owner.send('GET', path()))
})

test.each([
  ['downloadImportReport', () => `/imports/${imported}/report`, 'text/csv; charset=utf-8'],
  ['downloadExport', () => `/exports/${exported.archive}/file`, 'application/zip'],
  ['downloadExport', () => `/exports/${exported.reviews}/file`, 'text/csv; charset=utf-8'],
  ['downloadExport', () => `/exports/${exported.questions}/file`, 'text/csv; charset=utf-8'],
])('%s sends a file of a documented type: %s', async (operationId, path, type) => {
  const answer = await owner.send('GET', at(path()))
  expect(answer.headers.get('content-type')).toBe(type)
  documented.expectFit(operationId, 200, answer)
})

test('refusals fit the document', async () => {
  const { storeId } = await aStore(service.database)
  const viewer = await aMember(service, store.storeId, 'viewer')
  const decision = at('/reviews/decisions')
  documented.expectFit('listReviews', 400, await owner.send('GET', at('/reviews?limit=x')))
  documented.expectFit('listReviews', 401, await service.send('GET', `/admin/api${at('/reviews')}`))
  documented.expectFit('listReviews', 404, await owner.send('GET', `/stores/${storeId}/reviews`))
  documented.expectFit('decideReviews', 400, await owner.send('POST', decision, {}))
  documented.expectFit('decideReviews', 403, await viewer.send('POST', decision, {}))
})

test('the document names what the dashboard works with', async () => {
  const { body } = await service.send('GET', '/admin/openapi.json')
  expect(Object.keys(body.components.schemas)).toEqual(
    expect.arrayContaining([
      'ApiKey',
      'Connection',
      'Delivery',
      'Error',
      'Export',
      'Import',
      'Invitation',
      'Me',
      'Member',
      'Order',
      'Product',
      'Question',
      'Review',
      'Settings',
      'Suppression',
    ]),
  )
})
