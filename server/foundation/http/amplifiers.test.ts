import { beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../../test/answers.ts'
import { startTestApp } from '../../test/app.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../test/users.ts'

// Small requests without an account must not cause large responses or much work.
const service = openForTests(startTestApp)

describe.each([
  ['/openapi.json', 60_000],
  ['/admin/openapi.json', 60_000],
  ['/docs/js/scalar.js', 1_300_000],
  ['/admin/docs/js/scalar.js', 1_300_000],
  ['/manage/docs/js/scalar.js', 1_300_000],
  ['/operator/docs/js/scalar.js', 1_300_000],
])('%s', (path, mostBytes) => {
  beforeAll(async () => {
    await service.send('GET', path)
  })

  test('is sent compressed, and may be cached', async () => {
    const { status, headers } = await service.send('GET', path, { headers: { 'accept-encoding': 'br' } })
    expect(status).toBe(200)
    expect(headers.get('content-encoding')).toBe('br')
    expect(Number(headers.get('content-length'))).toBeLessThan(mostBytes)
    expect(headers.get('cache-control')).toMatch(/max-age=\d{3,}/)
    expect(headers.get('vary')).toContain('Accept-Encoding')
  })

  test('is sent uncompressed to clients without compression, with the same content', async () => {
    const plain = await service.send('GET', path, { headers: { 'accept-encoding': 'identity' } })
    const compressed = await service.send('GET', path, { headers: { 'accept-encoding': 'gzip' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(compressed.body).toEqual(plain.body)
  })

  test('is not sent again to a client that has it', async () => {
    const { headers } = await service.send('GET', path)
    const etag = headers.get('etag') as string
    // As it is, and as Apache sends it.
    for (const known of [etag, etag.replace(/"$/, '-gzip"')]) {
      const again = await service.send('GET', path, { headers: { 'if-none-match': known } })
      expect({ status: again.status, body: again.body }).toEqual({ status: 304, body: undefined })
    }
  })
})

test('the script of the references is sent to one network so often in an hour', async () => {
  const busy = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })
  const statuses: number[] = []
  const get = (address: string) =>
    busy.send('GET', '/docs/js/scalar.js', {
      headers: { 'x-forwarded-for': address, 'accept-encoding': 'br', 'if-none-match': '*' },
    })
  for (let turn = 0; turn < 301; turn++) statuses.push((await get('198.51.100.7')).status)
  expect(statuses.lastIndexOf(304)).toBe(299)
  expectError(await get('198.51.100.8'), 429, 804290)
  expect((await get('203.0.113.7')).status).toBe(304)
  await busy.close()
})

test.each([
  ['POST', '/admin/api/session'],
  ['POST', '/admin/api/session/second-factor'],
  ['POST', '/admin/api/setup'],
  ['POST', '/admin/api/password-links'],
  ['POST', '/admin/api/password'],
  ['POST', '/api/v1/reviews/01999c53-5a4f-7c7e-9d57-0e3a6d2f8b11/votes'],
  ['DELETE', '/api/v1/reviews/01999c53-5a4f-7c7e-9d57-0e3a6d2f8b11/votes'],
  ['POST', '/api/v1/reviews/01999c53-5a4f-7c7e-9d57-0e3a6d2f8b11/reports'],
])('%s %s accepts a body of 16 KiB and no more', async (method, path) => {
  const { storeId, storeKey } = await aStore(service.database)
  const headers = {
    'content-type': 'application/json',
    'x-realword-page': '1',
    'x-store-id': storeId,
    'x-api-key': storeKey,
  }
  const body = (bytes: number) => `{}${' '.repeat(bytes - 2)}`
  expect((await service.send(method, path, { headers, body: body(16 * 1024) })).status).not.toBe(413)
  const refused = await service.send(method, path, { headers, body: body(16 * 1024 + 1) })
  expectError(refused, 413, 804130)
  expect(refused.body.user_message.en_us).toBe('body: Expected at most 16 KiB')
})
