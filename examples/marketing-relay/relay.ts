import { createServer, type IncomingMessage } from 'node:http'
import {
  createManagementClient,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from '@realword/sdk'
import { type Event, names, tools } from './tools.ts'

/** Receives the webhooks of one store, and sends an event of the person to a marketing tool. It stores nothing. */

const { REALWORD_URL: url, REALWORD_KEY: realwordKey, WEBHOOK_SECRET: secret } = process.env
const { TOOL = '', TOOL_KEY: key, TOOL_SITE: site = '', TOOL_URL: toolUrl, PORT = '3000' } = process.env
const requestOf = tools[TOOL]
if (!url || !realwordKey || !secret || !key || !requestOf) {
  console.error('Set REALWORD_URL, REALWORD_KEY, WEBHOOK_SECRET, TOOL and TOOL_KEY: see README.md.')
  process.exit(2)
}
const realword = createManagementClient({ url, key: realwordKey })

const server = createServer(async (request, response) => {
  response.writeHead(await receive(request)).end()
})
// A proxy in front of it takes the requests over HTTPS.
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Relays webhooks on port ${PORT}.`))

/** The status of the answer. Unless it is 2xx, Realword sends the event again, for some days. */
async function receive(request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST' || request.url !== '/webhooks') return 404
  try {
    const chunks = await Array.fromAsync(limited(request))
    const event = await verifyWebhook(secret ?? '', request.headers, Buffer.concat(chunks))
    const toSend = await eventOf(String(request.headers['webhook-id']), event)
    return toSend ? await send(toSend) : 204
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 401
    console.error(error)
    return 502
  }
}

/** Undefined if there is nothing to send: another event, a test, or a person who is erased or has no address. */
async function eventOf(id: string, { type, timestamp, data }: WebhookEvent): Promise<Event | undefined> {
  const name = names[type]
  if (!name || data.test || data.erased) return undefined
  const common = { id, name, at: timestamp, isImported: data.imported === true }
  if (type === 'request.sent') {
    const path = { order_id: String(data.order_id) }
    const order = orUnknown(await realword.request('GET /manage/v1/orders/{order_id}', { path }))
    const request = order?.requests.find(one => one.id === data.request_id)
    if (!request?.email) return undefined
    const properties = { order_id: path.order_id, products: request.product_ids.length }
    return { ...common, email: request.email, properties }
  }
  const path = { id: String(data.review_id) }
  const review = orUnknown(await realword.request('GET /manage/v1/reviews/{id}', { path }))
  if (!review?.email) return undefined
  const { product_id, rating, title, state } = review
  const properties = {
    review_id: path.id,
    product_id,
    rating,
    title,
    state,
    body: review.body.slice(0, 5000),
  }
  return { ...common, email: review.email, properties }
}

/** What was read; undefined if it is deleted. Throws any other error, so that the event is sent again. */
function orUnknown<Data>({
  data,
  error,
}: {
  data?: Data
  error?: { error_code: number } | undefined
}): Data | undefined {
  // 404/804042: no such order. 404/804043: no such review. Any other 404 is of a proxy, or of a wrong address.
  if (error && ![804042, 804043].includes(error.error_code)) throw error
  return data
}

async function send(event: Event): Promise<number> {
  const request = requestOf?.(event, { key: key ?? '', site, url: toolUrl })
  if (!request) return 204
  const { headers, body } = request
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch(request.url, { method: 'POST', headers, body: JSON.stringify(body), signal })
  if (answer.ok) return 204
  console.error(
    `${TOOL} answered ${answer.status} to event ${event.id}: ${(await answer.text()).slice(0, 500)}`,
  )
  return 502
}

async function* limited(request: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = 64_000 // Realword sends 20 kB at most
  for await (const chunk of request) {
    left -= chunk.length
    if (left < 0) throw new WebhookVerificationError('The body is too long.')
    yield chunk
  }
}
