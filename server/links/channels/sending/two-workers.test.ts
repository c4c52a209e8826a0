import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { startChannelApp } from '../../../test/channels/channel-app.ts'
import { aChannelStore, agree, anOrderOf, daytime, due } from '../../../test/channels/channel-store.ts'
import { besideLock } from '../../../test/database/locks.ts'

const { it, providers } = await startChannelApp()

test('a message that another worker is about to send is left to it, and not waited for', async () => {
  providers.taken.splice(0)
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, '+5511912345678')
  await anOrderOf(it, shop, '+5511912345678')
  it.setNow(due)
  await it.runDue()
  it.setNow(daytime)
  const mails = sql`select from mailings where store_id = ${shop.storeId} for update`
  await besideLock(it.database, mails, it.runDue)
  expect(providers.taken).toEqual([])
  await it.runDue()
  expect(providers.taken.length).toBe(1)
})
