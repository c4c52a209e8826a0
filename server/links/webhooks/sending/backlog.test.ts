import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { indexesOf, statementsOf } from '../../../test/plans.ts'
import { aStore } from '../../../test/users.ts'
import { type Receiver, startReceiver } from '../../../test/webhooks/receiver.ts'
import { subscribe } from '../../../test/webhooks/subscribe.ts'
import { testWebhook } from '../deliveries.ts'

let service: TestApp
let receiver: Receiver
beforeAll(async () => {
  service = await startTestApp()
  receiver = await startReceiver()
})
afterAll(async () => {
  await service.close()
  await receiver.close()
})

// Plans of a cluster are those of its shards.
test.skipIf(inject('citus'))(
  'results of the end of an outage are written without reading what still waits',
  async () => {
    const { database } = service
    const { storeId } = await aStore(database)
    const [busy, waiting] = await Promise.all(
      [1, 2].map(() => subscribe(service, storeId, { url: receiver.url })),
    )
    const deliveries = (count: number, state: string, nextAt: Date | null) =>
      database.query(sql`
      insert into webhook_deliveries (store_id, delivery_id, webhook_id, event_id, state, next_at, updated_at)
      select ${storeId}::uuid, gen_random_uuid(), ${waiting?.webhook_id}, gen_random_uuid(), ${state}, ${nextAt}::timestamptz, now()
      from generate_series(1, ${count}::integer)`)
    await deliveries(20_000, 'delivered', null)
    await database.query(raw('analyze webhook_deliveries'))
    await deliveries(5_000, 'waiting', new Date(Date.now() + 3_600_000))
    for (let event = 0; event < 30; event++)
      await database.transaction(tx => testWebhook(tx, storeId, busy?.webhook_id ?? '', new Date()))

    const statements = await statementsOf(service.runDue)
    expect(receiver.received).toHaveLength(30)
    const writes = statements.filter(({ text }) => /^\s*update webhook_deliveries/.test(text))
    const read = await Promise.all(writes.map(write => indexesOf(database, write)))
    expect(read).toEqual([['webhook_deliveries_pkey']])
  },
)
