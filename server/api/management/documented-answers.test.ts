import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAnswers } from '../../answers/questions/answers/answers.ts'
import { type Answer, startTestApp, type TestApp } from '../../test/app.ts'
import { attributesOfEachType } from '../../test/attributes.ts'
import { aCustomer, anAnswer, anOrder } from '../../test/factories.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { someCaptions } from '../../test/media/videos.ts'
import { type Documented, readDocument } from '../../test/requests/documented.ts'

let it: TestApp
let client: ManagementClient
let documented: Documented
const made = { review: '', question: '', answer: '', feed: '', webhook: '', delivery: '', campaign: '' }
const order = anOrder()
beforeAll(async () => {
  it = await startTestApp()
  client = await aManageKey(it)
  documented = await readDocument(it, '/manage/openapi.json')
})
afterAll(() => it.close())

const written = { external_id: 'e-1', product_id: 'P-1', display_name: 'Ana' }
const late = { delivered_at: '2199-01-02T03:04:05Z' }
const hook = { url: 'https://hooks.example/reviews', events: ['review.published'] }
const webvtt = someCaptions
const spam = { reason: 'spam' }
const agreed = {
  ...{ phone: '+5511912345678', channel: 'sms', granted_at: '2026-01-01T00:00:00Z' },
  ...{ source: 'checkout', text: 'Yes' },
}
const moved = { request_review_at: '2199-01-01T12:00:00.000Z' }

const ofPhone = { phone: agreed.phone, channel: 'sms' }
const ofYear = { from: '2026-01-01', to: '2026-05-05' }
const mayAsk = { buyers_may_be_asked: true }

type Step = [operationId: string, status: number, request: () => Promise<Answer>]
const send = (method: string, path: string, body?: object) => client.send(method, path, body)

