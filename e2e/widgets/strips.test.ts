import type { Page, Route } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { times } from '../../server/test/factories.ts'
import { aStore } from '../../server/test/users.ts'
import { shelve } from './review-shelf.ts'
import { settled, shifts, watchShifts } from './shifts.ts'
import { type Stage, setStage, type Visit, type VisitOptions } from './stage.ts'
import { violations } from './violations.ts'
import { weighBeyond } from './weights.ts'

const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  const picture = (name: string | number) => `${stage.shop.url}/${name}.gif`
  const long = { title: 'Long', body: 'word '.repeat(200), pictures: [] }
  await shelve(stage, 'many', [
    long,
    ...times(39, at => ({ title: `Number ${at}`, pictures: [picture(at)] })),
  ])
  await shelve(stage, 'few', [{ pictures: [picture('a'), picture('gone'), picture('b')] }, {}])
  await shelve(stage, 'plain', [{ title: 'Without a picture' }])
})
afterAll(() => stage.close())

async function visit(body: string, options: VisitOptions = {}): Promise<Visit> {
  const context = options.context ?? (await stage.browser.newContext(options.browser))
  await context.route('**/*.gif', route =>
    route.request().url().includes('gone')
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body: pixel, contentType: 'image/gif' }),
  )
  return await stage.visit(body, { ...options, context })
}

const tiles = (page: Page) => page.locator('rw-gallery [part=picture]:visible')
const place = (page: Page) => page.locator('dialog [role=status]').innerText()

