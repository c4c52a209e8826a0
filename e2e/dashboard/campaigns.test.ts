import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ordersOf, sendOrders } from '../../server/test/for-each-test/earlier-orders.ts'
import { aManageKey } from '../../server/test/management.ts'
import { button, closeAfter, openDashboard, type Stage, setStage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  const program = await aManageKey(stage.service, { store: stage.store })
  const last = new Date(Date.now() - 60 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const cancelled = ordersOf('cancelled', 2, last)
  await sendOrders(program, [...ordersOf('buyer', 12, last), ...cancelled])
  for (const { order_id } of cancelled) await program.send('POST', `/orders/${order_id}/cancel`)
})
afterAll(() => stage.close())

/** For review: a picture of the page, if CAMPAIGN_PICTURES names a folder. */
async function draw(page: Page, name: string): Promise<void> {
  const folder = process.env.CAMPAIGN_PICTURES
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('an owner previews a campaign, confirms it, pauses, resumes and stops it', async () => {
  const { browser, service, storeId, owner } = stage
  const page = await openDashboard(browser, service, owner, { path: `/${storeId}/orders`, width: 1440 })
  await closeAfter(page, async () => {
    await page.getByRole('link', { name: 'Ask earlier buyers' }).click()
    await page.getByLabel('Buyers a day').fill('5')
    await draw(page, 'new')
    // The last day is before the first one.
    const to = page.getByLabel(/^to( \*)?$/)
    const day = await to.inputValue()
    await to.fill('2020-01-01')
    await button(page, 'Preview').click()
    await page.getByText('or a later date').waitFor()
    await to.fill(day)
    await button(page, 'Preview').click()
    await page.getByText('orders read').waitFor()
    await service.runDue()
    await page.getByText('12 buyers can be asked').waitFor()
    await expect
      .poll(() => page.getByRole('row', { name: 'Order cancelled or returned' }).textContent())
      .toContain('2')
    await draw(page, 'preview')
    await expect.poll(() => button(page, 'Start campaign').isDisabled()).toBe(true)
    await page.getByLabel('These buyers may be asked by email').check()
    await button(page, 'Start campaign').click()
    await page.getByText('of 12 buyers asked').waitFor()
    await button(page, 'Pause').click()
    await page.getByText('Campaign paused').waitFor()
    await draw(page, 'paused')
    await button(page, 'Resume').click()
    await page.getByText('Campaign resumed').waitFor()
    await button(page, 'Stop').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
    // The form of a new one, above the one that was stopped.
    await button(page, 'Preview').waitFor()
    await button(page, 'Show').click()
    await page.getByText('Stopped', { exact: true }).waitFor()
    await draw(page, 'stopped')
  })
})

test('a preview fits a phone, in German and dark', async () => {
  const { browser, service, storeId, owner } = stage
  const body = { from: '2025-01-01', to: new Date().toISOString().slice(0, 10), per_day: 5 }
  expect((await owner.send('POST', `/stores/${storeId}/campaigns`, body)).status).toBe(201)
  await service.runDue()
  const view = {
    path: `/${storeId}/orders/earlier-buyers`,
    width: 390,
    scheme: 'dark',
    language: 'de',
  } as const
  const page = await openDashboard(browser, service, owner, view)
  await closeAfter(page, async () => {
    await page.getByText('Käufer können gefragt werden').waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await draw(page, 'phone-de-dark')
  })
})
