import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { type AdminClient, aMember } from '../../test/admin.ts'
import { type TestApp, testSecret } from '../../test/app.ts'
import { orderOf, ordersOf, sendOrders } from '../../test/for-each-test/earlier-orders.ts'
import { changeSettings } from '../../test/hearing.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { checkCampaigns } from '../../upkeep/doctor/campaigns-check.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'
import { erasePerson } from '../../upkeep/people/people.ts'
import { gatherMailings } from '../dispatch/due.ts'
import { restoreRequest } from '../requests/archived-requests.ts'
import { runCampaign } from './run.ts'

let server: MailServer
let service: TestApp
let program: ManagementClient
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
beforeAll(async () => {
  ;[service, server] = await startMailingApp()
})
beforeEach(async () => {
  service.setNow(now)
  program = await aManageKey(service)
  server.received.splice(0)
})
// A campaign of one test would send mails in the next.
afterEach(() => service.database.query(sql`update campaigns set state = 'stopped', next_at = null`))
afterAll(() => service.close())

// A Monday at 10:05 in São Paulo.
const now = Date.parse('2026-11-16T13:05:00.000Z')
const wish = { from: '2025-01-01', to: '2026-09-30', per_day: 4 }
const sent = () => server.received.flatMap(({ to }) => to)
const act = async (id: string, verb: string) => (await program.send('POST', `/campaigns/${id}/${verb}`)).body
const read = async (id: string) => (await program.send('GET', `/campaigns/${id}`)).body
const dependencies = () => ({ database: service.database, clock: () => now, secrets })

/** A campaign whose buyers of the day are scheduled, and not in a mail yet. */
async function aCampaign(count: number, change: object = {}): Promise<string> {
  await sendOrders(program, ordersOf('buyer', count, '2026-08-31'))
  const { body } = await program.send('POST', '/campaigns', { ...wish, buyers_may_be_asked: true, ...change })
  const { storeId } = program.store
  while (await runCampaign(dependencies(), storeId, new AbortController().signal));
  return body.id
}

test('a pause takes back what no mail has, and resuming asks each buyer once', async () => {
  const id = await aCampaign(10)
  expect(await read(id)).toMatchObject({ asked: 4, planned: 6, outcome: { waiting: 4 } })
  expect(await act(id, 'pause')).toMatchObject({
    state: 'paused',
    asked: 0,
    planned: 10,
    outcome: { waiting: 0 },
  })
  await service.runDue()
  expect(sent()).toEqual([])
  expect((await program.send('POST', `/campaigns/${id}/pause`)).body).toMatchObject({
    message: 'Campaign has moved on',
  })
  expect(await act(id, 'resume')).toMatchObject({ state: 'running' })
  await service.runDue()
  expect(new Set(sent()).size).toBe(4)
  expect(sent()).toHaveLength(4)
  expect(await read(id)).toMatchObject({ asked: 4, planned: 6, next_on: '2026-11-17', last_on: '2026-11-18' })
})

test('stopping cancels requests, and mails that wait for the mail server', async () => {
  const id = await aCampaign(10)
  await gatherMailings(dependencies(), program.store.storeId)
  expect(await act(id, 'stop')).toMatchObject({
    state: 'stopped',
    next_on: null,
    outcome: { waiting: 0, failed: 4 },
  })
  await service.runDue()
  service.setNow('2026-11-17T13:05:00.000Z')
  await service.runDue()
  expect(sent()).toEqual([])
  // Those whom no mail of it was about can be asked by another one.
  const next = await program.send('POST', '/campaigns', wish)
  await service.runDue()
  expect(await read(next.body.id)).toMatchObject({ planned: 6, skipped: { asked_before: 4 } })
})

