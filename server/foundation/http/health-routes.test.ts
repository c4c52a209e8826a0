import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { expectCreated, expectError } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { refuseConnections } from '../../test/database/database.ts'
import { anOrder } from '../../test/factories.ts'
import { type RawAnswer, sendRaw } from '../../test/network/raw.ts'
import { aStore } from '../../test/users.ts'

let service: TestApp
let withToken: TestApp
beforeAll(async () => {
  service = await startTestApp()
  withToken = await startTestApp({ METRICS_TOKEN: 'a secret of the operator' }, service.target)
})
afterAll(async () => {
  await withToken.close()
  await service.close()
})

describe('/health/live and /health/ready', () => {
  test.each(['/health/live', '/health/ready'])('%s answers anyone while all is well', async path => {
    for (const host of ['localhost', 'reviews.example']) {
      expect(await get(service, path, { Host: host, 'X-Forwarded-For': '203.0.113.7' })).toMatchObject({
        status: 200,
        body: { status: 'ok' },
      })
    }
  })

  test('ready is refused while the database is away, and live is not', async () => {
    const away = await startTestApp()
    const allowConnections = await refuseConnections(away.target)
    const ready = () => get(away, '/health/ready')
    await vi.waitFor(async () => expect((await ready()).status).toBe(503), 120_000)
    expect((await ready()).headers['retry-after']).toBe('1')
    expect(await get(away, '/health/live')).toMatchObject({ status: 200 })
    expect((await get(away, '/metrics')).body).toContain('realword_database_up 0')

    await allowConnections()
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), 120_000)
    await away.close()
  })
})

describe('/metrics', () => {
  test.each([
    'localhost',
    'LOCALHOST:8080',
    '127.0.0.1',
    '127.0.0.1:8080',
    '127.8.8.8',
    '[::1]:8080',
  ])('is shown on this machine as %s', async host => {
    const { status, headers } = await get(service, '/metrics', { Host: host })
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/plain')
  })

  test.each([
    'reviews.example',
    'localhost.example',
    '127.0.0.1.example',
    '10.0.0.1',
    '128.0.0.1',
    '[::2]',
    '0.0.0.0',
    'localhost@reviews.example',
    'reviews.example/localhost',
    '',
  ])('is not there for the host %j: a page elsewhere may have sent the request', async host => {
    await expectNothing(get(service, '/metrics', { Host: host }))
  })

  test.each([
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Real-IP',
    'Via',
  ])('is not there when a proxy forwards the request with %s', async header => {
    await expectNothing(get(service, '/metrics', { [header]: '127.0.0.1' }))
    await expectNothing(get(service, '/metrics', { [header]: '' }))
  })

  test('is not there for a peer elsewhere, whatever it says', async () => {
    for (const remoteAddress of ['203.0.113.7', '10.0.0.1', '::ffff:203.0.113.7', '2001:db8::1']) {
      const answer = await service.app.inject({
        url: '/metrics',
        remoteAddress,
        headers: { host: 'localhost' },
      })
      expect(answer.statusCode).toBe(404)
    }
    for (const remoteAddress of ['::1', '::ffff:127.0.0.1']) {
      const answer = await service.app.inject({
        url: '/metrics',
        remoteAddress,
        headers: { host: 'localhost' },
      })
      expect(answer.statusCode).toBe(200)
    }
  })

  test.each([
    ['https://reviews.example', 404],
    ['http://127.0.0.1:8080', 200],
    ['http://[::1]:8080', 200],
    ['http://localhost', 200],
  ])('with the public address %s is answered with %d', async (PUBLIC_URL, status) => {
    const app = await startTestApp({ PUBLIC_URL }, service.target)
    expect((await get(app, '/metrics')).status).toBe(status)
    await app.close()
  })

  test('is shown from elsewhere to who brings the token', async () => {
    const elsewhere = { Host: 'reviews.example', 'X-Forwarded-For': '203.0.113.7' }
    const bring = (authorization: string) =>
      get(withToken, '/metrics', { ...elsewhere, Authorization: authorization })
    expect((await bring('Bearer a secret of the operator')).status).toBe(200)
    for (const other of ['', 'Bearer', 'Bearer a secret of the operato', 'Basic a secret of the operator']) {
      await expectNothing(bring(other))
    }
    await expectNothing(get(service, '/metrics', { ...elsewhere, Authorization: 'Bearer undefined' }))
  })

  test('counts requests by route and status, and rows by group', async () => {
    const { headers } = await aStore(service.database)
    const order = anOrder()
    expectCreated(await service.send('POST', '/orders', { headers, body: order }))
    expectError(await service.send('POST', '/orders', { headers, body: order }), 422, 103)
    await service.send('GET', '/some-scanner/path')
    const text = (await get(service, '/metrics')).body
    for (const line of [
      'realword_http_requests_total{method="POST",route="/orders",status="201"} 1',
      'realword_http_requests_total{method="POST",route="/orders",status="422"} 1',
      'realword_http_requests_total{method="any",route="unknown",status="404"}',
      'realword_http_request_duration_seconds_count{method="POST",route="/orders"} 2',
      'realword_http_request_duration_seconds_bucket{method="POST",route="/orders",le="10"} 2',
      'realword_http_request_duration_seconds_bucket{method="POST",route="/orders",le="+Inf"} 2',
      'realword_group_commit_rows_sum{table="orders"} 2',
      'realword_write_queue_rows 0',
      'realword_database_up 1',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_seconds',
    ]) {
      expect(text).toContain(line)
    }
    expect(text).not.toContain('some-scanner')
  })
})

/** What somebody without a right gets is what an unknown address gets. */
async function expectNothing(answer: Promise<RawAnswer>): Promise<void> {
  const { status, body } = await answer
  const unknown = await service.send('GET', '/nothing')
  expect({ status, body }).toEqual({ status: 404, body: unknown.body })
}

async function get(app: TestApp, path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...headers })
  return await sendRaw(
    app.url,
    `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
}
