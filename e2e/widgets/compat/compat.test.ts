import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payloads } from '../payloads.ts'
import { addQuestionsAbout } from '../questions.ts'
import { labels } from '../ratings.ts'
import { shelve } from '../review-shelf.ts'
import { settled, shifts, watchShifts } from '../shifts.ts'
import { type Stage, setStage } from '../stage.ts'
import { oldPages, styles } from './pages.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
  await shelve(stage, '7001', [{ rating: 5 }, { rating: 3 }], 'S-7001')
  await shelve(stage, '7002', [{ rating: 2 }], 'S-7002')
  await addQuestionsAbout(stage, '7001', [{}])
})
afterAll(() => stage.close())

const two = 'Rated 4.0 out of 5 from 2 reviews'
const one = 'Rated 2.0 out of 5 from 1 review'
const none = 'No reviews yet'

type Options = {
  map?: string
  script?: string
  head?: string
  html?: string
  headers?: Record<string, string>
}

type Visit = { page: Page; errors: string[]; warnings: string[]; asked: URL[] }

let count = 0

/** The script element that a shop puts in the place of the old service's. */
function compatScript(map?: string): string {
  const { storeId, storeKey } = stage.store
  return `<script async src="${stage.service.url}/widgets/v1/compat.js" data-store-id="${storeId}"
    data-store-key="${storeKey}" ${map === undefined ? '' : `data-map="${map}"`}></script>`
}

async function visit(body: string, options: Options = {}, context?: BrowserContext): Promise<Visit> {
  const { map, script = compatScript(map), head = '', html = '', headers } = options
  const url = stage.shop.put(
    `/compat/${++count}`,
    `<!doctype html><html lang="en" ${html}><head><title>A shop</title>${head}${script}</head><body>${body}</body></html>`,
    headers,
  )
  const page = await (context ?? (await stage.browser.newContext())).newPage()
  const seen: Visit = { page, errors: [], warnings: [], asked: [] }
  page.on('console', message => {
    if (message.type() === 'error') seen.errors.push(message.text())
    if (message.type() === 'warning') seen.warnings.push(message.text())
  })
  page.on('pageerror', error => seen.errors.push(String(error)))
  page.on('request', request => {
    if (request.url().includes('/api/v1/')) seen.asked.push(new URL(request.url()))
  })
  await page.goto(url)
  return seen
}

const cards = (page: Page) => page.locator('rw-reviews [part=card]')

describe.each(oldPages)('a page made for $service', ({ body, map = '', hasQuestions = false, isBySku }) => {
  test('shows our ratings and reviews after one script is changed', async () => {
    const seen = await visit(body, { map })
    await expect.poll(() => labels(seen.page)).toEqual([two, one, none])
    await expect.poll(() => cards(seen.page).count()).toBe(2)
    const questions = seen.page.locator('rw-questions [part=question]')
    await expect.poll(() => questions.count()).toBe(hasQuestions ? 1 : 0)
    expect(await seen.page.locator('.old-stars, .old-reviews').count()).toBe(0)
    const asked = (name: string) => new Set(seen.asked.flatMap(url => url.searchParams.getAll(name)))
    expect(asked('product_id')).toEqual(new Set(isBySku ? ['7001'] : ['7001', '7002', '7003']))
    expect(asked('product_sku')).toEqual(new Set(isBySku ? ['S-7001', 'S-7002', 'S-7003'] : []))
    expect(seen.errors).toEqual([])
    expect(seen.warnings).toEqual([])
  })
})

const judgeMe = oldPages[0]?.body ?? ''
const badge = (product: string) => `<div class="jdgm-widget jdgm-preview-badge" data-id="${product}"></div>`

describe('ids', () => {
  test.each([
    ['gid://shopify/Product/7001', '7001'],
    ['shopify-7001', '7001'],
    [' 7001 ', '7001'],
    ['MOKA-shopify-6', 'MOKA-shopify-6'],
  ])('%j is read as %j', async (text, productId) => {
    const seen = await visit(badge(text))
    const rating = seen.page.locator('rw-rating')
    await rating.waitFor({ state: 'attached' })
    expect(await rating.getAttribute('data-product-id')).toBe(productId)
  })

  test('a mark without one stays as it is', async () => {
    const carousel = '<div class="jdgm-widget jdgm-carousel-widget" data-id="7001">Carousel</div>'
    const seen = await visit(
      `<div class="jdgm-preview-badge" data-id="">No id</div>${carousel}${badge('7001')}`,
    )
    await expect.poll(() => labels(seen.page)).toEqual([two])
    expect(await seen.page.locator('body').innerText()).toMatch(/No id\s+Carousel/)
  })
})

