import type { Browser, Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOpened } from '../../server/asking/mail/opened-links.ts'
import { markReviewed } from '../../server/asking/requests/requests.ts'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aCustomer, anOrder, anOrderProduct, aReview } from '../../server/test/factories.ts'
import { addProducts, addReviews } from '../../server/test/reading.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { expectFits, findFaultsInBothSchemes, openDashboard, type View } from './stage.ts'

let it: TestApp
let browser: Browser
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>

const day = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 2, 31, 18)
const rule = 'Coffee machines and grinders'

beforeAll(async () => {
  ;[it, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
  const request_rules = [{ name: rule, when: { product_ids: ['machine'] }, then: { ask: true } }]
  store = await aStore(it.database, { request_delay_days: 3, avoid_weekends: false, request_rules })
  await fill()
  owner = await aMember(it, store.storeId, 'owner')
})
afterAll(async () => {
  await browser.close()
  await it.close()
})

// Of eight requests, the rule decided about three. Three were opened, one of them by the rule, and one was reviewed.
async function fill(): Promise<void> {
  await addProducts(it, store, { 'product-1': 'SKU' })
  for (let order = 0; order < 8; order++) {
    const delivered = new Date(now - 10 * day)
    it.setNow(delivered)
    const body = anOrder({
      order_id: `order-${order}`,
      delivery_date: delivered.toISOString(),
      customers: [aCustomer({ email: `buyer.${order}@example.com` })],
      products: [anOrderProduct({ product_id: order < 3 ? 'machine' : 'beans' })],
    })
    await it.send('POST', '/orders', { headers: store.headers, body })
  }
  it.setNow(now)
  await it.runDue()
  const mailings = await it.database.query<{ mailing_id: string; order_id: string }>(sql`
    select mailing_id, order_id
    from review_requests
    where store_id = ${store.storeId} and order_id in ('order-2', 'order-3', 'order-4')
    order by order_id`)
  for (const { mailing_id } of mailings)
    await recordOpened(it.database, store.storeId, mailing_id, new Date(now))
  const [, reviewed] = mailings
  if (!reviewed) throw new Error('there are no requests')
  await it.database.transaction(tx =>
    markReviewed(tx, store.storeId, reviewed.mailing_id, [{ order_id: reviewed.order_id, part: 0 }]),
  )
  await addReviews(it, store, aReview({ created_at: new Date(now - day) }))
}

async function openHome(view: View = {}, query = ''): Promise<Page> {
  return await openDashboard(browser, it, owner, { ...view, path: `/${store.storeId}${query}` })
}

const tableOf = (page: Page, name: string | RegExp) => page.getByRole('table', { name })

test('the home counts requests by channel and rule', async () => {
  const page = await openHome()
  const table = tableOf(page, 'Requests reviewed: 1 of 8 (13%)')
  await table.waitFor()
  const rows = await table.locator('tr').allInnerTexts()
  expect(rows.map(row => row.split(/\s*[\t\n]\s*/))).toEqual([
    ['Channel and rule', 'Sent', 'Opened', 'Reviewed'],
    ['Email', 'Store schedule', '5', '2', '40%', '1', '20%'],
    ['Email', rule, '3', '1', '33%', '0', '0%'],
    ['Total', '8', '3', '38%', '1', '13%'],
  ])
  await page.getByText('Email scanners that follow links count too.').waitFor()
  await page.context().close()
})

test('where nothing was sent, there is no table', async () => {
  const page = await openHome({}, '?from=2025-02-01&to=2025-02-28')
  await page.getByRole('heading', { name: 'No orders in this period' }).waitFor()
  await expect.poll(() => page.locator('main .mantine-Skeleton-root').count()).toBe(0)
  await expect.poll(() => tableOf(page, /^Requests/).count()).toBe(0)
  await page.context().close()
})

test.each([
  { scheme: 'dark', width: 360, language: 'de', name: /^Anfragen mit Bewertung: 1 von 8/ },
  { scheme: 'light', width: 360, language: 'fr', name: /^Demandes avec avis : 1 sur 8/ },
] as const)('fits a phone: $language, $scheme', async ({ name, ...view }) => {
  const page = await openHome(view)
  const table = tableOf(page, name)
  await table.waitFor()
  await expectFits(page, 'home', 360)
  // Headings wrap between words alone.
  const broken = await table.locator('thead th').evaluateAll(cells =>
    cells.flatMap(cell => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const lines = new Set(Array.from(range.getClientRects(), ({ top }) => top)).size
      const words = cell.textContent.split(' ').length
      return lines > words ? [cell.textContent] : []
    }),
  )
  expect(broken).toEqual([])
  await expect.poll(() => findFaultsInBothSchemes(page)).toEqual([])
  if (process.env.SHOTS)
    await table.screenshot({ path: `${process.env.SHOTS}/requests-${view.language}.png` })
  await page.context().close()
})

test('is mirrored where text runs from right to left', async () => {
  const page = await openHome({ width: 360 })
  const table = tableOf(page, /^Requests reviewed/)
  await table.waitFor()
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  const lefts = await table
    .locator('thead th')
    .evaluateAll(cells => cells.map(cell => cell.getBoundingClientRect().left))
  expect(lefts).toEqual(lefts.toSorted((a, b) => b - a))
  await expectFits(page, 'home', 360)
  await page.context().close()
})
