import { anOrder, anOrderProduct } from '../factories.ts'
import type { KnownRows } from './known-rows.ts'
import { buyer, otherProductId, productId } from './seed.ts'

/** Data for requests, besides the rows of the store. */
export type Known = KnownRows & {
  storeId: string
  storeName: string
  /** A page of the shop with a widget. */
  page: string
  tokens: { request: string; unsubscribe: string; confirm: string; feed: string }
}

/** A valid request for the store with twins. */
export type Sent = {
  params?: Record<string, string>
  query?: Record<string, string>
  /** Sent as JSON, or as it is if it is a Buffer. */
  body?: object | Buffer
  /** Sent as a browser sends a form; `files` make it multipart. */
  form?: Record<string, string>
  files?: Record<string, string>
  /** Why a request other than GET changes nothing. */
  idle?: string
  /** Why the response may contain data of the twins. */
  tells?: string
}

/** A request by method and address, or the reviewed reason why there is none. */
export type Line = ((known: Known) => Sent) | { exempt: string }

const store = (path: string) => `/admin/api/stores/:storeId${path}`
const nothing = () => ({})
const noStore = { exempt: 'The same for everybody: it reads nothing of any store.' }
const preflight = { exempt: 'Answers which methods and headers are allowed. It reads no store.' }
const bytes = (text: string) => Buffer.from(text)
const ofWebhook = ({ webhook }: Known) => ({ params: { id: webhook } })
const ofConnection = ({ connection }: Known) => ({ params: { connectionId: connection } })
const onWebhook = ({ webhook }: Known) => ({ params: { webhookId: webhook } })
const ofWebhookDelivery = ({ webhook, delivery }: Known) => ({
  params: { webhookId: webhook, deliveryId: delivery },
})
const askedShop = {
  exempt: 'The shop of the seed cannot do it; connections.test.ts sends the id of another store.',
}
const draft = { mail: { kind: 'request', language: 'en', subject: 'How is it?' } }

const everyone: Record<string, Line> = {
  'GET /': noStore,
  'GET /admin': noStore,
  'GET /admin/*': noStore,
  'GET /admin/assets/*': noStore,
  'GET /admin/docs': noStore,
  'GET /admin/docs/': noStore,
  'GET /admin/docs/js/scalar.js': noStore,
  'GET /admin/mail-frame': noStore,
  'GET /admin/openapi.json': noStore,
  'GET /admin/widget-preview': noStore,
  'GET /admin/api/setup': noStore,
  'GET /assets/:file': noStore,
  'GET /docs': noStore,
  'GET /docs/': noStore,
  'GET /docs/js/scalar.js': noStore,
  'GET /health/live': noStore,
  'GET /health/ready': noStore,
  'GET /openapi.json': noStore,
  'GET /manage/docs': noStore,
  'GET /manage/docs/': noStore,
  'GET /manage/docs/js/scalar.js': noStore,
  'GET /manage/openapi.json': noStore,
  'GET /operator/docs': noStore,
  'GET /operator/docs/': noStore,
  'GET /operator/docs/js/scalar.js': noStore,
  'GET /operator/openapi.json': noStore,
  'GET /widgets/v1/*': noStore,
  'GET /metrics': nothing,
  'GET /pictures/:file': ({ usedPicture }) => ({ params: { file: usedPicture } }),
  'OPTIONS /api/v1/questions.json': preflight,
  'OPTIONS /api/v1/ratings.json': preflight,
  'OPTIONS /api/v1/reviews.html': preflight,
  'OPTIONS /api/v1/reviews.json': preflight,
  'OPTIONS /api/v1/reviews/:id/reports': preflight,
  'OPTIONS /api/v1/reviews/:id/votes': preflight,
  'OPTIONS /api/v1/structured-data.json': preflight,
  'OPTIONS /v1/average.json': preflight,
  'OPTIONS /v1/reviews.json': preflight,
}

const ofProduct = { product_id: productId, locale: 'en' }
const card = { 'product-0': productId, 'rating-0': '4', 'recommended-0': 'yes', 'body-0': 'Boils fast.' }

