import { describe, expect, test } from 'vitest'
import { openForTests } from '../../../server/test/for-each-test/open-for-tests.ts'
import { labels } from '../ratings.ts'
import { settled, shifts, watchShifts } from '../shifts.ts'
import { badge, cards, compatScript, judgeMe, none, one, setCompatStage, two, visitShop } from './old-shop.ts'
import { oldPages, styles } from './pages.ts'

const stage = openForTests(setCompatStage)

describe.each(oldPages)('a page made for $service', ({ body, map = '', hasQuestions = false, isBySku }) => {
  test('shows our ratings and reviews after one script is changed', async () => {
    const seen = await visitShop(stage, body, { map })
    await expect.poll(() => labels(seen.page)).toEqual([two, one, none])
    await expect.poll(() => cards(seen.page).count()).toBe(2)
    const questions = seen.page.locator('rw-questions [part=question]')
    await expect.poll(() => questions.count()).toBe(hasQuestions ? 1 : 0)
    await expect.poll(() => seen.page.locator('.old-stars, .old-reviews').count()).toBe(0)
    const asked = (name: string) => new Set(seen.asked.flatMap(url => url.searchParams.getAll(name)))
    expect(asked('product_id')).toEqual(new Set(isBySku ? ['7001'] : ['7001', '7002', '7003']))
    expect(asked('product_sku')).toEqual(new Set(isBySku ? ['S-7001', 'S-7002', 'S-7003'] : []))
    expect(seen.errors).toEqual([])
    expect(seen.warnings).toEqual([])
  })
})

describe('ids', () => {
  test.each([
    ['gid://shopify/Product/7001', '7001'],
    ['shopify-7001', '7001'],
    [' 7001 ', '7001'],
    ['MOKA-shopify-6', 'MOKA-shopify-6'],
  ])('%j is read as %j', async (text, productId) => {
    const seen = await visitShop(stage, badge(text))
    const rating = seen.page.locator('rw-rating')
    await rating.waitFor({ state: 'attached' })
    await expect.poll(() => rating.getAttribute('data-product-id')).toBe(productId)
  })

  test('a mark without one stays as it is', async () => {
    const carousel = '<div class="jdgm-widget jdgm-carousel-widget" data-id="7001">Carousel</div>'
    const seen = await visitShop(
      stage,
      `<div class="jdgm-preview-badge" data-id="">No id</div>${carousel}${badge('7001')}`,
    )
    await expect.poll(() => labels(seen.page)).toEqual([two])
    await expect.poll(() => seen.page.locator('body').innerText()).toMatch(/No id\s+Carousel/)
  })
})

describe('a place that stays as it is', () => {
  test('is named on the console, once for each kind', async () => {
    const body = `${badge('7001')}<div class="jdgm-widget jdgm-carousel-widget">Carousel</div>
      <div class="jdgm-widget jdgm-verified-badge">Medals</div><div class="yotpo bottomLine">Stars</div>
      <div id="looxReviews" data-loox-aggregate>All reviews</div><div data-bv-show="seller_rating">Seller</div>
      <span class="stamped-product-reviews-badge" data-type="qna" data-id="7001">Answers</span>
      <div class="jdgm-widget jdgm-carousel-widget">Carousel</div>`
    const seen = await visitShop(stage, body)
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
    await expect
      .poll(() => seen.page.locator('body').innerText())
      .toMatch(/Carousel\s+Medals\s+Stars\s+All reviews\s+Seller\s+Answers\s+Carousel/)
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
    const script = compatScript(stage).replace('async ', '')
    const seen = await visitShop(stage, badge('7001') + calls, { script })
    await expect.poll(() => labels(seen.page)).toEqual([two])
    expect(seen.errors).toEqual([])
    await expect.poll(() => seen.page.evaluate(() => 'shopWorks' in window)).toBe(true)
    expect(seen.errors).toEqual([])
  })

  test('keeps what it has defined itself', async () => {
    const script = `<script>var yotpo = { mine: 1 }</script>${compatScript(stage)}`
    const seen = await visitShop(stage, badge('7001'), { script })
    await expect.poll(() => labels(seen.page)).toEqual([two])
    await expect.poll(() => seen.page.evaluate('yotpo')).toEqual({ mine: 1 })
  })
})

describe('a click on stars', () => {
  const below = '<div style="height:3000px"></div>'
  const reviews = '<div id="looxReviews" data-product-id="7001"></div>'

  test('leads to the reviews of their product', async () => {
    const seen = await visitShop(stage, badge('7002') + badge('7001') + below + reviews)
    await expect.poll(() => labels(seen.page)).toEqual([one, two])
    await seen.page.locator('rw-rating').first().click()
    await expect.poll(() => seen.page.evaluate(() => scrollY)).toBe(0)
    await seen.page.locator('rw-rating').last().click()
    await expect.poll(() => seen.page.evaluate(() => scrollY)).toBeGreaterThan(2000)
  })

  test('leads there in a copy of the page, as Turbo keeps for the way back', async () => {
    const seen = await visitShop(stage, badge('7001') + below + reviews)
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
    const seen = await visitShop(stage, `<a href="#here">${badge('7001')}</a>${below}${reviews}`)
    await expect.poll(() => labels(seen.page)).toEqual([two])
    await seen.page.locator('rw-rating').click()
    await expect.poll(() => seen.page.url()).toMatch(/#here$/)
    await expect.poll(() => seen.page.evaluate(() => scrollY)).toBe(0)
  })
})

describe('on pages that change', () => {
  test('marks that appear later are filled, and follow their product', async () => {
    const seen = await visitShop(stage, '<main></main>')
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
    const seen = await visitShop(stage, judgeMe)
    await expect.poll(() => cards(seen.page).count()).toBe(2)
    await seen.page.locator('h1 + a').click({ position: { x: 2, y: 2 } })
    await expect.poll(() => seen.page.locator('#judgeme_product_reviews rw-reviews').count()).toBe(1)
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
    const seen = await visitShop(stage, badge('7001'), {}, context)
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
    const seen = await visitShop(stage, judgeMe, {}, context)
    await expect.poll(() => seen.errors.length).toBeGreaterThan(0)
    await expect.poll(() => seen.page.locator('.old-reviews').count()).toBe(1)
    await context.close()
  })

  test('leaves its room to ours, so that nothing moves at the exchange', async () => {
    const context = await stage.browser.newContext({ viewport: { width: 1000, height: 900 } })
    await context.route('**/api/v1/**', () => {}) // unanswered
    const seen = await visitShop(stage, judgeMe, { head: styles + watchShifts }, context)
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
    const opened = visitShop(
      stage,
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
    await expect.poll(() => page.locator('.jdgm-review-widget').evaluate(one => one.textContent)).toBe('')
    await context.close()
  })
})
