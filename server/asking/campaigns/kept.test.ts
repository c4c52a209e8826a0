import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../test/app.ts'
import { ordersOf, sendOrders } from '../../test/for-each-test/earlier-orders.ts'
import { decode, formLinkIn } from '../../test/mail/decoded-mails.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { good } from '../../test/review-forms.ts'
import { review } from '../../test/rewards.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'

// What housekeeping leaves of campaigns: previews for a week, and plans for 90 days after their end.

let server: MailServer
let service: TestApp
let program: ManagementClient
beforeAll(async () => {
  ;[service, server] = await startMailingApp()
})
beforeEach(async () => {
  service.setNow(now)
  program = await aManageKey(service)
  await sendOrders(program, ordersOf('buyer', 6, '2026-08-31'))
})
afterEach(async () => {
  server.received.splice(0)
  // A campaign of one test would send mails in the next.
  await service.database.query(sql`update campaigns set state = 'stopped', next_at = null`)
})
afterAll(() => service.close())

// A Monday at 10:05 in São Paulo.
const now = Date.parse('2026-11-16T13:05:00.000Z')
const day = 24 * 60 * 60 * 1000
const preview = { from: '2025-01-01', to: '2026-09-30', per_day: 4 }
const confirmed = { ...preview, buyers_may_be_asked: true }
const create = async (wish: object): Promise<string> =>
  (await program.send('POST', '/campaigns', wish)).body.id
const read = async (id: string) => (await program.send('GET', `/campaigns/${id}`)).body
const tidy = (at: number) => tidyStores(service.database, {} as never, new Date(at), () => {})

/** Writes a review through the first mail that was received. */
async function writeReview(): Promise<void> {
  const mail = decode(server.received[0]?.raw ?? '')
  const buyer = { email: '', mail, link: formLinkIn(mail), products: ['moka'], orderId: '' }
  expect(await review(buyer, good)).toBe(303)
}

test('a preview is kept for a week', async () => {
  const id = await create(preview)
  await service.runDue()
  await tidy(now + 7 * day - 1)
  expect(await read(id)).toMatchObject({ state: 'planned', planned: 6 })
  await tidy(now + 7 * day)
  expect((await program.send('GET', `/campaigns/${id}`)).status).toBe(404)
})

test('a confirmed campaign that has to wait longer than a preview is kept is not ended', async () => {
  const id = await create(confirmed)
  await tidy(now + 8 * day)
  expect(await read(id)).toMatchObject({ state: 'planning', ended_at: null })
})

test('what comes of a campaign after its end is counted', async () => {
  const id = await create({ ...confirmed, per_day: 7 })
  await service.runDue()
  expect(await read(id)).toMatchObject({ state: 'finished', outcome: { delivered: 6, reviewed: 0 } })
  await tidy(now + day)
  await writeReview()
  expect(await read(id)).toMatchObject({ outcome: { delivered: 6, reviewed: 1 } })
})

test('the plan of a campaign that was stopped is kept', async () => {
  const id = await create(confirmed)
  await service.runDue()
  expect((await program.send('POST', `/campaigns/${id}/stop`)).status).toBe(200)
  await tidy(now + day)
  await writeReview()
  const { sample, outcome } = await read(id)
  expect([sample.length, outcome]).toEqual([2, expect.objectContaining({ reviewed: 1 })])
})
