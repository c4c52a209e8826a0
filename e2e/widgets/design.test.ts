import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { removeReview } from '../../server/answers/reviews/moderate.ts'
import { changeWidgetDesign } from '../../server/tenants/stores/widget-design.ts'
import { addQuestionsAbout } from './questions.ts'
import { labels } from './ratings.ts'
import { numbered, shelve } from './review-shelf.ts'
import { type FakeApi, startFakeApi } from './servers.ts'
import { settled, shifts, watchShifts } from './shifts.ts'
import { type Stage, setStage } from './stage.ts'

const named = 'data-product-id="moka"'
const all = `<h1>Moka pot</h1><rw-rating ${named}></rw-rating><p>Below the rating</p>
  <rw-reviews ${named}></rw-reviews><rw-questions ${named}></rw-questions><footer>End</footer>`

let stage: Stage
let api: FakeApi
beforeAll(async () => {
  stage = await setStage()
  api = await startFakeApi()
  await shelve(stage, 'moka', numbered(12))
  await addQuestionsAbout(stage, 'moka', [{}])
})
afterEach(async () => {
  for (const context of stage.browser.contexts()) await context.close()
})
afterAll(async () => {
  await api.close()
  await stage.close()
})

const variables = {
  '--rw-star-color': '#c2410c',
  '--rw-primary-color': '#1d4ed8',
  '--rw-border-radius': '3px',
  '--rw-font-size-base': '21px',
  '--rw-font-family': 'Georgia, "Times New Roman", serif',
}
const save = (change: Parameters<typeof changeWidgetDesign>[2]) =>
  changeWidgetDesign(stage.service.database, stage.store.storeId, change)

const starsOf = (page: Page, element = 'rw-rating') =>
  page
    .locator(element)
    .first()
    .evaluate(one => {
      const star = one.shadowRoot?.querySelector('.full, .stars > svg > path')
      return star ? getComputedStyle(star).fill : ''
    })
const shown = async (page: Page) => {
  await page.locator('rw-reviews [part=card]').first().waitFor()
  await page.locator('rw-questions').scrollIntoViewIfNeeded()
  await page.locator('rw-questions [part=question]').first().waitFor()
  await page.locator('rw-rating .known').waitFor()
}
const orange = 'rgb(194, 65, 12)'

