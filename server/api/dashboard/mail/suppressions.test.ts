import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import {
  type SuppressionReason,
  suppress,
  suppressErased,
  unsuppress,
  whySuppressed,
} from '../../../foundation/mailings/suppressions.ts'
import { aMember } from '../../../test/admin.ts'
import { expectError, expectInvalid } from '../../../test/answers.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { aCustomer, anOrder } from '../../../test/factories.ts'
import { aStore, type Member } from '../../../test/users.ts'

const secrets = readSecrets({ SECRET: testSecret } as never)

let it: TestApp
let store: Member
let moderator: Awaited<ReturnType<typeof aMember>>
let viewer: typeof moderator
let outsider: typeof moderator
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  outsider = await aMember(it, (await aStore(it.database)).storeId, 'owner')
})
beforeEach(async () => {
  store = await aStore(it.database)
  moderator = await aMember(it, store.storeId, 'moderator')
  viewer = await aMember(it, store.storeId, 'viewer')
})
afterAll(() => it.close())

const at = (path = '') => `/stores/${store.storeId}/mail/suppressions${path}`
const noon = new Date('2026-03-05T12:00:00.000Z')

const add = (email: string, reason: SuppressionReason, minutes = 0, answer?: string) =>
  suppress(it.database, store.storeId, email, reason, new Date(noon.getTime() + minutes * 60_000), answer)

const look = async (email: string) => (await viewer.send('POST', at('/look'), { email })).body.result[0]

const addressesOf = ({ result }: { result: { address: string }[] }) => result.map(({ address }) => address)

describe('access', () => {
  test('a viewer may read, and only a moderator may add and lift', async () => {
    await add('ana@example.com', 'bounced')
    const { id } = await look('ana@example.com')
    expectError(await viewer.send('POST', at(), { email: 'bia@example.com' }), 403, 8141304)
    expectError(await viewer.send('DELETE', at(`/${id}`)), 403, 8141304)
    expect((await moderator.send('POST', at(), { email: 'bia@example.com' })).status).toBe(201)
    expect((await moderator.send('DELETE', at(`/${id}`))).status).toBe(204)
  })

  test('an outsider sees nothing, and members of another store cannot lift these', async () => {
    await add('ana@example.com', 'bounced')
    const { id } = await look('ana@example.com')
    const email = 'ana@example.com'
    expectError(await outsider.send('GET', at()), 404, 804047)
    expectError(await outsider.send('POST', at('/look'), { email }), 404, 804047)
    expectError(await outsider.send('POST', at(), { email }), 404, 804047)
    expectError(await outsider.send('DELETE', at(`/${id}`)), 404, 804047)
    const other = await aStore(it.database)
    const person = await aMember(it, other.storeId, 'owner')
    const path = `/stores/${other.storeId}/mail/suppressions/${id}`
    expectError(await person.send('DELETE', path), 404, 8040411)
    expect(await look(email)).toMatchObject({ reason: 'bounced' })
  })
})

describe('the list', () => {
  test('has the newest first, in pages, for all reasons or one', async () => {
    const reasons = ['bounced', 'unsubscribed', 'complained', 'blocked'] as const
    for (let index = 0; index < 12; index++)
      await add(`p${index}@example.com`, reasons[index % 4] as SuppressionReason, index)
    await it.database.transaction(tx => suppressErased(tx, secrets, store.storeId, 'gone@example.com', noon))
    const seen: string[] = []
    let after = ''
    do {
      const { body } = await viewer.send('GET', at(`?limit=5${after && `&after=${after}`}`))
      seen.push(...addressesOf(body))
      after = body.next ?? ''
    } while (after)
    expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => `p${11 - index}@example.com`))
    const { body } = await viewer.send('GET', at('?reason=complained&limit=2'))
    expect(addressesOf(body)).toEqual(['p10@example.com', 'p6@example.com'])
    const rest = await viewer.send('GET', at(`?reason=complained&limit=2&after=${body.next}`))
    expect([addressesOf(rest.body), rest.body.next]).toEqual([['p2@example.com'], null])
  })

  test.each(['?reason=erased', '?limit=0', '?after=x'])('refuses %s', async query => {
    expectError(await viewer.send('GET', at(query)), 400, 802030)
  })

  test('includes the response of the receiving mail server', async () => {
    await add('ana@example.com', 'bounced', 0, 'bounced: 550 5.1.1 no such user')
    const [row] = (await viewer.send('GET', at())).body.result
    expect(row).toEqual({
      id: expect.any(String),
      address: 'ana@example.com',
      reason: 'bounced',
      at: noon.toISOString(),
      answer: 'bounced: 550 5.1.1 no such user',
      liftable: true,
    })
  })
})

