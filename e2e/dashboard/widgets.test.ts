import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { launchBrowser } from '../../server/test/browser.ts'
import { aProduct, aQuestion, aReview } from '../../server/test/factories.ts'
import { addQuestions, addReviews } from '../../server/test/reading.ts'
import { aStore, type Member } from '../../server/test/users.ts'
import { type Shop, startShop } from '../widgets/servers.ts'
import { findFaults, openDashboard, overflows, type View } from './stage.ts'

let service: TestApp
let shop: Shop
let browser: Browser
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
let viewer: typeof owner
beforeAll(async () => {
  ;[service, shop, browser] = await Promise.all([
    startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }),
    startShop(),
    launchBrowser(),
  ])
  store = await aStore(service.database)
  for (const [id, name] of [
    ['P-1', 'Moka pot'],
    ['P-2', 'Grinder'],
  ] as const)
    await service.send('POST', '/products', {
      headers: store.headers,
      body: { ...aProduct(), product_id: id, sku: `SKU-${id}`, name, url: `${shop.url}/p/${id}` },
    })
  await addReviews(
    service,
    store,
    aReview({ product_id: 'P-1', rating: 5, body: 'Brews like my grandmother did.' }),
    aReview({ product_id: 'P-1', rating: 4 }),
    aReview({ product_id: 'P-2', rating: 2 }),
  )
  await addQuestions(service, store, aQuestion({ product_id: 'P-1', body: 'Does it fit induction?' }))
  ;[owner, viewer] = await Promise.all([
    aMember(service, store.storeId, 'owner'),
    aMember(service, store.storeId, 'viewer'),
  ])
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
  await service.close()
})

async function open(search: string, view: View = {}, user = owner): Promise<Page> {
  return await openDashboard(browser, service, user, { ...view, path: `/${store.storeId}/widgets${search}` })
}

const preview = (page: Page) => page.frameLocator('iframe')
/** The code of the steps, in order. */
const codeOf = (page: Page) => page.locator('ol pre').allTextContents()
/** The buttons of the bar that floats over unsaved changes. */
const barButtons = (page: Page) => page.getByRole('button', { name: /^(Save|Discard)$/ }).allTextContents()
const findings = (page: Page) =>
  page
    .locator('[data-finding]')
    .evaluateAll(elements => elements.map(element => element.getAttribute('data-finding')))

async function check(page: Page, url: string): Promise<void> {
  await page.getByLabel('Page URL').fill(url)
  await page.getByRole('button', { name: 'Check page', exact: true }).click()
  await page.getByText(new URL(url).href, { exact: true }).waitFor()
}

test('elements for pages of the store are displayed, chosen, and in the code', async () => {
  const page = await open('?place=store')
  await preview(page).locator('rw-carousel').getByText('Brews like my grandmother did.').waitFor()
  await preview(page).locator('rw-store').getByText('3 reviews').first().waitFor()
  await preview(page).locator('rw-badge').getByText('No reviews yet').waitFor()
  await page.getByLabel('Page of all reviews').fill('/reviews')
  await page.getByRole('checkbox', { name: 'Carousel' }).uncheck()
  await expect.poll(() => preview(page).locator('rw-badge a').getAttribute('href')).toBe('/reviews')
  expect(await preview(page).locator('rw-carousel').count()).toBe(0)
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect.poll(() => codeOf(page)).toHaveLength(4)
  const [, badge, gallery, all] = await codeOf(page)
  expect([badge, gallery, all].join()).not.toContain('data-product')
  expect(badge).toContain('data-url="/reviews"')
  expect(await page.getByText('Nuvemshop', { exact: true }).count()).toBe(0)
})

