import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTracing } from '../../foundation/lib/tracing/otlp.ts'
import { aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anOrder } from '../../test/factories.ts'
import { type MailServer, startMailServer } from '../../test/mail/mail-server.ts'
import { aStore } from '../../test/users.ts'

type Received = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, string>
  status?: { code: number }
}

type Sent = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Record<string, string> }[] }
    scopeSpans: {
      spans: (Omit<Received, 'attributes'> & {
        attributes: { key: string; value: Record<string, string> }[]
      })[]
    }[]
  }[]
}

let spans: Received[] = []
const bodies: string[] = []
let answer: 'ok' | 'hang' | 'error' = 'ok'
let receiver: Server
let mails: MailServer
let it: TestApp
let lines: string[] = []
let stop: () => Promise<void>

function trace(ratio = 1): void {
  const { port } = receiver.address() as AddressInfo
  stop = startTracing({
    endpoint: `http://127.0.0.1:${port}`,
    serviceName: 'reviews',
    version: '1',
    ratio,
    log: message => lines.push(message),
  })
}

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (answer === 'hang') return
    if (answer === 'error') return response.writeHead(503).end()
    bodies.push(`${request.url} ${body}`)
    const { resourceSpans } = JSON.parse(body) as Sent
    for (const span of resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(one => one.spans)))
      spans.push({
        ...span,
        attributes: Object.fromEntries(
          span.attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']),
        ),
      })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  mails = await startMailServer()
  trace()
  it = await startTestApp({ SMTP_URL: mails.url, MAIL_FROM: 'reviews@shop.example' })
})
afterEach(() => {
  answer = 'ok'
  spans = []
  lines = []
})
afterAll(async () => {
  await stop()
  await it.close()
  await mails.close()
  receiver.closeAllConnections()
  receiver.close()
})

/** The spans of a trace, once as many were received. */
async function traceOf(traceId: string, count: number): Promise<Received[]> {
  const ofTrace = () => spans.filter(span => span.traceId === traceId)
  await expect.poll(() => ofTrace().length).toBe(count)
  return ofTrace()
}

const traceId = () => crypto.randomUUID().replaceAll('-', '')
const remote = (id: string, flags = '01') => ({ traceparent: `00-${id}-00f067aa0ba902b7-${flags}` })

test('the trace of one order has the request, the commit of its group and the mail', async () => {
  const { storeId } = await aStore(it.database)
  const owner = await aMember(it, storeId, 'owner')
  const id = traceId()
  const made = await owner.send('POST', `/stores/${storeId}/orders/test`, {}, remote(id))
  expect(made.status).toBe(201)
  await it.runDue()
  const found = await traceOf(id, 3)
  const [request, group, mail] = ['server', 'client', 'producer'].map((_, at) =>
    found.find(({ kind }) => kind === at + 2),
  )
  expect(made.headers.get('traceparent')).toBe(`00-${id}-${request?.spanId}-01`)
  expect(request).toMatchObject({
    name: 'POST /admin/api/stores/:storeId/orders/test',
    parentSpanId: '00f067aa0ba902b7',
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/admin/api/stores/:storeId/orders/test',
      'http.response.status_code': '201',
    },
  })
  expect(group).toMatchObject({
    name: 'INSERT orders',
    parentSpanId: request?.spanId,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': 'INSERT',
      'db.collection.name': 'orders',
    },
  })
  expect(mail).toMatchObject({
    name: 'send request',
    parentSpanId: request?.spanId,
    attributes: { 'messaging.system': 'smtp', 'messaging.operation.type': 'send' },
  })
  for (const { startTimeUnixNano, endTimeUnixNano } of found)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
  expect(bodies.at(-1)).toMatch(/^\/v1\/traces .*"service\.name","value":\{"stringValue":"reviews"\}/)
  const all = bodies.join('\n')
  for (const secret of [storeId, owner.email, '@', 'realword_session', 'select '])
    expect(all.toLowerCase()).not.toContain(secret.toLowerCase())
})

test('orders that share a commit have it in each of their traces, with the size of the group', async () => {
  const { headers } = await aStore(it.database)
  const ids = Array.from({ length: 20 }, traceId)
  await Promise.all(
    ids.map(id => it.send('POST', '/orders', { headers: { ...headers, ...remote(id) }, body: anOrder() })),
  )
  const groups = []
  for (const id of ids) {
    const [request, group] = (await traceOf(id, 2)).sort((a, b) => a.kind - b.kind)
    expect(group?.parentSpanId).toBe(request?.spanId)
    groups.push(Number(group?.attributes['db.operation.batch.size'] ?? 1))
  }
  expect(Math.max(...groups)).toBeGreaterThan(1)
})

test('a read from the response cache has a span too', async () => {
  const { storeId, storeKey } = await aStore(it.database)
  const path = `/api/v1/ratings.json?store_id=${storeId}&store_key=${storeKey}&product_id=P-1`
  for (const id of [traceId(), traceId()]) {
    const { headers } = await it.send('GET', path, { headers: remote(id) })
    const [span] = await traceOf(id, 1)
    expect(headers.get('traceparent')).toBe(`00-${id}-${span?.spanId}-01`)
    expect(span).toMatchObject({ name: 'GET /api/v1/ratings.json', parentSpanId: '00f067aa0ba902b7' })
  }
})

describe('a trace is not recorded', () => {
  test('when the caller does not record it', async () => {
    const answered = await it.send('GET', '/health/live', { headers: remote(traceId(), '00') })
    expect(answered.headers.get('traceparent')).toBeNull()
  })

  test('when it is not in the share of OTEL_TRACES_SAMPLER_ARG', async () => {
    await stop()
    trace(0.5)
    const sampled = async (end: string) =>
      (await it.send('GET', '/health/live', { headers: remote(`${traceId().slice(8)}${end}`) })).headers.has(
        'traceparent',
      )
    expect([await sampled('7fffffff'), await sampled('80000000')]).toEqual([true, false])
    await stop()
    trace()
  })
})

test.each([
  'nonsense',
  '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
  'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more',
  '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
])('the invalid traceparent %s begins a trace', async traceparent => {
  const { headers } = await it.send('GET', '/health/live', { headers: { traceparent } })
  const [, begun = ''] = /^00-([0-9a-f]{32})-/.exec(headers.get('traceparent') ?? '') ?? []
  expect(begun).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736')
  expect((await traceOf(begun, 1))[0]?.parentSpanId).toBeUndefined()
})

test('a receiver that refuses is reported once, and once more when it is back', async () => {
  answer = 'error'
  await it.send('GET', '/health/live')
  await expect.poll(() => lines.length).toBe(1)
  await it.send('GET', '/health/live')
  await expect.poll(() => spans.length).toBe(0)
  answer = 'ok'
  await expect
    .poll(async () => (await it.send('GET', '/health/live')) && lines.length, {
      interval: 200,
    })
    .toBe(2)
  expect(lines).toEqual([
    'traces are lost: OTEL_EXPORTER_OTLP_ENDPOINT does not take them',
    'traces are received again',
  ])
})

test('a receiver that hangs delays neither requests nor the end', async () => {
  answer = 'hang'
  for (let times = 0; times < 5; times++) expect((await it.send('GET', '/health/live')).status).toBe(200)
  await stop()
  expect(lines).toHaveLength(1)
  trace()
})
