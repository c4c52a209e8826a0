import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { tools } from '../../examples/marketing-relay/tools.ts'
import { listen } from '../../server/test/network/listen.ts'
import { listFences } from '../docs/pages.ts'
import { cleanUp, onCleanUp, readyDataDir, runJson, type Service, startService } from '../service.ts'
import { createStore, type Store } from '../store.ts'
import { type InstalledReceiver, installReceiver } from './installed-receiver.ts'

/** The program of examples/marketing-relay, between the running service and servers that check the tools' contracts. */

const text = z.string().max(100_000)
const properties = z
  .record(z.string().min(1).max(255), z.union([text, z.number(), z.boolean(), z.null()]))
  .refine(all => Object.keys(all).length <= 400)
const timeOfKlaviyo = z.iso
  .datetime()
  .refine(time => Date.parse(time) > Date.UTC(1990) && Date.parse(time) < Date.now() + 366 * 86_400_000)

// Of klaviyo/openapi, create_event.json; developers.brevo.com, create-event; docs.customer.io, track.
const contracts = {
  klaviyo: {
    path: /^\/api\/events$/,
    headers: z.object({
      authorization: z.literal('Klaviyo-API-Key tool-key'),
      revision: z.literal('2026-10-15'),
      'content-type': z.literal('application/vnd.api+json'),
    }),
    body: z.strictObject({
      data: z.strictObject({
        type: z.literal('event'),
        attributes: z.strictObject({
          properties,
          time: timeOfKlaviyo,
          unique_id: z.string().min(1),
          backfill: z.boolean(),
          metric: z.strictObject({
            data: z.strictObject({
              type: z.literal('metric'),
              attributes: z.strictObject({ name: z.string().min(1).max(127) }),
            }),
          }),
          profile: z.strictObject({
            data: z.strictObject({
              type: z.literal('profile'),
              attributes: z.strictObject({ email: z.email() }),
            }),
          }),
        }),
      }),
    }),
    status: 202,
  },
  brevo: {
    path: /^\/v3\/events$/,
    headers: z.object({
      'api-key': z.literal('tool-key'),
      'content-type': z.literal('application/json'),
    }),
    body: z.strictObject({
      event_name: z.string().regex(/^[A-Za-z0-9_-]{1,255}$/),
      event_date: z.iso.datetime(),
      identifiers: z.strictObject({ email_id: z.email() }),
      event_properties: properties,
    }),
    status: 204,
  },
  customerio: {
    path: /^\/api\/v1\/customers\/[^/@]+%40[^/]+\/events$/,
    headers: z.object({
      authorization: z.literal(`Basic ${Buffer.from('site:tool-key').toString('base64')}`),
      'content-type': z.literal('application/json'),
    }),
    body: z.strictObject({
      name: z.string().min(1).max(100),
      id: z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      timestamp: z.int().min(1_600_000_000).max(4_000_000_000),
      data: properties,
    }),
    status: 200,
  },
}
type Tool = keyof typeof contracts

type Taken = { path: string; body: Record<string, never> & { data: { attributes: Record<string, unknown> } } }

/** A server that takes what the contract of a tool allows, and refuses all else with 400. */
async function startTool(tool: Tool) {
  const { path, headers, body, status } = contracts[tool]
  const taken: Taken[] = []
  const refused: string[] = []
  let failures = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const json = JSON.parse(Buffer.concat(chunks).toString())
    const problems = [headers.safeParse(request.headers), body.safeParse(json)].flatMap(
      ({ error }) => error?.message ?? [],
    )
    if (request.method !== 'POST' || !path.test(request.url ?? '')) problems.push(request.url ?? '')
    refused.push(...problems)
    if (problems.length > 0) return response.writeHead(400).end(problems.join())
    taken.push({ path: request.url ?? '', body: json })
    // It has taken the event, and its answer is lost.
    response.writeHead(failures-- > 0 ? 500 : status).end()
  })
  const { url, close } = await listen(server)
  onCleanUp(close)
  const fail = (times: number) => {
    failures = times
  }
  return { url, taken, refused, fail }
}

let service: Service
let store: Store
let key: string
let relay: InstalledReceiver
let settings: Record<string, string>

