import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { campaignsInEachTest, monday } from '../../test/for-each-test/campaigns.ts'
import { ordersOf, sendOrders } from '../../test/for-each-test/earlier-orders.ts'
import { openForm } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { decode, formLinkIn } from '../../test/mail/decoded-mails.ts'
import { leaveToShop } from '../orders/later/left-to-shop.ts'

// What a pause and a stop of a campaign leave as it is, and which other requests it leaves room for.

const it = campaignsInEachTest()
const { sent, act, read, schedule } = it

test('stopping a campaign leaves the mails that were sent, with their links', async () => {
  const id = await schedule(6)
  await it.service.runDue()
  expect(sent()).toHaveLength(4)
  expect(await act(id, 'stop')).toMatchObject({
    state: 'stopped',
    outcome: { waiting: 0, delivered: 4, failed: 0 },
  })
  const link = formLinkIn(decode(it.server.received[0]?.raw ?? ''))
  expect((await openForm(link)).status).toBe(200)
})

test('a pause takes back no request that was cancelled meanwhile, and nobody is asked about it', async () => {
  const id = await schedule(6)
  const { storeId } = it.program.store
  const [first] = await it.service.database.query<{ order_id: string; email: string }>(sql`
    select order_id, email
    from review_requests
    where store_id = ${storeId} and campaign_id = ${id}
    order by order_id
    limit 1`)
  if (!first) throw new Error('Nobody was scheduled.')
  await it.service.database.transaction(tx =>
    leaveToShop(tx, storeId, sql`select ${first.order_id}`, new Date(monday)),
  )
  expect(await act(id, 'pause')).toMatchObject({ state: 'paused', asked: 1, planned: 5 })
  await act(id, 'resume')
  await it.service.runDue()
  it.service.setNow('2026-11-17T13:05:00.000Z')
  await it.service.runDue()
  expect(sent()).toHaveLength(5)
  expect(sent()).not.toContain(first.email)
  expect(await read(id)).toMatchObject({ asked: 6, planned: 0 })
})

test('requests that are due on later days leave a campaign all mails of the day', async () => {
  await changeSettings(it.service, it.program.store.storeId, { limits: { mails_per_day: 3 } })
  await sendOrders(it.program, ordersOf('new', 2, '2026-11-13'))
  const id = await schedule(6)
  await it.service.runDue()
  expect(sent()).toHaveLength(3)
  expect(await read(id)).toMatchObject({ asked: 3, planned: 3 })
})