test('a design is displayed immediately, is saved, and is on pages whose code does not have it', async () => {
  const page = await open('')
  await preview(page).getByText('Brews like my grandmother did.').waitFor()
  expect(await barButtons(page)).toEqual([])
  await preview(page).locator('rw-questions').scrollIntoViewIfNeeded()
  await preview(page).getByText('Does it fit induction?').waitFor()
  await expect.poll(() => preview(page).getByRole('heading', { name: 'Moka pot' }).count()).toBe(1)
  await page.getByRole('checkbox', { name: 'Questions' }).uncheck()
  await expect.poll(() => preview(page).locator('rw-questions').count()).toBe(0)
  await page.getByLabel('Stars', { exact: true }).last().fill('#c2410c')
  await expect.poll(() => barButtons(page)).toEqual(['Discard', 'Save'])
  await page.getByRole('combobox', { name: 'Review summary' }).click()
  await page.getByRole('option', { name: 'Bars by rating' }).click()
  await expect
    .poll(() => preview(page).locator('rw-reviews').getAttribute('data-header-type'))
    .toBe('histogram')
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ show: 'rating,reviews' })
  const design = () => owner.send('GET', `/stores/${store.storeId}/widget-design`).then(({ body }) => body)
  expect(await design()).toEqual({})
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Your store’s pages follow within a minute').waitFor()
  await expect.poll(() => barButtons(page)).toEqual([])
  await expect.poll(design).toEqual({
    variables: { '--rw-star-color': '#c2410c' },
    attributes: { 'rw-reviews': { 'data-header-type': 'histogram' } },
  })
  await page.reload()
  await expect.poll(() => page.getByLabel('Stars', { exact: true }).last().inputValue()).toBe('#c2410c')

  await page.setViewportSize({ width: 1280, height: 500 })
  await page.getByRole('button', { name: 'Get code' }).click()
  await page.locator('ol pre').first().waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const code = await codeOf(page)
  expect(code).toHaveLength(3)
  expect(code.join()).not.toMatch(/c2410c|histogram|<style/)
  await page.getByText('Replace P-1 with the ID of the product on the page').waitFor()
  await page.getByText('Stars in search results', { exact: true }).click()
  await page.getByText('application/ld+json').waitFor()
  const pasted = `<!doctype html><html lang="en"><head>${code[0]}</head><body>${code[1]}${code[2]}</body></html>`
  const url = shop.put('/p/pasted', pasted)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(url)
  await visitor.getByText('Brews like my grandmother did.').waitFor()
  await expect.poll(() => visitor.locator('rw-rating').textContent()).toBe('')
  await visitor.locator('rw-reviews [part=histogram]').waitFor()
  const starColor = (name: string) =>
    visitor.locator(name).evaluate(element => {
      const star = element.shadowRoot?.querySelector('[part=stars] svg path')
      return star && getComputedStyle(star).fill
    })
  expect(await starColor('rw-reviews')).toBe('rgb(194, 65, 12)')
  await expect.poll(() => starColor('rw-rating')).toBe('rgb(194, 65, 12)')

  await page.getByRole('button', { name: 'Check a page' }).click()
  await check(page, url)
  await page.getByText('Everything works').waitFor()
  await expect
    .poll(() => findings(page))
    .toEqual(expect.arrayContaining(['script_found', 'store_right', 'widgets_found', 'products_known']))
})

test('edits wait for Save: they are kept for later, discarded, or reset to the defaults', async () => {
  const page = await open('')
  await page.getByRole('combobox', { name: 'Review summary' }).click()
  await page.getByRole('option', { name: 'Compact' }).click()
  await page.getByRole('tab', { name: /Code/ }).click()
  await page.getByRole('tab', { name: /Design.*/ }).click()
  await expect
    .poll(() => preview(page).locator('rw-reviews').getAttribute('data-header-type'))
    .toBe('compact')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect
    .poll(() => preview(page).locator('rw-reviews').getAttribute('data-header-type'))
    .toBe('histogram')
  await page.getByRole('button', { name: 'Reset design' }).click()
  await expect.poll(() => preview(page).locator('rw-reviews').getAttribute('data-header-type')).toBe(null)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The button is disabled while it saves, too.
  const saved = async () => (await owner.send('GET', `/stores/${store.storeId}/widget-design`)).body
  await expect.poll(saved).toEqual({})
})

test('an empty store is previewed with samples that nobody else gets', async () => {
  const empty = await aStore(service.database)
  const newcomer = await aMember(service, empty.storeId, 'owner')
  const page = await openDashboard(browser, service, newcomer, {
    path: `/${empty.storeId}/widgets`,
    language: 'es',
  })
  const asked: string[] = []
  page.on('request', request => void (request.url().includes('/api/v1/') && asked.push(request.url())))
  await preview(page).getByText('Café como debe ser').waitFor()
  await page.getByText('Estas opiniones son ejemplos').waitFor()
  await preview(page).locator('rw-questions').scrollIntoViewIfNeeded()
  await preview(page).getByText('¿Sirve en parrilla de inducción?').waitFor()
  expect(asked).toEqual([])
  const keys = `store_id=${empty.storeId}&store_key=${empty.storeKey}`
  const read = await fetch(`${service.url}/api/v1/reviews.json?${keys}`)
  expect(await read.json()).toMatchObject({ result: [], count: 0 })
})