// In this order: each uses what those before it made.
const steps: Step[] = [
  ['createReview', 201, () => keep('review', send('POST', '/reviews', { ...written, rating: 5 }))],
  ['createReview', 422, () => send('POST', '/reviews', { ...written, rating: 5 })],
  ['createReview', 400, () => send('POST', '/reviews', {})],
  ['listReviews', 200, () => send('GET', '/reviews')],
  ['listReviews', 200, () => send('GET', '/reviews?updated_since=2020-01-01T00:00:00Z')],
  ['listReviews', 400, () => send('GET', '/reviews?limit=0')],
  ['getReview', 200, () => send('GET', `/reviews/${made.review}`)],
  ['getReview', 404, () => send('GET', '/reviews/none')],
  ['rejectReview', 200, () => send('POST', `/reviews/${made.review}/reject`, spam)],
  ['publishReview', 200, () => send('POST', `/reviews/${made.review}/publish`)],
  ['removeReview', 200, () => send('POST', `/reviews/${made.review}/remove`, spam)],
  ['replyToReview', 409, () => send('PUT', `/reviews/${made.review}/reply`, { body: 'Hi' })],
  ['restoreReview', 200, () => send('POST', `/reviews/${made.review}/restore`)],
  ['pinReview', 200, () => send('POST', `/reviews/${made.review}/pin`)],
  ['unpinReview', 200, () => send('POST', `/reviews/${made.review}/unpin`)],
  ['markInsiderReview', 200, () => send('POST', `/reviews/${made.review}/mark-insider`)],
  ['unmarkInsiderReview', 200, () => send('POST', `/reviews/${made.review}/unmark-insider`)],
  ['replyToReview', 200, () => send('PUT', `/reviews/${made.review}/reply`, { body: 'Hi' })],
  ['withdrawReviewReply', 200, () => send('DELETE', `/reviews/${made.review}/reply`)],
  ['setReviewCaptions', 409, () => send('PUT', `/reviews/${made.review}/captions/en`, { webvtt })],
  ['removeReviewCaptions', 200, () => send('DELETE', `/reviews/${made.review}/captions/en`)],
  ['createQuestion', 201, () => keep('question', send('POST', '/questions', { ...written, body: 'How?' }))],
  ['listQuestions', 200, () => send('GET', '/questions')],
  ['getQuestion', 200, () => send('GET', `/questions/${made.question}`)],
  ['answerQuestion', 200, () => send('PUT', `/questions/${made.question}/answer`, { body: 'So.' })],
  ['withdrawAnswer', 200, () => send('DELETE', `/questions/${made.question}/answer`)],
  ['rejectQuestion', 200, () => send('POST', `/questions/${made.question}/reject`, spam)],
  ['publishQuestion', 200, () => send('POST', `/questions/${made.question}/publish`)],
  ['removeQuestion', 200, () => send('POST', `/questions/${made.question}/remove`, spam)],
  ['restoreQuestion', 200, () => send('POST', `/questions/${made.question}/restore`)],
  ['listAnswers', 200, async () => await answered()],
  ['listAnswers', 200, () => send('GET', '/answers?question_id=x')],
  ['listAnswers', 200, () => send('GET', '/answers?updated_since=2020-01-01T00:00:00Z')],
  ['getAnswer', 200, () => send('GET', `/answers/${made.answer}`)],
  ['getAnswer', 404, () => send('GET', '/answers/none')],
  ['rejectAnswer', 200, () => send('POST', `/answers/${made.answer}/reject`, spam)],
  ['publishAnswer', 200, () => send('POST', `/answers/${made.answer}/publish`)],
  ['removeAnswer', 200, () => send('POST', `/answers/${made.answer}/remove`, spam)],
  ['restoreAnswer', 200, () => send('POST', `/answers/${made.answer}/restore`)],
  ['putProduct', 201, () => send('PUT', '/products/P-2', { name: 'Moka pot' })],
  ['putProduct', 200, () => send('PUT', '/products/P-2', { name: 'Moka pot' })],
  ['updateProduct', 200, () => send('PATCH', '/products/P-2', { price: 9 })],
  ['listProducts', 200, () => send('GET', '/products')],
  ['getProduct', 200, () => send('GET', '/products/P-2')],
  ['deleteProduct', 200, () => send('DELETE', '/products/P-2')],
  ['deleteProduct', 404, () => send('DELETE', '/products/none')],
  ['createOrders', 200, () => send('POST', '/orders/batch', { orders: [order, order, {}] })],
  ['listOrders', 200, () => send('GET', '/orders')],
  ['getOrder', 200, () => send('GET', `/orders/${order.order_id}`)],
  ['updateOrder', 200, () => send('PATCH', `/orders/${order.order_id}`, moved)],
  ['fulfillOrder', 200, () => send('POST', `/orders/${order.order_id}/fulfillments`, late)],
  ['sendOrderNow', 200, () => send('POST', `/orders/${order.order_id}/send-now`)],
  ['sendOrderNow', 409, () => send('POST', `/orders/${order.order_id}/send-now`)],
  ['refundOrder', 200, () => send('POST', `/orders/${order.order_id}/refunds`, {})],
  ['cancelOrder', 200, () => send('POST', `/orders/${order.order_id}/cancel`)],
  ['getSettings', 200, () => send('GET', '/settings')],
  ['updateSettings', 200, () => send('PATCH', '/settings', { link_days: 40 })],
  ['updateSettings', 400, () => send('PATCH', '/settings', { name: '' })],
  ['replaceAttributes', 200, () => send('PUT', '/attributes', { attributes: attributesOfEachType })],
  ['replaceAttributes', 400, () => send('PUT', '/attributes', { attributes: [{}] })],
  [
    'replaceAttributes',
    412,
    () => client.send('PUT', '/attributes', { attributes: [] }, { 'if-match': '"old"' }),
  ],
  ['listAttributes', 200, () => send('GET', '/attributes')],
  ['updateSettings', 412, () => client.send('PATCH', '/settings', {}, { 'if-match': '"old"' })],
  ['getInsights', 200, () => send('GET', '/insights')],
  ['getRequestFigures', 200, () => send('GET', '/insights/requests')],
  ['getRequestTests', 200, () => send('GET', '/insights/tests')],
  ['listHolidays', 200, () => send('GET', '/holidays?country=MX&year=2027')],
  ['listHolidays', 400, () => send('GET', '/holidays?country=QA&year=2027')],
  ['listWebhookSamples', 200, () => send('GET', '/webhook-samples')],
  ['listWebhookSamples', 400, () => send('GET', '/webhook-samples?type=none')],
  ['createWebhook', 201, () => keep('webhook', send('POST', '/webhooks', hook), 'webhook_id')],
  ['createWebhook', 400, () => send('POST', '/webhooks', { url: 'https://10.0.0.1/', events: [] })],
  ['listWebhooks', 200, () => send('GET', '/webhooks')],
  ['getWebhook', 200, () => send('GET', `/webhooks/${made.webhook}`)],
  ['getWebhook', 404, () => send('GET', '/webhooks/none')],
  ['updateWebhook', 200, () => send('PATCH', `/webhooks/${made.webhook}`, { events: [] })],
  [
    'updateWebhook',
    412,
    () => client.send('PATCH', `/webhooks/${made.webhook}`, {}, { 'if-match': '"old"' }),
  ],
  ['rotateWebhook', 200, () => send('POST', `/webhooks/${made.webhook}/rotate`)],
  ['testWebhook', 202, () => keep('delivery', send('POST', `/webhooks/${made.webhook}/test`), 'delivery_id')],
  ['listDeliveries', 200, () => send('GET', `/webhooks/${made.webhook}/deliveries?state=waiting`)],
  ['listDeliveries', 400, () => send('GET', `/webhooks/${made.webhook}/deliveries?cursor=none`)],
  [
    'replayDeliveries',
    202,
    () => send('POST', `/webhooks/${made.webhook}/replay`, { delivery_id: made.delivery }),
  ],
  ['replayDeliveries', 400, () => send('POST', `/webhooks/${made.webhook}/replay`, {})],
  ['updateWebhook', 200, () => send('PATCH', `/webhooks/${made.webhook}`, { state: 'disabled' })],
  ['testWebhook', 409, () => send('POST', `/webhooks/${made.webhook}/test`)],
  ['deleteWebhook', 204, () => send('DELETE', `/webhooks/${made.webhook}`)],
  ['createFeed', 201, () => keep('feed', send('POST', '/feeds', { format: 'google' }), 'feed_id')],
  ['listFeeds', 200, () => send('GET', '/feeds')],
  ['deleteFeed', 204, () => send('DELETE', `/feeds/${made.feed}`)],
  ['getReward', 200, () => send('GET', '/reward')],
  ['changeReward', 200, () => send('PATCH', '/reward', { gives: { en: 'a mug' }, per_month: 9 })],
  ['changeReward', 400, () => send('PATCH', '/reward', { gives: { xx: 'a mug' } })],
  ['addRewardCodes', 200, () => send('POST', '/reward/codes', { csv: 'MUG-1' })],
  ['addRewardCodes', 400, () => send('POST', '/reward/codes', { csv: '' })],
  ['removeRewardCodes', 200, () => send('DELETE', '/reward/codes')],
  ['createCampaign', 201, () => keep('campaign', send('POST', '/campaigns', ofYear))],
  ['createCampaign', 400, () => send('POST', '/campaigns', { from: 'soon' })],
  ['listCampaigns', 200, () => send('GET', '/campaigns')],
  ['startCampaign', 409, () => send('POST', `/campaigns/${made.campaign}/start`, mayAsk)],
  ['getCampaign', 200, () => planned()],
  ['getCampaign', 404, () => send('GET', '/campaigns/none')],
  ['startCampaign', 200, () => send('POST', `/campaigns/${made.campaign}/start`, mayAsk)],
  ['createCampaign', 409, () => send('POST', '/campaigns', ofYear)],
  ['pauseCampaign', 200, () => send('POST', `/campaigns/${made.campaign}/pause`)],
  ['resumeCampaign', 200, () => send('POST', `/campaigns/${made.campaign}/resume`)],
  ['stopCampaign', 200, () => send('POST', `/campaigns/${made.campaign}/stop`)],
  ['stopCampaign', 409, () => send('POST', `/campaigns/${made.campaign}/stop`)],
  ['grantConsent', 200, () => send('POST', '/consents', agreed)],
  ['grantConsent', 400, () => send('POST', '/consents', { ...agreed, phone: 'none' })],
  ['listConsents', 200, () => send('GET', '/consents?phone=%2B5511912345678')],
  ['withdrawConsent', 200, () => send('POST', '/consents/withdraw', ofPhone)],
  ['withdrawConsent', 400, () => send('POST', '/consents/withdraw', { ...ofPhone, channel: 'post' })],
  ['exportPerson', 200, () => send('POST', '/people/export', { email: 'nobody@example.com' })],
  ['erasePerson', 200, () => send('POST', '/people/erase', { email: 'nobody@example.com' })],
]

