import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { readOrder } from '../../asking/orders/orders.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { testSecret } from '../../test/app.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { connectShopForEachTest, shopStart } from '../../test/shops/shop-for-each-test.ts'
import { aShopOrder, connectShop } from '../../test/shops/shop-platform.ts'
import { aStore } from '../../test/users.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'
import { erasePerson } from '../../upkeep/people/people.ts'
import { listEvents, wordEvent } from './events/events.ts'
import { quote } from './sentences.ts'

const it = connectShopForEachTest()
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })

const events = async () =>
  (await listEvents(it.service.database, it.store.storeId, it.shop.connectionId)).events.map(wordEvent)
const erase = async (address: string) =>
  erasePerson(
    it.service.database,
    secrets,
    await readStore(it.service.database, it.store.storeId),
    address,
    new Date(shopStart),
  )

test.each([
  ['as it is', (body: string) => body],
  ['in capitals', (body: string) => body.replace('ana@', 'ANA@')],
  ['with escapes', (body: string) => body.replace('ana@', '\\u0061na\\u0040')],
])('an erasure drops waiting events that name the person %s', async (_how, spell) => {
  await it.shop.post({ problem: { what: 'Later.', isTemporary: true } })
  const order = aShopOrder({ customer: { name: 'Ana', email: 'ana@example.com', phone: '' } })
  await it.service.database.query(sql`
    update connection_events
    set body = ${Buffer.from(spell(JSON.stringify({ changes: [{ kind: 'order', order }] })))}
    where store_id = ${it.store.storeId}`)
  expect(await erase('joana@example.com')).toBeUndefined()
  expect(await erase('ana@example.com')).toMatchObject({ orders: 0 })
  await it.service.runDue()
  expect(await events()).toMatchObject([{ state: 'done', outcome: 'Erased with a person.' }])
})

test('another store keeps its events, its log and the problems of its connections', async () => {
  const { database } = it.service
  const other = await connectShop(it.service, (await aStore(database)).storeId)
  const problem = { what: 'No date for ana@example.com.', isTemporary: false }
  for (const shop of [it.shop, other]) {
    await shop.post({ problem })
    await shop.post({ changes: [{ kind: 'person_export', email: 'ana@example.com' }] })
    await it.service.runDue()
    await shop.post({ changes: [], note: 'ana@example.com' } as never)
  }
  const kept = (storeId: string) =>
    database.query<{ row: string }>(sql`
      select event::text as row from connection_events as event where store_id = ${storeId}
      union all
      select connection::text from connections as connection where store_id = ${storeId}
      order by row`)
  const [{ store_id: otherId } = { store_id: '' }] = await database.query<{ store_id: string }>(sql`
    select store_id from connections where connection_id = ${other.connectionId}`)
  const before = await kept(otherId)
  expect(await erase('ana@example.com')).toBeDefined()
  expect(await kept(otherId)).toEqual(before)
  expect(JSON.stringify(await kept(it.store.storeId))).not.toContain('ana@example')
})

test('the shop’s privacy webhook erases the person', async () => {
  const order = aShopOrder()
  const email = order.customer.email as string
  await it.shop.post({ changes: [{ kind: 'order', order }] })
  await it.service.runDue()
  await it.shop.post({ changes: [{ kind: 'erase', emails: [email.toUpperCase(), 'nobody@example.com'] }] })
  await it.service.runDue()
  // The webhook itself names the person.
  expect((await events())[0]).toMatchObject({ state: 'done', outcome: 'Erased with a person.' })
  expect(JSON.stringify(await readOrder(it.service.database, it.store.storeId, order.orderId))).not.toContain(
    email,
  )
})

test('a request for a person’s data is logged, and leaves the log with the person', async () => {
  await it.shop.post({ changes: [{ kind: 'person_export', email: 'rui@example.com' }] })
  await it.service.runDue()
  expect((await events())[0]?.outcome).toContain('./realword person export rui@example.com')
  expect(await erase('rui@example.com')).toBeDefined()
  expect(JSON.stringify(await events())).not.toContain('rui@example.com')
})

test('an uninstalled app pauses the connection and says why', async () => {
  await it.shop.post({ changes: [{ kind: 'disconnected', why: quote('The app was uninstalled.') }] })
  await it.service.runDue()
  const [row] = await it.service.database.query(sql`
    select state, pause from connections where store_id = ${it.store.storeId}`)
  expect(row).toEqual({ state: 'paused', pause: quote('The app was uninstalled.') })
})

test('webhooks are deleted after 30 days, and the connection remembers the last', async () => {
  await it.shop.post({ changes: [] })
  await it.service.runDue()
  const pictures = picturesIn('/nonexistent')
  const after = (days: number) =>
    tidyStores(
      it.service.database,
      pictures,
      new Date(shopStart + days * 24 * 60 * 60 * 1000),
      (_what, error) => {
        throw error
      },
    )
  await after(29)
  expect(await events()).toHaveLength(1)
  await after(31)
  expect(await events()).toEqual([])
  const [row] = await it.service.database.query(sql`
    select last_event_at from connections where store_id = ${it.store.storeId}`)
  expect(row).toEqual({ last_event_at: new Date(shopStart) })
})

test('secrets and bodies are in no archive', async () => {
  const { archivedTables } = await import('../../exchange/archives/tables.ts')
  expect(archivedTables.filter(table => table.startsWith('connection'))).toEqual([])
})
