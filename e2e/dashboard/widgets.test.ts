import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../server/test/admin.ts'
import { aProduct } from '../../server/test/factories.ts'
import { aStore } from '../../server/test/users.ts'
import { findFaults, moveTo, openDashboard, overflows, type View } from './stage.ts'
import { check, findings, openWidgets, setWidgetsStage, type WidgetsStage } from './widgets-stage.ts'

let stage: WidgetsStage
beforeAll(async () => {
  stage = await setWidgetsStage()
})
afterEach(async () => {
  for (const context of stage.browser.contexts()) await context.close()
})
afterAll(() => stage.close())

const open = (search: string, view: View = {}, user = stage.owner) => openWidgets(stage, search, view, user)
const preview = (page: Page) => page.frameLocator('iframe')
/** The code of the steps, in order. */
const codeOf = (page: Page) => page.locator('ol pre').allTextContents()
/** The buttons of the bar that floats over unsaved changes. */
const barButtons = (page: Page) => page.getByRole('button', { name: /^(Save|Discard)$/ }).allTextContents()

test('elements for pages of the store are displayed, chosen, and in the code', async () => {
  const page = await open('?place=store')
  await preview(page).locator('rw-carousel').getByText('Brews like my grandmother did.').waitFor()
  await preview(page).locator('rw-store').getByText('3 reviews').first().waitFor()
  await preview(page).locator('rw-badge').getByText('No reviews yet').waitFor()
  await page.getByLabel('Page of all reviews').fill('/reviews')
  await page.getByRole('checkbox', { name: 'Carousel' }).uncheck()
  await expect.poll(() => preview(page).locator('rw-badge a').getAttribute('href')).toBe('/reviews')
  await expect.poll(() => preview(page).locator('rw-carousel').count()).toBe(0)
  await expect.poll(() => findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect.poll(() => codeOf(page)).toHaveLength(4)
  const [, badge, gallery, all] = await codeOf(page)
  expect([badge, gallery, all].join()).not.toContain('data-product')
  expect(badge).toContain('data-url="/reviews"')
  await expect.poll(() => page.getByText('Nuvemshop', { exact: true }).count()).toBe(0)
})

test('a design is displayed immediately, is saved, and is on pages whose code does not have it', async () => {
  const page = await open('')
  await preview(page).getByText('Brews like my grandmother did.').waitFor()
  await expect.poll(() => barButtons(page)).toEqual([])
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
  const design = () =>
    stage.owner.send('GET', `/stores/${stage.store.storeId}/widget-design`).then(({ body }) => body)
  await expect.poll(() => design()).toEqual({})
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
  const url = stage.shop.put('/p/pasted', pasted)

  const visitor = await (await stage.browser.newContext()).newPage()
  await visitor.goto(url)
  await visitor.getByText('Brews like my grandmother did.').waitFor()
  await expect.poll(() => visitor.locator('rw-rating').textContent()).toBe('')
  await visitor.locator('rw-reviews [part=histogram]').waitFor()
  const starColor = (name: string) =>
    visitor.locator(name).evaluate(element => {
      const star = element.shadowRoot?.querySelector('[part=stars] svg path')
      return star && getComputedStyle(star).fill
    })
  await expect.poll(() => starColor('rw-reviews')).toBe('rgb(194, 65, 12)')
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
  const saved = async () =>
    (await stage.owner.send('GET', `/stores/${stage.store.storeId}/widget-design`)).body
  await expect.poll(saved).toEqual({})
})

test('an empty store is previewed with samples that nobody else gets', async () => {
  const empty = await aStore(stage.service.database)
  const newcomer = await aMember(stage.service, empty.storeId, 'owner')
  const page = await openDashboard(stage.browser, stage.service, newcomer, {
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
  const read = await fetch(`${stage.service.url}/api/v1/reviews.json?${keys}`)
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
  const fresh = await aStore(stage.service.database)
  const newcomer = await aMember(stage.service, fresh.storeId, 'owner')
  await stage.service.send('POST', '/products', {
    headers: fresh.headers,
    body: { ...aProduct(), product_id: 'realword-sample', sku: '', name: 'Moka pot, 6 cups' },
  })
  const page = await openDashboard(stage.browser, stage.service, newcomer, {
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
  const page = await open('?platform=shopify', {}, stage.viewer)
  await preview(page).getByText('Brews like my grandmother did.').waitFor()
  await page.getByText('Only owners can change the design.').waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Review summary' }).isDisabled()).toBe(true)
  await page.getByRole('tab', { name: 'Code' }).click()
  await page.getByRole('button', { name: /^Copy/ }).first().waitFor()
  await page.getByRole('tab', { name: 'Check a page' }).click()
  await page.getByText('Only owners and moderators can check').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Check page', exact: true }).count()).toBe(0)
})

test.each([
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 360, language: 'pt-BR' },
] as const)('every tab passes axe and fits its page: %o', async view => {
  const page = await open('', view)
  await preview(page).getByText('Brews like my grandmother did.').waitFor()
  for (const search of ['', '?tab=code&platform=vtex-io', '?tab=check']) {
    if (search !== '') {
      await moveTo(page, `/${stage.storeId}/widgets${search}`)
      await page.locator('ol pre, form').first().waitFor()
    }
    if (search === '?tab=check') {
      await page.locator('main input').fill(stage.shop.put('/p/axe', '<p>nothing</p>'))
      await page.locator('main form button').first().click()
      await page.locator('[data-finding]').first().waitFor()
    }
    await expect.poll(() => findFaults(page), { message: search }).toEqual([])
    await expect.poll(() => overflows(page), { message: search }).toBe(false)
  }
})
