import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeContent } from '../../server/answers/moderation/content/purge.ts'
import { reviewContent } from '../../server/answers/reviews/reviews.ts'
import { type Opened, openDatabase } from '../../server/foundation/database/open.ts'
import { aCustomer, anOrderProduct } from '../../server/test/factories.ts'
import { unescapeHtml } from '../../server/test/forms.ts'
import {
  cleanUp,
  onCleanUp,
  readyDataDir,
  run,
  runJson,
  type Service,
  startService,
  temporaryFolder,
  waitFor,
} from '../service.ts'
import { createStore, orderText, post, type Store } from '../store.ts'
import { type InstalledReceiver, installReceiver } from './installed-receiver.ts'

/** The program of examples/webhook-receiver, beside the running service. */

let service: Service
let opened: Opened
let store: Store
let key: string
let receiver: InstalledReceiver
let webhook: { webhook_id: string; secret: string }
let settings: Record<string, string>

const scopes = ['reviews:read', 'reviews:write', 'people:write'].flatMap(scope => ['--scope', scope])
const events = ['created', 'updated', 'published', 'rejected', 'removed', 'replied']
  .map(event => `review.${event}`)
  .concat('import.finished')
  .flatMap(event => ['--event', event])

beforeAll(async () => {
  const env = { EGRESS_ALLOW: '127.0.0.0/8', OUTBOX_TOKEN: 'outbox' }
  service = await startService({ dataDir: readyDataDir(), env })
  const options = { dataDir: service.dataDir, env }
  opened = await openDatabase({ embedded: { dataDir: service.dataDir } })
  store = await createStore(service)
  const of = ['--store', store.store_id]
  key = (await runJson<{ api_key: string }>(['key', 'create', ...of, '--type', 'manage', ...scopes], options))
    .api_key
  receiver = await installReceiver()
  webhook = await runJson(['webhook', 'create', ...of, '--url', receiver.url, ...events], options)
  settings = { REALWORD_URL: service.url, REALWORD_KEY: key, WEBHOOK_SECRET: webhook.secret }
})
afterAll(async () => {
  await opened?.close()
  await cleanUp()
})

type Review = Record<string, unknown> & { id: string; state: string; reply: { body: string } | null }

