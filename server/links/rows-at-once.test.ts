import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { recordEvents } from '../foundation/events/record.ts'
import { readSecrets } from '../foundation/lib/secret.ts'
import { readStore } from '../tenants/stores/stores.ts'
import { testSecret } from '../test/app.ts'
import { addCopies } from '../test/database/copies.ts'
import { mostRowsRead } from '../test/database/rows.ts'
import { connectShopForEachTest, shopStart } from '../test/shops/shop-for-each-test.ts'
import { startReceiver } from '../test/webhooks/receiver.ts'
import { subscribe } from '../test/webhooks/subscribe.ts'
import { erasePerson } from '../upkeep/people/people.ts'
import { listEvents } from './connections/events/events.ts'
import { listDeliveries } from './webhooks/deliveries.ts'
import { findAddressesOfEvents } from './webhooks/person.ts'

// Bodies of events are large, and a backlog of days has many: a process holds only some of them at once.

const it = connectShopForEachTest()

/** So many events of the shop that wait. */
async function eventsOfShop(count: number): Promise<void> {
  await it.shop.post({ changes: [] })
  const ours = sql`one.store_id = ${it.store.storeId}`
  const change = sql`'event_id', gen_random_uuid()`
  await addCopies(it.service.database, 'connection_events', ours, [2, count], change)
}

/** So many events of the store, each with a delivery for each of its endpoints. */
async function eventsOfStore(count: number): Promise<void> {
  const event = { type: 'import.finished', subject: 'an import', data: {} } as const
  await it.service.database.transaction(tx =>
    recordEvents(
      tx,
      it.store.storeId,
      Array.from({ length: count }, () => event),
      new Date(shopStart),
    ),
  )
}

const states = async (table: 'connection_events' | 'webhook_deliveries') => {
  const from = table === 'connection_events' ? sql`connection_events` : sql`webhook_deliveries`
  return await it.service.database.query(sql`
    select state, count(*)::integer as count
    from ${from}
    where store_id = ${it.store.storeId}
    group by state`)
}

test('events of a shop: forty', async () => {
  await eventsOfShop(45)
  expect(await mostRowsRead(/connection_events/, it.service.runDue)).toBe(40)
  expect(await states('connection_events')).toEqual([{ state: 'done', count: 45 }])
})

test('events that an erasure searches: twenty', async () => {
  await eventsOfShop(25)
  const { database } = it.service
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  const store = await readStore(database, it.store.storeId)
  const erase = () => erasePerson(database, secrets, store, 'ana@example.com', new Date(shopStart))
  expect(await mostRowsRead(/connection_events/, erase)).toBe(20)
})

test('deliveries to an endpoint that answers: a hundred', async () => {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const { storeId } = it.store
  await subscribe(it.service, storeId, { url: receiver.url })
  await it.service.database.query(sql`
    update webhook_endpoints set responsive = true where store_id = ${storeId}`)
  await eventsOfStore(105)
  expect(await mostRowsRead(/\(\s*select delivery_id/, it.service.runDue)).toBe(100)
  expect(await states('webhook_deliveries')).toEqual([{ state: 'delivered', count: 105 }])
})

test('deliveries to an endpoint that did not answer: one', async () => {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  await subscribe(it.service, it.store.storeId, { url: receiver.url })
  receiver.reply(response => void response.writeHead(500).end())
  await eventsOfStore(3)
  expect(await mostRowsRead(/\(\s*select delivery_id/, it.service.runDue)).toBe(1)
})

test('events of an earlier release, in which addresses are searched: five hundred', async () => {
  await subscribe(it.service, it.store.storeId, { url: 'http://127.0.0.1:9/' })
  await eventsOfStore(505)
  const { database } = it.service
  const { storeId } = it.store
  await database.query(sql`update webhook_events set addresses = null where store_id = ${storeId}`)
  const find = () => findAddressesOfEvents(database, storeId)
  expect(await mostRowsRead(/webhook_events/, find)).toBe(500)
  const left = await database.query(sql`
    select from webhook_events where store_id = ${storeId} and addresses is null`)
  expect(left).toHaveLength(0)
})

test('a page of a log: fifty, and the one that says that there are more', async () => {
  const { service, shop, store } = it
  const { webhook_id } = await subscribe(service, store.storeId, { url: 'http://127.0.0.1:9/' })
  await eventsOfShop(55)
  await eventsOfStore(55)
  const { database } = service
  const events = () => listEvents(database, store.storeId, shop.connectionId)
  const deliveries = () => listDeliveries(database, store.storeId, webhook_id)
  expect(await mostRowsRead(/connection_events/, events)).toBe(51)
  expect(await mostRowsRead(/webhook_deliveries/, deliveries)).toBe(51)
})
