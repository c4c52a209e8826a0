import { attributesOfEachType } from '../attributes.ts'
import { anOrder, anOrderProduct } from '../factories.ts'
import { dashboardReads, dashboardWrites } from './dashboard-requests.ts'

import { type Known, type Line, nothing } from './request.ts'
import { buyer, buyerPhone, otherProductId, productId } from './seeded.ts'

const noStore = { exempt: 'The same for everybody: it reads nothing of any store.' }
const ofOneUpload = {
  exempt: 'An upload has a random id, which names its link; video-form.test.ts tries that of another store.',
}
const ofVideo = { exempt: 'No review there has a video; captions.test.ts tries that of another store.' }
const ofChannel = {
  exempt: 'The channel of the seed has no secrets; reports.test.ts tries the address of another store.',
}
const preflight = { exempt: 'Answers which methods and headers are allowed. It reads no store.' }
const ofWebhook = ({ webhook }: Known) => ({ params: { id: webhook } })

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
  'GET /captions/:file': { exempt: 'Reads files alone; captions.test.ts reads those of two stores.' },
  'GET /videos/:file': { exempt: 'Reads files alone; video-form.test.ts reads those of two stores.' },
  'GET /pictures/:file': ({ usedPicture }) => ({ params: { file: usedPicture } }),
  'OPTIONS /api/v1/questions.json': preflight,
  'OPTIONS /api/v1/ratings.json': preflight,
  'OPTIONS /api/v1/reviews.html': preflight,
  'OPTIONS /api/v1/reviews.json': preflight,
  'OPTIONS /api/v1/topics.json': preflight,
  'OPTIONS /api/v1/answers/:id/reports': preflight,
  'OPTIONS /api/v1/questions/:id/reports': preflight,
  'OPTIONS /api/v1/reviews/:id/reports': preflight,
  'OPTIONS /api/v1/reviews/:id/translations': preflight,
  'OPTIONS /api/v1/reviews/:id/votes': preflight,
  'OPTIONS /api/v1/store-rating.json': preflight,
  'OPTIONS /api/v1/store-reviews.json': preflight,
  'OPTIONS /api/v1/structured-data.json': preflight,
  'OPTIONS /v1/average.json': preflight,
  'OPTIONS /v1/reviews.json': preflight,
}

const ofAnswer = ({ pendingAnswer }: Known) => ({ params: { id: pendingAnswer } })
const forSpam = (known: Known) => ({ ...ofAnswer(known), body: { reason: 'spam' } })
const ofQuestion = ({ publishedQuestion }: Known) => ({ question_id: publishedQuestion, locale: 'en' })
const ofProduct = { product_id: productId, locale: 'en' }
const card = { 'product-0': productId, 'rating-0': '4', 'recommended-0': 'yes', 'body-0': 'Boils fast.' }

const visitors: Record<string, Line> = {
  'GET /api/v1/questions.json': () => ({ query: { expand: 'reply' } }),
  'GET /api/v1/ratings.json': () => ({ query: { expand: 'metrics' } }),
  'GET /api/v1/reviews.html': () => ({ query: { product_id: productId } }),
  'GET /api/v1/reviews.json': () => ({ query: { product_id: productId } }),
  'GET /api/v1/topics.json': () => ({ query: { product_id: productId } }),
  'GET /api/v1/store-rating.json': () => ({ query: { expand: 'metrics' } }),
  'GET /api/v1/store-reviews.json': () => ({ query: { orderBy: 'most_voted' } }),
  'GET /api/v1/structured-data.json': () => ({ query: { product_id: productId } }),
  'GET /feeds/:token/google-product-reviews.xml': ({ tokens }) => ({ params: { token: tokens.feed } }),
  'GET /feeds/:token/meta-reviews.csv': ({ tokens }) => ({ params: { token: tokens.feed } }),
  'GET /v1/average.json': () => ({ query: { product_id: productId } }),
  'GET /v1/reviews.json': () => ({ query: { product_id: productId } }),
  'POST /api/v1/reviews/:id/reports': ({ otherPublished }) => ({
    params: { id: otherPublished },
    body: { reason: 'spam', text: 'Look' },
  }),
  'POST /api/v1/questions/:id/reports': ({ publishedQuestion }) => ({
    params: { id: publishedQuestion },
    body: { reason: 'spam', text: 'Look' },
  }),
  'POST /api/v1/answers/:id/reports': ({ publishedAnswer }) => ({
    params: { id: publishedAnswer },
    body: { reason: 'spam', text: 'Look' },
  }),
  'POST /api/v1/reviews/:id/translations': {
    exempt: 'Asks a language model; translations.test.ts asks for the review of another store.',
  },
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
  'POST /r/:token/videos': ofOneUpload,
  'GET /r/:token/videos/:id': ofOneUpload,
  'PATCH /r/:token/videos/:id': ofOneUpload,
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
  'GET /embed/answer': known => ({ query: ofQuestion(known) }),
  'POST /embed/answer': known => ({
    query: ofQuestion(known),
    form: { name: 'Bia', email: 'bia@correio.example', body: 'It does.' },
  }),
  'GET /transparency/:store_id': ({ storeId }) => ({ params: { store_id: storeId } }),
  'GET /write': () => ({ query: ofProduct }),
  'POST /write': () => ({ query: ofProduct, form: { ...card, name: 'Zulmira', email: buyer } }),
}

