import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoreSettings } from '../../server/tenants/stores/stores.ts'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { anOrder } from '../../server/test/factories.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { openDashboard, type View } from './stage.ts'

let it: TestApp
let browser: Browser
beforeAll(async () => {
  it = await startTestApp()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await it.close()
})

/** Opens the plan of a new store that has received `orders` orders. */
async function openPlan(settings: Partial<StoreSettings>, orders: number, view: View = {}): Promise<Page> {
  it.setNow('2026-03-05T18:30:00.000Z')
  const store: Member = await aStore(it.database, settings)
  const owner = await aMember(it, store.storeId, 'owner')
  for (let sent = 0; sent < orders; sent++) {
    const { status } = await it.send('POST', '/orders', { headers: store.headers, body: anOrder() })
    expect(status).toBe(201)
  }
  const page = await openDashboard(browser, it, owner, {
    ...view,
    path: `/${store.storeId}/settings?tab=connection`,
  })
  await page.getByRole('progressbar').or(page.getByText('without a limit')).first().waitFor()
  return page
}

const textOf = async (page: Page) => (await page.locator('section').first().innerText()).replace(/\s+/g, ' ')

test('the plan shows the use of each limit that is set, warns at 80 % and says what a reached limit does', async () => {
  const limits = { orders_per_minute: 4, api_requests_per_minute: 100 }
  const page = await openPlan({ order_limit: 5, limits }, 4)
  const text = await textOf(page)
  expect(text).toContain('Orders this month 4 of 5 Close to the limit. Resets on Apr 1, 2026.')
  expect(text).toContain(
    'Orders this minute 4 of 4 Limit reached: further orders are rejected until the minute ends.',
  )
  expect(text).toContain('API requests this minute 4 of 100 Resets every minute.')
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(3)
  await page.context().close()
})

test('the plan shows stored files in units of a disk, and what an import may have', async () => {
  const page = await openPlan({ limits: { stored_bytes: 5 * 1024 ** 3, reviews_per_import: 5_000 } }, 0)
  const text = await textOf(page)
  expect(text).toContain('Stored files 0 kB of 5 GB Pictures of reviews, uploaded files and exports.')
  expect(text).toContain('Reviews in one import at most 5,000 A file with more is rejected.')
  await page.context().close()
})

test('a plan without limits shows the orders of the month and no bar', async () => {
  const page = await openPlan({}, 1)
  await expect.poll(() => textOf(page)).toContain('Orders this month: 1, without a limit')
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
  await page.context().close()
})

test.each([
  ['pt-BR', 'Limite atingido: novos pedidos são recusados.'],
  ['es', 'Límite alcanzado: se rechazan los pedidos nuevos.'],
])('the plan is in the language %s and fits a phone', async (language, words) => {
  const page = await openPlan(
    { order_limit: 1, limits: { orders_per_minute: 9, api_requests_per_minute: 20_000 } },
    1,
    { language, width: 360 },
  )
  await expect.poll(() => textOf(page)).toContain(words)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.context().close()
})