describe('a saved design', () => {
  beforeAll(async () => {
    await save({
      variables,
      attributes: {
        'rw-rating': { 'data-theme': 'compact' },
        'rw-reviews': { 'data-header-type': 'histogram', 'data-items-per-page': '4' },
        'rw-questions': { 'data-enable-new-questions': 'false' },
      },
    })
  })

  test('applies to all three elements, with the requests that a page makes anyway', async () => {
    const { page, asked, errors } = await stage.visit(all)
    await shown(page)
    await expect.poll(() => starsOf(page)).toBe(orange)
    await expect.poll(() => starsOf(page, 'rw-reviews')).toBe(orange)
    await expect.poll(() => page.locator('rw-rating .stars').getAttribute('viewBox')).toBe('0 0 24 24')
    await expect.poll(() => page.locator('rw-reviews [part=histogram]').count()).toBe(1)
    await expect.poll(() => page.locator('rw-reviews [part=card]').count()).toBe(4)
    await expect.poll(() => page.locator('rw-questions [part=ask-button]').count()).toBe(0)
    const look = await page.locator('rw-questions').evaluate(one => {
      const { fontSize, fontFamily } = getComputedStyle(one)
      return [fontSize, fontFamily]
    })
    expect(look).toEqual(['21px', 'Georgia, "Times New Roman", serif'])
    expect([...new Set(asked.map(String))].map(one => new URL(one).pathname).sort()).toEqual([
      '/api/v1/questions.json',
      '/api/v1/ratings.json',
      '/api/v1/reviews.json',
    ])
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.locator('rw-reviews [part=card]').count()).toBe(8)
    expect(errors).toEqual([])
  })

  test.each([
    ['CSS on :root', { head: '<style>:root { --rw-star-color: #00ff00 }</style>' }, ''],
    ['CSS on body', { head: '<style>body { --rw-star-color: #00ff00 }</style>' }, ''],
    ['CSS on the element', { head: '<style>rw-rating, rw-reviews { --rw-star-color: #00ff00 }</style>' }, ''],
    ['an inline style', {}, 'style="--rw-star-color: #00ff00"'],
  ])('gives way to %s', async (_what, options, attributes) => {
    const body = `<rw-rating ${named} ${attributes}></rw-rating><rw-reviews ${named} ${attributes}></rw-reviews>`
    const { page } = await stage.visit(body, options)
    await page.locator('rw-reviews [part=card]').first().waitFor()
    await page.locator('rw-rating .known').waitFor()
    await expect.poll(() => starsOf(page)).toBe('rgb(0, 255, 0)')
    await expect.poll(() => starsOf(page, 'rw-reviews')).toBe('rgb(0, 255, 0)')
    // What the page leaves open is the design's.
    const primary = await page
      .locator('rw-reviews')
      .evaluate(one => getComputedStyle(one).getPropertyValue('--_primary'))
    expect(primary).toBe('#1d4ed8')
  })

  test('gives way to attributes and properties of the page', async () => {
    const { page } =
      await stage.visit(`<rw-rating ${named} data-theme="" data-star-color="#00ff00"></rw-rating>
      <rw-reviews ${named} data-header-type="minimal" data-items-per-page="2"></rw-reviews>`)
    await page.locator('rw-reviews [part=card]').first().waitFor()
    await page.locator('rw-rating .known').waitFor()
    await expect.poll(() => starsOf(page)).toBe('rgb(0, 255, 0)')
    await expect.poll(() => page.locator('rw-rating .stars').getAttribute('viewBox')).toBe('0 0 128 24')
    await expect.poll(() => page.locator('rw-reviews [part=histogram]').count()).toBe(0)
    await expect.poll(() => page.locator('rw-reviews [part=card]').count()).toBe(2)
    await page.locator('rw-reviews').evaluate(one => one.removeAttribute('data-header-type'))
    await expect.poll(() => page.locator('rw-reviews [part=histogram]').count()).toBe(1)
  })

  test('moves nothing when it arrives, and is there from the start on the next page', async () => {
    // As docs/reference/widgets.md advises: the room of elements whose script is late.
    const room = `<style>rw-rating:not(:defined)::before { content: "\\200b"; display: inline-block; line-height: 1.5 }
      rw-reviews:not(:defined), rw-questions:not(:defined) { display: block; min-height: 100vh }</style>`
    const options = { head: room + watchShifts }
    const { page, context } = await stage.visit(all, options)
    await page.locator('rw-rating .known').waitFor()
    await expect.poll(() => starsOf(page)).toBe(orange)
    await page.locator('rw-reviews [part=card]').first().waitFor()
    await settled(page)
    expect(await shifts(page)).toEqual([])
    // No response at all: the ratings are cached, and so is their design.
    await context.route('**/api/v1/**', route => route.abort())
    const next = await stage.visit(`<rw-rating ${named}></rw-rating>`, { context })
    await next.page.locator('rw-rating .known').waitFor()
    await expect.poll(() => starsOf(next.page)).toBe(orange)
  })

  test('follows a change, and its removal', async () => {
    const context = await stage.browser.newContext()
    const colorNow = async () => {
      const { page } = await stage.visit(all, { context })
      await page.locator('rw-reviews [part=card]').first().waitFor()
      await page.locator('rw-rating .known').waitFor()
      const found = await starsOf(page, 'rw-reviews')
      await page.close()
      return found
    }
    await expect.poll(() => colorNow()).toBe(orange)
    // A minute later the browser's copies of the responses are old; here it has none.
    await context.route('**/api/v1/**', route =>
      route.continue({ headers: { ...route.request().headers(), 'cache-control': 'no-cache' } }),
    )
    await save({ variables: { '--rw-star-color': '#0000ff' } })
    await expect.poll(colorNow).toBe('rgb(0, 0, 255)')
    await save({ variables: { '--rw-star-color': null } })
    await expect.poll(colorNow).toBe('rgb(255, 193, 7)')
    await save({ variables })
  })
})

test.each([
  ['leaves its declaration', '#fff} :host{display:none!important'],
  ['loads something', 'url(https://evil.example/x)'],
  ['names another variable', 'var(--secret)'],
])('a value that %s is not used, wherever it comes from', async (_what, value) => {
  const rating = { product_id: 'moka', sku: '', average: 4.5, total: 2 }
  const design = { variables: { '--rw-star-color': value, color: 'red', '--rw-text-color': '#112233' } }
  api.answer((_url, response) =>
    response.end(JSON.stringify({ result: [rating], count: 1, meta: { design } })),
  )
  const html = `data-api-url="${api.url}"`
  const { page, errors } = await stage.visit(`<rw-rating ${named}></rw-rating>`, { html })
  await page.locator('rw-rating .known').waitFor()
  await expect.poll(() => starsOf(page)).toBe('rgb(255, 193, 7)')
  const look = await page.locator('rw-rating').evaluate(one => {
    const { color, display } = getComputedStyle(one)
    return [color, display]
  })
  expect(look).toEqual(['rgb(17, 34, 51)', 'inline-block'])
  expect(errors).toEqual([])
})

