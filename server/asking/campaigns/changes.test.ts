import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { type AdminClient, aMember } from '../../test/admin.ts'
import { campaignsInEachTest, monday, preview } from '../../test/for-each-test/campaigns.ts'
import { orderOf, ordersOf, sendOrders } from '../../test/for-each-test/earlier-orders.ts'
import { changeSettings } from '../../test/hearing.ts'
import { checkCampaigns } from '../../upkeep/doctor/campaigns-check.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'
import { erasePerson } from '../../upkeep/people/people.ts'
import { gatherMailings } from '../dispatch/due.ts'
import { restoreRequest } from '../requests/archived-requests.ts'

const it = campaignsInEachTest()
const { dependencies, sent, act, read, schedule } = it

test('a pause takes back what no mail has, and resuming asks each buyer once', async () => {
  const id = await schedule(10)
  expect(await read(id)).toMatchObject({ asked: 4, planned: 6, outcome: { waiting: 4 } })
  expect(await act(id, 'pause')).toMatchObject({
    state: 'paused',
    asked: 0,
    planned: 10,
    outcome: { waiting: 0 },
  })
  await it.service.runDue()
  expect(sent()).toEqual([])
  expect((await it.program.send('POST', `/campaigns/${id}/pause`)).body).toMatchObject({
    message: 'Campaign has moved on',
  })
  expect(await act(id, 'resume')).toMatchObject({ state: 'running' })
  await it.service.runDue()
  expect(new Set(sent()).size).toBe(4)
  expect(sent()).toHaveLength(4)
  expect(await read(id)).toMatchObject({ asked: 4, planned: 6, next_on: '2026-11-17', last_on: '2026-11-18' })
})

test('stopping cancels requests, and mails that wait for the mail server', async () => {
  const id = await schedule(10)
  await gatherMailings(dependencies(), it.program.store.storeId)
  expect(await act(id, 'stop')).toMatchObject({
    state: 'stopped',
    next_on: null,
    outcome: { waiting: 0, failed: 4 },
  })
  await it.service.runDue()
  it.service.setNow('2026-11-17T13:05:00.000Z')
  await it.service.runDue()
  expect(sent()).toEqual([])
  // Those whom no mail of it was about can be asked by another one.
  const next = await it.program.send('POST', '/campaigns', preview)
  await it.service.runDue()
  expect(await read(next.body.id)).toMatchObject({ planned: 6, skipped: { asked_before: 4 } })
})

test('requests of new orders go first when the plan limits mails a day', async () => {
  await changeSettings(it.service, it.program.store.storeId, { limits: { mails_per_day: 3 } })
  // Delivered on the 9th, due on the 16th at 10:00.
  it.service.setNow(monday - 60 * 60 * 1000)
  await sendOrders(
    it.program,
    [1, 2].map(n => orderOf('2026-11-07', `new.${n}@buyers.example`)),
  )
  it.service.setNow(monday)
  const id = await schedule(10)
  await it.service.runDue()
  expect(sent().sort()).toEqual(['buyer.0@buyers.example', 'new.1@buyers.example', 'new.2@buyers.example'])
  expect(await read(id)).toMatchObject({ asked: 1, planned: 9 })
})

test('previews replace each other, and a second campaign has to wait', async () => {
  await sendOrders(it.program, ordersOf('buyer', 3, '2026-08-31'))
  const first = await it.program.send('POST', '/campaigns', preview)
  const second = await it.program.send('POST', '/campaigns', preview)
  const starts = () =>
    it.program.send('POST', `/campaigns/${second.body.id}/start`, { buyers_may_be_asked: true })
  expect((await starts()).body).toMatchObject({ message: 'Campaign has moved on' })
  await it.service.runDue()
  expect(await read(first.body.id)).toMatchObject({ state: 'stopped' })
  expect((await Promise.all([starts(), starts()])).map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await it.program.send('POST', '/campaigns', preview)).body).toMatchObject({
    message: 'Store already runs a campaign',
  })
  const { body } = await it.program.send('GET', '/campaigns')
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second.body.id])
  await tidyStores(it.service.database, {} as never, new Date(monday), () => {})
  expect((await it.program.send('GET', `/campaigns/${first.body.id}`)).status).toBe(404)
})

