import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { addSeenProducts } from '../../../tenants/products/products.ts'
import { expectError, expectInvalid } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aReview } from '../../../test/factories.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { anOwnerAndOutsider, aStore, type Member } from '../../../test/users.ts'
import { reportReasons } from '../../moderation/reports/reports.ts'
import { insertReviews } from '../reviews.ts'

let service: TestApp
let owner: Member
let outsider: Member
let id: string
beforeAll(async () => {
  service = await startTestApp({ VISITOR_RATE_LIMIT: '100000', STORE_RATE_LIMIT: '100000' })
  const cast = await anOwnerAndOutsider(service.database)
  owner = cast.owner
  outsider = cast.outsider
  const product = { product_id: 'product-1', sku: 'S-1', name: 'Moka pot', url: '' }
  await addSeenProducts(service.database, owner.storeId, [product], new Date())
})
afterAll(() => service.close())
beforeEach(async () => {
  id = await aWritten()
})

async function aWritten(change: Parameters<typeof aReview>[0] = {}): Promise<string> {
  const review = aReview(change)
  const by = { at: new Date(), actor: 'author', action: 'create' } as const
  await service.database.transaction(tx => insertReviews(tx, owner.storeId, [review], by))
  return review.id
}

const json = { 'content-type': 'application/json' }
const keyed = ({ storeId, storeKey }: Member) => `store_id=${storeId}&store_key=${storeKey}`
const ana = { visitor_id: 'ana-ana-ana' }

const send = (method: string, path: string, body: unknown, member = owner) =>
  service.send(method, `/api/v1/reviews/${path}?${keyed(member)}`, { headers: json, body })
const vote = (body: unknown = ana, member = owner) => send('POST', `${id}/votes`, body, member)
const unvote = (body: unknown = ana) => send('DELETE', `${id}/votes`, body)
const report = (body: unknown, member = owner) => send('POST', `${id}/reports`, body, member)

async function shownVotes(): Promise<number> {
  const { body } = await service.send('GET', `/api/v1/reviews.json?${keyed(owner)}&limit=100`)
  return body.result.find((review: { id: string }) => review.id === id).votes
}

async function reports(): Promise<object[]> {
  return await service.database.query(sql`
    select reason, text
    from review_reports
    where store_id = ${owner.storeId} and review_id = ${id}`)
}

describe('votes', () => {
  test('are seen by every reader within a second, and can be taken back', async () => {
    expect(await shownVotes()).toBe(0)
    expect(await vote()).toMatchObject({ status: 204, body: undefined })
    expect(await vote()).toMatchObject({ status: 204 })
    await vote({ visitor_id: 'bia-bia-bia' })
    await expect.poll(shownVotes).toBe(2)
    expect(await unvote()).toMatchObject({ status: 204, body: undefined })
    expect(await unvote()).toMatchObject({ status: 204 })
    await expect.poll(shownVotes).toBe(1)
  })

  test('take headers as well as the address', async () => {
    const headers = { ...json, 'x-store-id': owner.storeId, 'x-web-id': owner.storeKey }
    const { status } = await service.send('POST', `/api/v1/reviews/${id}/votes`, { headers, body: ana })
    expect(status).toBe(204)
  })

  test('keep nothing of who gave them', async () => {
    await vote()
    const rows = await service.database.query(sql`select visitor::text from review_votes`)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(ana.visitor_id).toString('hex'))
  })

  test('name a visitor in 8 to 64 characters and nothing else', async () => {
    expectInvalid(await vote({}), 'visitor_id: Required')
    expectInvalid(await vote({ visitor_id: 7 }), 'visitor_id: Expected string, received number')
    expectInvalid(
      await vote({ visitor_id: 'short' }),
      'visitor_id: String must contain at least 8 character(s)',
    )
    expectInvalid(
      await unvote({ visitor_id: 'x'.repeat(65), rating: 5 }),
      'visitor_id: String must contain at most 64 character(s)',
      'rating: Unrecognized key(s) in object',
    )
  })
})

