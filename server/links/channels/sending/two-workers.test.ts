import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { claimMessages } from '../../../asking/channels/claim.ts'
import { restChannel } from '../../../asking/channels/rest.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { enqueueDueMails } from '../../../foundation/mailings/queue.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { testSecret } from '../../../test/app.ts'
import { startChannelApp } from '../../../test/channels/channel-app.ts'
import { aChannelStore, agree, anOrderOf, daytime, due } from '../../../test/channels/channel-store.ts'
import { besideLock } from '../../../test/database/locks.ts'
import { aMailing } from '../../../test/mail/mailings.ts'

const { it, providers } = await startChannelApp()
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })

/** A store with a message that waits for the day. */
async function aWaitingMessage() {
  providers.taken.splice(0)
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, '+5511912345678')
  await anOrderOf(it, shop, '+5511912345678')
  it.setNow(due)
  await it.runDue()
  return shop
}

test('a message that another worker is about to send is left to it, and not waited for', async () => {
  const shop = await aWaitingMessage()
  it.setNow(daytime)
  const mails = sql`select from mailings where store_id = ${shop.storeId} for update`
  await besideLock(it.database, mails, it.runDue)
  expect(providers.taken).toEqual([])
  await it.runDue()
  expect(providers.taken.length).toBe(1)
})

test('a message that another worker is changing is not waited for when its channel rests', async () => {
  const shop = await aWaitingMessage()
  const messages = sql`select from messages where store_id = ${shop.storeId} for update`
  const until = '2026-03-12T16:00:00.000Z'
  const rest = () => restChannel(it.database, shop.storeId, 'whatsapp', Date.parse(until))
  const resting = () =>
    it.database.query(sql`select from messages where store_id = ${shop.storeId} and next_at = ${until}`)
  await besideLock(it.database, messages, rest)
  expect(await resting()).toHaveLength(0)
  await rest()
  expect(await resting()).toHaveLength(1)
})

test('a message that another worker sends while it is read is not sent again', async () => {
  const shop = await aWaitingMessage()
  it.setNow(daytime)
  const store = await readStore(it.database, shop.storeId)
  const claiming = { secrets, store, now: Date.parse(daytime), compose: () => ({ content: 'Hello' }) }
  const second = await it.database.transaction(async tx => {
    let isRead = false
    const query: Connection['query'] = async statement => {
      const rows = await tx.query(statement)
      if (!isRead) {
        isRead = true
        await it.runDue()
      }
      return rows as never
    }
    return await claimMessages({ ...tx, query }, claiming, 10)
  })
  expect(second).toEqual({ claimed: [], looked: 0 })
  expect(providers.taken.length).toBe(1)
})

test('a mail whose result another worker writes is left out when lost jobs are made again', async () => {
  const { storeId } = await aChannelStore(it, providers, 'whatsapp')
  await aMailing(it.database, storeId, { state: 'queued', at: new Date(due) })
  const mails = sql`select from mailings where store_id = ${storeId} for update`
  const requeue = () => it.database.transaction(tx => enqueueDueMails(tx, storeId, new Date(daytime), 10))
  expect(await besideLock(it.database, mails, requeue)).toBe(0)
  expect(await requeue()).toBe(1)
})
