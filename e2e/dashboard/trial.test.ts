import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSetupToken } from '../../server/tenants/accounts/sign-in/setup.ts'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aReview } from '../../server/test/factories.ts'
import { addProducts, addReviews } from '../../server/test/reading.ts'
import { aStore } from '../../server/test/users.ts'
import { findFaults, moveTo, openDashboard, overflows } from './stage.ts'

let it: TestApp
let browser: Browser
beforeAll(async () => {
  ;[it, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await it.close()
})

/** Follows a link that opens a tab. */
async function opened(page: Page, click: () => Promise<void>): Promise<Page> {
  const tab = page.context().waitForEvent('page')
  await click()
  return await tab
}

async function setUp(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Ana Martins')
  await page.getByLabel('Email').fill('ana@shop.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('a long and quiet sentence')
  await page.getByLabel('Store name').fill('Café da Serra')
  await page.getByRole('button', { name: 'Create store' }).click()
}

test('from the printed setup link to a published review in eight steps, without a terminal', async () => {
  const token = await makeSetupToken(it.database, Date.now)
  // 1. Open the setup link.
  const page = await openDashboard(browser, it, undefined, { path: `#setup=${token}` })
  // 2. Fill in the form, and create the store.
  await setUp(page)
  // 3. Go to the dashboard, which lists the first steps.
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.getByText('0 of 6 done').waitFor()
  await expect.poll(() => findFaults(page)).toEqual([])
  // 4. Send a test order. It is marked as one, and its email is kept.
  await page.getByRole('button', { name: 'Send a test order' }).click()
  const panel = page.getByRole('region', { name: /^Order realword-test-/ })
  await panel.getByText('Test order to a member’s address.').waitFor()
  await it.runDue() // a worker does this within a second
  // 5. Open the kept email.
  const mail = await opened(page, () => panel.getByRole('link', { name: 'Open the kept email' }).click())
  // 6. Press the fifth star.
  const form = await opened(mail, () => mail.frameLocator('iframe').locator('a[href*="/r/"]').nth(4).click())
  // 7. Write the review, and send it.
  await form.locator('textarea').first().fill('Heats up fast and does not leak.')
  await form.locator('button[type=submit]').last().click()
  await form.getByText('published').first().waitFor()
  // 8. Open the widgets: the preview displays the review.
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Widgets' }).click()
  await page.frameLocator('iframe').getByText('Heats up fast and does not leak.').waitFor()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Home' }).click()
  await page.getByText('1 of 6 done').waitFor()
  await page.context().close()
})

test('the first steps stay after an import, until the owner dismisses them, on every device', async () => {
  const store = await aStore(it.database)
  const owner = await aMember(it, store.storeId, 'owner')
  await addProducts(it, store, { 'product-1': 'SKU' })
  await addReviews(it, store, aReview({}))
  const page = await openDashboard(browser, it, owner, { path: `/${store.storeId}` })
  await page.getByText('1 of 6 done').waitFor()
  await page.getByRole('heading', { name: 'To do' }).waitFor()
  await expect.poll(() => findFaults(page)).toEqual([])
  const dismissed = page.waitForResponse('**/first-steps/dismissal')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
  await dismissed
  await page.context().close()
  const colleague = await aMember(it, store.storeId, 'owner')
  for (const [who, count] of [
    [owner, 0],
    [colleague, 1],
  ] as const) {
    const elsewhere = await openDashboard(browser, it, who, { path: `/${store.storeId}` })
    await elsewhere.getByRole('heading', { name: 'To do' }).waitFor()
    await expect.poll(() => elsewhere.getByRole('heading', { name: 'First steps' }).count()).toBe(count)
    await elsewhere.context().close()
  }
})

test('a test order can be sent from the empty orders, is marked, and can be stopped', async () => {
  const store = await aStore(it.database)
  const owner = await aMember(it, store.storeId, 'owner')
  const page = await openDashboard(browser, it, owner, { path: `/${store.storeId}/orders` })
  await page.getByRole('button', { name: 'Send a test order' }).click()
  await page.getByRole('row').getByText('Test', { exact: true }).waitFor()
  await page.getByText('sent a test order').waitFor()
  await it.runDue()
  await page.getByText('Kept', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Stop requests' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  await page.getByText('Cancelled: no request is sent').first().waitFor()
  await page.context().close()
})

test('a viewer is offered no test order', async () => {
  const store = await aStore(it.database)
  const viewer = await aMember(it, store.storeId, 'viewer')
  for (const path of ['', '/orders']) {
    const page = await openDashboard(browser, it, viewer, { path: `/${store.storeId}${path}` })
    await page.getByRole('heading', { name: path ? 'No orders yet' : 'First steps' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Send a test order' }).count()).toBe(0)
    await page.context().close()
  }
})

test.each([
  ['en', 'light', [['', 320]]],
  ['pt-BR', 'dark', [['', 390]]],
  [
    'es',
    'light',
    [
      ['', 1440],
      ['/orders', 390],
    ],
  ],
] as const)('in %s, %s, it is readable at these widths: %j', async (language, scheme, screens) => {
  const store = await aStore(it.database)
  const owner = await aMember(it, store.storeId, 'owner')
  const page = await openDashboard(browser, it, owner, { language, scheme, path: `/${store.storeId}` })
  const send = page.getByRole('button', { name: /test order|pedido de teste|pedido de prueba/ })
  await send.waitFor()
  for (const [path, width] of screens) {
    await page.setViewportSize({ width, height: 900 })
    await moveTo(page, `/${store.storeId}${path}`)
    await send.waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await expect.poll(() => overflows(page)).toBe(false)
  }
  await page.context().close()
})