const visitors: Record<string, Line> = {
  'GET /api/v1/questions.json': () => ({ query: { expand: 'reply' } }),
  'GET /api/v1/ratings.json': () => ({ query: { expand: 'metrics' } }),
  'GET /api/v1/reviews.html': () => ({ query: { product_id: productId } }),
  'GET /api/v1/reviews.json': () => ({ query: { product_id: productId } }),
  'GET /api/v1/structured-data.json': () => ({ query: { product_id: productId } }),
  'GET /feeds/:token/google-product-reviews.xml': ({ tokens }) => ({ params: { token: tokens.feed } }),
  'GET /feeds/:token/meta-reviews.csv': ({ tokens }) => ({ params: { token: tokens.feed } }),
  'GET /v1/average.json': () => ({ query: { product_id: productId } }),
  'GET /v1/reviews.json': () => ({ query: { product_id: productId } }),
  'POST /api/v1/reviews/:id/reports': ({ otherPublished }) => ({
    params: { id: otherPublished },
    body: { reason: 'spam', text: 'Look' },
  }),
  'POST /api/v1/reviews/:id/votes': ({ published }) => ({
    params: { id: published },
    body: { visitor_id: 'visitor-1' },
  }),
  'DELETE /api/v1/reviews/:id/votes': ({ published }) => ({
    params: { id: published },
    body: { visitor_id: 'visitor-9' },
  }),
  'GET /r/:token': ({ tokens }) => ({ params: { token: tokens.request } }),
  'POST /r/:token': ({ tokens }) => ({
    params: { token: tokens.request },
    form: { ...card, display: 'short' },
  }),
  'POST /r/:token/pictures': ({ tokens, pictureFile }) => ({
    params: { token: tokens.request },
    files: { picture: pictureFile },
  }),
  'POST /r/:token/withdraw': ({ tokens }) => ({
    params: { token: tokens.request },
    form: { product: otherProductId },
  }),
  'GET /u/:token': ({ tokens }) => ({ params: { token: tokens.unsubscribe } }),
  'POST /u/:token': ({ tokens }) => ({ params: { token: tokens.unsubscribe }, form: {} }),
  'GET /confirm/:token': ({ tokens }) => ({ params: { token: tokens.confirm } }),
  'POST /confirm/:token': ({ tokens }) => ({ params: { token: tokens.confirm }, form: {} }),
  'GET /embed/question': () => ({ query: ofProduct }),
  'POST /embed/question': () => ({
    query: ofProduct,
    form: { name: 'Bia', email: 'bia@correio.example', body: 'Does it leak?', seen: 'yes' },
  }),
  'GET /embed/question/similar': () => ({ query: { ...ofProduct, text: 'heats fast' } }),
  'GET /write': () => ({ query: ofProduct }),
  'POST /write': () => ({ query: ofProduct, form: { ...card, name: 'Zulmira', email: buyer } }),
}

const programs: Record<string, Line> = {
  'POST /orders': () => ({ body: anOrder({ products: [anOrderProduct({ product_id: productId })] }) }),
  'GET /orders/:order_id': () => ({ params: { order_id: 'asked' } }),
  'PATCH /orders/:order_id': () => ({
    params: { order_id: 'later' },
    body: { request_review_at: '2026-06-01T12:00:00.000Z' },
  }),
  'POST /orders/:order_id/cancel': () => ({ params: { order_id: 'due' }, body: {} }),
  'POST /products': () => ({
    body: { product_id: 'P-9', name: 'New', sku: 'SKU-9', gtin: '', mpn: '', url: '', price: 1 },
  }),
  'POST /connect/:platform/:connection_id': {
    exempt: 'Its signature is of one connection; receive.test.ts sends it beside a store with the same ids.',
  },
  'POST /mail/bounces': ({ storeId, sentMail }) => ({
    body: {
      kind: 'bounce',
      status: '5.1.1',
      message_id: `<${sentMail}.${storeId}@shop.example>`,
      recipient: buyer,
    },
  }),
  'GET /outbox': () => ({ tells: 'The operator sees the mails of every store.' }),
  'GET /outbox/:store_id/:mailing_id': ({ storeId, sentMail }) => ({
    params: { store_id: storeId, mailing_id: sentMail },
  }),
  'GET /outbox/:store_id/:mailing_id/html': ({ storeId, sentMail }) => ({
    params: { store_id: storeId, mailing_id: sentMail },
  }),
}

