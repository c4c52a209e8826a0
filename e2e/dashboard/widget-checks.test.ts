import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { aStore } from '../../server/test/users.ts'
import { openDashboard, type View } from './stage.ts'
import { check, findings, openWidgets, setWidgetsStage } from './widgets-stage.ts'

const stage = openForTests(setWidgetsStage)

const open = (search: string, view: View = {}, user = stage.owner) => openWidgets(stage, search, view, user)

describe('the check shows problems and how to fix them', () => {
  test.each([
    ['no script', '<rw-rating data-product-id="P-1"></rw-rating>', 'The script is not on the page.'],
    [
      'a placeholder',
      '<rw-rating data-product-id="{{ product.id }}"></rw-rating>',
      'The product ID was not filled in',
    ],
    ['another page', undefined, 'This page is not on the store’s site'],
  ])('%s', async (_what, html, message) => {
    const page = await open('?tab=check')
    const url = html ? stage.shop.put('/p/wrong', html) : 'https://other.example/'
    await page.getByLabel('Page URL').fill(url)
    await page.getByRole('button', { name: 'Check page', exact: true }).click()
    await page.getByText(message).waitFor()
  })

  test('a redirect, with a link to its target', async () => {
    stage.shop.put('/p/new', '<p>moved</p>')
    const page = await open('?tab=check')
    await check(page, stage.shop.put('/p/old', '', { location: '/p/new' }, 301))
    await page.getByRole('button', { name: 'Check that URL' }).click()
    await page.locator('[data-finding="page_read"]').waitFor()
  })

  test('a script of another version', async () => {
    const script = `<script type="module" src="${stage.service.url}/widgets/v1/widgets.js" integrity="sha384-abc"></script>`
    const page = await open('?tab=check')
    await check(page, stage.shop.put('/p/integrity', script))
    await page.locator('[data-finding="script_integrity"]').waitFor()
  })
})

test('a page on the own machine is checked by its HTML', async () => {
  // Another person: each may check ten times a minute.
  const colleague = await aMember(stage.service, stage.store.storeId, 'moderator')
  const page = await open('?tab=check', {}, colleague)
  // Without its URL, the field that lacks it says so and takes the focus.
  await page.getByText('Paste its HTML').click()
  await page.getByLabel('Page URL').fill('')
  await page.getByLabel('HTML of the page').fill('<p>anything</p>')
  await page.getByRole('button', { name: 'Check this HTML' }).click()
  await page.getByText('Enter the page’s URL, even if only this computer can open it.').waitFor()
  await expect
    .poll(() => page.getByLabel('Page URL').evaluate(field => field === document.activeElement))
    .toBe(true)
  await page.getByLabel('Page URL').fill('http://192.168.0.7:3000/p/1')
  // The field opens for a local address. The store has a site, whose pages alone are fetched; HTML may be of any page.
  const { storeId, storeKey } = stage.store
  await page.getByLabel('HTML of the page').fill(`<html lang="en"><head>
    <script type="module" src="${stage.service.url}/widgets/v1/widgets.js"></script></head><body>
    <rw-reviews data-store-id="${storeId}" data-store-key="${storeKey}" data-product-id="P-1"></rw-reviews>`)
  await page.getByRole('button', { name: 'Check this HTML' }).click()
  await page.getByText('Everything works').waitFor()
  await expect
    .poll(() => findings(page))
    .toEqual(expect.arrayContaining(['page_pasted', 'script_found', 'store_right', 'products_known']))
  await page.getByLabel('HTML of the page').fill('<p>no widgets here</p>')
  await page.getByRole('button', { name: 'Check this HTML' }).click()
  await page.getByText('The script is not on the page.').waitFor()
})

test('a store without a site is told why a private page is not read, and what to do', async () => {
  const other = await aStore(stage.service.database)
  const merchant = await aMember(stage.service, other.storeId, 'owner')
  const page = await openDashboard(stage.browser, stage.service, merchant, {
    path: `/${other.storeId}/widgets?tab=check`,
  })
  await page.getByLabel('Page URL').fill('http://10.1.2.3/p/1')
  await page.getByRole('button', { name: 'Check page', exact: true }).click()
  await page.getByText('10.1.2.3 is only reachable from your own network').waitFor()
  await page.getByText(/cloudflared tunnel/).waitFor()
  await page.getByText('Realword cannot open this page').waitFor()
  await expect.poll(() => page.getByText(/Something needs correcting|^Error$/).count()).toBe(0)
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0
  expect(await top(page.getByLabel('HTML of the page'))).toBeGreaterThan(
    await top(page.locator('[data-finding=page_private]')),
  )
})