async function answered(): Promise<Answer> {
  const answer = anAnswer({ question_id: made.question, product_id: 'P-1', state: 'pending' })
  const by = { at: answer.created_at, actor: 'author', action: 'create' } as const
  await it.database.transaction(tx => insertAnswers(tx, client.store.storeId, [answer], by))
  made.answer = answer.id
  return await send('GET', `/answers?question_id=${made.question}`)
}

async function planned(): Promise<Answer> {
  const buyer = aCustomer({ email: 'earlier@example.com' })
  const dates = { order_date: '2026-02-01T12:00:00Z', delivery_date: '2026-02-03T12:00:00Z' }
  const earlier = anOrder({ ...dates, customers: [buyer] })
  await send('POST', '/orders/batch', { orders: [earlier] })
  await it.runDue()
  return await send('GET', `/campaigns/${made.campaign}`)
}

async function keep(name: keyof typeof made, request: Promise<Answer>, id = 'id'): Promise<Answer> {
  const answer = await request
  made[name] = answer.body[id]
  return answer
}

test('every operation answers as it is documented', async () => {
  for (const [operationId, status, request] of steps)
    documented.expectFit(operationId, status, await request())
  const without = await aManageKey(it, { store: client.store, allowed: [] })
  documented.expectFit('getSettings', 403, await without.send('GET', '/settings'))
  expect([...documented.operations.keys()].sort()).toEqual(
    [...new Set(steps.map(([operationId]) => operationId))].sort(),
  )
})
