import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../test/app.ts'
import { ordersOf, sendOrders } from '../../test/for-each-test/earlier-orders.ts'
import { changeSettings } from '../../test/hearing.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { anOperatorKey } from '../../test/operators.ts'

// In which states a campaign can be replaced and paused, and of which stores it asks nobody.

let server: MailServer
let service: TestApp
let program: ManagementClient
beforeAll(async () => {
  ;[service, server] = await startMailingApp()
})
beforeEach(async () => {
  service.setNow('2026-11-16T13:05:00.000Z')
  program = await aManageKey(service)
  server.received.splice(0)
  await sendOrders(program, ordersOf('buyer', 3, '2026-08-31'))
})
afterAll(() => service.close())

const wish = { from: '2025-01-01', to: '2026-09-30', per_day: 4 }
const read = async (id: string) => (await program.send('GET', `/campaigns/${id}`)).body

test('a campaign that was confirmed is not replaced while its buyers are listed', async () => {
  const { body } = await program.send('POST', '/campaigns', { ...wish, buyers_may_be_asked: true })
  expect(await read(body.id)).toMatchObject({ state: 'planning' })
  expect((await program.send('POST', '/campaigns', wish)).body).toMatchObject({
    message: 'Store already runs a campaign',
  })
  await service.runDue()
  expect(await read(body.id)).toMatchObject({ state: 'finished', asked: 3 })
  expect(server.received.flatMap(({ to }) => to)).toHaveLength(3)
})

test('a preview has nothing to pause', async () => {
  const { body } = await program.send('POST', '/campaigns', wish)
  expect((await program.send('POST', `/campaigns/${body.id}/pause`)).body).toMatchObject({
    message: 'Campaign has moved on',
  })
  await service.runDue()
  expect(await read(body.id)).toMatchObject({ state: 'planned', asked: 0, planned: 3 })
})

test('a campaign of a store that has paused its requests lists buyers, and asks nobody until they continue', async () => {
  await changeSettings(service, program.store.storeId, { requests_paused: true })
  const { body } = await program.send('POST', '/campaigns', { ...wish, buyers_may_be_asked: true })
  await service.runDue()
  expect(await read(body.id)).toMatchObject({ state: 'running', asked: 0, planned: 3 })
  await changeSettings(service, program.store.storeId, { requests_paused: false })
  await service.runDue()
  expect(await read(body.id)).toMatchObject({ asked: 3 })
})

test('a campaign of a suspended store does nothing, although its job was made before', async () => {
  const { body } = await program.send('POST', '/campaigns', { ...wish, buyers_may_be_asked: true })
  const operator = await anOperatorKey(service)
  const path = `/stores/${program.store.storeId}`
  expect((await operator.send('PATCH', path, { active: false })).status).toBe(200)
  await service.runDue()
  expect((await operator.send('PATCH', path, { active: true })).status).toBe(200)
  expect(await read(body.id)).toMatchObject({ state: 'planning', asked: 0, planned: 0 })
})
