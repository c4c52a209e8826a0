import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMember } from '../../test/admin.ts'
import { expectError } from '../../test/answers.ts'
import { startTestApp } from '../../test/app.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../test/users.ts'
import { allowMakingStores, forbidMakingStores } from './store-makers.ts'

const it = openForTests(() => startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }))

const aNewStore = { name: 'Second', locale: 'es-MX', time_zone: 'America/Mexico_City', country: 'MX' }

async function aMaker() {
  const first = await aStore(it.database)
  const member = await aMember(it, first.storeId, 'owner')
  await allowMakingStores(it.database, member.userId, new Date())
  return { first, member }
}

test('a user who may make stores becomes the owner of a new one, and of no other', async () => {
  const { first, member } = await aMaker()
  const { status, body } = await member.send('POST', '/stores', aNewStore)
  expect(status).toBe(201)
  expect(body.api_key).toMatch(/^rw_orders_/)
  const { body: me } = await member.send('GET', '/session')
  expect(me.may_make_stores).toBe(true)
  const roles = me.stores.map((one: { store_id: string; role: string }) => [one.store_id, one.role])
  expect(new Map(roles)).toEqual(
    new Map([
      [first.storeId, 'owner'],
      [body.store_id, 'owner'],
    ]),
  )
  const { body: settings } = await member.send('GET', `/stores/${body.store_id}/settings`)
  expect(settings).toMatchObject(aNewStore)
  const { body: history } = await member.send('GET', `/stores/${body.store_id}/history`)
  expect(history.result).toContainEqual(
    expect.objectContaining({ action: 'create', record: 'store', name: 'The owner' }),
  )
})

test('an owner who may not make stores gets 403, and no store', async () => {
  const { first, member } = await aMaker()
  await forbidMakingStores(it.database, member.userId)
  expect((await member.send('GET', '/session')).body.may_make_stores).toBe(false)
  const before = await it.database.query(sql`select from stores`)
  expectError(await member.send('POST', '/stores', aNewStore), 403, 8141304)
  expect(await it.database.query(sql`select from stores`)).toHaveLength(before.length)
  expect((await member.send('GET', `/stores/${first.storeId}/settings`)).status).toBe(200)
})

test('wrong settings are refused by field, and make no store', async () => {
  const { member } = await aMaker()
  const answer = await member.send('POST', '/stores', { ...aNewStore, time_zone: 'Mars/Base' })
  expectError(answer, 400, 802030)
  const limits = await member.send('POST', '/stores', { ...aNewStore, order_limit: null })
  expect(limits.status).toBe(400)
  expect((await member.send('GET', '/session')).body.stores).toHaveLength(1)
})