async function manage<Body = Review>(method: string, path: string, body?: object): Promise<Body> {
  const answer = await fetch(`${service.url}/manage/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Body
}

const columns = ['id', 'product_id', 'rating', 'title', 'body', 'display_name', 'state', 'reply']
const compared = [...columns, 'created_at', 'updated_at']

function rows(): Record<string, unknown>[] {
  return receiver.query(`select ${compared.join()} from reviews order by id`).map(row => ({ ...row }))
}

async function list(): Promise<Record<string, unknown>[]> {
  const { data } = await manage<{ data: Review[] }>('GET', 'reviews?limit=100')
  return data
    .map(review => ({ ...review, reply: review.reply?.body ?? null }))
    .map(review => Object.fromEntries(compared.map(name => [name, review[name as keyof typeof review]])))
    .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
}

async function expectInStep(): Promise<void> {
  const difference = async () => {
    const [here, there] = [rows(), await list()].map(all => all.map(one => JSON.stringify(one)))
    return [here?.filter(row => !there?.includes(row)), there?.filter(row => !here?.includes(row))]
  }
  await expect.poll(difference, { timeout: 180_000, interval: 250 }).toEqual([[], []])
}

const stored = () => receiver.query('select event_id from events').map(({ event_id }) => event_id)

let written = 0
async function write(change: object = {}): Promise<Review> {
  return await manage('POST', 'reviews', {
    external_id: `r-${++written}`,
    ...{ product_id: 'P-1', rating: 4, title: 'Good', body: 'Boils fast', display_name: 'Ana M.', ...change },
  })
}

// Such a text is not published by itself.
const flagged = { body: 'Write to me: ana@example.com' }

/** Every decision once, on reviews of its own. Returns the states to expect. */
async function decide(): Promise<Record<string, string>> {
  const [published, pending, rejected, removed, restored, replied] = await Promise.all([
    write(),
    ...[flagged, flagged, {}, {}, {}].map(write),
  ])
  const ids = [published, pending, rejected, removed, restored, replied].map(review => review?.id)
  await manage('POST', `reviews/${ids[2]}/reject`, { reason: 'spam' })
  await Promise.all([3, 4].map(at => manage('POST', `reviews/${ids[at]}/remove`, { reason: 'spam' })))
  await manage('POST', `reviews/${ids[4]}/restore`)
  await manage('PUT', `reviews/${ids[5]}/reply`, { body: 'Thanks!' })
  await manage('PUT', `reviews/${ids[5]}/reply`, { body: 'Thank you, Ana!' })
  const states = ['published', 'pending', 'rejected', 'removed', 'published', 'published Thank you, Ana!']
  return Object.fromEntries(states.map((state, at) => [ids[at], state]))
}

function statesOf(ids: string[]): Record<string, unknown> {
  const found = rows().filter(({ id }) => ids.includes(String(id)))
  return Object.fromEntries(
    found.map(({ id, state, reply }) => [id, reply === null ? state : `${state} ${reply}`]),
  )
}

test('it does not start without its settings', async () => {
  const { REALWORD_KEY: _, ...lacking } = settings
  await expect(receiver.start(lacking)).rejects.toThrow('Set REALWORD_URL, REALWORD_KEY')
})

test('its table follows every decision', async () => {
  await receiver.start(settings)
  const states = await decide()
  await expectInStep()
  expect(statesOf(Object.keys(states))).toEqual(states)
})

test('its table follows what buyers write, edit and erase', async () => {
  const buyer = aCustomer({ email: 'lia@example.com', name: 'Lia Souza' })
  const order = orderText('asked', {
    customers: [buyer],
    products: [anOrderProduct({ product_id: 'P-2' })],
  })
  expect((await post(service.url, store, order)).status).toBe(201)
  await runJson(['order', 'send', '--store', store.store_id, 'asked'], service)
  const form = await formOf(store.store_id)
  await fill(form, 2, 'Too small')
  await expectInStep()
  expect(rows()).toContainEqual(expect.objectContaining({ product_id: 'P-2', rating: 2, title: 'Too small' }))
  await fill(form, 5, 'Large enough')
  await expectInStep()
  expect(rows()).toContainEqual(
    expect.objectContaining({ product_id: 'P-2', rating: 5, title: 'Large enough' }),
  )
  expect(JSON.stringify(rows())).toContain('Lia')
  await manage('POST', 'people/erase', { email: 'lia@example.com' })
  await expectInStep()
  expect(JSON.stringify(rows())).not.toContain('Lia')
})

async function formOf(storeId: string): Promise<string> {
  const read = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`, { headers: { authorization: 'Bearer outbox' } })
    return unescapeHtml(await answer.text())
  }
  const mail = await waitFor('the email', async () => {
    const row = (await read('/outbox')).split('<tr>').find(text => text.includes(storeId))
    return row?.includes('<td>Kept</td>') && /\/outbox\/[^"]+/.exec(row)?.[0]
  })
  return /http:[^"?]*\/r\/[\w-]+/.exec(await read(`${mail}/html`))?.[0] ?? ''
}

async function fill(form: string, rating: number, heading: string): Promise<void> {
  const fields = { 'product-0': 'P-2', 'rating-0': String(rating), 'heading-0': heading, 'body-0': 'Boils.' }
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...fields, display: 'short' })) body.append(name, value)
  expect((await fetch(form, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
}

test('its table is complete after kill -9 in the middle', async () => {
  const first = decide()
  await receiver.kill()
  const states = { ...(await first), ...(await decide()) }
  await receiver.start(settings)
  const after = await decide()
  await expectInStep()
  expect(statesOf(Object.keys({ ...states, ...after }))).toEqual({ ...states, ...after })
})

test('a replay changes nothing', async () => {
  await nothingWaits()
  const [before, ids] = [rows(), stored()]
  const from = '2026-01-01T00:00:00Z'
  const { replayed } = await runJson<{ replayed: number }>(
    ['webhook', 'replay', webhook.webhook_id, '--from', from],
    service,
  )
  expect(replayed).toBeGreaterThan(30)
  await nothingWaits()
  expect(stored()).toEqual(ids)
  expect(rows()).toEqual(before)
})

/** Until every delivery has arrived, and every event is done. */
async function nothingWaits(): Promise<void> {
  await waitFor(
    'the deliveries',
    async () => {
      const listed = ['webhook', 'deliveries', webhook.webhook_id, '--state', 'waiting']
      return (await runJson<object[]>(listed, service)).length === 0
    },
    120_000,
  )
  await waitFor('the events', () => receiver.query('select 1 from events where is_done = 0').length === 0)
}

function signed(id: string, event: object, secret = webhook.secret) {
  const body = JSON.stringify(event)
  const at = new Date()
  return {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
  }
}

test('late events, in the wrong order, do not bring back an earlier state', async () => {
  const { id } = await write()
  await manage('POST', `reviews/${id}/remove`, { reason: 'spam' })
  await expectInStep()
  const data = { store_id: store.store_id, review_id: id, rating: 1, body: 'Old', state: 'published' }
  for (const type of ['review.published', 'review.updated', 'review.created']) {
    const event = { type, timestamp: '2026-01-01T00:00:00.000Z', data }
    expect((await fetch(receiver.url, signed(`late ${type}`, event))).status).toBe(204)
  }
  await nothingWaits()
  expect(statesOf([id])).toEqual({ [id]: 'removed' })
  await expectInStep()
})

test('a proxy that answers 404 deletes nothing', async () => {
  const { id } = await write()
  await expectInStep()
  await nothingWaits()
  let isAway = false
  let refused = 0
  const proxy = createServer(async ({ url = '', headers }, response) => {
    if (isAway && url.includes(id)) {
      refused++
      return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
    }
    const { authorization = '' } = headers
    const answer = await fetch(`${service.url}${url}`, { headers: { authorization } })
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type }).end(await answer.text())
  })
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
  onCleanUp(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  await receiver.kill()
  await receiver.start({ ...settings, REALWORD_URL: `http://127.0.0.1:${port}` })
  await nothingWaits()
  isAway = true
  const event = { type: 'review.updated', timestamp: '2026-01-01T00:00:00.000Z', data: { review_id: id } }
  expect((await fetch(receiver.url, signed('behind a proxy', event))).status).toBe(204)
  await waitFor('two attempts', () => refused > 1)
  expect(statesOf([id])).toEqual({ [id]: 'published' })
  isAway = false
  await nothingWaits()
  await receiver.kill()
  await receiver.start(settings)
})

test('an imported file appears, and expired reviews go with the next complete list', async () => {
  const file = join(temporaryFolder(), 'reviews.csv')
  writeFileSync(file, 'product_id,rating,title\nP-3,5,Imported one\nP-3,1,Imported two\n')
  await runJson(['review', 'import', '--store', store.store_id, file], service)
  await expectInStep()
  expect(rows().filter(({ product_id }) => product_id === 'P-3')).toHaveLength(2)
  expect(rows().some(({ state }) => state === 'rejected')).toBe(true)
  const at = new Date()
  const until = { takenDown: at, unconfirmed: at }
  await purgeContent(opened.database, store.store_id, reviewContent, until, at)
  await receiver.kill()
  await receiver.start(settings)
  await expectInStep()
  expect(rows().some(({ state }) => state === 'rejected')).toBe(false)
})

test('what Realword did not send is refused, and not stored', async () => {
  const before = stored()
  const event = { type: 'review.removed', timestamp: '2026-01-01T00:00:00.000Z', data: { review_id: 'x' } }
  const forged = signed('forged', event, `whsec_${Buffer.from('another secret').toString('base64')}`)
  const statuses = [
    await fetch(receiver.url, forged),
    await fetch(receiver.url, { ...signed('changed', event), body: '{}' }),
    await fetch(receiver.url, { method: 'POST', body: '{}' }),
    await fetch(receiver.url, { method: 'POST', body: 'x'.repeat(100_000) }),
    await fetch(receiver.url),
    await fetch(new URL('/other', receiver.url), signed('elsewhere', event)),
  ].map(({ status }) => status)
  expect(statuses).toEqual([401, 401, 401, 413, 404, 404])
  expect(stored()).toEqual(before)
  const { stdout } = await run(['webhook', 'list', '--store', store.store_id], service)
  expect(stdout).toContain('active')
})