describe('a place that stays as it is', () => {
  test('is named on the console, once for each kind', async () => {
    const body = `${badge('7001')}<div class="jdgm-widget jdgm-carousel-widget">Carousel</div>
      <div class="jdgm-widget jdgm-verified-badge">Medals</div><div class="yotpo bottomLine">Stars</div>
      <div id="looxReviews" data-loox-aggregate>All reviews</div><div data-bv-show="seller_rating">Seller</div>
      <span class="stamped-product-reviews-badge" data-type="qna" data-id="7001">Answers</span>
      <div class="jdgm-widget jdgm-carousel-widget">Carousel</div>`
    const seen = await visit(body)
    await expect.poll(() => labels(seen.page)).toEqual([two])
    expect(seen.warnings.map(text => text.replace(/ JSHandle.*/, ''))).toEqual(
      [
        "Realword: Judge.me's place jdgm-widget jdgm-carousel-widget has no counterpart.",
        "Realword: Judge.me's place jdgm-widget jdgm-verified-badge has no counterpart.",
        "Realword: Yotpo's place yotpo bottomLine names no product. Give it data-product-id.",
        "Realword: Loox's place looxReviews names no product. Give it data-product-id.",
        "Realword: Stamped's place stamped-product-reviews-badge has no counterpart.",
        "Realword: Bazaarvoice's place seller_rating has no counterpart.",
      ].map(text => expect.stringContaining(text)),
    )
    expect(await seen.page.locator('body').innerText()).toMatch(
      /Carousel\s+Medals\s+Stars\s+All reviews\s+Seller\s+Answers\s+Carousel/,
    )
  })
})

describe('a page that calls what the other service defined', () => {
  test('goes on, and waits for nothing', async () => {
    const calls = `<script>
      $BV.configure('global', { productId: '7001' })
      $BV.ui('rr', 'show_reviews', { doShowContent() {} })
      new Yotpo.API(yotpo).refreshWidgets()
      yotpo.callbacks.ready = () => {}
      if (typeof jdgmCacheServer.reloadAll === 'function') jdgmCacheServer.reloadAll()
      okeWidgetApi.initWidget(document.body).then
      const text = 'x' + StampedFn + LOOX.version
      yotpoWidgetsContainer.initWidgets()
      jdgm.settings = { shop: 'x' }
      BV.pixel.trackTransaction(jdgm.settings.shop)
      okendoInitApi.initStarRatingSummary(document.body)
      ;(async () => { await okeWidgetApi.ready(); window.shopWorks = true })()
    </script>`
    const script = compatScript().replace('async ', '')
    const seen = await visit(badge('7001') + calls, { script })
    await expect.poll(() => labels(seen.page)).toEqual([two])
    expect(seen.errors).toEqual([])
    expect(await seen.page.evaluate(() => 'shopWorks' in window)).toBe(true)
    expect(seen.errors).toEqual([])
  })

  test('keeps what it has defined itself', async () => {
    const script = `<script>var yotpo = { mine: 1 }</script>${compatScript()}`
    const seen = await visit(badge('7001'), { script })
    await expect.poll(() => labels(seen.page)).toEqual([two])
    expect(await seen.page.evaluate('yotpo')).toEqual({ mine: 1 })
  })
})

