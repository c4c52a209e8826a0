import { beforeEach, expect, test } from 'vitest'
import { campaignsInEachTest, confirmed, preview } from '../../test/for-each-test/campaigns.ts'
import { ordersOf, sendOrders } from '../../test/for-each-test/earlier-orders.ts'
import { changeSettings } from '../../test/hearing.ts'
import { anOperatorKey } from '../../test/operators.ts'

// In which states a campaign can be replaced and paused, and of which stores it asks nobody.

const it = campaignsInEachTest()
const { read } = it
beforeEach(() => sendOrders(it.program, ordersOf('buyer', 3, '2026-08-31')))

test('a campaign that was confirmed is not replaced while its buyers are listed', async () => {
  const { body } = await it.program.send('POST', '/campaigns', confirmed)
  expect(await read(body.id)).toMatchObject({ state: 'planning' })
  expect((await it.program.send('POST', '/campaigns', preview)).body).toMatchObject({
    message: 'Store already runs a campaign',
  })
  await it.service.runDue()
  expect(await read(body.id)).toMatchObject({ state: 'finished', asked: 3 })
  expect(it.sent()).toHaveLength(3)
})

test('a preview has nothing to pause', async () => {
  const { body } = await it.program.send('POST', '/campaigns', preview)
  expect((await it.program.send('POST', `/campaigns/${body.id}/pause`)).body).toMatchObject({
    message: 'Campaign has moved on',
  })
  await it.service.runDue()
  expect(await read(body.id)).toMatchObject({ state: 'planned', asked: 0, planned: 3 })
})

test('a campaign of a store that has paused its requests lists buyers, and asks nobody until they continue', async () => {
  await changeSettings(it.service, it.program.store.storeId, { requests_paused: true })
  const { body } = await it.program.send('POST', '/campaigns', confirmed)
  await it.service.runDue()
  expect(await read(body.id)).toMatchObject({ state: 'running', asked: 0, planned: 3 })
  await changeSettings(it.service, it.program.store.storeId, { requests_paused: false })
  await it.service.runDue()
  expect(await read(body.id)).toMatchObject({ asked: 3 })
})

test('a campaign of a suspended store does nothing, although its job was made before', async () => {
  const { body } = await it.program.send('POST', '/campaigns', confirmed)
  const operator = await anOperatorKey(it.service)
  const path = `/stores/${it.program.store.storeId}`
  expect((await operator.send('PATCH', path, { active: false })).status).toBe(200)
  await it.service.runDue()
  expect((await operator.send('PATCH', path, { active: true })).status).toBe(200)
  expect(await read(body.id)).toMatchObject({ state: 'planning', asked: 0, planned: 0 })
})
