import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateStore } from '../../server/tenants/stores/stores.ts'
import { anOrder, anOrderProduct } from '../../server/test/factories.ts'
import { button, findFaults, onPage, overflows, type Stage, setStage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.close())

const path = () => `/${stage.storeId}/settings?tab=schedule`
const saved = async () =>
  (await stage.owner.send('GET', `/stores/${stage.storeId}/settings`)).body.request_rules

test('an owner writes a rule, sees what it does with real orders, saves it and applies it', async () => {
  const { browser, service, owner, storeId } = stage
  await updateStore(service.database, storeId, { locale: 'en', request_rules: [] })
  const orders = [
    anOrder({
      order_id: 'R-1',
      products: [anOrderProduct({ product_id: 'pot', name: 'Moka pot', price: 150 })],
    }),
    anOrder({
      order_id: 'R-2',
      products: [anOrderProduct({ product_id: 'bar', name: 'Espresso machine', price: 2400 })],
    }),
  ]
  for (const body of orders)
    expect((await service.send('POST', '/orders', { headers: stage.store.headers, body })).status).toBe(201)
  await onPage(browser, service, owner, { path: path() }, async page => {
    const section = page.getByRole('region', { name: 'Rules', exact: true })
    await section.getByText('No rules yet.').waitFor()
    await button(page, 'Add a rule').click()
    await page.getByText('Complete the marked rules').waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Dear machines')
    await page.getByRole('textbox', { name: 'Price from' }).fill('1000')
    await section.getByRole('textbox', { name: 'Days after delivery' }).fill('30')
    const preview = page.getByRole('region', { name: 'Your newest orders with these rules' })
    await preview.getByText('1 changes.').waitFor()
    await preview.getByText('rule “Dear machines”, 30 days after delivery').waitFor()
    expect(await preview.getByRole('listitem').count()).toBe(1)
    await preview.getByRole('switch', { name: 'Only changes' }).click()
    await expect.poll(() => preview.getByRole('listitem').count()).toBeGreaterThan(1)
    await section.getByText('1 of the newest orders').waitFor()
    expect(await button(page, 'Apply to pending requests').isDisabled()).toBe(true)
    await expect.poll(() => findFaults(page)).toEqual([])
    expect(await overflows(page)).toEqual(false)
    await button(page, 'Save').click()
    await page.getByText('Saved', { exact: false }).first().waitFor()
    await button(page, 'Apply to pending requests').click()
    await page.getByText(/orders? checked/).waitFor()
  })
  expect(await saved()).toEqual([
    { name: 'Dear machines', when: { price_from: 1000 }, then: { delay_days: 30 } },
  ])
})
