import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tidyStores } from '../housekeeping/tidy.ts'
import { readSecrets } from '../lib/secret.ts'
import { readOrder } from '../orders/orders.ts'
import { erasePerson } from '../people/people.ts'
import { openPictureStore } from '../pictures/picture-store.ts'
import { readStore } from '../stores/stores.ts'
import { startTestApp, type TestApp, testSecret } from '../test/app.ts'
import {
  aShopOrder,
  type ConnectedShop,
  connectShop,
  installShopPlatform,
} from '../test/shops/shop-platform.ts'
import { aStore, type Member } from '../test/users.ts'
import { listEvents } from './events/events.ts'

const restore = installShopPlatform()
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const start = Date.parse('2026-03-06T12:00:00Z')
let service: TestApp
let store: Member
let shop: ConnectedShop
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(async () => {
  restore()
  await service.close()
})
beforeEach(async () => {
  service.setNow(start)
  store = await aStore(service.database)
  shop = await connectShop(service, store.storeId)
})

const events = async () => (await listEvents(service.database, store.storeId, shop.connectionId)).events
const erase = async (address: string) =>
  erasePerson(
    service.database,
    secrets,
    await readStore(service.database, store.storeId),
    address,
    new Date(start),
  )

test.each([
  ['as it is', (body: string) => body],
  ['in capitals', (body: string) => body.replace('ana@', 'ANA@')],
  ['with escapes', (body: string) => body.replace('ana@', '\\u0061na\\u0040')],
])('an erasure drops waiting events that name the person %s', async (_how, spell) => {
  await shop.post({ problem: { what: 'Later.', isTemporary: true } })
  const order = aShopOrder({ customer: { name: 'Ana', email: 'ana@example.com', phone: '' } })
  await service.database.query(sql`
    update connection_events
    set body = ${Buffer.from(spell(JSON.stringify({ changes: [{ kind: 'order', order }] })))}
    where store_id = ${store.storeId}`)
  expect(await erase('joana@example.com')).toBeUndefined()
  expect(await erase('ana@example.com')).toMatchObject({ orders: 0 })
  await service.runDue()
  expect(await events()).toMatchObject([{ state: 'done', outcome: 'Erased with a person.' }])
})

test('the shop’s privacy webhook erases the person', async () => {
  const order = aShopOrder()
  const email = order.customer.email as string
  await shop.post({ changes: [{ kind: 'order', order }] })
  await service.runDue()
  await shop.post({ changes: [{ kind: 'erase', emails: [email.toUpperCase(), 'nobody@example.com'] }] })
  await service.runDue()
  // The webhook itself names the person.
  expect((await events())[0]).toMatchObject({ state: 'done', outcome: 'Erased with a person.' })
  expect(JSON.stringify(await readOrder(service.database, store.storeId, order.orderId))).not.toContain(email)
})

test('a request for a person’s data is logged, and leaves the log with the person', async () => {
  await shop.post({ changes: [{ kind: 'person_export', email: 'rui@example.com' }] })
  await service.runDue()
  expect((await events())[0]?.outcome).toContain('./realword person export rui@example.com')
  expect(await erase('rui@example.com')).toBeDefined()
  expect(JSON.stringify(await events())).not.toContain('rui@example.com')
})

test('an uninstalled app pauses the connection and says why', async () => {
  await shop.post({ changes: [{ kind: 'disconnected', why: 'The app was uninstalled.' }] })
  await service.runDue()
  const [row] = await service.database.query(sql`
    select state, paused_why from connections where store_id = ${store.storeId}`)
  expect(row).toEqual({ state: 'paused', paused_why: 'The app was uninstalled.' })
})

test('webhooks are deleted after 30 days, and the connection remembers the last', async () => {
  await shop.post({ changes: [] })
  await service.runDue()
  const pictures = openPictureStore({ PICTURES_URL: undefined, DATA_DIR: '/nonexistent' })
  const after = (days: number) =>
    tidyStores(service.database, pictures, new Date(start + days * 24 * 60 * 60 * 1000), (_what, error) => {
      throw error
    })
  await after(29)
  expect(await events()).toHaveLength(1)
  await after(31)
  expect(await events()).toEqual([])
  const [row] = await service.database.query(sql`
    select last_event_at from connections where store_id = ${store.storeId}`)
  expect(row).toEqual({ last_event_at: new Date(start) })
})

test('secrets and bodies are in no archive', async () => {
  const { archivedTables } = await import('../archives/tables.ts')
  expect(archivedTables.filter(table => table.startsWith('connection'))).toEqual([])
})
