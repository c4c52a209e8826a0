import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { asItIs, importFile, uploadFile } from '../../server/test/exchange/transfers.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { ordersOfStates } from './files.ts'
import { choose, closeAfter, findFaults, moveTo, openDashboard, overflows, type View } from './stage.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-data-'))
let service: TestApp
let browser: Browser
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  const settings = { SIGN_IN_RATE_LIMIT: '1000', DATA_DIR: folder }
  ;[service, browser] = await Promise.all([startTestApp(settings), launchBrowser()])
  store = await aStore(service.database)
  owner = await aMember(service, store.storeId, 'owner')
})
afterAll(async () => {
  await browser.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

const open = (path = '', view: View = {}, user = owner, storeId = store.storeId) =>
  openDashboard(browser, service, user, { ...view, path: `/${storeId}/data${path}` })

/** Jobs run when the test calls this. The page polls until they are done. */
const work = () => service.runDue()

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const unknownColumns = `Código;Quantas estrelas;O que achou;Quem;Quando
P-1;5;Ótima cafeteira, esquenta rápido;Ana;13/03/2024
P-1;4,5;Boa;Bia;14/03/2024
P-2;3;Pequena demais;Caio;15/03/2024
`

describe('an owner', () => {
  test('imports a file with unknown columns in four steps that survive a reload', async () => {
    const page = await open()
    await closeAfter(page, async () => {
      await page.getByRole('heading', { name: 'Columns of the file' }).waitFor()
      await page.locator('input[type=file]').setInputFiles({
        ...{ name: 'avaliações.csv', mimeType: 'text/csv', buffer: Buffer.from(unknownColumns) },
      })
      await page.getByText('Match the columns of your file').waitFor()
      // The column's name does not suggest that it contains stars.
      await expect.poll(() => page.getByRole('button', { name: 'Check file' }).isDisabled()).toBe(true)
      await page.getByText('Choose all required columns').waitFor()
      await choose(page, 'Stars, 1 to 5', 'Quantas estrelas')
      await page.getByText('The product ID or SKU is required').waitFor()
      await choose(page, 'Product ID', 'Código')
      await choose(page, 'Text', 'O que achou')
      await choose(page, 'Date', 'Quando')
      await page.getByText('Ótima cafeteira, esquenta rápido').waitFor()
      await choose(page, 'Date format', 'Day first: 31/12/2025')
      await page.getByRole('button', { name: 'Check file' }).click()
      await page.getByText('Nothing is imported yet').waitFor()
      await page.reload()
      await page.getByText('Nothing is imported yet').waitFor()
      await work()
      await page.getByText('Import preview').waitFor()
      await page.getByText('"4,5" is not a whole number').waitFor()
      await page.reload()
      await page.getByRole('button', { name: 'Import 2 reviews' }).click()
      await page.getByText('You can leave this page').waitFor()
      await work()
      await page.getByRole('heading', { name: 'Import finished', exact: true }).waitFor()
      const [report] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download report' }).click(),
      ])
      expect(readFileSync(await report.path(), 'utf8')).toContain(
        'P-1,"4,5",Boa,Bia,14/03/2024,2,Quantas estrelas,',
      )
      await page.getByRole('button', { name: 'Import another file' }).click()
      await page.getByText('2 imported, 0 already there, 1 rejected').waitFor()
      await page.getByRole('link', { name: 'avaliações.csv' }).click()
      await page.getByRole('heading', { name: 'Import finished', exact: true }).waitFor()
      // They are published, so the list of pending ones would be empty.
      await page.getByRole('link', { name: 'See reviews' }).click()
      await page.getByText('Pequena demais').first().waitFor()
    })
  })

  test('reads beside the file what it must contain, for each kind', async () => {
    const { storeId } = await aStore(service.database)
    const shopkeeper = await aMember(service, storeId, 'owner')
    const page = await open('', { width: 1440 }, shopkeeper, storeId)
    await closeAfter(page, async () => {
      const guide = page.getByRole('region', { name: 'Columns of the file' })
      const required = () => guide.locator('li', { hasText: 'Required' }).locator('code').allTextContents()
      await expect.poll(required).toEqual(['rating'])
      await guide.getByText('The product ID or SKU is required').waitFor()
      const [form, columns] = [
        await page.locator('input[type=file]').locator('xpath=..').boundingBox(),
        await guide.boundingBox(),
      ]
      expect(columns?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0))
      await page.getByText('Questions', { exact: true }).last().click()
      await expect.poll(required).toEqual(['body'])
      await page.reload()
      await expect.poll(required).toEqual(['body'])
      await page.getByText('Orders', { exact: true }).last().click()
      await expect
        .poll(required)
        .toEqual(['order_id', 'order_date', 'delivery_date', 'product_id', 'customer_email'])
      await page.getByText('Store', { exact: true }).last().click()
      await page.getByText('choose Export everything').waitFor()
      await expect.poll(() => findFaults(page)).toEqual([])
    })
  })

  test('says what the words of a column of states mean before anything is imported', async () => {
    const { storeId } = await aStore(service.database)
    const shopkeeper = await aMember(service, storeId, 'owner')
    const file = 'Produto;Nota;Comentário;Situação\nP-1;5;Boa;Aprovada\nP-1;1;Ruim;na fila\n'
    const page = await openDashboard(browser, service, shopkeeper, {
      ...{ language: 'pt-BR', width: 360, path: `/${storeId}/data?kind=review` },
    })
    await closeAfter(page, async () => {
      await page.locator('input[type=file]').setInputFiles({
        ...{ name: 'avaliacoes.csv', mimeType: 'text/csv', buffer: Buffer.from(file) },
      })
      await page.getByRole('heading', { name: 'Quais são públicas?' }).waitFor()
      const check = page.getByRole('button', { name: 'Verificar arquivo' })
      await expect.poll(() => check.isDisabled()).toBe(true)
      await expect.poll(() => page.getByRole('combobox', { name: 'aprovada' }).inputValue()).toBe('Publicada')
      await page.getByRole('combobox', { name: 'na fila' }).click()
      await page.getByRole('option', { name: 'Pendente' }).click()
      expect([await findFaults(page), await overflows(page)]).toEqual([[], false])
      await check.click()
      await page.getByText('Nada é importado ainda').waitFor()
      await work()
      await page.getByRole('button', { name: /^Importar 2/ }).waitFor()
    })
  })

  test('gives rows without a date the one they choose, and cancels a waiting import', async () => {
    const text = 'product_id,rating,body\nP-9,5,Undated\nP-9,4,Undated too\n'
    const { body } = await uploadFile(service, owner, store.storeId, 'review', text, 'undated.csv')
    await owner.send('POST', `/stores/${store.storeId}/imports/${body.id}/trial`, asItIs)
    await work()
    const page = await open(`?id=${body.id}`)
    await closeAfter(page, async () => {
      await page.getByText('2 rows have no date').waitFor()
      await page.getByLabel('Date for rows without one').fill('2024-05-31')
      await page.getByRole('button', { name: 'Use this date' }).click()
      // The preview of before says "Nothing is imported yet" too.
      await page.getByText('Checking the file').waitFor()
      await work()
      await page.getByText('published with the date May 31, 2024').waitFor()
      await expect.poll(() => findFaults(page)).toEqual([])
      await expect.poll(() => page.getByRole('button', { name: 'Date applied' }).isDisabled()).toBe(true)
      await page.getByRole('button', { name: 'Cancel import' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click()
      await page.getByText('Drop the file here').waitFor()
      const row = page.getByRole('listitem').filter({ hasText: 'undated.csv' })
      await row.getByText('Cancelled').waitFor()
    })
  })

  test('returns to the columns after a trial, and cancels a running one', async () => {
    const { body } = await uploadFile(
      service,
      owner,
      store.storeId,
      'review',
      'product_id,rating,titulo\nP-1,5,a\n',
    )
    await owner.send('POST', `/stores/${store.storeId}/imports/${body.id}/trial`, asItIs)
    await work()
    const page = await open(`?id=${body.id}`)
    await closeAfter(page, async () => {
      await page.getByRole('button', { name: 'Change columns' }).click()
      await choose(page, 'Title', 'titulo')
      const notify = page.getByLabel('Email authors about later decisions and replies')
      await expect.poll(() => notify.isChecked()).toBe(false)
      await notify.check()
      await expect.poll(() => findFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Check file' }).click()
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.getByText('Import cancelled').waitFor()
      const tried = await owner.send('GET', `/stores/${store.storeId}/imports/${body.id}`)
      expect(tried.body.reading).toMatchObject({ notify_authors: true })
    })
  })

  test('resumes an interrupted upload, only with the same file', async () => {
    const text = `product_id,rating\n${'P-1,5\n'.repeat(9)}`
    const begun = await owner.send('POST', `/stores/${store.storeId}/imports`, {
      ...{ kind: 'review', file_name: 'broken-off.csv', size: text.length },
    })
    const page = await open(`?id=${begun.body.id}`)
    await closeAfter(page, async () => {
      await page.getByText('was interrupted').waitFor()
      await page.locator('input[type=file]').setInputFiles(write('another.csv', text))
      await page.getByText('not the file you started with').waitFor()
      await page.locator('input[type=file]').setInputFiles(write('broken-off.csv', text))
      await page.getByRole('button', { name: 'Check file' }).waitFor()
    })
  })
})

test.each(['moderator', 'viewer'] as const)('a %s reads who may import, and has no buttons', async role => {
  const page = await open('', {}, await aMember(service, store.storeId, role))
  await closeAfter(page, async () => {
    await page.getByText('Only store owners').waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: 'Import and export' }).count()).toBe(0)
  })
})

