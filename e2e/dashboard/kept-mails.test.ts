import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminClient, aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp, testOutboxToken } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aCustomer, anOrder } from '../../server/test/factories.ts'
import { anOperator } from '../../server/test/operators.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { findFaults, moveTo, openDashboard, overflows, type View } from './stage.ts'

let it: TestApp
let browser: Browser
let store: Member
let viewer: AdminClient
beforeAll(async () => {
  ;[it, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
  store = await aStore(it.database)
  viewer = await aMember(it, store.storeId, 'viewer')
  const body = anOrder({
    order_id: 'kept',
    request_review_at: new Date(Date.now() - 1_000).toISOString(),
    customers: [aCustomer({ name: 'Ana Martins', email: 'ana@example.com' })],
  })
  expect((await it.send('POST', '/orders', { headers: store.headers, body })).status).toBe(201)
  await it.runDue()
})
afterAll(async () => {
  await browser.close()
  await it.close()
})

const open = (path: string, view: View = {}) =>
  openDashboard(browser, it, viewer, { ...view, path: `/${store.storeId}${path}` })

test('without a mail server, a mail is kept in the row, the panel and the timeline of its order', async () => {
  const page = await open('/orders?id=kept')
  await page.locator('[data-order-id=kept]').getByText('Kept', { exact: true }).waitFor()
  const panel = page.getByRole('region', { name: 'Order kept' })
  await panel.getByText('Kept in the outbox: no mail server is set up', { exact: true }).waitFor()
  await panel.getByText('Email to Ana Martins kept, not sent').waitFor()
  await expect.poll(() => page.getByRole('row').getByText('Email sent', { exact: true }).count()).toBe(0)
  await page.context().close()
})

test('without a mail server, deliveries count no mail as sent', async () => {
  const page = await open('/mail?tab=deliveries')
  const figure = (name: string) =>
    page.locator('dl > div').filter({ hasText: name }).locator('dd').textContent()
  await page.locator('dl').waitFor()
  expect([await figure('Sent'), await figure('Kept')]).toEqual(['0', '1'])
  await page.getByRole('listitem').getByText('Kept', { exact: true }).waitFor()
  // The warning is about all emails: it is above the figures, in no card.
  const warning = await page.getByRole('note').boundingBox()
  const card = await page.getByRole('region', { name: 'Last 7 days' }).boundingBox()
  expect(warning && card && warning.y + warning.height <= card.y && warning.width >= card.width).toBe(true)
  await page.context().close()
})

test('an invitation that was kept is not called sent', async () => {
  const owner = await aMember(it, store.storeId, 'owner')
  const page = await openDashboard(browser, it, owner, { path: `/${store.storeId}/settings?tab=team` })
  await page.getByRole('button', { name: 'Invite member' }).click()
  await page.getByLabel('Email').fill('new@example.com')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite member' }).click()
  await page.getByText('The invitation to new@example.com is in the outbox. It was not sent').waitFor()
  await expect.poll(() => page.getByText('Invitation sent').count()).toBe(0)
  await page.context().close()
})

test('the health of the service counts kept emails as kept', async () => {
  const page = await openDashboard(browser, it, await anOperator(it), { path: '/operator/health' })
  const figure = (name: string) =>
    page.locator('dl > div').filter({ hasText: name }).locator('dd').first().textContent()
  await page.getByText('Kept', { exact: true }).waitFor()
  await expect.poll(() => figure('Sent')).toBe('0')
  expect(Number(await figure('Kept'))).toBeGreaterThan(0)
  await page.context().close()
})

test('a forgotten password says that no email leaves, and names the command', async () => {
  const page = await openDashboard(browser, it, undefined)
  await page.getByRole('button', { name: 'Forgot' }).click()
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('status').getByText('./realword user reset owner@example.com').waitFor()
  await expect.poll(() => page.getByText('Check your inbox').count()).toBe(0)
  await page.context().close()
})

test('orders say in one line that no email leaves, and lead to what is missing', async () => {
  const page = await open('/orders', { width: 1440 })
  const line = page.getByRole('note').filter({ hasText: 'No email leaves yet' })
  await line.waitFor()
  expect((await line.boundingBox())?.height).toBeLessThan(30)
  await line.getByRole('link', { name: 'See what is missing' }).click()
  await page.getByText('until SMTP_URL and MAIL_FROM are set where Realword runs').waitFor()
  await page.context().close()
})

test('screens that no email concerns say nothing of them', async () => {
  const page = await open('/orders')
  const line = page.getByText('No email leaves yet')
  await line.waitFor()
  for (const path of ['/reviews', '/questions', '/products', '/widgets', '/settings']) {
    await moveTo(page, `/${store.storeId}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => line.count(), { message: path }).toBe(0)
  }
  await page.context().close()
})

test('the outbox is linked once the browser has opened it', async () => {
  const page = await open('')
  await page.getByText('The service printed the outbox’s address').waitFor()
  await page.goto(`${it.url}/outbox?token=${encodeURIComponent(testOutboxToken)}`)
  const link = page.getByRole('link', { name: 'Open the outbox' })
  for (const path of ['', '/orders', '/mail?tab=deliveries']) {
    await page.goto(`${it.url}/admin/${store.storeId}${path}`)
    await expect.poll(() => link.getAttribute('href')).toBe('/outbox')
  }
  await page.context().close()
})

test.each([1280, 360])('%i px: the outbox shows a whole mail, with the way back', async width => {
  const page = await open('', { width, zone: 'Asia/Tokyo' })
  await page.goto(`${it.url}/outbox?token=${encodeURIComponent(testOutboxToken)}`)
  await page.getByText('GMT+9').first().waitFor()
  await expect(findFaults(page)).resolves.toEqual([])
  await page.getByRole('link', { name: 'Review request' }).click()
  await page.getByText('Ana Martins <ana@example.com>', { exact: true }).waitFor()
  const mail = page.frameLocator('iframe').locator('html')
  await expect
    .poll(async () => {
      const [inside, frame] = [await mail.boundingBox(), await page.locator('iframe').boundingBox()]
      return Math.round((inside?.height ?? 0) - (frame?.height ?? 0))
    })
    .toBe(0)
  expect((await mail.boundingBox())?.height).toBeGreaterThan(600)
  await expect.poll(() => overflows(page)).toBe(false)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.context().close()
})

test.each([
  ['en', 'No email leaves yet', '', 'light', 1440],
  ['en', 'No email leaves yet', '/orders', 'dark', 1440],
  ['en', 'No email leaves yet', '/mail?tab=deliveries', 'light', 320],
  ['pt-BR', 'Nenhum e-mail sai ainda', '/orders', 'light', 390],
  ['es', 'Todavía no sale ningún correo', '/mail?tab=deliveries', 'dark', 390],
] as const)('in %s, %s: readable on %s, %s, %i pixels wide', async (language, title, path, scheme, width) => {
  const page = await open(path, { language, scheme, width })
  await page.getByText(title).waitFor()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => findFaults(page)).toEqual([])
  await expect.poll(() => overflows(page)).toBe(false)
  await page.context().close()
})
