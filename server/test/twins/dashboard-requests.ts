import { attributesOfEachType } from '../attributes.ts'
import { type Known, type Line, nothing } from './request.ts'
import { buyer, otherProductId, productId } from './seeded.ts'

const ofVideo = { exempt: 'No review there has a video; captions.test.ts tries that of another store.' }
const store = (path: string) => `/admin/api/stores/:storeId${path}`
const bytes = (text: string) => Buffer.from(text)
const ofConnection = ({ connection }: Known) => ({ params: { connectionId: connection } })
const onWebhook = ({ webhook }: Known) => ({ params: { webhookId: webhook } })
const ofWebhookDelivery = ({ webhook, delivery }: Known) => ({
  params: { webhookId: webhook, deliveryId: delivery },
})
const askedShop = {
  exempt: 'The shop of the seed cannot do it; connections.test.ts sends the id of another store.',
}
const onCampaign = ({ campaign }: Known) => ({ params: { id: campaign } })
const startedCampaign = {
  exempt: 'The campaign of the seed has not started; verbs.test.ts pauses and resumes one.',
}
const onTarget = ({ target }: Known) => ({ params: { targetId: target } })
const askedProvider = {
  exempt: 'The provider of the seed cannot be reached; messages.test.ts sends beside another store.',
}
const draft = { mail: { kind: 'request', language: 'en', subject: 'How is it?' } }

export const dashboardReads: Record<string, Line> = {
  [`GET ${store('/webhooks')}`]: nothing,
  [`GET ${store('/webhooks/:webhookId/deliveries')}`]: onWebhook,
  [`GET ${store('/webhooks/:webhookId/deliveries/:deliveryId')}`]: ofWebhookDelivery,
  [`GET ${store('/connections')}`]: nothing,
  [`GET ${store('/connections/:connectionId/events')}`]: ofConnection,
  [`GET ${store('/campaigns')}`]: nothing,
  [`GET ${store('/campaigns/:id')}`]: onCampaign,
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
  [`GET ${store('/insights/requests')}`]: () => ({ query: { from: '2026-04-01', to: '2026-05-06' } }),
  [`GET ${store('/insights/tests')}`]: () => ({}),
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
  [`GET ${store('/answers')}`]: nothing,
  [`GET ${store('/latest-change')}`]: nothing,
  [`GET ${store('/reviews')}`]: nothing,
  [`GET ${store('/reviews/counts')}`]: nothing,
  [`GET ${store('/reviews/:id/history')}`]: ({ published }) => ({ params: { id: published } }),
  [`GET ${store('/schedule-preview')}`]: () => ({ query: { month: '2026-05' } }),
  [`GET ${store('/language-model')}`]: nothing,
  [`GET ${store('/settings')}`]: nothing,
  [`GET ${store('/waiting')}`]: nothing,
  [`GET ${store('/widget-code')}`]: nothing,
  [`GET ${store('/widget-design')}`]: nothing,
  [`GET ${store('/attributes')}`]: nothing,
  [`GET ${store('/reward')}`]: nothing,
  [`GET ${store('/channels')}`]: nothing,
  [`GET ${store('/notifications')}`]: nothing,
  [`GET ${store('/notifications/mine')}`]: nothing,
}

export const dashboardWrites: Record<string, Line> = {
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
  [`POST ${store('/campaigns')}`]: () => ({ body: { from: '2026-01-01', to: '2026-05-05' } }),
  [`POST ${store('/campaigns/:id/start')}`]: known => ({
    ...onCampaign(known),
    body: { buyers_may_be_asked: true },
  }),
  [`POST ${store('/campaigns/:id/pause')}`]: startedCampaign,
  [`POST ${store('/campaigns/:id/resume')}`]: startedCampaign,
  [`POST ${store('/campaigns/:id/stop')}`]: known => ({ ...onCampaign(known), body: {} }),
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
    body: {
      color: '#123456',
      words: [{ ...draft.mail, words: 'Tell us more' }],
      designs: [{ kind: 'request', language: 'en', blocks: [{ type: 'button', text: 'Write a review' }] }],
    },
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
  [`POST ${store('/answers/:id/decision')}`]: ({ pendingAnswer }) => ({
    params: { id: pendingAnswer },
    body: { action: 'publish' },
  }),
  [`PUT ${store('/questions/:id/reply')}`]: ({ pendingQuestion }) => ({
    params: { id: pendingQuestion },
    body: { body: 'An answer' },
  }),
  [`POST ${store('/reviews/decisions')}`]: ({ published, otherPublished }) => ({
    body: { action: 'remove', reason: 'spam', ids: [published, otherPublished] },
  }),
  [`PUT ${store('/reviews/:id/captions/:language')}`]: ofVideo,
  [`DELETE ${store('/reviews/:id/captions/:language')}`]: ofVideo,
  [`PUT ${store('/reviews/:id/reply')}`]: ({ published }) => ({
    params: { id: published },
    body: { body: 'Another answer' },
  }),
  [`PUT ${store('/language-model/key')}`]: () => ({ body: { key: 'sk-new' } }),
  [`POST ${store('/language-model/try')}`]: () => ({ body: {}, idle: 'The store has no language model.' }),
  [`PATCH ${store('/settings')}`]: () => ({ body: { name: 'Another name', requests_paused: true } }),
  [`PATCH ${store('/widget-design')}`]: () => ({ body: { variables: { '--rw-star-color': '#123456' } } }),
  [`POST ${store('/rules-preview')}`]: () => ({
    body: { request_rules: [{ name: 'Again', when: { buyer: 'repeated' }, then: { ask: false } }] },
    idle: 'Compares and keeps nothing.',
  }),
  [`POST ${store('/rules/apply')}`]: () => ({
    body: {},
    idle: 'The store has no rules; verbs.test.ts applies one.',
  }),
  [`PUT ${store('/channels/:channel')}`]: () => ({
    params: { channel: 'whatsapp' },
    body: {
      set: { phone_number_id: '106540352242922', token: 'one', app_secret: 'two', monthly_messages: '50' },
    },
  }),
  [`DELETE ${store('/channels/:channel')}`]: () => ({ params: { channel: 'whatsapp' } }),
  [`POST ${store('/channels/:channel/test')}`]: askedProvider,
  [`POST ${store('/notifications')}`]: () => ({
    body: { channel: 'email', email: 'team@agency.example', kinds: ['reviews'], pace: 'daily' },
  }),
  [`PATCH ${store('/notifications/:targetId')}`]: known => ({ ...onTarget(known), body: { pace: 'daily' } }),
  [`DELETE ${store('/notifications/:targetId')}`]: onTarget,
  [`POST ${store('/notifications/:targetId/test')}`]: onTarget,
  [`PUT ${store('/notifications/mine')}`]: () => ({
    body: { kinds: ['reviews'], pace: 'daily', language: 'en' },
  }),
  [`PATCH ${store('/reward')}`]: () => ({ body: { per_month: 3 } }),
  [`POST ${store('/reward/codes')}`]: () => ({ body: { csv: 'NEW-1' } }),
  [`DELETE ${store('/reward/codes')}`]: nothing,
  [`PUT ${store('/attributes')}`]: () => ({ body: { attributes: attributesOfEachType } }),
  [`POST ${store('/widget-checks')}`]: ({ page }) => ({
    body: { url: page },
    idle: 'Reads a page of the shop.',
  }),
}
