import { expect, test } from 'vitest'
import { startChannelApp } from '../../../test/channels/channel-app.ts'
import { aChannelStore, agree, anOrderOf, daytime, nextDay } from '../../../test/channels/channel-store.ts'
import { metaReport } from '../../../test/channels/providers.ts'

// Messages that follow others: to the same phone on another day, and to other phones while the first wait for reports.

const { mailsTo, it, post, providers, runAt } = await startChannelApp()
const phone = '+5511912345678'

test('a phone whose message was delivered gets one about a later order on another day, and no mail', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, phone)
  await anOrderOf(it, shop, phone)
  await runAt(daytime)
  const [taken] = providers.taken
  const status = { id: taken?.id, status: 'delivered', biz_opaque_callback_data: taken?.reference }
  expect(await post(shop.address, metaReport({ statuses: [status] }))).toBe(200)
  const later = await anOrderOf(it, shop, phone)
  await runAt(nextDay)
  expect(providers.taken.map(({ to }) => to)).toEqual(['5511912345678', '5511912345678'])
  expect(mailsTo(later.email)).toBe(0)
})

test('a message waits a day for its report, although another one is sent meanwhile', async () => {
  const shop = await aChannelStore(it, providers, 'whatsapp')
  const other = '+5511912345679'
  await agree(it, shop, phone)
  await agree(it, shop, other)
  const first = await anOrderOf(it, shop, phone)
  await runAt(daytime)
  const second = await anOrderOf(it, shop, other)
  await runAt('2026-03-12T14:30:00.000Z')
  expect(providers.taken.map(({ to }) => to)).toEqual(['5511912345678', '5511912345679'])
  expect([mailsTo(first.email), mailsTo(second.email)]).toEqual([0, 0])
})