describe('rw-gallery', () => {
  test('shows the pictures of the store in whole rows, by one request, and opens them', async () => {
    const { page, asked, errors } = await visit('<rw-gallery data-rows="3"></rw-gallery>')
    await expect.poll(() => tiles(page).count()).toBe(3 * 8)
    expect(asked).toHaveLength(1)
    // 39 reviews of one product have a picture, and one of another has three, of which one is gone. 30 reviews are loaded.
    const rest = page.locator('[part=rest]:visible')
    await expect.poll(() => rest.getAttribute('data-count')).toBe('7+')
    await tiles(page).last().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => place(page)).toMatch(/^24 of \d+\+/)
    for (let at = 25; at <= 41; at++) {
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => place(page)).toMatch(new RegExp(`^${at} of`))
    }
    await expect.poll(() => place(page)).toMatch(/^41 of 41/)
    await expect.poll(() => page.locator('dialog').getByRole('link', { name: 'Moka pot' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('rw-gallery')
    expect(errors.filter(text => !text.includes('404'))).toEqual([])
  })

  test.each([
    ['en', 'Open picture 2 of 2, Video, 12 seconds'],
    ['de', 'Foto 2 von 2 öffnen, Video, 12 Sekunden'],
    ['ar', /، فيديو|, فيديو, ١٢ ثانية|, فيديو, 12 ثانية/],
  ])('the poster of a video says how long it is, and opens its player: %s', async (lang, name) => {
    const context = await stage.browser.newContext()
    await context.route(/\/(pictures|videos)\//, route =>
      route.fulfill({ body: pixel, contentType: 'image/gif' }),
    )
    const { service, shop } = stage
    // Of its own: the galleries of other tests display the whole store.
    const store = await aStore(service.database)
    const poster = 'a'.repeat(40)
    const film = `${'b'.repeat(40)}-5000-12-${poster}.mp4`
    const pictures = [`${shop.url}/a.gif`, `${poster}-1600.webp`, film]
    await shelve({ service, store }, 'filmed', [{ pictures }])
    const named = `data-store-id="${store.storeId}" data-store-key="${store.storeKey}"`
    const { page } = await visit(`<main><h1>Shop</h1><rw-gallery ${named}></rw-gallery></main>`, {
      context,
      lang,
    })
    await expect.poll(() => tiles(page).count()).toBe(2)
    await expect.poll(() => page.locator('[part=film]').getAttribute('data-time')).toBe('0:12')
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
    await page.locator('dialog li[aria-hidden=false] video').waitFor()
    await expect.poll(() => place(page)).toMatch(/2|٢/)
  })

  test('fewer pictures are larger, and a broken one is left out', async () => {
    const { page } = await visit('<rw-gallery data-product-id="few"></rw-gallery>')
    await expect.poll(() => tiles(page).count()).toBe(2)
    const heights = await tiles(page).evaluateAll(all => all.map(one => one.getBoundingClientRect().height))
    expect(heights).toEqual([296, 296])
  })
})

describe('rw-carousel', () => {
  const titles = (page: Page) => page.locator('rw-carousel [part=title]').allInnerTexts()
  const at = (page: Page) =>
    page.locator('rw-carousel [part=list]').evaluate(list => Math.round(Math.abs(list.scrollLeft)))

  test.each([['en'], ['ar']])('moves by buttons and keys, and never by itself: %s', async lang => {
    const { page, asked } = await visit('<rw-carousel></rw-carousel>', {
      lang,
      head: lang === 'ar' ? '<script>document.documentElement.dir = "rtl"</script>' : '',
      browser: { reducedMotion: 'reduce', viewport: { width: 1000, height: 800 } },
    })
    const [back, next] = [0, 1].map(index => page.locator('rw-carousel [part=button]').nth(index))
    await expect.poll(() => next?.getAttribute('aria-disabled')).toBe('false')
    await expect.poll(() => back?.getAttribute('aria-disabled')).toBe('true')
    expect([asked.length, await at(page)]).toEqual([1, 0])
    await next?.click()
    // Two cards of 20rem are whole, with gaps of 1rem.
    await expect.poll(() => at(page)).toBe(2 * 336)
    await page.locator('rw-carousel [part=list]').focus()
    await page.keyboard.press(lang === 'ar' ? 'ArrowRight' : 'ArrowLeft')
    await expect.poll(() => at(page)).toBe(336)
    await back?.click()
    await expect.poll(() => at(page)).toBe(0)
    expect(
      await page.locator('rw-carousel [part=list]').evaluate(list => getComputedStyle(list).scrollBehavior),
    ).toBe('auto')
  })

  test('shows the newest, or those with pictures, and whole reviews above the page', async () => {
    const { page } = await visit('<rw-carousel data-product-id="many"></rw-carousel>')
    await expect.poll(() => titles(page)).toEqual(['Long', ...times(11, at => `Number ${at}`)])
    const more = page.getByRole('button', { name: 'Read more' })
    await expect.poll(() => more.count()).toBe(1)
    await more.click()
    await expect.poll(() => page.locator('dialog').innerText()).toContain('word word')
    await page.keyboard.press('Escape')
    await page.evaluate(() => document.querySelector('rw-carousel')?.setAttribute('data-source', 'pictured'))
    await expect.poll(async () => (await titles(page))[0]).toBe('Number 0')
    const { service, store } = stage
    await service.database.query(sql`
      update reviews set pinned_at = now(), incentivized = true, insider = true
      where store_id = ${store.storeId} and title = 'Number 3'`)
    await page.evaluate(() => document.querySelector('rw-carousel')?.setAttribute('data-source', 'pinned'))
    await expect.poll(() => titles(page)).toEqual(['Number 3'])
    await expect
      .poll(() => page.locator('rw-carousel [part=mark]').innerText())
      .toBe('Works for the store · Received a reward for this review · Chosen by the store')
    await page.locator('rw-carousel [part=picture]').first().click()
    await expect.poll(() => place(page)).toMatch(/^1 of/)
    const marks = page.locator('rw-carousel dialog .mark')
    await expect
      .poll(() => marks.allInnerTexts())
      .toEqual(['Works for the store', 'Received a reward for this review', 'Chosen by the store'])
    await expect
      .poll(() => marks.first().evaluate(node => getComputedStyle(node).borderTopStyle))
      .toBe('solid')
  })
})

const both = `<rw-gallery></rw-gallery><rw-carousel></rw-carousel>`

describe('both', () => {
  test.each([
    ['gallery', '[part=picture]', 4_000],
    ['carousel', '[part=card]', 4_000],
  ] as const)('rw-%s weighs at most 4 kB beside what reviews and questions share', async (name, ready, most) => {
    const { page } = await visit(`<rw-${name}></rw-${name}>`)
    await page.locator(ready).first().waitFor()
    const shared = /^(widgets\.js|common-|rolldown-runtime-|en-elements-)/
    const { files, bytes } = await weighBeyond(page, shared)
    console.log(`Weight of rw-${name}: ${bytes.toLocaleString('en')} bytes brotli in ${files} files`)
    expect(files).toBe(4)
    expect(bytes).toBeLessThanOrEqual(most)
  })

  test.each([
    ['many pictures', ''],
    ['few', 'data-product-id="few"'],
    ['none', 'data-product-id="none"'],
  ])('nothing moves, with a late script and late responses: %s', async (_what, product) => {
    const context = await stage.browser.newContext({ viewport: { width: 1000, height: 1400 } })
    // Late: after the page was rendered without it.
    const late = async (route: Route) => {
      const page = route.request().frame().page()
      await page.getByText('Below').waitFor()
      await settled(page)
      await route.continue()
    }
    for (const what of ['**/widgets.js', '**/chunks/*', '**/api/v1/**']) await context.route(what, late)
    const room = `<style>rw-gallery:not(:defined) { display: block; height: 18.5rem }
      rw-carousel:not(:defined) { display: block; height: 27.5rem }</style>`
    const { page } = await visit(
      `<rw-gallery ${product}></rw-gallery><p>Between</p><rw-carousel ${product}></rw-carousel><p>Below</p>`,
      { context, head: watchShifts + room },
    )
    const loads = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('rw-gallery, rw-carousel')].map(one =>
          Boolean(one.shadowRoot?.querySelector('.root:not(.blank)')),
        ),
      )
    await expect.poll(loads).toEqual([true, true])
    await settled(page)
    expect(await shifts(page)).toEqual([])
    await context.close()
  })

  test.each([
    ['light', '', 1280],
    ['dark', '<style>body { background: #111827; color: #e5e7eb }</style>', 320],
  ])('axe finds nothing on a %s page, which is wide enough', async (_what, head, width) => {
    const { page } = await visit(`<main><h1>Shop</h1><h2>Reviews</h2>${both}</main>`, {
      head,
      browser: { viewport: { width, height: 800 } },
    })
    await tiles(page).first().waitFor()
    await page.locator('rw-carousel [part=card]').first().waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

  test('say that they could not load, and try again', async () => {
    const context = await stage.browser.newContext()
    let isDown = true
    await context.route('**/api/v1/**', route => (isDown ? route.abort() : route.continue()))
    const { page } = await visit(both, { context })
    const again = page.getByRole('button', { name: 'Try again' })
    await expect.poll(() => again.count()).toBe(2)
    isDown = false
    await again.first().click()
    await again.first().click()
    await expect.poll(() => tiles(page).count()).toBe(16)
    await page.locator('rw-carousel [part=card]').first().waitFor()
  })
})
