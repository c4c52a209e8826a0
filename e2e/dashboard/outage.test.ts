import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aPicture } from '../../server/test/media/pictures.ts'
import { aStore } from '../../server/test/users.ts'
import { startUnsteadyProxy, type UnsteadyProxy } from '../unsteady-proxy.ts'
import { openDashboard } from './stage.ts'

let service: TestApp
let browser: Browser
let proxy: UnsteadyProxy
let page: Page
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }), launchBrowser()])
  proxy = await startUnsteadyProxy(service.url)
})
afterEach(() => page.context().close())
afterAll(async () => {
  await browser.close()
  proxy.close()
  await service.close()
})

async function openAt(screen: string, language = 'en') {
  const { storeId } = await aStore(service.database)
  const owner = await aMember(service, storeId, 'owner')
  page = await openDashboard(browser, proxy, owner, { language, path: `/${storeId}/${screen}` })
  await page.locator('input[type=file]').first().waitFor({ state: 'attached' })
  proxy.disturbed.length = 0
  return { storeId, owner, send: owner.send, imports: `/stores/${storeId}/imports` }
}

// Two parts.
const csv = {
  name: 'reviews.csv',
  mimeType: 'text/csv',
  text: `product_id,rating\n${'P-1,5\n'.repeat(200_000)}`,
}
const choose = () => page.locator('input[type=file]').setInputFiles({ ...csv, buffer: Buffer.from(csv.text) })

test('an upload in parts continues after a restart of the server, and is begun once', async () => {
  const { send, imports } = await openAt('data')
  proxy.disturb(/^POST .*\/imports$|^PUT .*\/parts\//, 'lose', 502, 'lose', 503, 'cut')
  await choose()
  await page.getByText('The upload continues as soon as it does').waitFor()
  await page.getByRole('button', { name: 'Check file' }).waitFor()
  // The second POST was not sent: the import of the first one was found.
  expect(proxy.disturbed).toEqual([
    `lose POST /admin/api${imports}`,
    expect.stringMatching(/^502 PUT .*\/parts\/0$/),
    expect.stringMatching(/^lose PUT .*\/parts\/0$/),
    expect.stringMatching(/^503 PUT .*\/parts\/0$/),
    expect.stringMatching(/^cut PUT .*\/parts\/0$/),
  ])
  const { body } = await send('GET', imports)
  expect(body.result).toMatchObject([{ state: 'ready', size: csv.text.length, parts: 2 }])
})

test('an upload that waits for the server can be stopped', async () => {
  const { send, imports } = await openAt('data', 'pt-BR')
  proxy.disturb(/\/parts\//, 504, 504, 504, 504, 504, 504)
  await choose()
  await page.getByText('O envio continua assim que ele voltar').waitFor()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByText('Solte o arquivo aqui').waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  const { body } = await send('GET', imports)
  expect(body.result).toMatchObject([{ state: 'uploading', parts: 0 }])
})

test.each([
  ['en', 502, 'The server is not available right now. Try again in a minute.'],
  ['es', 413, 'rechaza archivos de este tamaño'],
  ['pt-BR', 400, 'O servidor não conseguiu fazer isso'],
])("after two minutes, a proxy's own error is explained (%s, %d)", async (language, status, message) => {
  await openAt('data', language)
  await page.clock.install()
  proxy.disturb(/\/parts\//, ...Array<number>(100).fill(status))
  await choose()
  const alert = page.getByRole('alert')
  await expect
    .poll(async () => {
      await page.clock.runFor(20_000)
      return await alert.allTextContents()
    })
    .toEqual([expect.stringContaining(message)])
  await expect.poll(() => alert.textContent()).not.toContain(String(status))
  if (status === 502) expect(proxy.disturbed.length).toBeGreaterThan(5)
  else expect(proxy.disturbed).toHaveLength(1)
})

test('a logo is sent again after a restart of the server, and sending it can be stopped', async () => {
  await openAt('mail')
  const picture = await aPicture({ width: 300, height: 100, type: 'png' })
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(await picture.arrayBuffer()) }
  proxy.disturb(/^PUT .*\/logo$/, 502, 502, 502, 502, 502, 502)
  await page.locator('input[type=file]').setInputFiles(logo)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  proxy.disturb(/^PUT .*\/logo$/, 503)
  await page.locator('input[type=file]').setInputFiles(logo)
  await page.getByAltText('Your logo').waitFor()
})
