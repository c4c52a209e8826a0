import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { anOrder } from '../../server/test/factories.ts'
import { anOperator } from '../../server/test/operators.ts'
import { aStore } from '../../server/test/users.ts'
import { recordBackupEvent } from '../../server/upkeep/backups/state.ts'
import { findFaultsInBothSchemes, moveTo, openDashboard, overflows, type View } from './stage.ts'

let it: TestApp
const dataDir = mkdtempSync(join(tmpdir(), 'realword-operator-'))
let browser: Browser
let operator: Awaited<ReturnType<typeof anOperator>>
beforeAll(async () => {
  const backups = { DATA_DIR: dataDir, BACKUP_URL: join(dataDir, 'backups'), BACKUP_WAL: 'on' }
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000', ...backups })
  browser = await launchBrowser()
  operator = await anOperator(it)
})
afterAll(async () => {
  await browser.close()
  await it.close()
  rmSync(dataDir, { recursive: true })
})

const open = (view: View = {}) => openDashboard(browser, it, operator, view)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('an operator without a store lands on the stores, finds one, and changes its limits', async () => {
  const store = await aStore(it.database, { name: 'Loja Verde' })
  await aStore(it.database, { name: 'Other' })
  await it.send('POST', '/orders', { headers: store.headers, body: anOrder() })
  const page = await open()
  await heading(page, 'Stores').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/operator')
  await page.getByRole('searchbox').fill('verde')
  await page.getByRole('link', { name: 'Other' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Loja Verde' }).click()
  await heading(page, 'Loja Verde').waitFor()
  await page.getByText('Used: 1', { exact: true }).waitFor()
  await page.getByLabel('Orders a month').fill('500')
  await page.getByLabel('Stored files (MB)').fill('2')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('Limits saved.').waitFor()
  await page.getByText('The operator changed Orders a month and').waitFor()
  const { body } = await operator.send('GET', `/operator/stores/${store.storeId}`)
  expect(body.limits).toMatchObject({
    orders_per_month: 500,
    stored_bytes: 2 * 1024 ** 2,
    mails_per_day: null,
  })
  await page.context().close()
})

test('a search that is typed just before another page is opened does not call back', async () => {
  const page = await open()
  await heading(page, 'Stores').waitFor()
  await page.clock.install()
  const held = Promise.withResolvers<void>()
  await page.route('**/admin/assets/**', async route => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('searchbox').fill('verde')
  // As the link does; its page is still being loaded.
  await page.evaluate(() => {
    history.pushState(null, '', '/admin/operator/account')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.clock.runFor(1_000)
  held.resolve()
  await heading(page, 'Your account').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/operator/account')
  await page.context().close()
})

test('an operator creates a store, which displays its key once', async () => {
  const page = await open({ path: '/operator' })
  await page.getByRole('button', { name: 'Create store' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Store name').fill('Nova')
  await dialog.getByLabel('Email of the owner').fill('no address')
  await dialog.getByRole('button', { name: 'Create store' }).click()
  await dialog.getByLabel('Email of the owner').fill('bia@nova.example')
  await dialog.getByRole('button', { name: 'Create store' }).click()
  await dialog.getByText('The invitation to bia@nova.example is in the outbox. It was not sent').waitFor()
  await expect.poll(() => dialog.innerText()).toMatch(/rw_orders_/)
  await dialog.getByRole('button', { name: 'Open the store' }).click()
  await heading(page, 'Nova').waitFor()
  await page.context().close()
})

test('an operator suspends a store, activates it, and deletes it by typing its name', async () => {
  const store = await aStore(it.database, { name: 'Breve' })
  const page = await open({ path: `/operator/stores/${store.storeId}` })
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('button', { name: 'Suspend' }).waitFor()
  await page.getByRole('button', { name: 'Delete store' }).click()
  const dialog = page.getByRole('dialog')
  const remove = dialog.getByRole('button', { name: 'Delete store' })
  await expect.poll(() => remove.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('Breve')
  await remove.click()
  await page.getByText('Its data are being removed').waitFor()
  const { body } = await operator.send('GET', `/operator/stores/${store.storeId}`)
  expect(body.state).toBe('deleted')
  await page.context().close()
})

test('an operator adds a user, after an address that nobody has, and removes them', async () => {
  const { storeId } = await aStore(it.database)
  const owner = await aMember(it, storeId, 'owner')
  const page = await open({ path: '/operator/access' })
  await page.getByText('This is the only operator.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Add operator' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Email with which the person signs in')
  await field.fill('nobody@host.example')
  await dialog.getByRole('button', { name: 'Add operator' }).click()
  await dialog.getByText('Nobody signs in with this address.').waitFor()
  await field.fill(owner.email)
  await dialog.getByRole('button', { name: 'Add operator' }).click()
  await page.getByRole('button', { name: `Remove: ${owner.email}` }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('This is the only operator.').waitFor()
  expect((await owner.send('GET', '/operator/operators')).status).toBe(403)
  await page.context().close()
})

test('an operator who removes themselves leaves the pages; the last one is refused', async () => {
  const other = await anOperator(it)
  const page = await openDashboard(browser, it, other, { path: '/operator/access' })
  const dialog = page.getByRole('dialog')
  const remove = page.getByRole('button', { name: `Remove: ${other.email}` })
  await remove.waitFor()
  await operator.send('DELETE', `/operator/operators/${operator.userId}`)
  await remove.click()
  await dialog.getByText('Only another operator can add you again.').waitFor()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The installation needs at least one operator.').waitFor()
  await other.send('POST', '/operator/operators', { email: operator.email })
  await page.reload()
  await remove.click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('You are not a member of any store yet').waitFor()
  await page.context().close()
})

test('an operator creates a key, which is displayed once, and revokes it', async () => {
  const page = await open({ path: '/operator/access' })
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Billing')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const apiKey = await dialog.getByLabel('API key').innerText()
  const list = () => it.send('GET', '/operator/v1/stores', { headers: { authorization: `Bearer ${apiKey}` } })
  expect((await list()).status).toBe(200)
  await dialog.getByRole('button', { name: 'I saved it' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Billing' })
  await row.getByText(`…${apiKey.slice(-4)}`).waitFor()
  await row.getByText('(The operator)').waitFor()
  expect(await page.content()).not.toContain(apiKey)
  await row.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await row.getByText('Revoked', { exact: true }).waitFor()
  expect((await list()).status).toBe(401)
  await page.context().close()
})

test('the health page names the end of the WAL archive, that it waits for a backup, and why it is late', async () => {
  const now = Date.now()
  const page = await open({ path: '/operator/health' })
  const shows = (text: string | RegExp) => page.getByText(text).waitFor()
  await shows('Empty')
  recordBackupEvent(dataDir, 'wal-chain', now, 'the archive is new')
  recordBackupEvent(dataDir, 'wal', now, '0a1b2c3d')
  await page.reload()
  await shows(/^Any moment until .* can be restored$/)
  await shows('A new archive started: no moment can be restored before the next backup')
  recordBackupEvent(dataDir, 'success', now, '20261123T195131Z-9f3a2c41')
  recordBackupEvent(dataDir, 'wal', now - 3_600_000, '0a1b2c3d')
  recordBackupEvent(dataDir, 'wal-failure', now, 'The disk of the backup folder is full.')
  await page.reload()
  await shows('Nothing was archived for 10 minutes')
  await shows('The disk of the backup folder is full.')
  await page.context().close()
})

test('an owner who is no operator finds nothing there; one who is, finds both', async () => {
  const store = await aStore(it.database)
  const owner = await aMember(it, store.storeId, 'owner')
  const page = await openDashboard(browser, it, owner, { path: '/operator' })
  await heading(page, 'Page not found').waitFor()
  await page.context().close()
})

test('the health page names each queue in words, which fit a phone without scrolling sideways', async () => {
  const page = await open({ path: '/operator/health' })
  await page.getByRole('cell', { name: 'Prepare emails' }).waitFor()
  await expect
    .poll(() => page.getByRole('cell', { name: /^[a-z]+(-[a-z]+)*$/ }).allTextContents())
    .toEqual([])
  await page.setViewportSize({ width: 360, height: 900 })
  const queues = page.getByRole('region', { name: 'Queue', exact: true })
  await queues.getByText('Send review emails').waitFor()
  await expect
    .poll(() => queues.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBe(0)
  await page.context().close()
})

test.each([
  ['en', 'light', { '': 'Stores' }],
  ['pt-BR', 'dark', { '/health': 'Saúde', '/access': 'Operadores e chaves' }],
  ['es', 'dark', { '/log': 'Registro', '/store': 'Loja Longa' }],
] as const)('in %s, %s: %o have no fault of axe and fit 360 px', async (language, scheme, titles) => {
  const store = await aStore(it.database, { name: 'Loja Longa', order_limit: 10 })
  const page = await open({ language, scheme, width: 360, path: '/operator' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const [path, title] of Object.entries(titles)) {
    await moveTo(page, `/operator${path === '/store' ? `/stores/${store.storeId}` : path}`)
    await heading(page, title).waitFor()
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
    expect(await findFaultsInBothSchemes(page)).toEqual([])
    await expect.poll(() => overflows(page)).toBe(false)
  }
  await page.context().close()
})