test('the picker of a color opens by click or arrow key, and not for those who tab past', async () => {
  const page = await open('')
  const field = page.getByLabel('Buttons and links', { exact: true })
  const picker = page.locator('.mantine-ColorInput-dropdown')
  await page.getByLabel('Stars', { exact: true }).last().click()
  await picker.waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => field.evaluate(input => input === document.activeElement)).toBe(true)
  await expect.poll(() => picker.count()).toBe(0)
  await page.keyboard.press('ArrowDown')
  await picker.waitFor()
})

test('the code of a store with only a test order keeps the test product', async () => {
  const fresh = await aStore(service.database)
  const newcomer = await aMember(service, fresh.storeId, 'owner')
  await service.send('POST', '/products', {
    headers: fresh.headers,
    body: { ...aProduct(), product_id: 'realword-sample', sku: '', name: 'Moka pot, 6 cups' },
  })
  const page = await openDashboard(browser, service, newcomer, {
    path: `/${fresh.storeId}/widgets?tab=code`,
    width: 360,
  })
  await page.getByText('realword-sample is the product of your test order: keep it').waitFor()
  const isCut = await page
    .locator('ol pre')
    .first()
    .evaluate(code => code.scrollWidth > code.clientWidth)
  expect(isCut).toBe(false)
  await page.getByRole('link', { name: 'Find it in Products' }).click()
  await page.getByRole('heading', { name: 'Products' }).waitFor()
})

test('a phone previews a phone', async () => {
  const page = await open('', { width: 390 })
  await preview(page).getByText('Brews like my grandmother did.').waitFor()
  const width = await page.locator('iframe').evaluate(frame => (frame as HTMLIFrameElement).clientWidth)
  expect(width).toBe(390)
  const shown = await page.locator('iframe').boundingBox()
  expect(shown?.width).toBeGreaterThan(330)
})

test('a product is found by name, and a list shows several', async () => {
  const page = await open('')
  await page.getByRole('combobox', { name: 'Product in the preview' }).fill('grin')
  await page.getByRole('option', { name: /Grinder/ }).click()
  await preview(page).getByRole('heading', { name: 'Grinder' }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('product')).toBe('P-2')
  await page.getByText('Product list').click()
  await expect.poll(() => preview(page).locator('rw-rating').count()).toBe(2)
})

test('the preview sends no vote', async () => {
  const page = await open('')
  const sent: string[] = []
  page.on('request', request => void (request.method() !== 'GET' && sent.push(request.url())))
  await preview(page)
    .getByRole('button', { name: /Helpful/ })
    .first()
    .click()
  await preview(page)
    .getByRole('button', { name: /Helpful/, pressed: true })
    .first()
    .waitFor()
  // Stored after the response arrived.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('rw-votes'))).toContain(':1}')
  expect(sent).toEqual([])
})

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
    const url = html ? shop.put('/p/wrong', html) : 'https://other.example/'
    await page.getByLabel('Page URL').fill(url)
    await page.getByRole('button', { name: 'Check page', exact: true }).click()
    await page.getByText(message).waitFor()
  })

  test('a redirect, with a link to its target', async () => {
    shop.put('/p/new', '<p>moved</p>')
    const page = await open('?tab=check')
    await check(page, shop.put('/p/old', '', { location: '/p/new' }, 301))
    await page.getByRole('button', { name: 'Check that URL' }).click()
    await page.locator('[data-finding="page_read"]').waitFor()
  })

  test('a script of another version', async () => {
    const script = `<script type="module" src="${service.url}/widgets/v1/widgets.js" integrity="sha384-abc"></script>`
    const page = await open('?tab=check')
    await check(page, shop.put('/p/integrity', script))
    await page.locator('[data-finding="script_integrity"]').waitFor()
  })
})

