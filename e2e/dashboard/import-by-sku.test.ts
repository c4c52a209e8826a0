import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { uploadFile } from '../../server/test/exchange/transfers.ts'
import { readAs } from '../../server/test/reading.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { choose, closeAfter, findFaults, openDashboard, overflows, type View } from './stage.ts'

let service: TestApp
let browser: Browser
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await service.close()
})
beforeEach(async () => {
  store = await aStore(service.database)
  owner = await aMember(service, store.storeId, 'owner')
})

const withoutSku = 'product_id;rating;body;code\nP-1;5;Heats fast;POT-6\nP-2;4;Grinds fine;MILL-1\n'
const warning = 'Pages of your store ask for products by SKU, and no column gives one.'

/** Uploads a file of reviews whose products have no SKU, and opens the step that matches its columns. */
async function matchColumns(steps: (page: Page) => Promise<void>, view: View = {}): Promise<void> {
  const { body } = await uploadFile(service, owner, store.storeId, 'review', withoutSku)
  const path = `/${store.storeId}/data?id=${body.id}`
  const page = await openDashboard(browser, service, owner, { ...view, path })
  await closeAfter(page, () => steps(page))
}

/** A page of the shop asks for the reviews of a product, as its widgets do. */
const readBySku = () => readAs(service, store, 'reviews.json', { product_sku: 'POT-6' })

test('reviews without a SKU are warned about where pages ask by SKU, until a column gives one', async () => {
  await readBySku()
  await matchColumns(async page => {
    await page.getByText(warning).waitFor()
    await choose(page, 'Product SKU', 'code')
    await page.getByText(warning).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('button', { name: 'Check file' }).isEnabled()).toBe(true)
  })
})

test('nothing warns about them where pages ask by ID', async () => {
  await readAs(service, store, 'reviews.json', { product_id: 'P-1' })
  await matchColumns(async page => {
    await page.getByText('Match the columns of your file').waitFor()
    await expect.poll(() => page.getByText(warning).count()).toBe(0)
  })
})

test.each([
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 360, language: 'es' },
] as const)('the page with the warning passes axe and fits: %o', async view => {
  await readBySku()
  await matchColumns(async page => {
    await page.getByText(/\bSKU\b.+\bSKU\b/).waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await expect.poll(() => overflows(page)).toBe(false)
  }, view)
})