const programs: Record<string, Line> = {
  'GET /channels/:channel/:channel_id': ofChannel,
  'POST /channels/:channel/:channel_id': ofChannel,
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

const startedCampaign = {
  exempt: 'The campaign of the seed has not started; verbs.test.ts pauses and resumes one.',
}

const management: Record<string, Line> = {
  'GET /manage/v1/feeds': nothing,
  'POST /manage/v1/feeds': () => ({ body: { format: 'meta' } }),
  'DELETE /manage/v1/feeds/:feed_id': ({ feed }) => ({ params: { feed_id: feed } }),
  'GET /manage/v1/campaigns': nothing,
  'GET /manage/v1/campaigns/:id': ({ campaign }) => ({ params: { id: campaign } }),
  'POST /manage/v1/campaigns': () => ({ body: { from: '2026-01-01', to: '2026-05-05' } }),
  'POST /manage/v1/campaigns/:id/start': ({ campaign }) => ({
    params: { id: campaign },
    body: { buyers_may_be_asked: true },
  }),
  'POST /manage/v1/campaigns/:id/pause': startedCampaign,
  'POST /manage/v1/campaigns/:id/resume': startedCampaign,
  'POST /manage/v1/campaigns/:id/stop': ({ campaign }) => ({ params: { id: campaign } }),
  'GET /manage/v1/consents': nothing,
  'POST /manage/v1/consents': () => ({
    body: {
      ...{ phone: buyerPhone, channel: 'sms', granted_at: '2026-05-01T12:00:00Z' },
      ...{ source: 'checkout', text: 'yes' },
    },
  }),
  'POST /manage/v1/consents/withdraw': () => ({ body: { phone: buyerPhone, channel: 'whatsapp' } }),
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
  'GET /manage/v1/attributes': nothing,
  'GET /manage/v1/reward': nothing,
  'PATCH /manage/v1/reward': () => ({ body: { per_month: 3 } }),
  'POST /manage/v1/reward/codes': () => ({ body: { csv: 'NEW-1' } }),
  'DELETE /manage/v1/reward/codes': nothing,
  'PUT /manage/v1/attributes': () => ({ body: { attributes: attributesOfEachType } }),
  'GET /manage/v1/holidays': () => ({ query: { country: 'MX', year: '2027' } }),
  'GET /manage/v1/insights': () => ({ query: { from: '2026-04-01', to: '2026-05-06' } }),
  'GET /manage/v1/insights/requests': () => ({ query: { from: '2026-04-01', to: '2026-05-06' } }),
  'GET /manage/v1/insights/tests': () => ({}),
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
  'POST /manage/v1/reviews/:id/pin': ({ published }) => ({ params: { id: published } }),
  'POST /manage/v1/reviews/:id/mark-insider': ({ published }) => ({ params: { id: published } }),
  'POST /manage/v1/reviews/:id/unmark-insider': ({ published }) => ({
    params: { id: published },
    idle: 'The review is not marked: insiders.test.ts takes a mark away.',
  }),
  'POST /manage/v1/reviews/:id/unpin': ({ published }) => ({
    params: { id: published },
    idle: 'The review is not pinned: pins.test.ts unpins one.',
  }),
  'PUT /manage/v1/reviews/:id/captions/:language': ofVideo,
  'DELETE /manage/v1/reviews/:id/captions/:language': ofVideo,
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
  'GET /manage/v1/answers': nothing,
  'GET /manage/v1/answers/:id': ofAnswer,
  'POST /manage/v1/answers/:id/publish': ofAnswer,
  'POST /manage/v1/answers/:id/reject': forSpam,
  'POST /manage/v1/answers/:id/remove': forSpam,
  'POST /manage/v1/answers/:id/restore': known => ({ ...ofAnswer(known), idle: 'It is not removed.' }),
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
