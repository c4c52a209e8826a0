import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertReviews } from '../../server/answers/reviews/reviews.ts'
import { addSeenProducts } from '../../server/tenants/products/products.ts'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { anOrder, aReview } from '../../server/test/factories.ts'
import { aStore } from '../../server/test/users.ts'
import { openDashboard } from './stage.ts'

const evening = '2026-03-20T01:00:00.000Z' // still the 19th in the store's time zone
const origin = { at: new Date(evening), actor: 'author', action: 'create' } as const

let service: TestApp
let browser: Browser
let storeId: string
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
  const store = await aStore(service.database, { time_zone: 'America/Sao_Paulo' })
  storeId = store.storeId
  owner = await aMember(service, storeId, 'owner')
  const body = anOrder({ order_id: 'evening', order_date: evening, delivery_date: evening })
  await service.send('POST', '/orders', { headers: store.headers, body })
  await service.database.transaction(async tx => {
    const product = { product_id: 'product-1', sku: 'SKU', name: 'Moka pot', url: '' }
    await addSeenProducts(tx, storeId, [product], origin.at)
    const review = aReview({ created_at: origin.at, order_id: 'evening', purchased_at: origin.at })
    await insertReviews(tx, storeId, [review], origin)
  })
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const open = (path: string, zone: string) =>
  openDashboard(browser, service, owner, { path: `/${storeId}${path}`, zone })

const note = 'Dates and times use the store’s time zone: Brasilia'

test("in another time zone, every screen shows the store's days and times, and says so", async () => {
  const page = await open('/reviews?state=published', 'Asia/Tokyo')
  await page.getByText(note).waitFor()
  const card = page.locator('[data-review]')
  await card.getByText('Mar 19, 2026').waitFor()
  await card.click()
  await page.getByText('Written Mar 19, 2026, 10:00 PM · Bought Mar 19, 2026').waitFor()
  await page.getByRole('link', { name: 'Order evening' }).click()
  // With the year, because it is not the current one.
  await page.getByText(/Ordered Thu,\sMar\s19(,\s2026)? · Delivered Thu,\sMar\s19/).waitFor()
  // Date ranges use the store's time zone as well: a review written that evening belongs to the 19th.
  await page.goto(page.url().replace(/orders.*/, '?from=2026-03-19&to=2026-03-19'))
  await page.getByText('of 1 review has').waitFor()
  await page.goto(page.url().replace('19&to=2026-03-19', '20&to=2026-03-20'))
  await page.getByText('from this period').first().waitFor()
  await expect.poll(() => page.getByText('of 1 review has').count()).toBe(0)
  await page.context().close()
})

test("a key expires at the end of a day in the store's time zone", async () => {
  const page = await open('/settings?tab=connection', 'Asia/Tokyo')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Warehouse')
  await page.getByLabel('Expires on').fill('2031-06-01')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'I saved it' }).click()
  await page.getByText('Expires on: Jun 1, 2031, 11:59 PM').waitFor()
  const { body } = await owner.send('GET', `/stores/${storeId}/keys`)
  const ends = body.result.map((key: { expires_at: string | null }) => key.expires_at)
  expect(ends).toContain('2031-06-02T02:59:59.000Z')
  await page.context().close()
})

test('a user in an equal time zone, whatever its name, sees no hint', async () => {
  const page = await open('/reviews?state=published', 'America/Bahia')
  await page.locator('[data-review]').getByText('Mar 19, 2026').waitFor()
  await expect.poll(() => page.getByText(note).count()).toBe(0)
  await page.context().close()
})