test('a store whose design is broken in the browser keeps working', async () => {
  const { page, context, errors } = await stage.visit(`<rw-rating ${named}></rw-rating>`)
  await page.locator('rw-rating .known').waitFor()
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('realword:design:')) localStorage.setItem(key, '{"variables":1,"attributes":"x')
  })
  const next = await stage.visit(all, { context })
  await shown(next.page)
  expect([...errors, ...next.errors]).toEqual([])
})

describe('structured data', () => {
  const scripts = (page: Page) => page.locator('script[type="application/ld+json"]').allTextContents()

  test('are added where the page asks, under a strict policy, and leave with the element', async () => {
    const { url } = stage.service
    const policy = `default-src 'none'; script-src ${url}; connect-src ${url}; img-src ${url};
      require-trusted-types-for 'script'; trusted-types lit-html`
    const twice = `<rw-reviews ${named} data-structured-data></rw-reviews>`.repeat(2)
    const { page, errors } = await stage.visit(twice, {
      headers: { 'content-security-policy': policy.replace(/\s+/g, ' ') },
    })
    await expect.poll(() => scripts(page).then(found => found.length)).toBe(1)
    const [text = ''] = await scripts(page)
    expect(JSON.parse(text)).toMatchObject({
      '@type': 'Product',
      name: 'Moka pot',
      aggregateRating: { reviewCount: 12 },
    })
    // The other element still shows the product.
    await page.evaluate(() => document.querySelector('rw-reviews')?.remove())
    await settled(page)
    await expect.poll(() => scripts(page)).toEqual([text])
    await page.evaluate(() => document.body.replaceChildren())
    await expect.poll(() => scripts(page)).toEqual([])
    expect(errors).toEqual([])
  })

  test('are not added by default, and not for a product without reviews', async () => {
    const { page, asked } = await stage.visit(
      `<rw-reviews ${named}></rw-reviews><rw-reviews data-product-id="none" data-structured-data></rw-reviews>`,
    )
    await page.locator('rw-reviews [part=card]').first().waitFor()
    await page.locator('rw-reviews .note').waitFor()
    await settled(page)
    await expect.poll(() => scripts(page)).toEqual([])
    expect(asked.filter(one => one.pathname.endsWith('structured-data.json'))).toEqual([])
  })

  test('follow the saved design', async () => {
    await save({ attributes: { 'rw-reviews': { 'data-structured-data': 'true' } } })
    const { page } = await stage.visit(`<rw-reviews ${named}></rw-reviews>`)
    await expect.poll(() => scripts(page).then(found => found.length)).toBe(1)
    await save({ attributes: { 'rw-reviews': { 'data-structured-data': null } } })
  })
})

test('a cached rating is corrected by what the reviews below it have read', async () => {
  const context = await stage.browser.newContext()
  const rating = '<rw-rating data-product-id="emptied"></rw-rating>'
  const [review] = await shelve(stage, 'emptied', [{ rating: 5 }])
  const before = await stage.visit(rating, { context })
  await expect.poll(() => labels(before.page)).toEqual(['Rated 5.0 out of 5 from 1 review'])
  await stage.service.database.transaction(tx =>
    removeReview(tx, stage.store.storeId, review?.id ?? '', 'spam', { at: new Date(), actor: 'command' }),
  )
  const { page } = await stage.visit(`${rating}<rw-reviews data-product-id="emptied"></rw-reviews>`, {
    context,
  })
  await page.locator('rw-reviews .note').waitFor()
  await expect.poll(() => labels(page)).toEqual(['No reviews yet'])
  await context.close()
})

test('a rating and reviews of one product request its rating at one address', async () => {
  const { page, asked } = await stage.visit(
    `<rw-rating ${named}></rw-rating><rw-reviews ${named}></rw-reviews>`,
  )
  await page.locator('rw-reviews [part=card]').first().waitFor()
  await page.locator('rw-rating .known').waitFor()
  const ratings = asked.filter(one => one.pathname.endsWith('ratings.json')).map(String)
  expect(ratings.length).toBeGreaterThan(0)
  expect(new Set(ratings).size).toBe(1)
})