describe('every step passes axe and fits its page', () => {
  let steps: [name: string, path: string][]
  beforeAll(async () => {
    const text = `product_id;rating;title;body;Wer\n${'P-1;9;a;b;c\n'.repeat(30)}P-1;4;Fresh;b;c\n`
    const readyImport = await uploadFile(
      service,
      owner,
      store.storeId,
      'review',
      text,
      'a-rather-long-name-of-a-file-2025.csv',
    )
    const finishedImport = await uploadFile(service, owner, store.storeId, 'review', text)
    await importFile(service, owner, store.storeId, finishedImport.body.id)
    const triedImport = await uploadFile(service, owner, store.storeId, 'review', `${text}P-1;3;New;b;c\n`)
    await owner.send('POST', `/stores/${store.storeId}/imports/${triedImport.body.id}/trial`, asItIs)
    await work()
    const askedImport = await uploadFile(service, owner, store.storeId, 'order', ordersOfStates)
    const ofOrders = await uploadFile(service, owner, store.storeId, 'order', ordersOfStates)
    const at = (id: string) => `/stores/${store.storeId}/imports/${id}/trial`
    await owner.send('POST', at(askedImport.body.id), asItIs)
    const order_states = { 'en casa': 'shipped', 'zum kunden': 'waiting' }
    await owner.send('POST', at(ofOrders.body.id), { ...asItIs, order_states })
    await work()
    const failedImport = await uploadFile(service, owner, store.storeId, 'archive', text, 'store.zip')
    await owner.send('POST', `/stores/${store.storeId}/exports`, { kind: 'archive' })
    steps = [
      ['start', ''],
      ['ready', `?id=${readyImport.body.id}`],
      ['tried', `?id=${triedImport.body.id}`],
      ['asked', `?id=${askedImport.body.id}`],
      ['orders', `?id=${ofOrders.body.id}`],
      ['done', `?id=${finishedImport.body.id}`],
      ['failed', `?id=${failedImport.body.id}`],
      ['exports', '?tab=export'],
    ]
  })

  test.each([
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 360, language: 'pt-BR' },
  ] as const)('%o', async view => {
    const page = await open('', view)
    await closeAfter(page, async () => {
      await page.getByRole('tab').first().waitFor()
      for (const [name, path] of steps) {
        await moveTo(page, `/${store.storeId}/data${path}`)
        await page.getByRole('tab').first().waitFor()
        await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
        await page.locator('button, a', { hasText: /\w/ }).last().waitFor()
        if (process.env.SHOTS) {
          const file = `${process.env.SHOTS}/data-${name}-${view.scheme}-${view.width}.png`
          await page.screenshot({ path: file, fullPage: true })
        }
        expect([name, await findFaults(page)]).toEqual([name, []])
        expect([name, await overflows(page)]).toEqual([name, false])
      }
    })
  })
})
