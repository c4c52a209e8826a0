import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterFailure } from '../../server/foundation/storage/files/attempts.ts'
import { PicturesUnavailable } from '../../server/foundation/storage/pictures/picture-store.ts'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { importFile, uploadFile } from '../../server/test/exchange/transfers.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { closeAfter, openDashboard } from './stage.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-exports-'))
let service: TestApp
let browser: Browser
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  const settings = { SIGN_IN_RATE_LIMIT: '1000', DATA_DIR: folder }
  ;[service, browser] = await Promise.all([startTestApp(settings), launchBrowser()])
  store = await aStore(service.database)
  owner = await aMember(service, store.storeId, 'owner')
  const reviews = 'product_id,rating,body\nP-1,5,Hot fast\nP-2,3,Too small\n'
  const { body } = await uploadFile(service, owner, store.storeId, 'review', reviews)
  await importFile(service, owner, store.storeId, body.id)
})
afterAll(async () => {
  await browser.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

const open = (path: string, user = owner, storeId = store.storeId) =>
  openDashboard(browser, service, user, { path: `/${storeId}/data${path}` })

/** Jobs run when the test calls this. The page polls until they are done. */
const work = () => service.runDue()

test('an owner exports everything, downloads it, and deletes the file, which an empty store can import', async () => {
  const page = await open('?tab=export')
  let zip = ''
  await closeAfter(page, async () => {
    await page.getByRole('button', { name: 'Export everything' }).click()
    await page.getByText('Preparing. You can leave').waitFor()
    await work()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^realword-cafe-da-serra-.*\.zip$/)
    zip = join(folder, 'store.zip')
    await file.saveAs(zip)
    await page.getByRole('button', { name: 'Delete file' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).click()
    // The dialog says "The file is deleted immediately" before anything is.
    await page.getByRole('listitem').getByText('Deleted', { exact: true }).waitFor()
  })
  const empty = await aStore(service.database, { name: 'New home' })
  const newOwner = await aMember(service, empty.storeId, 'owner')
  const emptyPage = await open('', newOwner, empty.storeId)
  await closeAfter(emptyPage, async () => {
    await emptyPage.getByText('Store', { exact: true }).click()
    await emptyPage.locator('input[type=file][accept*=zip]').setInputFiles(zip)
    await emptyPage.getByText('The store “Café da Serra” as of').waitFor()
    await emptyPage.getByRole('button', { name: 'Check archive' }).click()
    await emptyPage.getByText('Nothing is imported yet').waitFor()
    await work()
    await emptyPage.getByRole('button', { name: 'Import store' }).click()
    await emptyPage.getByText('You can leave this page').waitFor()
    await work()
    await emptyPage.getByText('Review requests are paused').waitFor()
  })
})

test('an owner exports only the reviews, as a table that can be imported', async () => {
  const page = await open('?tab=export')
  await closeAfter(page, async () => {
    await page.getByRole('main').getByText('Reviews', { exact: true }).first().click()
    await page.getByRole('button', { name: 'Export reviews' }).click()
    await page.getByText('Preparing. You can leave').waitFor()
    await work()
    const row = page.getByRole('listitem').filter({ hasText: 'Reviews' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^realword-cafe-da-serra-reviews-.*\.csv$/)
    const csv = join(folder, 'reviews.csv')
    await file.saveAs(csv)
    await page.getByRole('tab', { name: 'Import' }).click()
    await page.locator('input[type=file]').setInputFiles(csv)
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByText('Nothing is imported yet').waitFor()
    await work()
    await page.getByText('already has everything in this file').waitFor()
  })
})

test('a failed export shows its reason, and can be repeated', async () => {
  const shop = await aStore(service.database)
  const newOwner = await aMember(service, shop.storeId, 'owner')
  const { body } = await newOwner.send('POST', `/stores/${shop.storeId}/exports`, { kind: 'questions' })
  const full = Object.assign(new PicturesUnavailable(), { cause: { code: 'ENOSPC' } })
  for (let time = 0; time < 5; time++)
    await service.database.query(sql`
      update exports
      set ${afterFailure(full, new Date())}
      where store_id = ${shop.storeId} and id = ${body.id}`)
  const page = await open('?tab=export', newOwner, shop.storeId)
  await closeAfter(page, async () => {
    await page.getByText('The file storage is full').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Preparing. You can leave').waitFor()
    await work()
    await page.getByRole('link', { name: 'Download' }).waitFor()
  })
})