test('a page on the own machine is checked by its HTML', async () => {
  // Another person: each may check ten times a minute.
  const colleague = await aMember(service, store.storeId, 'moderator')
  const page = await open('?tab=check', {}, colleague)
  // Without its URL, the field that lacks it says so and takes the focus.
  await page.getByText('Paste its HTML').click()
  await page.getByLabel('Page URL').fill('')
  await page.getByLabel('HTML of the page').fill('<p>anything</p>')
  await page.getByRole('button', { name: 'Check this HTML' }).click()
  await page.getByText('Enter the page’s URL, even if only this computer can open it.').waitFor()
  expect(await page.getByLabel('Page URL').evaluate(field => field === document.activeElement)).toBe(true)
  await page.getByLabel('Page URL').fill('http://192.168.0.7:3000/p/1')
  // The field opens for a local address. The store has a site, whose pages alone are fetched; HTML may be of any page.
  const { storeId, storeKey } = store
  await page.getByLabel('HTML of the page').fill(`<html lang="en"><head>
    <script type="module" src="${service.url}/widgets/v1/widgets.js"></script></head><body>
    <rw-reviews data-store-id="${storeId}" data-store-key="${storeKey}" data-product-id="P-1"></rw-reviews>`)
  await page.getByRole('button', { name: 'Check this HTML' }).click()
  await page.getByText('Everything works').waitFor()
  expect(await findings(page)).toEqual(
    expect.arrayContaining(['page_pasted', 'script_found', 'store_right', 'products_known']),
  )
  await page.getByLabel('HTML of the page').fill('<p>no widgets here</p>')
  await page.getByRole('button', { name: 'Check this HTML' }).click()
  await page.getByText('The script is not on the page.').waitFor()
})

test('a store without a site is told why a private page is not read, and what to do', async () => {
  const other = await aStore(service.database)
  const merchant = await aMember(service, other.storeId, 'owner')
  const page = await openDashboard(browser, service, merchant, {
    path: `/${other.storeId}/widgets?tab=check`,
  })
  await page.getByLabel('Page URL').fill('http://10.1.2.3/p/1')
  await page.getByRole('button', { name: 'Check page', exact: true }).click()
  await page.getByText('10.1.2.3 is only reachable from your own network').waitFor()
  await page.getByText(/cloudflared tunnel/).waitFor()
  await page.getByText('Realword cannot open this page').waitFor()
  expect(await page.getByText(/Something needs correcting|^Error$/).count()).toBe(0)
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0
  expect(await top(page.getByLabel('HTML of the page'))).toBeGreaterThan(
    await top(page.locator('[data-finding=page_private]')),
  )
})

test('the code matches the platform, and can be copied', async () => {
  const page = await open('?tab=code')
  await page.getByText(/loads (1\d|2\d) kB/).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByText('WooCommerce', { exact: true }).first().click()
  await page.getByText('get_id()').first().waitFor()
  await page.getByText('VTEX', { exact: true }).first().click()
  await page.getByText('useProduct()?.product?.productId').first().waitFor()
  await page.getByRole('combobox', { name: 'Storefront' }).click()
  await page.getByRole('option', { name: 'FastStore' }).click()
  await page.getByText('usePDP().data').first().waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('platform')).toBe('vtex-faststore')
  await page.getByText('Shopify', { exact: true }).first().click()
  await page.getByText('{{ product.id }}').first().waitFor()
  await page.getByText('SKU', { exact: true }).click()
  await page.getByText('selected_or_first_available_variant.sku').first().waitFor()
  await page.getByRole('button', { name: 'Copy: layout/theme.liquid' }).click()
  await page.getByRole('button', { name: 'Copied: layout/theme.liquid' }).waitFor()
  const [head] = await codeOf(page)
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(head)
})

test('a viewer can read and copy, but neither change nor check', async () => {
  const page = await open('?platform=shopify', {}, viewer)
  await preview(page).getByText('Brews like my grandmother did.').waitFor()
  await page.getByText('Only owners can change the design.').waitFor()
  expect(await page.getByRole('combobox', { name: 'Review summary' }).isDisabled()).toBe(true)
  await page.getByRole('tab', { name: 'Code' }).click()
  await page.getByRole('button', { name: /^Copy/ }).first().waitFor()
  await page.getByRole('tab', { name: 'Check a page' }).click()
  await page.getByText('Only owners and moderators can check').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Check page', exact: true }).count()).toBe(0)
})

describe('every tab', () => {
  test.each(
    ['', '?tab=code&platform=vtex-io', '?tab=check'].flatMap(search => [
      [search, { scheme: 'light', width: 1280 }] as const,
      [search, { scheme: 'dark', width: 360, language: 'pt-BR' }] as const,
    ]),
  )('%s passes axe and fits its page: %o', async (search, view) => {
    const page = await open(search, view)
    if (search === '') await preview(page).getByText('Brews like my grandmother did.').waitFor()
    else await page.locator('ol pre, form').first().waitFor()
    if (search === '?tab=check') {
      await page.locator('main input').fill(shop.put('/p/axe', '<p>nothing</p>'))
      await page.locator('main form button').first().click()
      await page.locator('[data-finding]').first().waitFor()
    }
    await expect.poll(() => findFaults(page)).toEqual([])
    await expect.poll(() => overflows(page)).toBe(false)
  })
})