describe('reports', () => {
  test.each(reportReasons)('for the reason %s are kept', async reason => {
    expect(await report({ reason, text: 'Look at it.' })).toMatchObject({ status: 204, body: undefined })
    expect(await reports()).toEqual([{ reason, text: 'Look at it.' }])
  })

  test('change nothing that visitors see, and need no words', async () => {
    const read = async () => (await service.send('GET', `/api/v1/reviews.json?${keyed(owner)}`)).body
    const before = await read()
    expect((await report({ reason: 'spam' })).status).toBe(204)
    expect(await read()).toEqual(before)
    expect(await reports()).toEqual([{ reason: 'spam', text: '' }])
  })

  test('have a reason of the list and at most 2000 characters', async () => {
    expectInvalid(await report({}), 'reason: Required')
    expectInvalid(await report({ reason: null }), 'reason: Expected string, received null')
    expectInvalid(
      await report({ reason: 'negative', text: 'x'.repeat(2_001) }),
      `reason: Expected one of ${reportReasons.join(', ')}`,
      'text: String must contain at most 2000 character(s)',
    )
  })
})

describe('who may', () => {
  const acts = [
    ['POST', 'votes', ana],
    ['DELETE', 'votes', ana],
    ['POST', 'reports', { reason: 'spam' }],
  ] as const

  test.each(acts)('%s %s: another store knows no such review', async (method, path, body) => {
    expectError(await send(method, `${id}/${path}`, body, outsider), 404, 804043)
    for (const unknown of [uuid(), 'abc', '%00', '1%27--'])
      expectError(await send(method, `${unknown}/${path}`, body), 404, 804043)
  })

  test.each(acts)('%s %s: what is not published is not there', async (method, path, body) => {
    for (const state of ['unconfirmed', 'pending', 'rejected', 'removed'] as const)
      expectError(await send(method, `${await aWritten({ state })}/${path}`, body), 404, 804043)
  })

  test.each(acts)('%s %s: credentials are those of reads', async (method, path, body) => {
    const to = (query: string) =>
      service.send(method, `/api/v1/reviews/${id}/${path}?${query}`, { headers: json, body })
    expectError(await to(''), 401, 8121200)
    expectError(await to(`store_key=${owner.storeKey}`), 417, 8121201)
    expectError(await to(`store_id=${owner.storeId}&store_key=${owner.apiKey}`), 401, 8121202)
    expectError(await to(`store_id=${outsider.storeId}&store_key=${owner.storeKey}`), 403, 8121205)
    const closed = await aStore(service.database)
    await changeSettings(service, closed.storeId, { active: false })
    expectError(await to(keyed(closed)), 401, 8121203)
  })

  test('pages of any origin, unless the store lists some; a browser may ask first', async () => {
    const shop = 'https://shop.example'
    const from = async (member: Member, origin: string) => {
      const headers = { ...json, origin }
      const path = `/api/v1/reviews/${uuid()}/votes?${keyed(member)}`
      const { headers: answered } = await service.send('POST', path, { headers, body: ana })
      return answered.get('access-control-allow-origin')
    }
    expect(await from(owner, shop)).toBe('*')
    const careful = await aStore(service.database, { origins: [shop] })
    expect(await from(careful, shop)).toBe(shop)
    expect(await from(careful, 'https://other.example')).toBeNull()
    const asked = await service.send('OPTIONS', `/api/v1/reviews/${id}/votes`)
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-methods')).toBe('POST, DELETE')
  })
})

test.each([
  [{ VISITOR_RATE_LIMIT: '2', STORE_RATE_LIMIT: '100' }],
  [{ VISITOR_RATE_LIMIT: '100', STORE_RATE_LIMIT: '2' }],
])('beyond %j the visitor is told how long to wait, by header or address alike', async settings => {
  const limited = await startTestApp(settings, service.target)
  const headers = { ...json, 'x-store-id': owner.storeId, 'x-api-key': owner.storeKey }
  const one = () => limited.send('POST', `/api/v1/reviews/${id}/votes`, { headers, body: ana })
  expect([(await one()).status, (await one()).status]).toEqual([204, 204])
  const refused = await one()
  expectError(refused, 429, 804290)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  await limited.close()
})