const dashboardReads: Record<string, Line> = {
  [`GET ${store('/webhooks')}`]: nothing,
  [`GET ${store('/webhooks/:webhookId/deliveries')}`]: onWebhook,
  [`GET ${store('/webhooks/:webhookId/deliveries/:deliveryId')}`]: ofWebhookDelivery,
  [`GET ${store('/connections')}`]: nothing,
  [`GET ${store('/connections/:connectionId/events')}`]: ofConnection,
  [`GET ${store('/exports')}`]: nothing,
  [`GET ${store('/exports/:id')}`]: ({ doneExport }) => ({ params: { id: doneExport } }),
  [`GET ${store('/exports/:id/file')}`]: ({ doneExport }) => ({ params: { id: doneExport } }),
  [`GET ${store('/first-steps')}`]: nothing,
  [`GET ${store('/history')}`]: nothing,
  [`GET ${store('/imports')}`]: nothing,
  [`GET ${store('/imports/:id')}`]: ({ doneImport }) => ({ params: { id: doneImport } }),
  [`GET ${store('/imports/:id/report')}`]: ({ doneImport }) => ({ params: { id: doneImport } }),
  [`GET ${store('/imports/:id/undo')}`]: ({ doneImport }) => ({ params: { id: doneImport } }),
  [`POST ${store('/imports/:id/undo')}`]: ({ doneImport }) => ({ params: { id: doneImport } }),
  [`GET ${store('/insights')}`]: () => ({ query: { from: '2026-04-01', to: '2026-05-06' } }),
  [`GET ${store('/invitations')}`]: nothing,
  [`GET ${store('/feeds')}`]: nothing,
  [`GET ${store('/keys')}`]: nothing,
  [`GET ${store('/mail/content')}`]: nothing,
  [`GET ${store('/mail/deliveries')}`]: nothing,
  [`GET ${store('/mail/health')}`]: nothing,
  [`GET ${store('/mail/suppressions')}`]: nothing,
  [`GET ${store('/members')}`]: nothing,
  [`GET ${store('/old-data')}`]: () => ({ query: { months: '3' } }),
  [`GET ${store('/orders')}`]: nothing,
  [`GET ${store('/orders/detail')}`]: () => ({ query: { order_id: 'asked' } }),
  [`GET ${store('/orders/preview')}`]: ({ dueRequest }) => ({
    query: { order_id: 'due', request_id: dueRequest.id },
  }),
  [`GET ${store('/plan')}`]: nothing,
  [`GET ${store('/products')}`]: nothing,
  [`GET ${store('/product-groups/proposals')}`]: nothing,
  [`GET ${store('/products/detail')}`]: () => ({ query: { product_id: productId } }),
  [`GET ${store('/questions')}`]: nothing,
  [`GET ${store('/questions/counts')}`]: nothing,
  [`GET ${store('/questions/:id/history')}`]: ({ publishedQuestion }) => ({
    params: { id: publishedQuestion },
  }),
  [`GET ${store('/latest-change')}`]: nothing,
  [`GET ${store('/reviews')}`]: nothing,
  [`GET ${store('/reviews/counts')}`]: nothing,
  [`GET ${store('/reviews/:id/history')}`]: ({ published }) => ({ params: { id: published } }),
  [`GET ${store('/schedule-preview')}`]: () => ({ query: { month: '2026-05' } }),
  [`GET ${store('/settings')}`]: nothing,
  [`GET ${store('/waiting')}`]: nothing,
  [`GET ${store('/widget-code')}`]: nothing,
  [`GET ${store('/widget-design')}`]: nothing,
}