test.each([
  [{ from: '2026-13-01' }, 'from'],
  [{ to: '2026-02-30' }, 'to'],
  [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
  [{ from: '2020-01-01', to: '2022-01-01' }, 'to'],
  [{ per_day: 0 }, 'per_day'],
  [{ per_day: 1.5 }, 'per_day'],
  [{ per_day: 20_001 }, 'per_day'],
  [{ buyers_may_be_asked: false }, 'buyers_may_be_asked'],
])('refuses %j', async (change, field) => {
  const { status, body } = await it.program.send('POST', '/campaigns', { ...preview, ...change })
  expect([status, body.user_message.en_us]).toEqual([400, expect.stringContaining(`${field}: `)])
})

test('an erased buyer is not asked, and the counts stay true', async () => {
  const id = await schedule(6)
  await it.service.runDue()
  const erased = ['buyer.4@buyers.example', 'buyer.5@buyers.example']
  for (const address of erased)
    await erasePerson(
      it.service.database,
      dependencies().secrets,
      { store_id: it.program.store.storeId, country: 'BR', name: 'x' },
      address,
      new Date(monday),
    )
  const rows = await it.service.database.query(sql`
    select from campaign_buyers where campaign_id = ${id} and address = any(${erased}::text[])`)
  expect(rows).toEqual([])
  it.service.setNow('2026-11-17T13:05:00.000Z')
  await it.service.runDue()
  expect(sent()).toHaveLength(4)
  expect(await read(id)).toMatchObject({ state: 'finished', asked: 4, planned: 0, skipped: { gone: 2 } })
  expect((await checkCampaigns(it.service.database, false)).status).toBe('ok')
  await it.service.database.query(sql`update campaigns set buyers_asked = 9 where id = ${id}`)
  expect((await checkCampaigns(it.service.database, false)).status).toBe('error')
  await checkCampaigns(it.service.database, true)
  expect(await read(id)).toMatchObject({ asked: 4 })
  // Its buyers are deleted after 90 days, and its counts stay.
  await tidyStores(it.service.database, {} as never, new Date(monday + 92 * 24 * 60 * 60 * 1000), () => {})
  expect(await read(id)).toMatchObject({ asked: 4, outcome: { delivered: 4 } })
  expect(await it.service.database.query(sql`select from campaign_buyers where campaign_id = ${id}`)).toEqual(
    [],
  )
})

test('a restored store does not send what a campaign elsewhere had scheduled', () => {
  const row = { id: 'a', email: 'ana@example.com', state: 'scheduled', mailing_id: null }
  const restored = (...names: string[]) =>
    restoreRequest({ ...row, reasons: names.map(name => ({ name })) }, id => id).state
  expect([
    restored('days', 'campaign'),
    restored('days', 'campaign', 'campaign_held'),
    restored('days'),
  ]).toEqual([...['expired', 'scheduled', 'scheduled']])
})

test('owners start, moderators pause and stop, viewers read; the log names who confirmed', async () => {
  await sendOrders(it.program, ordersOf('buyer', 3, '2026-08-31'))
  const { storeId } = it.program.store
  const path = `/stores/${storeId}/campaigns`
  const as = async (role: 'owner' | 'moderator' | 'viewer') => await aMember(it.service, storeId, role)
  const [owner, moderator, viewer] = [await as('owner'), await as('moderator'), await as('viewer')]
  const status = async (who: AdminClient, method: string, rest: string, body?: object) =>
    (await who.send(method, path + rest, body)).status
  expect(await status(moderator, 'POST', '', preview)).toBe(403)
  const { body } = await owner.send('POST', path, preview)
  await it.service.runDue()
  const yes = { buyers_may_be_asked: true }
  expect(await status(moderator, 'POST', `/${body.id}/start`, yes)).toBe(403)
  expect(await status(owner, 'POST', `/${body.id}/start`, {})).toBe(400)
  expect(await status(owner, 'POST', `/${body.id}/start`, yes)).toBe(200)
  expect(await status(viewer, 'POST', `/${body.id}/pause`, {})).toBe(403)
  expect(await status(moderator, 'POST', `/${body.id}/pause`, {})).toBe(200)
  expect(await status(viewer, 'GET', `/${body.id}`)).toBe(200)
  expect(await status(moderator, 'POST', `/${body.id}/stop`, {})).toBe(200)
  const history = await owner.send('GET', `/stores/${storeId}/history`)
  const started = history.body.result.find(({ action }: { action: string }) => action === 'start campaign')
  expect(started).toMatchObject({ actor: 'user', fields: ['buyers_may_be_asked'] })
})
