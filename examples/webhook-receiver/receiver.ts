import { createServer, type IncomingMessage } from 'node:http'
import { createManagementClient, verifyWebhook, WebhookVerificationError } from '@realword/sdk'
import { createFollower } from './follower.ts'
import { openTables } from './tables.ts'

/** Receives the webhooks of one store, and keeps its table of reviews in step. */

const { REALWORD_URL: url, REALWORD_KEY: key, WEBHOOK_SECRET: secret } = process.env
const { PORT: port = '3000', DATABASE: file = 'reviews.db' } = process.env
if (!url || !key || !secret) {
  console.error('Set REALWORD_URL, REALWORD_KEY and WEBHOOK_SECRET: see README.md.')
  process.exit(2)
}
const webhookSecret = secret
const tables = openTables(file)
const { follow, followAll } = createFollower(tables, createManagementClient({ url, key }))

const server = createServer(async (request, response) => {
  response.writeHead(await receive(request)).end()
})
// A proxy in front of it takes the requests over HTTPS.
server.listen(Number(port), '127.0.0.1', () => console.log(`Receives webhooks on port ${port}.`))

followAll()
setInterval(followAll, 24 * 60 * 60_000)

/** Returns the status of the answer. 204 promises that the event is stored. */
async function receive(request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST' || request.url !== '/webhooks') return 404
  try {
    const body = await bodyOf(request)
    if (!body) return 413
    const { type, data } = await verifyWebhook(webhookSecret, request.headers, body)
    const id = String(request.headers['webhook-id'])
    if (type.startsWith('review.')) follow(id, String(data.review_id))
    if (type === 'import.finished') follow(id, null)
    return 204
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 401
    console.error(error)
    return 500
  }
}

const mostBytes = 64_000 // Realword sends 20 kB at most

/** The body, byte for byte: the signature covers it so. Undefined if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