test('requests of new orders go first when the plan limits mails a day', async () => {
  await changeSettings(service, program.store.storeId, { limits: { mails_per_day: 3 } })
  // Delivered on the 9th, due on the 16th at 10:00.
  service.setNow(now - 60 * 60 * 1000)
  await sendOrders(
    program,
    [1, 2].map(n => orderOf('2026-11-07', `new.${n}@buyers.example`)),
  )
  service.setNow(now)
  const id = await aCampaign(10)
  await service.runDue()
  expect(sent().sort()).toEqual(['buyer.0@buyers.example', 'new.1@buyers.example', 'new.2@buyers.example'])
  expect(await read(id)).toMatchObject({ asked: 1, planned: 9 })
})

test('previews replace each other, and a second campaign has to wait', async () => {
  await sendOrders(program, ordersOf('buyer', 3, '2026-08-31'))
  const first = await program.send('POST', '/campaigns', wish)
  const second = await program.send('POST', '/campaigns', wish)
  const starts = () =>
    program.send('POST', `/campaigns/${second.body.id}/start`, { buyers_may_be_asked: true })
  expect((await starts()).body).toMatchObject({ message: 'Campaign has moved on' })
  await service.runDue()
  expect(await read(first.body.id)).toMatchObject({ state: 'stopped' })
  expect((await Promise.all([starts(), starts()])).map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await program.send('POST', '/campaigns', wish)).body).toMatchObject({
    message: 'Store already runs a campaign',
  })
  const { body } = await program.send('GET', '/campaigns')
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second.body.id])
  await tidyStores(service.database, {} as never, new Date(now), () => {})
  expect((await program.send('GET', `/campaigns/${first.body.id}`)).status).toBe(404)
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
  const { status, body } = await program.send('POST', '/campaigns', { ...wish, ...change })
  expect([status, body.user_message.en_us]).toEqual([400, expect.stringContaining(`${field}: `)])
})

test('an erased buyer is not asked, and the counts stay true', async () => {
  const id = await aCampaign(6)
  await service.runDue()
  const erased = ['buyer.4@buyers.example', 'buyer.5@buyers.example']
  for (const address of erased)
    await erasePerson(
      service.database,
      secrets,
      { store_id: program.store.storeId, country: 'BR', name: 'x' },
      address,
      new Date(now),
    )
  const rows = await service.database.query(sql`
    select from campaign_buyers where campaign_id = ${id} and address = any(${erased}::text[])`)
  expect(rows).toEqual([])
  service.setNow('2026-11-17T13:05:00.000Z')
  await service.runDue()
  expect(sent()).toHaveLength(4)
  expect(await read(id)).toMatchObject({ state: 'finished', asked: 4, planned: 0, skipped: { gone: 2 } })
  expect((await checkCampaigns(service.database, false)).status).toBe('ok')
  await service.database.query(sql`update campaigns set buyers_asked = 9 where id = ${id}`)
  expect((await checkCampaigns(service.database, false)).status).toBe('error')
  await checkCampaigns(service.database, true)
  expect(await read(id)).toMatchObject({ asked: 4 })
  // Its buyers are deleted after 90 days, and its counts stay.
  await tidyStores(service.database, {} as never, new Date(now + 92 * 24 * 60 * 60 * 1000), () => {})
  expect(await read(id)).toMatchObject({ asked: 4, outcome: { delivered: 4 } })
  expect(await service.database.query(sql`select from campaign_buyers where campaign_id = ${id}`)).toEqual([])
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
  await sendOrders(program, ordersOf('buyer', 3, '2026-08-31'))
  const { storeId } = program.store
  const path = `/stores/${storeId}/campaigns`
  const as = async (role: 'owner' | 'moderator' | 'viewer') => await aMember(service, storeId, role)
  const [owner, moderator, viewer] = [await as('owner'), await as('moderator'), await as('viewer')]
  const status = async (who: AdminClient, method: string, rest: string, body?: object) =>
    (await who.send(method, path + rest, body)).status
  expect(await status(moderator, 'POST', '', wish)).toBe(403)
  const { body } = await owner.send('POST', path, wish)
  await service.runDue()
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
