import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import { queuedBehind } from '../../test/database/locks.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../test/users.ts'
import { subscribe, webhookContext, webhookSecrets } from '../../test/webhooks/subscribe.ts'
import { openSigning } from './webhook-secrets.ts'
import { rotateWebhook } from './webhooks.ts'

const home = openForTests(createTestDatabase)

const url = 'http://127.0.0.1:9/'

test('of two endpoints that are added at once, the store notes the events of both', async () => {
  const { database } = home
  const { storeId } = await aStore(database)
  const events = ['order.received', 'review.created']
  await queuedBehind(
    database,
    sql`select from stores where store_id = ${storeId} for no key update`,
    events.map(event => () => subscribe(home, storeId, { url, events: [event] })),
  )
  const noted = await database.query(sql`select webhook_events from stores where store_id = ${storeId}`)
  expect(noted).toEqual([{ webhook_events: events }])
})

test('of two rotations at once, the later one keeps the secret of the earlier one', async () => {
  const { database } = home
  const { storeId } = await aStore(database)
  const { webhook_id } = await subscribe(home, storeId, { url })
  const rotate = () => database.transaction(tx => rotateWebhook(tx, storeId, webhook_id, webhookContext()))
  const made = await queuedBehind(
    database,
    sql`select from webhook_endpoints where store_id = ${storeId} and webhook_id = ${webhook_id} for update`,
    [rotate, rotate],
  )
  const [row] = await database.query<{ secrets: Buffer }>(sql`
    select secrets from webhook_endpoints where store_id = ${storeId}`)
  const kept = openSigning(webhookSecrets, { store_id: storeId, webhook_id }, row?.secrets as Buffer)
  expect([kept?.current, kept?.previous].sort()).toEqual(made.map(({ secret }) => secret).sort())
})
