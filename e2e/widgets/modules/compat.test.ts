import type { JSHandle, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { home, load, ModulePages } from './modules.ts'

const pages = new ModulePages()

const service = 'https://service.test/widgets/v1/'
const store = 'data-store-id="S-1" data-store-key="key"'

type Said = { type: string; text: string; args: JSHandle[] }

const javascript = (route: Route, body: string) =>
  route.fulfill({
    contentType: 'text/javascript',
    headers: { 'access-control-allow-origin': '*' },
    body,
  })

/** What a shop adds to its page. The service answers with the module as written. */
const script = (attributes = store) =>
  `<script type="module" async src="${service}compat.js" ${attributes}></script>`

/** A page whose `said` are the lines of its console, and the errors of its scripts. */
async function open(html: string, prepare: (page: Page) => Promise<unknown> = async () => {}) {
  const said: Said[] = []
  const page = await pages.open(html, async page => {
    page.on('console', line => said.push({ type: line.type(), text: line.text(), args: line.args() }))
    page.on('pageerror', error => said.push({ type: 'error', text: String(error), args: [] }))
    await page.route(`${service}compat.js`, route =>
      javascript(route, `import '${home}widgets/compat/compat.ts'`),
    )
    await page.route(`${service}widgets.js`, route => javascript(route, 'window.isLoaded = true'))
    await prepare(page)
  })
  const warnings = () => said.filter(({ type }) => type === 'warning')
  const texts = () => warnings().map(({ args: [text] }) => String(text).replace(/^JSHandle:/, ''))
  return { page, said, warnings, texts }
}

const badge = (product: string, content = '', rest = '') =>
  `<div class="jdgm-preview-badge" data-id="${product}" ${rest}>${content}</div>`
const reviews = (product: string, content = '', rest = '') =>
  `<div class="jdgm-review-widget" data-id="${product}" ${rest}>${content}</div>`

const lines = '<p style="height: 120px; margin: 0"></p>'

/** The attributes of our elements, in their order. */
const ours = (page: Page) =>
  page
    .locator('rw-rating, rw-reviews, rw-questions')
    .evaluateAll(all =>
      all.map((one): DOMStringMap => ({ name: one.localName, ...(one as HTMLElement).dataset })),
    )

/** Adds a place, and waits until a search has found it. */
async function searched(page: Page): Promise<void> {
  await page.evaluate(() => {
    const place = document.createElement('div')
    place.dataset.bvShow = 'questions'
    place.dataset.bvProductId = 'later'
    document.body.append(place)
  })
  await page.locator('[data-bv-product-id=later] > rw-questions').last().waitFor({ state: 'attached' })
  await page.evaluate(() => document.querySelector('[data-bv-product-id=later]')?.remove())
}

const styleOf = (page: Page, place: string) =>
  page.locator(place).evaluate(one => [one.style.height, one.style.overflow])

const fire = (page: Page, name: string) =>
  page.locator('rw-reviews').evaluate((one, name) => one.dispatchEvent(new CustomEvent(name)), name)

test('compat: elements name their product, and the store that the script names', async () => {
  const places = `${badge('1')}${reviews('SKU/S-1')}<div data-bv-show="questions" data-bv-product-id="2"></div>`
  const { page, said } = await open(places + script())
  const named = { storeId: 'S-1', storeKey: 'key' }
  await expect
    .poll(() => ours(page))
    .toEqual([
      { name: 'rw-rating', ...named, productId: '1' },
      { name: 'rw-reviews', ...named, productSku: 'S-1' },
      { name: 'rw-questions', ...named, productId: '2' },
    ])
  const plain = await open(badge('1') + script(''))
  await expect.poll(() => ours(plain.page)).toEqual([{ name: 'rw-rating', productId: '1' }])
  expect([...said, ...plain.said]).toEqual([])
})

test.each([
  'https://service.test',
  'https://service.test/',
  'https://service.test//',
])('compat: in a bundle, the page names the service as %s', async api => {
  const { page, said } = await open(badge('1'))
  await page.evaluate(api => {
    document.documentElement.dataset.apiUrl = api
  }, api)
  await load(page, 'compat/compat.ts')
  await expect.poll(() => ours(page)).toEqual([{ name: 'rw-rating', productId: '1' }])
  expect(said).toEqual([])
})

test('compat: in a bundle without the address of the service, it says so once, and defines stubs', async () => {
  const { page, said, texts } = await open(badge('1', 'Old'))
  await load(page, 'compat/compat.ts')
  await load(page, 'compat/compat.ts?again')
  expect(await page.evaluate('typeof new Yotpo.API(yotpo).refreshWidgets()')).toBe('function')
  await page.evaluate(() => console.warn('end'))
  await expect.poll(texts).toContain('end')
  expect(said.map(({ text }) => text.trim())).toEqual([
    'Realword: compat.js is in a bundle. Exclude it, or write data-api-url, data-store-id, data-store-key on <html>.',
    'end',
  ])
  expect(await page.locator('.jdgm-preview-badge').textContent()).toBe('Old')
})

test('compat: places that stay are named with the place, each kind once', async () => {
  const numbered =
    '<div class="yotpo-widget-instance" data-yotpo-instance-id="7" data-yotpo-product-id="1"></div>'
  const carousel = '<div class="jdgm-widget carousel">Carousel</div>'
  const html = `${badge('1')}${numbered}${numbered}${carousel}${carousel}${badge('', 'No product')}`
  const { page, warnings, texts } = await open(html + script(`${store} data-map="7=stars,8=rating"`))
  await expect.poll(async () => (await ours(page)).length).toBe(1)
  await searched(page)
  await expect.poll(() => texts().length).toBe(4)
  expect(texts()).toEqual([
    'Realword: data-map has "7=stars". Write pairs: 123=rating,124=reviews.',
    `Realword: Yotpo's widget 7 is not in data-map. Add data-map="7=rating" to compat.js; or =reviews, =questions.`,
    "Realword: Judge.me's place jdgm-preview-badge names no product. Give it data-id.",
    "Realword: Judge.me's place jdgm-widget carousel has no counterpart.",
  ])
  const places = await Promise.all(
    warnings().map(({ args: [, place] }) =>
      place?.evaluate(place => (place instanceof HTMLElement ? place.textContent : place)),
    ),
  )
  expect(places).toEqual(['', '', 'No product', 'Carousel'])
})

test('compat: nothing is said of places inside and around those that are filled', async () => {
  const inner = '<div class="jdgm-widget">In old content</div>'
  const html = `<div class="yotpo outer">${badge('1')}</div><div class="yotpo outer">${reviews('2', inner)}</div>
    <div class="yotpo outer"><div data-bv-show="questions" data-bv-product-id="3"></div></div>
    <rw-reviews>${inner}</rw-reviews><rw-rating>${inner}</rw-rating><div data-bv-show="last"></div>`
  const { texts } = await open(html + script())
  await expect.poll(texts).toEqual(["Realword: Bazaarvoice's place last has no counterpart."])
})

test('compat: a place inside one that was filled is left alone', async () => {
  const { page } = await open(badge('1', badge('2', 'Inner')) + badge('3'))
  await page.evaluate(() => {
    Object.assign(window, { inner: document.querySelector('[data-id="2"]') })
    document.documentElement.dataset.apiUrl = 'https://service.test'
  })
  await load(page, 'compat/compat.ts')
  await expect.poll(async () => (await ours(page)).map(({ productId }) => productId)).toEqual(['1', '3'])
  expect(await page.evaluate('inner.textContent')).toBe('Inner')
})

test('compat: where our elements do not load, the console says why, and old content stays', async () => {
  const { page, said, texts } = await open(badge('1', 'Old') + script(), page =>
    page.route(`${service}widgets.js`, route => javascript(route, 'throw new Error("broken")')),
  )
  await expect
    .poll(texts)
    .toEqual([
      `Realword: ${service}widgets.js could not be loaded. Exclude compat.js from optimizers, or give it data-api-url.`,
    ])
  const errors = said.filter(({ type }) => type === 'error')
  expect(errors.map(({ text }) => text)).toEqual([expect.stringContaining('broken')])
  expect(await page.locator('.jdgm-preview-badge').textContent()).toBe('Old')
})

test('compat: places that the page adds or changes later are filled, and follow their product', async () => {
  const { page } = await open(`<main><section></section></main>${reviews('1')}${script()}`)
  await expect.poll(async () => (await ours(page)).length).toBe(1)
  const products = async () =>
    (await ours(page)).map(({ name, productId, productSku }) => [name, productId, productSku])

  const section = page.locator('section')
  await section.evaluate((one, html) => one.insertAdjacentHTML('beforeend', html), badge('2') + badge(''))
  const first = ['rw-reviews', '1', undefined]
  await expect.poll(products).toEqual([['rw-rating', '2', undefined], first])

  const places = page.locator('.jdgm-preview-badge')
  await places.last().evaluate(one => one.setAttribute('data-id', '3'))
  await expect.poll(products).toEqual([['rw-rating', '2', undefined], ['rw-rating', '3', undefined], first])

  const element = await page.locator('rw-rating').first().elementHandle()
  const change = (id: string) => places.first().evaluate((one, id) => one.setAttribute('data-id', id), id)
  await change('SKU/S-4')
  await expect.poll(products).toEqual([['rw-rating', undefined, 'S-4'], ['rw-rating', '3', undefined], first])
  await change('4')
  await expect.poll(products).toEqual([['rw-rating', '4', undefined], ['rw-rating', '3', undefined], first])
  expect(await element?.evaluate(one => one === document.querySelector('rw-rating'))).toBe(true)
  const attributes = await page
    .locator('rw-rating')
    .first()
    .evaluate(one => one.getAttributeNames().toSorted())
  expect(attributes).toEqual(['data-product-id', 'data-store-id', 'data-store-key'])
})

test('compat: a search that finds nothing new does not write the product again', async () => {
  const { page } = await open(reviews('1') + script())
  await page.locator('rw-reviews').waitFor({ state: 'attached' })
  await page.evaluate(() => {
    const records: unknown[] = Object.assign(window, { records: [] }).records
    new MutationObserver(all => records.push(...all.map(one => one.attributeName))).observe(
      document.querySelector('rw-reviews') as HTMLElement,
      { attributeFilter: ['data-product-id', 'data-product-sku'] },
    )
  })
  await searched(page)
  await page.evaluate(() => document.querySelector('rw-reviews')?.setAttribute('data-product-sku', 'end'))
  await expect.poll(() => page.evaluate('records[0]')).toBe('data-product-sku')
})

test('compat: all changes of 50 ms cause one search, and later ones another', async () => {
  const { page } = await open(badge('1') + script(), page => page.clock.install())
  await expect.poll(async () => (await ours(page)).length).toBe(1)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const searches = () => page.evaluate('searches')
  await page.evaluate(() => {
    const page = Object.assign(window, { searches: 0 })
    const real = document.querySelectorAll.bind(document)
    document.querySelectorAll = ((selector: string) => {
      if (selector.includes('.loox-rating')) page.searches++
      return real(selector)
    }) as typeof document.querySelectorAll
  })
  const changeTwice = () =>
    page.evaluate(async () => {
      for (const text of ['x', 'y']) {
        document.body.append(text)
        await Promise.resolve()
      }
    })
  for (const expected of [1, 2]) {
    await changeTwice()
    await page.clock.runFor(49)
    expect(await searches()).toBe(expected - 1)
    await changeTwice()
    await page.clock.runFor(1)
    expect(await searches()).toBe(expected)
    await page.clock.runFor(1000)
    expect(await searches()).toBe(expected)
  }
})

test('compat: a click on stars leads to the reviews of their product', async () => {
  const space = '<div style="height: 3000px"></div>'
  const block = '<style>rw-rating, rw-reviews { display: block; height: 100px }</style>'
  const html = `${block}${['1', 'SKU/A', 'SKU/B', 'none'].map(product => badge(product)).join('')}
    <a href="#top">${badge('1')}</a>${['1', 'SKU/A', 'SKU/B'].map(product => space + reviews(product)).join('')}
    ${space}${script()}`
  const { page, said } = await open(html)
  await expect.poll(async () => (await ours(page)).length).toBe(8)

  /** Clicks one of our elements, and returns the product of the reviews at the top of the screen. */
  const click = (at: number, name: string) =>
    page.evaluate(
      ([at, name]) => {
        scrollTo(0, name === 'rw-rating' ? 0 : 3000)
        const before = scrollY
        document.querySelectorAll<HTMLElement>(name)[at]?.click()
        const shown = [...document.querySelectorAll<HTMLElement>('rw-reviews')].find(
          one => Math.abs(one.getBoundingClientRect().top) < 2,
        )
        return scrollY === before ? 'unmoved' : (shown?.dataset.productId ?? shown?.dataset.productSku)
      },
      [at, name] as const,
    )
  expect(await click(0, 'rw-rating')).toBe('1')
  expect(await click(1, 'rw-rating')).toBe('A')
  expect(await click(2, 'rw-rating')).toBe('B')
  expect(await click(3, 'rw-rating')).toBe('unmoved')
  expect(await click(4, 'rw-rating')).toBe('unmoved')
  expect(await click(0, 'rw-reviews')).toBe('unmoved')
  await page.evaluate(() => console.warn('end'))
  await expect.poll(() => said.at(-1)?.text).toBe('end')
  expect(said.length).toBe(1)
})

test('compat: ratings keep the height of the old content', async () => {
  const { page } = await open(badge('1', lines) + script())
  await page.locator('rw-rating').waitFor({ state: 'attached' })
  expect(await styleOf(page, '.jdgm-preview-badge')).toEqual(['120px', ''])
  await page.locator('rw-rating').evaluate(one => one.dispatchEvent(new CustomEvent('rw-load')))
  expect(await styleOf(page, '.jdgm-preview-badge')).toEqual(['120px', ''])
})

test('compat: old content of text alone keeps its height too', async () => {
  const { page } = await open(badge('1', '4.8 stars', 'style="line-height: 30px"') + script())
  await page.locator('rw-rating').waitFor({ state: 'attached' })
  expect((await styleOf(page, '.jdgm-preview-badge'))[0]).toBe('30px')
})

test.each([
  ['rw-load', '', ['', '']],
  ['rw-error', '', ['', '']],
  ['rw-load', 'style="height: 300px; overflow: auto"', ['300px', 'auto']],
])('compat: reviews keep the height of the old content until %s', async (event, style, released) => {
  const { page } = await open(reviews('1', lines, style) + script())
  const place = '.jdgm-review-widget'
  await page.locator('rw-reviews').waitFor({ state: 'attached' })
  expect(await styleOf(page, place)).toEqual([released[0] || '120px', 'hidden'])
  await fire(page, event)
  expect(await styleOf(page, place)).toEqual(released)
  // Neither a later search nor later reviews change it again.
  await searched(page)
  expect(await styleOf(page, place)).toEqual(released)
  await page.locator(place).evaluate(one => Object.assign(one.style, { height: '77px', overflow: 'clip' }))
  await fire(page, event)
  expect(await styleOf(page, place)).toEqual(['77px', 'clip'])
})

test.each([
  ['is empty', badge('1', '', 'style="padding: 9px"'), 'rw-rating'],
  ['holds white space alone', badge('1', '\n<!-- stars -->', 'style="padding: 9px"'), 'rw-rating'],
  ['had nothing to see', badge('1', '<span></span>'), 'rw-rating'],
  ['is hidden', reviews('1', lines, 'style="display: none"'), 'rw-reviews'],
])('compat: a place that %s keeps no height', async (_, html, name) => {
  const { page } = await open(html + script())
  await page.locator(name).waitFor({ state: 'attached' })
  expect(await styleOf(page, `:has(> ${name})`)).toEqual(['', ''])
})

test('compat: a place that has our element, such as in a copy of the page, keeps it', async () => {
  const { page } = await open(
    reviews('1', `${lines}<rw-reviews data-product-id="0" data-list-type="list"></rw-reviews>`) + script(),
  )
  await expect
    .poll(() => ours(page))
    .toEqual([{ name: 'rw-reviews', listType: 'list', productId: '1', storeId: 'S-1', storeKey: 'key' }])
  expect(await styleOf(page, '.jdgm-review-widget')).toEqual(['', ''])
})

test('compat: nothing is filled before the page is read', async () => {
  const gate = Promise.withResolvers<void>()
  let page: Page | undefined
  const opened = open(
    `${script()}${badge('1', 'Old <script src="https://shop.test/slow.js"></script> rest')}`,
    one => {
      page = one
      return one.route('https://shop.test/slow.js', async route => {
        await gate.promise
        await javascript(route, '')
      })
    },
  )
  await expect.poll(() => page?.evaluate('window.isLoaded')).toBe(true)
  // Two tasks after our elements have loaded.
  await page?.evaluate(() => new Promise(done => setTimeout(() => setTimeout(done))))
  expect(await page?.evaluate('document.readyState')).toBe('loading')
  expect(await page?.locator('.jdgm-preview-badge').textContent()).toBe('Old ')
  gate.resolve()
  await opened
  await expect
    .poll(() => page?.locator('.jdgm-preview-badge').innerHTML())
    .toMatch(/^<rw-rating[^>]*><\/rw-rating>$/)
})