describe('a search for one address', () => {
  test('ignores its spelling, and finds an erased person only by fingerprint', async () => {
    await add('ana@example.com', 'unsubscribed')
    expect(await look(' Ana@EXAMPLE.com ')).toMatchObject({ reason: 'unsubscribed', liftable: false })
    expect(await look('bia@example.com')).toBeUndefined()
    await it.database.transaction(tx => suppressErased(tx, secrets, store.storeId, 'ana@example.com', noon))
    expect(await look('ana@example.com')).toMatchObject({ address: null, reason: 'erased', liftable: false })
  })

  test.each(['a, b', 'nobody', 'a@b.example\r\nBcc: c@d.example'])('rejects %j', async email => {
    expectInvalid(await viewer.send('POST', at('/look'), { email }), 'email: Expected one email address')
    expectInvalid(await moderator.send('POST', at(), { email }), 'email: Expected one email address')
  })
})

describe('an address added by hand', () => {
  test('gets no more mail, is marked as such, and is logged without the address', async () => {
    const { status, body } = await moderator.send('POST', at(), { email: 'Ana@Example.com' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ address: 'ana@example.com', reason: 'blocked', liftable: true })
    expectError(await moderator.send('POST', at(), { email: 'ana@example.com' }), 409, 804090)
    it.setNow('2026-03-05T18:30:00.000Z')
    const order = anOrder({
      delivery_date: '2026-03-05T18:30:00.000Z',
      customers: [aCustomer({ email: 'ana@example.com' })],
    })
    await it.send('POST', '/orders', { headers: store.headers, body: order })
    it.setNow('2026-03-12T13:00:00.000Z')
    await it.runDue()
    const { body: kept } = await it.send('GET', `/orders/${order.order_id}`, { headers: store.headers })
    expect(kept.requests[0].state).toBe('suppressed')
    await moderator.send('DELETE', at(`/${body.id}`))
    const log = await it.database.query<{ action: string; actor: string; record_id: string }>(sql`
      select action, actor, record_id
      from audit_log
      where store_id = ${store.storeId} and record_type = 'suppression'
      order by id`)
    const actor = `user ${moderator.userId}`
    expect(log).toEqual([
      { action: 'block', actor, record_id: body.id },
      { action: 'lift', actor, record_id: body.id },
    ])
    expect(JSON.stringify(log)).not.toContain('ana@')
  })
})

describe('lifting a suppression', () => {
  test.each([
    ['bounced', true],
    ['blocked', true],
    ['unsubscribed', false],
    ['complained', false],
  ] as const)('%s: %s', async (reason, isLifted) => {
    await add('ana@example.com', reason)
    const { id, liftable } = await look('ana@example.com')
    expect(liftable).toBe(isLifted)
    const answer = await moderator.send('DELETE', at(`/${id}`))
    if (isLifted) expect(answer.status).toBe(204)
    else expectError(answer, 409, 804090)
    expect((await look('ana@example.com')) === undefined).toBe(isLifted)
  })

  test('rejects an unknown id', async () => {
    for (const id of ['abc', uuid()]) expectError(await moderator.send('DELETE', at(`/${id}`)), 404, 8040411)
  })

  test('does not undo that a person unsubscribed from an address that bounced', async () => {
    const address = 'ana@example.com'
    const why = () => whySuppressed(it.database, secrets, store.storeId, address)
    await add(address, 'bounced')
    await add(address, 'unsubscribed', 1)
    await add(address, 'bounced', 2)
    expect(await why()).toBe('unsubscribed')
    expectError(await moderator.send('DELETE', at(`/${(await look(address)).id}`)), 409, 804090)
    await add(address, 'complained', 3)
    await unsuppress(it.database, store.storeId, address)
    expect(await why()).toBe('complained')
  })
})