beforeAll(async () => {
  const env = { EGRESS_ALLOW: '127.0.0.0/8' }
  service = await startService({ dataDir: readyDataDir(), env })
  const options = { dataDir: service.dataDir, env }
  store = await createStore(service)
  const of = ['--store', store.store_id]
  const scopes = ['reviews:read', 'reviews:write', 'orders:read', 'orders:write', 'people:write']
  const given = scopes.flatMap(scope => ['--scope', scope])
  key = (await runJson<{ api_key: string }>(['key', 'create', ...of, '--type', 'manage', ...given], options))
    .api_key
  relay = await installReceiver('marketing-relay', 'relay.ts')
})
// A webhook for each test: events of the one before wait until their relay answers again.
beforeEach(async () => {
  const options = { dataDir: service.dataDir, env: { EGRESS_ALLOW: '127.0.0.0/8' } }
  const of = ['--store', store.store_id]
  const events = ['request.sent', 'review.created', 'review.published', 'review.replied']
  const asked = [
    'webhook',
    'create',
    ...of,
    '--url',
    relay.url,
    ...events.flatMap(event => ['--event', event]),
  ]
  const made = await runJson<{ secret: string }>(asked, options)
  const { secret } = made
  settings = { REALWORD_URL: service.url, REALWORD_KEY: key, WEBHOOK_SECRET: secret, TOOL_KEY: 'tool-key' }
})
afterEach(() => relay.kill())
afterAll(cleanUp)

async function manage<Body>(method: string, path: string, body: object): Promise<Body> {
  const answer = await fetch(`${service.url}/manage/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Body
}

let written = 0
async function write(email: string | null): Promise<string> {
  const review = {
    external_id: `r-${++written}`,
    ...{ product_id: 'P-1', rating: 4, title: 'Good', body: 'Boils fast', display_name: 'Ana M.', email },
  }
  return (await manage<{ id: string }>('POST', 'reviews', review)).id
}

test('it does not start without its settings', async () => {
  await expect(relay.start({ ...settings, TOOL: 'other' })).rejects.toThrow('Set REALWORD_URL, REALWORD_KEY')
})

test('Klaviyo gets each event of a person once, as the page shows it', async () => {
  const tool = await startTool('klaviyo')
  await relay.start({ ...settings, TOOL: 'klaviyo', TOOL_URL: tool.url })
  await write(null) // of nobody: nothing is sent
  tool.fail(1)
  const id = await write('ana@example.com')
  await manage('PUT', `reviews/${id}/reply`, { body: 'Thank you!' })
  const named = () =>
    tool.taken.map(({ body }) => {
      const { metric, profile, unique_id } = body.data.attributes as {
        metric: { data: { attributes: { name: string } } }
        profile: { data: { attributes: { email: string } } }
        unique_id: string
      }
      return { name: metric.data.attributes.name, email: profile.data.attributes.email, unique_id }
    })
  await expect
    .poll(() => named().map(({ name }) => name))
    .toEqual(expect.arrayContaining(['Realword Review Published', 'Realword Review Answered']))
  // The event whose answer was lost comes again, with the id by which Klaviyo knows it.
  await expect.poll(() => named().length - new Set(named().map(one => one.unique_id)).size).toBe(1)
  expect(new Set(named().map(({ email }) => email))).toEqual(new Set(['ana@example.com']))
  expect(tool.refused).toEqual([])
  const shown = listFences('docs/how-to/use-with-klaviyo.md').find(({ code }) => code.includes('"unique_id"'))
  expect(keysOf(tool.taken.at(-1)?.body)).toEqual(keysOf(JSON.parse(shown?.code ?? '')))
})

/** `data.attributes.time`, and so on. */
function keysOf(value: unknown, path = ''): string[] {
  if (value === null || typeof value !== 'object') return [path]
  return Object.entries(value)
    .flatMap(([name, inner]) => keysOf(inner, path ? `${path}.${name}` : name))
    .toSorted()
}

// Reviews that a program adds are imports, for which these two send nothing.
test.each(['brevo', 'customerio'] as const)('%s takes the events', async name => {
  const tool = await startTool(name)
  const event = {
    ...{
      id: '0199c0de-0000-7000-8000-000000000001',
      name: 'Realword Reviewed Product',
      email: 'rui@example.com',
    },
    ...{ at: '2026-11-28T09:00:00.000Z', properties: { product_id: 'P-1', rating: 4 } },
  }
  const keys = { key: 'tool-key', site: 'site', url: tool.url }
  const request = tools[name]?.({ ...event, isImported: false }, keys)
  const { url = '', headers = {}, body } = request ?? {}
  await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  expect([tool.refused, tool.taken.length]).toEqual([[], 1])
  expect(tools[name]?.({ ...event, isImported: true }, keys)).toBeUndefined()
})

test('what is not signed is refused, and nothing is sent', async () => {
  const tool = await startTool('klaviyo')
  await relay.start({ ...settings, TOOL: 'klaviyo', TOOL_URL: tool.url })
  const body = JSON.stringify({ type: 'review.created', data: { review_id: 'x' } })
  expect((await fetch(relay.url, { method: 'POST', body })).status).toBe(401)
  const long = await fetch(relay.url, { method: 'POST', body: 'x'.repeat(70_000) }).catch(() => undefined)
  expect(long?.status ?? 401).toBe(401)
  expect(tool.taken).toEqual([])
})
