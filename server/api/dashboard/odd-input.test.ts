import pLimit from 'p-limit'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { aMember, aPassword } from '../../test/admin.ts'
import { startTestApp } from '../../test/app.ts'
import { routesOfAStore } from '../../test/requests/every-route.ts'
import { aStore } from '../../test/users.ts'

// Generated from the route table, so that new routes are included.

const it = await startTestApp()
const { storeId } = await aStore(it.database)
const owner = await aMember(it, storeId, 'owner')
const everyRoute = routesOfAStore()
afterAll(() => it.close())

const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

const odd = [
  ...['\0', 'a\0b', '%', '_', '\\', "'", '\u202e', '\r\nx: y', '<script>', 'a'.repeat(3000), '𝕏'.repeat(300)],
  ...['-1', '1.5', '1e9', '-99999999999999999999', '99999999999999999999', 'NaN', 'null', '[]', '{}'],
  ...['2026-02-30', '0001-01-01', '9999-12-31', '+275760-09-13', '2026-11-22T00:00:00.000Z'],
  ...[uuid(), 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ...['2026-01-01T00:00:00.000Z \0', `2199-12-31T23:59:59.999Z ${uuid()}`].map(place =>
    Buffer.from(place).toString('base64url'),
  ),
  cursorOf('by_age', '2026-01-01T00:00:00.000+23:59', 'P-1'),
  cursorOf('by_name', '\ud800', '\udfff'),
  cursorOf('toString', 'x', 'P-1'),
]

// All at once would wait for connections of the pool longer than a request may.
const inTurn = pLimit(8)

const answered = (method: string, address: string) =>
  inTurn(async () => {
    const { status } = await owner.send(method, `/stores/${storeId}${address}`)
    return status < 500 ? [] : [`${method} ${address} ${status}`]
  })

const reads = everyRoute.filter(({ method }) => method === 'GET')
const parametersOf = (query: unknown) => (query instanceof z.ZodObject ? Object.keys(query.shape) : [])

test.each(
  reads.filter(({ query }) => parametersOf(query).length > 0),
)('odd values in the query of $path are refused or find nothing', async ({ path, query }) => {
  const address = path.replace(/:\w+/g, uuid())
  const tried = parametersOf(query).flatMap(name =>
    odd.map(value => answered('GET', `${address}?${new URLSearchParams([[name, value]])}`)),
  )
  expect((await Promise.all(tried)).flat()).toEqual([])
})

test('the cursor of products by date accepts only dates in their exact form', async () => {
  const tried = odd.map(value =>
    answered('GET', `/products?${new URLSearchParams({ sort: 'newest', after: value })}`),
  )
  expect((await Promise.all(tried)).flat()).toEqual([])
})

test.each(
  everyRoute.filter(({ params, body }) => params.length > 0 && !body),
)('odd ids are unknown: $method $path', async ({ method, path }) => {
  const tried = odd.map(value => answered(method, path.replace(/:\w+/g, encodeURIComponent(value))))
  expect((await Promise.all(tried)).flat()).toEqual([])
})

test('odd session ids are unknown', async () => {
  // One after another: of many at once, those beyond the budget of passwords are refused.
  const statuses = new Set<number>()
  for (const value of odd) {
    const path = `/sessions/${encodeURIComponent(value)}`
    statuses.add((await owner.send('DELETE', path, { password: aPassword })).status)
  }
  expect(statuses).toEqual(new Set([204]))
})

test('a key in a nested field is refused like any other text', async () => {
  const path = `/stores/${storeId}/imports/${uuid()}/trial`
  const { status } = await owner.send('POST', path, { columns: { ['x'.repeat(51)]: null }, dates: null })
  expect(status).toBe(400)
})