describe('a click on stars', () => {
  const below = '<div style="height:3000px"></div>'
  const reviews = '<div id="looxReviews" data-product-id="7001"></div>'

  test('leads to the reviews of their product', async () => {
    const seen = await visit(badge('7002') + badge('7001') + below + reviews)
    await expect.poll(() => labels(seen.page)).toEqual([one, two])
    await seen.page.locator('rw-rating').first().click()
    expect(await seen.page.evaluate(() => scrollY)).toBe(0)
    await seen.page.locator('rw-rating').last().click()
    await expect.poll(() => seen.page.evaluate(() => scrollY)).toBeGreaterThan(2000)
  })

  test('leads there in a copy of the page, as Turbo keeps for the way back', async () => {
    const seen = await visit(badge('7001') + below + reviews)
    await expect.poll(() => labels(seen.page)).toEqual([two])
    await seen.page.evaluate(() => document.body.replaceWith(document.body.cloneNode(true)))
    await expect.poll(() => labels(seen.page)).toEqual([two])
    // The listener comes with the next search for marks.
    await expect
      .poll(async () => {
        await seen.page.locator('rw-rating').click()
        return seen.page.evaluate(() => scrollY)
      })
      .toBeGreaterThan(2000)
  })

  test('inside a link follows the link', async () => {
    const seen = await visit(`<a href="#here">${badge('7001')}</a>${below}${reviews}`)
    await expect.poll(() => labels(seen.page)).toEqual([two])
    await seen.page.locator('rw-rating').click()
    await expect.poll(() => seen.page.url()).toMatch(/#here$/)
    expect(await seen.page.evaluate(() => scrollY)).toBe(0)
  })
})

describe('on pages that change', () => {
  test('marks that appear later are filled, and follow their product', async () => {
    const seen = await visit('<main></main>')
    await seen.page.waitForFunction(() => customElements.get('rw-rating'))
    await seen.page.evaluate(html => {
      const section = document.createElement('section')
      section.innerHTML = html
      document.querySelector('main')?.append(section)
    }, badge('7001'))
    await expect.poll(() => labels(seen.page)).toEqual([two])
    await seen.page.evaluate(() => {
      document.querySelector('.jdgm-preview-badge')?.setAttribute('data-id', '7002')
    })
    await expect.poll(() => labels(seen.page)).toEqual([one])
  })

  test('a framework can still remove its own elements, and links to the reviews work', async () => {
    const seen = await visit(judgeMe)
    await expect.poll(() => cards(seen.page).count()).toBe(2)
    await seen.page.locator('h1 + a').click({ position: { x: 2, y: 2 } })
    expect(await seen.page.locator('#judgeme_product_reviews rw-reviews').count()).toBe(1)
    // The page is too short to scroll.
    const target = () => seen.page.evaluate(() => document.querySelector(':target')?.id)
    await expect.poll(target).toBe('judgeme_product_reviews')
    await seen.page.evaluate(() => {
      const place = document.querySelector('#judgeme_product_reviews') as HTMLElement
      place.parentNode?.removeChild(place)
    })
    expect(seen.errors).toEqual([])
  })

  test('a thousand changes cause one search', async () => {
    const context = await stage.browser.newContext()
    await context.clock.install()
    const seen = await visit(badge('7001'), {}, context)
    await seen.page.locator('rw-rating').waitFor({ state: 'attached' })
    const searches = await seen.page.evaluate(async () => {
      const real = document.querySelectorAll.bind(document)
      const asked: string[] = []
      document.querySelectorAll = ((selector: string) => {
        asked.push(selector)
        return real(selector)
      }) as typeof document.querySelectorAll
      for (let change = 0; change < 1000; change++) {
        document.body.append('x')
        await Promise.resolve()
      }
      return { asked } as never
    })
    expect(searches).toEqual({ asked: [] })
    await context.close()
  })
})

describe('old content', () => {
  test('stays where our elements do not load', async () => {
    const context = await stage.browser.newContext()
    await context.route('**/widgets.js', route => route.abort())
    const seen = await visit(judgeMe, {}, context)
    await expect.poll(() => seen.errors.length).toBeGreaterThan(0)
    expect(await seen.page.locator('.old-reviews').count()).toBe(1)
    await context.close()
  })

  test('leaves its room to ours, so that nothing moves at the exchange', async () => {
    const context = await stage.browser.newContext({ viewport: { width: 1000, height: 900 } })
    await context.route('**/api/v1/**', () => {}) // unanswered
    const seen = await visit(judgeMe, { head: styles + watchShifts }, context)
    await expect.poll(() => seen.page.locator('rw-reviews').count()).toBe(1)
    await settled(seen.page)
    expect(await shifts(seen.page)).toEqual([])
    await context.close()
  })

  test('does not return when the parser has not yet read all of it', async () => {
    const context = await stage.browser.newContext()
    const gate = Promise.withResolvers<void>()
    await context.route('**/slow.js', async route => {
      await gate.promise
      await route.fulfill({ body: '' })
    })
    const opened = visit(
      `<div class="jdgm-review-widget" data-id="7001">Old <script src="/slow.js"></script> rest</div>`,
      {},
      context,
    )
    await expect
      .poll(() => context.pages()[0]?.evaluate(() => Boolean(customElements.get('rw-reviews'))))
      .toBe(true)
    gate.resolve()
    const { page } = await opened
    await page.locator('rw-reviews').waitFor({ state: 'attached' })
    expect(await page.locator('.jdgm-review-widget').evaluate(one => one.textContent)).toBe('')
    await context.close()
  })
})

describe('the script', () => {
  test('loaded twice, beside widgets.js, fills each mark once and for the first store', async () => {
    const widgets = `<script type="module" src="${stage.service.url}/widgets/v1/widgets.js"></script>`
    const { storeId } = stage.store
    const again = compatScript().replace('compat.js', 'compat.js?again').replace(storeId, 'another-store')
    const inOrder = (scripts: string) => scripts.replaceAll('<script async', '<script')
    const seen = await visit(judgeMe + inOrder(again), { script: widgets + inOrder(compatScript()) })
    await expect.poll(() => labels(seen.page)).toEqual([two, one, none])
    await expect.poll(() => cards(seen.page).count()).toBe(2)
    expect(seen.errors).toEqual([])
  })

  test('added as a module, without attributes, uses the store of the page', async () => {
    const { storeId, storeKey } = stage.store
    const seen = await visit(badge('7001'), {
      script: `<script type="module" src="${stage.service.url}/widgets/v1/compat.js"></script>`,
      html: `data-store-id="${storeId}" data-store-key="${storeKey}"`,
    })
    await expect.poll(() => labels(seen.page)).toEqual([two])
  })

  /** A copy of compat.js on the shop's server, as optimizers make them. */
  async function copied(): Promise<string> {
    const answer = await fetch(`${stage.service.url}/widgets/v1/compat.js`)
    return stage.shop.put(`/optimized/${++count}.js`, await answer.text(), {
      'content-type': 'text/javascript',
    })
  }

  test('in a bundle of the shop names what to do', async () => {
    const seen = await visit(badge('7001'), { script: `<script async src="${await copied()}"></script>` })
    await expect
      .poll(() => seen.warnings)
      .toEqual([expect.stringMatching(/compat\.js is in a bundle\..*data-api-url/)])
    expect(seen.errors).toEqual([])
  })

  test.each([
    'the script',
    'the page',
  ])('served by the shop works where %s names the service', async where => {
    const { storeId, storeKey } = stage.store
    const names = `data-api-url="${stage.service.url}/" data-store-id="${storeId}" data-store-key="${storeKey}"`
    const [onScript, html] = where === 'the script' ? [names, ''] : ['', names]
    const script = `<script async src="${await copied()}" ${onScript}></script>`
    // Of the script, data-api-url says where the elements are, which then know their own service.
    const seen = await visit(badge('7001'), { script, html })
    await expect.poll(() => labels(seen.page)).toEqual([two])
    expect(seen.errors).toEqual([])
  })

  test('names the address from which our elements do not load', async () => {
    const names = 'data-api-url="http://127.0.0.1:9" data-store-id="x" data-store-key="y"'
    const seen = await visit(badge('7001'), {
      script: `<script async src="${await copied()}" ${names}></script>`,
    })
    await expect
      .poll(() => seen.warnings)
      .toEqual([expect.stringContaining('http://127.0.0.1:9/widgets/v1/widgets.js could not be loaded')])
  })

  test.each([
    ['its address', (url: string) => url],
    ['a nonce', () => "'nonce-abc' 'strict-dynamic'"],
  ])('works under a strict Content-Security-Policy by %s, and Trusted Types', async (_how, sources) => {
    const { url } = stage.service
    const policy = `default-src 'none'; script-src ${sources(url)}; connect-src ${url}; img-src ${url};
      frame-src ${url}; require-trusted-types-for 'script'; trusted-types lit-html`
    const plain = judgeMe.replaceAll(/ style="[^"]*"/g, '')
    const seen = await visit(plain, {
      script: compatScript().replace('<script', '<script nonce="abc"'),
      headers: { 'content-security-policy': policy.replace(/\s+/g, ' ') },
    })
    await expect.poll(() => cards(seen.page).count()).toBe(2)
    expect(seen.errors).toEqual([])
  })

  test('names data-map for each unknown number of Yotpo v3, once', async () => {
    const numbered = (number: string) =>
      `<div class="yotpo-widget-instance" data-yotpo-instance-id="${number}" data-yotpo-product-id="7001">Old</div>`
    const loyalty = '<div class="yotpo-widget-instance" data-yotpo-instance-id="9">Points</div>'
    const body = numbered('1') + numbered('2') + numbered('2') + numbered('3') + loyalty
    const seen = await visit(body, { map: '1=rating,3=stars' })
    await expect.poll(() => labels(seen.page)).toEqual([two])
    expect(seen.warnings).toEqual([
      expect.stringContaining('data-map has "3=stars"'),
      expect.stringContaining(`Yotpo's widget 2 is not in data-map`),
      expect.stringContaining(`Yotpo's widget 3 is not in data-map`),
      expect.stringContaining(`Yotpo's place 9 names no product`),
    ])
    expect(await seen.page.getByText('Old').count()).toBe(3)
    expect(await seen.page.getByText('Points').count()).toBe(1)
  })

  test('takes every attribute as text', async () => {
    const quoted = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    const marks = payloads.map(text => badge(quoted(text))).join('')
    const seen = await visit(marks, { map: quoted(payloads.join(',')) })
    await expect.poll(() => seen.page.locator('rw-rating').count()).toBe(payloads.length)
    expect(await seen.page.evaluate(() => 'fired' in window)).toBe(false)
    const inside = await seen.page
      .locator('.jdgm-preview-badge')
      .evaluateAll(all => all.map(one => one.childElementCount))
    expect(new Set(inside)).toEqual(new Set([1]))
  })

  test('weighs at most 2.1 kB in brotli', async () => {
    const answer = await fetch(`${stage.service.url}/widgets/v1/compat.js`, {
      headers: { 'accept-encoding': 'br' },
    })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(Number(answer.headers.get('content-length'))).toBeLessThanOrEqual(2100)
  })
})
