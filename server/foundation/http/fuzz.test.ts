import { Agent, request } from 'node:http'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anOrder } from '../../test/factories.ts'
import { oddBodies, type WritePath } from '../../test/requests/odd-bodies.ts'
import { oddContentTypes } from '../../test/requests/odd-content-types.ts'
import { aStore, type Member } from '../../test/users.ts'
import type { ErrorBody } from '../errors/errors.ts'

let service: TestApp
let owner: Member
const agent = new Agent({ keepAlive: true, maxSockets: 50 })
beforeAll(async () => {
  service = await startTestApp()
  owner = await aStore(service.database)
})
afterAll(async () => {
  agent.destroy()
  await service.close()
})

type Sent = { path: WritePath; contentType: string; body: Buffer }
type Answered = { status: number; contentType: string | undefined; body: Partial<ErrorBody> }

const accepted = { '/orders': 0, '/products': 0 }
const batch = 50
// 20,000 bodies in `npm run test:long`.
const batches = process.env.LONG_TESTS === 'all' ? 400 : 80

test(`${batches * batch} odd bodies are taken or refused in the one format, and only what is taken is stored`, async () => {
  const requests = fc.record<Sent>({
    path: fc.constantFrom('/orders', '/products'),
    contentType: fc.oneof(
      { weight: 9, arbitrary: fc.constant(json) },
      { weight: 1, arbitrary: fc.constantFrom(...oddContentTypes) },
    ),
    body: oddBodies,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(requests, { minLength: batch, maxLength: batch }), async sent => {
      const answers = await Promise.all(sent.map(one => post(one)))
      const wrong = sent
        .map((one, index) => ({ ...one, answer: answers[index] as Answered }))
        .filter(one => !isProper(one, one.answer))
        .map(one => ({ ...one, body: one.body.toString('latin1').slice(0, 500) }))
      expect(wrong).toEqual([])
      expect(await countRows()).toEqual(accepted)
    }),
    // Fifty bodies are told whole when one goes wrong: shrinking them would take longer than reading.
    { numRuns: batches, endOnFailure: true },
  )
  // Not everything was refused at the door.
  expect(accepted['/orders']).toBeGreaterThan(batches / 8)
  expect(accepted['/products']).toBeGreaterThan(batches / 8)
})

describe('a Content-Type', () => {
  test.each(oddContentTypes)('%j is refused and stores nothing', async contentType => {
    const answer = await post({ path: '/orders', contentType, body: toBytes(anOrder()) })
    expect(answer).toMatchObject({ status: 400, body: { error_code: 802030 } })
    expect(answer.body.user_message?.en_us).toBe('Content-Type: Expected application/json')
    expect(await countRows()).toEqual(accepted)
  })

  test.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json ; charset="utf-8"',
  ])('%j is taken', async contentType => {
    expect(await post({ path: '/orders', contentType, body: toBytes(anOrder()) })).toMatchObject({
      status: 201,
    })
  })
})

describe('a body', () => {
  test.each([
    [1024 * 1024, 201],
    [1024 * 1024 + 1, 413],
    [5 * 1024 * 1024, 413],
  ])('of %d bytes is answered with %d, announced or not', async (size, status) => {
    for (const chunked of [false, true]) {
      const body = Buffer.alloc(size, ' ')
      toBytes(anOrder()).copy(body)
      expect(await post({ path: '/orders', contentType: json, body }, chunked)).toMatchObject({ status })
    }
  })

  test('that is too large is told as such, whatever its Content-Type', async () => {
    const body = Buffer.alloc(1024 * 1024 + 1, ' ')
    for (const contentType of oddContentTypes) {
      const { status } = await post({ path: '/orders', contentType, body })
      expect({ contentType, status }).toEqual({ contentType, status: 413 })
    }
  })

  test.each([33, 10_000, 500_000])('nested %d deep is refused', async depth => {
    for (const text of [
      `${'['.repeat(depth)}${']'.repeat(depth)}`,
      `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    ]) {
      const answer = await post({ path: '/orders', contentType: json, body: Buffer.from(text) })
      expect(answer.status).toBe(text.length > 1024 * 1024 ? 413 : 400)
    }
  })

  test('with a hundred thousand unknown keys is refused briefly', async () => {
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [index, 0]))
    const { status, body } = await post({ path: '/orders', contentType: json, body: toBytes(keys) })
    expect(status).toBe(400)
    expect(JSON.stringify(body).length).toBeLessThan(200_000)
  })
})

/** 201 with an id, or 400, 413 or 422 in the format of section 7 of the specification. */
function isProper({ contentType }: Sent, { status, contentType: answered, body }: Answered): boolean {
  if (answered !== 'application/json; charset=utf-8') return false
  if (status === 201) return contentType === json && Object.keys(body).join() === 'id'
  const codes: Record<number, number> = { 400: 802030, 413: 804130, 422: 103 }
  const texts = body.user_message ?? {}
  return (
    Object.keys(body).join() === 'status,error_code,message,user_message,more_info' &&
    Object.keys(texts).join() === 'en_us,pt_br' &&
    [body.message, ...Object.values(texts)].every(text => typeof text === 'string' && text.length > 0) &&
    body.status === status &&
    body.error_code === codes[status] &&
    body.more_info === null
  )
}

// Products that orders brought are as many as the orders say.
async function countRows(): Promise<Record<WritePath, number>> {
  const [counts] = await service.database.query<{ orders: number; products: number; strays: number }>(sql`
    select (select count(*) from orders)::integer as orders,
      (select count(*) from products where completed_at is not null)::integer as products,
      (
        select count(*)
        from products
        where completed_at is null and product_id not in (
          select line ->> 'product_id' from orders, jsonb_array_elements(orders.products) as line
        )
      )::integer as strays`)
  expect(counts?.strays).toBe(0)
  return { '/orders': counts?.orders ?? 0, '/products': counts?.products ?? 0 }
}

const json = 'application/json'

function toBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

/** Node's own client: it sends any Content-Type and any bytes. */
function post({ path, contentType, body }: Sent, chunked = false): Promise<Answered> {
  const length = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length }
  const headers = { ...owner.headers, 'content-type': contentType, ...length }
  return new Promise((done, fail) => {
    const sent = request(service.url + path, { method: 'POST', agent, headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', fail)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        if (status === 201) accepted[path]++
        const text = Buffer.concat(chunks).toString('utf8')
        done({ status, contentType: headers['content-type'], body: JSON.parse(text) })
      })
    })
    sent.on('error', fail)
    sent.end(body)
  })
}
