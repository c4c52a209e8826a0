import { beforeEach, expect, test } from 'vitest'
import { campaignsInEachTest, confirmed, monday, preview } from '../../test/for-each-test/campaigns.ts'
import { ordersOf, sendOrders } from '../../test/for-each-test/earlier-orders.ts'
import { decode, formLinkIn } from '../../test/mail/decoded-mails.ts'
import { good } from '../../test/review-forms.ts'
import { review } from '../../test/rewards.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'

// What housekeeping leaves of campaigns: previews for a week, and plans for 90 days after their end.

const it = campaignsInEachTest()
const { create, read } = it
beforeEach(() => sendOrders(it.program, ordersOf('buyer', 6, '2026-08-31')))

const day = 24 * 60 * 60 * 1000
const tidy = (at: number) => tidyStores(it.service.database, {} as never, new Date(at), () => {})

/** Writes a review through the first mail that was received. */
async function writeReview(): Promise<void> {
  const mail = decode(it.server.received[0]?.raw ?? '')
  const buyer = { email: '', mail, link: formLinkIn(mail), products: ['moka'], orderId: '' }
  expect(await review(buyer, good)).toBe(303)
}

test('a preview is kept for a week', async () => {
  const id = await create(preview)
  await it.service.runDue()
  await tidy(monday + 7 * day - 1)
  expect(await read(id)).toMatchObject({ state: 'planned', planned: 6 })
  await tidy(monday + 7 * day)
  expect((await it.program.send('GET', `/campaigns/${id}`)).status).toBe(404)
})

test('a confirmed campaign that has to wait longer than a preview is kept is not ended', async () => {
  const id = await create(confirmed)
  await tidy(monday + 8 * day)
  expect(await read(id)).toMatchObject({ state: 'planning', ended_at: null })
})

test('what comes of a campaign after its end is counted', async () => {
  const id = await create({ ...confirmed, per_day: 7 })
  await it.service.runDue()
  expect(await read(id)).toMatchObject({ state: 'finished', outcome: { delivered: 6, reviewed: 0 } })
  await tidy(monday + day)
  await writeReview()
  expect(await read(id)).toMatchObject({ outcome: { delivered: 6, reviewed: 1 } })
})

test('the plan of a campaign that was stopped is kept', async () => {
  const id = await create(confirmed)
  await it.service.runDue()
  expect((await it.program.send('POST', `/campaigns/${id}/stop`)).status).toBe(200)
  await tidy(monday + day)
  await writeReview()
  const { sample, outcome } = await read(id)
  expect([sample.length, outcome]).toEqual([2, expect.objectContaining({ reviewed: 1 })])
})
