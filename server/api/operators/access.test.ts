import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../test/admin.ts'
import { expectError } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anOperator, anOperatorKey } from '../../test/operators.ts'
import { aStore } from '../../test/users.ts'

let it: TestApp
let operator: Awaited<ReturnType<typeof anOperator>>
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  operator = await anOperator(it)
})
afterAll(() => it.close())

const operators = async (): Promise<string[]> => {
  const { body } = await operator.send('GET', '/operator/operators')
  return body.result.map(({ email }: { email: string }) => email)
}

test('an operator makes a user one by the sign-in address, in any case, and takes the role away', async () => {
  const { storeId } = await aStore(it.database)
  const owner = await aMember(it, storeId, 'owner')
  expectError(await owner.send('GET', '/operator/operators'), 403, 8141304)
  const added = await operator.send('POST', '/operator/operators', { email: ` ${owner.email.toUpperCase()}` })
  expect([added.status, added.body.user_id]).toEqual([201, owner.userId])
  expect(await operators()).toContain(owner.email)
  expect((await owner.send('GET', '/operator/operators')).status).toBe(200)
  expect((await operator.send('DELETE', `/operator/operators/${owner.userId}`)).status).toBe(204)
  expectError(await owner.send('GET', '/operator/operators'), 403, 8141304)
  expect((await owner.send('GET', `/stores/${storeId}/settings`)).status).toBe(200)
  const { body: log } = await operator.send('GET', '/operator/log')
  expect(log.data.slice(0, 2)).toMatchObject([
    { action: 'remove', record: 'operator', record_id: owner.userId, by: 'user', who: 'The operator' },
    { action: 'add', record: 'operator', record_id: owner.userId, by: 'user', who: 'The operator' },
  ])
})

test('adding an operator again and removing a user who is none change nothing, and are not logged', async () => {
  const newest = async () => (await operator.send('GET', '/operator/log')).body.data[0]?.id
  const before = await newest()
  const again = await operator.send('POST', '/operator/operators', { email: operator.email })
  expect(again.status).toBe(201)
  expect((await operator.send('DELETE', '/operator/operators/nobody')).status).toBe(204)
  expect(await newest()).toBe(before)
})

test('an address with which nobody signs in is refused, with what to do', async () => {
  const refused = await operator.send('POST', '/operator/operators', { email: 'nobody@host.example' })
  expectError(refused, 400, 802030)
  expect(refused.body.user_message.en_us).toContain('email: Nobody signs in with this address.')
  expectError(await operator.send('POST', '/operator/operators', { email: '' }), 400, 802030)
})

test('the last operator stays, even if two remove each other at once', async () => {
  const other = await anOperator(it)
  const answers = await Promise.all([
    operator.send('DELETE', `/operator/operators/${other.userId}`),
    other.send('DELETE', `/operator/operators/${operator.userId}`),
  ])
  const [last] = await it.database.query<{ user_id: string }>(sql`select user_id from accounts.operators`)
  expect(answers.map(({ status }) => status)).toContain(204)
  const left = last?.user_id === operator.userId ? operator : other
  expectError(await left.send('DELETE', `/operator/operators/${last?.user_id}`), 409, 804090)
  operator = left
})

test('a key is displayed once, opens the operator API, and ends when it is revoked', async () => {
  const made = await operator.send('POST', '/operator/keys', { name: ' Billing ', expires_at: null })
  expect(made.status).toBe(201)
  const { key_id, api_key } = made.body
  const call = () =>
    it.send('GET', '/operator/v1/stores', { headers: { authorization: `Bearer ${api_key}` } })
  expect((await call()).status).toBe(200)
  const { body: list } = await operator.send('GET', '/operator/keys')
  expect(list.result).toMatchObject([
    {
      key_id,
      name: 'Billing',
      last_four: api_key.slice(-4),
      created_by: 'The operator',
      revoked_at: null,
    },
  ])
  expect(JSON.stringify(list)).not.toContain(api_key)
  expect((await operator.send('PATCH', `/operator/keys/${key_id}`, { name: ' Invoices ' })).status).toBe(204)
  expect((await call()).status).toBe(200)
  expectError(await operator.send('PATCH', '/operator/keys/none', { name: 'None' }), 404, 804041)
  expectError(await operator.send('PATCH', `/operator/keys/${key_id}`, { name: ' ' }), 400, 802030)
  expect((await operator.send('DELETE', `/operator/keys/${key_id}`)).status).toBe(204)
  expectError(await call(), 401, 8121202)
  expectError(await operator.send('DELETE', '/operator/keys/none'), 404, 804041)
  expectError(await operator.send('POST', '/operator/keys', { name: ' ', expires_at: null }), 400, 802030)
  const { body: log } = await operator.send('GET', '/operator/log')
  expect(log.data.slice(0, 2)).toMatchObject([
    { action: 'revoke', record: 'key', label: 'Invoices', who: 'The operator' },
    { action: 'rename', record: 'key', label: 'Invoices', who: 'The operator' },
  ])
})

test('a key cannot make keys or operators', async () => {
  const key = await anOperatorKey(it)
  const { body } = await operator.send('GET', '/operator/keys')
  expect(body.result).toContainEqual(expect.objectContaining({ key_id: key.keyId, created_by: 'command' }))
  for (const path of ['/operators', '/keys']) expectError(await key.send('GET', path), 404, 804040)
  const headers = { authorization: `Bearer ${key.apiKey}` }
  expectError(await it.send('GET', '/admin/api/operator/keys', { headers }), 401, 8141300)
})

test('the log has 50 changes a page, and continues after the last', async () => {
  const { storeId } = await aStore(it.database)
  await it.database.query(sql`
    insert into accounts.operator_log (id, at, actor, action, record_type, record_id, label, fields)
    select ('00000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, now(), 'command', 'change', 'store',
      ${storeId}, number::text, '{name}'
    from generate_series(1, 60) as number`)
  const page = async (before = '') =>
    (await operator.send('GET', `/operator/log?store_id=${storeId}${before}`)).body
  const first = await page()
  const second = await page(`&before=${first.next}`)
  const labels = [...first.data, ...second.data].map(({ label }) => label)
  expect([first.data.length, second.next]).toEqual([50, null])
  expect(labels).toEqual(Array.from({ length: 60 }, (_, index) => String(60 - index)))
})