const dashboardWrites: Record<string, Line> = {
  [`POST ${store('/webhooks')}`]: () => ({ body: { url: 'https://hooks.example/' } }),
  [`PATCH ${store('/webhooks/:webhookId')}`]: known => ({ ...onWebhook(known), body: { state: 'disabled' } }),
  [`DELETE ${store('/webhooks/:webhookId')}`]: onWebhook,
  [`POST ${store('/webhooks/:webhookId/deliveries/:deliveryId/replay')}`]: ofWebhookDelivery,
  [`POST ${store('/webhooks/:webhookId/replay')}`]: known => ({
    ...onWebhook(known),
    body: { from: '2025-01-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
  }),
  [`POST ${store('/webhooks/:webhookId/secret')}`]: onWebhook,
  [`POST ${store('/webhooks/:webhookId/test')}`]: known => ({
    ...onWebhook(known),
    body: { type: 'review.published' },
  }),
  [`POST ${store('/connections')}`]: () => ({ body: { platform: 'medusa', name: 'New' } }),
  [`PATCH ${store('/connections/:connectionId')}`]: known => ({
    ...ofConnection(known),
    body: { name: 'Another name' },
  }),
  [`DELETE ${store('/connections/:connectionId')}`]: ofConnection,
  [`POST ${store('/connections/:connectionId/authorization')}`]: askedShop,
  [`POST ${store('/connections/:connectionId/backfill')}`]: known => ({
    ...ofConnection(known),
    body: { from: '2026-01-01T00:00:00.000Z' },
  }),
  [`POST ${store('/connections/:connectionId/events/:eventId/retry')}`]: ({ connection, failedEvent }) => ({
    params: { connectionId: connection, eventId: failedEvent },
  }),
  [`POST ${store('/connections/:connectionId/pause')}`]: ofConnection,
  [`POST ${store('/connections/:connectionId/repair')}`]: askedShop,
  [`POST ${store('/connections/:connectionId/resume')}`]: ofConnection,
  [`POST ${store('/connections/:connectionId/retry')}`]: ofConnection,
  [`POST ${store('/connections/:connectionId/secret')}`]: ofConnection,
  [`POST ${store('/connections/:connectionId/test')}`]: ofConnection,
  [`POST ${store('/mapping-trials')}`]: () => ({
    body: { options: {}, sample: '{}' },
    idle: 'Reads a sample and keeps nothing.',
  }),
  [`POST ${store('/exports')}`]: () => ({ body: { kind: 'questions' } }),
  [`DELETE ${store('/exports/:id')}`]: ({ doneExport }) => ({ params: { id: doneExport } }),
  [`POST ${store('/imports')}`]: () => ({ body: { kind: 'review', file_name: 'x.csv', size: 9 } }),
  [`PUT ${store('/imports/:id/parts/:number')}`]: ({ begunImport }) => ({
    params: { id: begunImport, number: '0' },
    body: bytes('body\nHow?'),
  }),
  [`POST ${store('/imports/:id/inspection')}`]: ({ readyImport }) => ({
    params: { id: readyImport },
    body: { separator: ';' },
  }),
  [`POST ${store('/imports/:id/trial')}`]: ({ readyImport }) => ({
    params: { id: readyImport },
    body: { columns: {}, dates: null },
  }),
  [`POST ${store('/imports/:id/run')}`]: ({ triedImport }) => ({ params: { id: triedImport } }),
  [`POST ${store('/imports/:id/again')}`]: ({ failedImport }) => ({ params: { id: failedImport } }),
  [`POST ${store('/imports/:id/pictures')}`]: ({ doneImport }) => ({ params: { id: doneImport } }),
  [`POST ${store('/imports/:id/cancel')}`]: ({ readyImport }) => ({ params: { id: readyImport } }),
  [`POST ${store('/invitations')}`]: () => ({ body: { email: 'new@agency.example', role: 'viewer' } }),
  [`DELETE ${store('/invitations/:id')}`]: ({ invitation }) => ({ params: { id: invitation } }),
  [`PUT ${store('/first-steps/dismissal')}`]: () => ({ body: {} }),
  [`POST ${store('/feeds')}`]: () => ({ body: { format: 'google' } }),
  [`DELETE ${store('/feeds/:feedId')}`]: ({ feed }) => ({ params: { feedId: feed } }),
  [`POST ${store('/keys')}`]: () => ({ body: { expires_at: null } }),
  [`PATCH ${store('/keys/:keyId')}`]: ({ key }) => ({ params: { keyId: key }, body: { name: 'Server' } }),
  [`DELETE ${store('/keys/:keyId')}`]: ({ key }) => ({ params: { keyId: key } }),
  [`PATCH ${store('/mail/content')}`]: () => ({
    body: { color: '#123456', words: [{ ...draft.mail, words: 'Tell us more' }] },
  }),
  [`POST ${store('/mail/preview')}`]: () => ({ body: draft, idle: 'Renders a mail and keeps nothing.' }),
  [`POST ${store('/mail/test')}`]: () => ({ body: draft, idle: 'Sends a mail and keeps nothing.' }),
  [`PUT ${store('/logo')}`]: ({ pictureBytes }) => ({ body: pictureBytes }),
  [`POST ${store('/mail/deliveries/look')}`]: () => ({ body: { email: buyer }, idle: 'A search.' }),
  [`POST ${store('/mail/deliveries/:id/again')}`]: ({ failedMail }) => ({ params: { id: failedMail } }),
  [`POST ${store('/mail/suppressions')}`]: () => ({ body: { email: buyer } }),
  [`POST ${store('/mail/suppressions/look')}`]: () => ({
    body: { email: 'left@correio.example' },
    idle: 'A search.',
  }),
  [`DELETE ${store('/mail/suppressions/:id')}`]: ({ blocked }) => ({ params: { id: blocked } }),
  [`PATCH ${store('/members/:userId')}`]: ({ viewer }) => ({
    params: { userId: viewer },
    body: { role: 'moderator' },
  }),
  [`DELETE ${store('/members/:userId')}`]: ({ viewer }) => ({ params: { userId: viewer } }),
  [`POST ${store('/orders/cancel')}`]: () => ({ body: { order_id: 'due' } }),
  [`POST ${store('/orders/move')}`]: () => ({ body: { order_id: 'later', date: '2026-06-01' } }),
  [`POST ${store('/orders/deliver')}`]: () => ({ body: { order_id: 'later', date: '2026-06-01' } }),
  [`POST ${store('/orders/refund')}`]: () => ({ body: { order_id: 'due', product_ids: [productId] } }),
  [`POST ${store('/orders/send-now')}`]: () => ({ body: { order_id: 'later' } }),
  [`POST ${store('/orders/test')}`]: () => ({ body: {} }),
  [`POST ${store('/people/export')}`]: () => ({ body: { email: buyer } }),
  [`POST ${store('/people/erase')}`]: () => ({ body: { email: buyer } }),
  [`POST ${store('/product-groups')}`]: () => ({ body: { product_ids: [productId, 'P-3'], move: true } }),
  [`PUT ${store('/product-groups/:id')}`]: ({ group }) => ({
    params: { id: group },
    body: { product_ids: [otherProductId, 'P-3'], move: true },
  }),
  [`DELETE ${store('/product-groups/:id')}`]: ({ group }) => ({ params: { id: group } }),
  [`POST ${store('/products')}`]: () => ({ body: { product_id: 'P-9', name: 'New' } }),
  [`PATCH ${store('/products')}`]: () => ({ body: { product_id: productId, name: 'Another name' } }),
  [`POST ${store('/questions/:id/decision')}`]: ({ pendingQuestion }) => ({
    params: { id: pendingQuestion },
    body: { action: 'publish' },
  }),
  [`PUT ${store('/questions/:id/reply')}`]: ({ pendingQuestion }) => ({
    params: { id: pendingQuestion },
    body: { body: 'An answer' },
  }),
  [`POST ${store('/reviews/decisions')}`]: ({ published, otherPublished }) => ({
    body: { action: 'remove', reason: 'spam', ids: [published, otherPublished] },
  }),
  [`PUT ${store('/reviews/:id/reply')}`]: ({ published }) => ({
    params: { id: published },
    body: { body: 'Another answer' },
  }),
  [`PATCH ${store('/settings')}`]: () => ({ body: { name: 'Another name', requests_paused: true } }),
  [`PATCH ${store('/widget-design')}`]: () => ({ body: { variables: { '--rw-star-color': '#123456' } } }),
  [`POST ${store('/widget-checks')}`]: ({ page }) => ({
    body: { url: page },
    idle: 'Reads a page of the shop.',
  }),
}

/** By method and address; people-requests.ts has those of people. */
const operators = (base: string): Record<string, Line> => ({
  [`GET ${base}/stores`]: () => ({ tells: 'Lists every store of the installation.' }),
  [`POST ${base}/stores`]: { exempt: 'Writes rows of a new store only; operators.test.ts reads them.' },
  [`GET ${base}/stores/:storeId`]: nothing,
  [`PATCH ${base}/stores/:storeId`]: () => ({ body: { active: false, limits: { mails_per_day: 3 } } }),
  [`DELETE ${base}/stores/:storeId`]: ({ storeName }) => ({ body: { confirm: storeName } }),
  [`GET ${base}/stores/:storeId/usage`]: nothing,
  [`GET ${base}/usage`]: nothing,
  [`GET ${base}/health`]: nothing,
  [`GET ${base}/log`]: nothing,
})

const management: Record<string, Line> = {
  'GET /manage/v1/feeds': nothing,
  'POST /manage/v1/feeds': () => ({ body: { format: 'meta' } }),
  'DELETE /manage/v1/feeds/:feed_id': ({ feed }) => ({ params: { feed_id: feed } }),
  'GET /manage/v1/webhook-samples': nothing,
  'GET /manage/v1/webhooks': nothing,
  'POST /manage/v1/webhooks': () => ({ body: { url: 'https://hooks.example/' } }),
  'GET /manage/v1/webhooks/:id': ofWebhook,
  'PATCH /manage/v1/webhooks/:id': known => ({ ...ofWebhook(known), body: { events: ['review.created'] } }),
  'DELETE /manage/v1/webhooks/:id': ofWebhook,
  'GET /manage/v1/webhooks/:id/deliveries': ofWebhook,
  'POST /manage/v1/webhooks/:id/replay': known => ({
    ...ofWebhook(known),
    body: { delivery_id: known.delivery },
  }),
  'POST /manage/v1/webhooks/:id/rotate': ofWebhook,
  'POST /manage/v1/webhooks/:id/test': ofWebhook,
  'GET /manage/v1/settings': nothing,
  'PATCH /manage/v1/settings': () => ({ body: { name: 'Another name' } }),
  'GET /manage/v1/insights': () => ({ query: { from: '2026-04-01', to: '2026-05-06' } }),
  'GET /manage/v1/reviews': nothing,
  'POST /manage/v1/reviews': () => ({
    body: { external_id: 'ours-1', product_id: productId, rating: 5, display_name: 'Ana' },
  }),
  'GET /manage/v1/reviews/:id': ({ published }) => ({ params: { id: published } }),
  'POST /manage/v1/reviews/:id/publish': ({ pending }) => ({ params: { id: pending } }),
  'POST /manage/v1/reviews/:id/reject': ({ pending }) => ({
    params: { id: pending },
    body: { reason: 'spam' },
  }),
  'POST /manage/v1/reviews/:id/remove': ({ pending }) => ({
    params: { id: pending },
    body: { reason: 'spam' },
  }),
  'POST /manage/v1/reviews/:id/restore': ({ removed }) => ({ params: { id: removed } }),
  'PUT /manage/v1/reviews/:id/reply': ({ published }) => ({
    params: { id: published },
    body: { body: 'Another answer' },
  }),
  'DELETE /manage/v1/reviews/:id/reply': ({ published }) => ({ params: { id: published } }),
  'GET /manage/v1/questions': nothing,
  'POST /manage/v1/questions': () => ({
    body: { external_id: 'ours-1', product_id: productId, body: 'How?', display_name: 'Ana' },
  }),
  'GET /manage/v1/questions/:id': ({ publishedQuestion }) => ({ params: { id: publishedQuestion } }),
  'POST /manage/v1/questions/:id/publish': ({ pendingQuestion }) => ({ params: { id: pendingQuestion } }),
  'POST /manage/v1/questions/:id/reject': ({ pendingQuestion }) => ({
    params: { id: pendingQuestion },
    body: { reason: 'spam' },
  }),
  'POST /manage/v1/questions/:id/remove': ({ pendingQuestion }) => ({
    params: { id: pendingQuestion },
    body: { reason: 'spam' },
  }),
  'POST /manage/v1/questions/:id/restore': ({ pendingQuestion }) => ({
    params: { id: pendingQuestion },
    idle: 'It is not removed.',
  }),
  'PUT /manage/v1/questions/:id/answer': ({ pendingQuestion }) => ({
    params: { id: pendingQuestion },
    body: { body: 'An answer' },
  }),
  'DELETE /manage/v1/questions/:id/answer': ({ publishedQuestion }) => ({
    params: { id: publishedQuestion },
  }),
  'GET /manage/v1/products': nothing,
  'GET /manage/v1/products/:product_id': () => ({ params: { product_id: productId } }),
  'PUT /manage/v1/products/:product_id': () => ({
    params: { product_id: productId },
    body: { name: 'Another name' },
  }),
  'PATCH /manage/v1/products/:product_id': () => ({
    params: { product_id: productId },
    body: { name: 'Another name' },
  }),
  'DELETE /manage/v1/products/:product_id': () => ({ params: { product_id: productId } }),
  'GET /manage/v1/orders': nothing,
  'POST /manage/v1/orders/batch': () => ({
    body: { orders: [anOrder({ products: [anOrderProduct({ product_id: productId })] })] },
  }),
  'GET /manage/v1/orders/:order_id': () => ({ params: { order_id: 'asked' } }),
  'PATCH /manage/v1/orders/:order_id': () => ({
    params: { order_id: 'later' },
    body: { request_review_at: '2026-06-01T12:00:00.000Z' },
  }),
  'POST /manage/v1/orders/:order_id/cancel': () => ({ params: { order_id: 'due' } }),
  'POST /manage/v1/orders/:order_id/send-now': () => ({ params: { order_id: 'later' } }),
  'POST /manage/v1/orders/:order_id/fulfillments': () => ({
    params: { order_id: 'later' },
    body: { delivered_at: '2026-06-01T12:00:00Z' },
  }),
  'POST /manage/v1/orders/:order_id/refunds': () => ({ params: { order_id: 'due' }, body: {} }),
  'POST /manage/v1/people/export': () => ({ body: { email: buyer } }),
  'POST /manage/v1/people/erase': () => ({ body: { email: buyer } }),
}

const access = '/admin/api/operator'
const accountsOnly = { exempt: 'Operators and their keys belong to no store; access.test.ts reads them.' }
const operatorAccess: Record<string, Line> = {
  [`GET ${access}/operators`]: nothing,
  [`POST ${access}/operators`]: accountsOnly,
  [`DELETE ${access}/operators/:userId`]: accountsOnly,
  [`GET ${access}/keys`]: nothing,
  [`POST ${access}/keys`]: accountsOnly,
  [`PATCH ${access}/keys/:keyId`]: accountsOnly,
  [`DELETE ${access}/keys/:keyId`]: accountsOnly,
}

export const lines: Record<string, Line> = {
  ...{ ...management, ...operatorAccess },
  ...{ ...everyone, ...visitors, ...programs, ...dashboardReads, ...dashboardWrites },
  ...{ ...operators('/operator/v1'), ...operators('/admin/api/operator') },
}
