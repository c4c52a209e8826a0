import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { times } from '../../server/test/factories.ts'
import { answerWithRatings, labels } from './ratings.ts'
import { type FakeApi, startFakeApi } from './servers.ts'
import { type Stage, setStage, type Visit, type VisitOptions } from './stage.ts'

let stage: Stage
let api: FakeApi
beforeAll(async () => {
  stage = await setStage()
  api = await startFakeApi()
})
afterAll(async () => {
  await api.close()
  await stage.close()
})
beforeEach(() => answerWithRatings(api))

const usual = 'Rated 4.7 out of 5 from 128 reviews'

function visit(body: string, options: VisitOptions = {}): Promise<Visit> {
  return stage.visit(body, { html: `data-api-url="${api.url}"`, ...options })
}

function ratings(count: number, name = 'id'): string {
  return times(count, i => `<rw-rating data-product-${name}="p-${i}"></rw-rating>`).join('')
}

async function expectLabels({ page }: Visit, expected: string[]): Promise<void> {
  await expect.poll(() => labels(page)).toEqual(expected)
}

describe('requests', () => {
  test('30 ratings of a page share one request', async () => {
    const seen = await visit(ratings(30))
    await expectLabels(seen, Array(30).fill(usual))
    expect(seen.asked).toHaveLength(1)
    const { searchParams, origin, pathname } = seen.asked[0] as URL
    expect(origin + pathname).toBe(`${api.url}/api/v1/ratings.json`)
    expect(searchParams.get('expand')).toBe('metrics')
    expect(searchParams.get('store_id')).toBe(stage.store.storeId)
    expect(searchParams.get('store_key')).toBe(stage.store.storeKey)
    expect(new Set(searchParams.getAll('product_id')).size).toBe(30)
  })

  test('an id that the service would refuse leaves the others their stars', async () => {
    const odd = `<rw-rating data-product-id="${'x'.repeat(256)}"></rw-rating>`
    const seen = await visit(ratings(2) + odd + ratings(1, 'sku'))
    await expect.poll(() => labels(seen.page)).toEqual([usual, usual, '', usual])
    await expect.poll(() => seen.errors).toEqual([expect.stringContaining('of more than 255 characters')])
    const asked = seen.asked.flatMap(url => [...url.searchParams.values()])
    expect(asked.filter(value => value.length > 255)).toEqual([])
  })

  test('the same product twice, and ratings that other scripts add at the same moment, share it too', async () => {
    const more = `<script type="module">
      for (let i = 0; i < 10; i++) {
        const one = document.createElement('rw-rating')
        one.productId = 'late-' + i
        document.body.append(one)
      }</script>`
    // On a busy machine, that moment could end before the other script runs. Here the test decides when it ends.
    const context = await stage.browser.newContext()
    await context.clock.pauseAt(Date.now())
    const seen = await visit(ratings(5) + ratings(5) + more, { context })
    await seen.page.clock.runFor(100)
    await expectLabels(seen, Array(20).fill(usual))
    expect(seen.asked).toHaveLength(1)
    expect(seen.asked[0]?.searchParams.getAll('product_id')).toHaveLength(15)
  })

  test('250 products need three requests of at most 100', async () => {
    const seen = await visit(ratings(250))
    await expectLabels(seen, Array(250).fill(usual))
    expect(seen.asked.map(url => url.searchParams.getAll('product_id').length).sort()).toEqual([100, 100, 50])
  })

  test('ids and SKUs need separate requests, because the API accepts only one kind', async () => {
    const seen = await visit(ratings(3) + ratings(3, 'sku'))
    await expectLabels(seen, Array(6).fill(usual))
    expect(
      seen.asked.map(url => [...url.searchParams.keys()].filter(key => key.startsWith('product')).sort()),
    ).toEqual(expect.arrayContaining([Array(3).fill('product_id'), Array(3).fill('product_sku')]))
  })

  test('a SKU of several products combines their reviews', async () => {
    api.answer((_url, response) => {
      const rows = [
        { product_id: 'a', sku: 'X', average: 5, total: 1 },
        { product_id: 'b', sku: 'X', average: 2, total: 2 },
      ]
      response.end(JSON.stringify({ result: rows, count: 2 }))
    })
    await expectLabels(await visit('<rw-rating data-product-sku="X"></rw-rating>'), [
      'Rated 3.0 out of 5 from 3 reviews',
    ])
  })

  test('another product on the same element is requested', async () => {
    answerWithRatings(api, { b: [2, 1] })
    const seen = await visit('<rw-rating data-product-id="a"></rw-rating>')
    await expectLabels(seen, [usual])
    await seen.page.evaluate(() => document.querySelector('rw-rating')?.setAttribute('data-product-id', 'b'))
    await expectLabels(seen, ['Rated 2.0 out of 5 from 1 review'])
  })
})

describe('a cached rating', () => {
  test('is shown without a request for 24 hours, and then requested again', async () => {
    const first = await visit(ratings(30))
    await expectLabels(first, Array(30).fill(usual))
    const second = await visit(ratings(30), { context: first.context })
    await expectLabels(second, Array(30).fill(usual))
    expect(second.asked).toHaveLength(0)
    await first.context.clock.install({ time: Date.now() + 24 * 3600_000 + 1000 })
    const third = await visit(ratings(30), { context: first.context })
    await third.page.clock.runFor(1000)
    await expectLabels(third, Array(30).fill(usual))
    expect(third.asked).toHaveLength(1)
  })

  test('also covers products without reviews, so that only new ones are requested', async () => {
    answerWithRatings(api, { 'p-0': [0, 0] })
    const first = await visit(ratings(2))
    await expectLabels(first, ['No reviews yet', usual])
    const second = await visit(ratings(3), { context: first.context })
    await expectLabels(second, ['No reviews yet', usual, usual])
    expect(second.asked.flatMap(url => url.searchParams.getAll('product_id'))).toEqual(['p-2'])
  })

  test('is kept separately for each store', async () => {
    const first = await visit(ratings(1))
    await expectLabels(first, [usual])
    answerWithRatings(api, { 'p-0': [1, 1] })
    const other = '<rw-rating data-product-id="p-0" data-store-id="other" data-store-key="key"></rw-rating>'
    const second = await visit(other, { context: first.context })
    await expectLabels(second, ['Rated 1.0 out of 5 from 1 review'])
  })

  test.each([
    ['no JSON', '{'],
    ['another shape', '{"product_id:p-0":{"average":5}}'],
    ['strings', '{"product_id:p-0":["1","2","3"]}'],
    ['strings of today', `{"product_id:p-0":["${Date.now()}","2","3"]}`],
    ['more reviews than numbers', `{"product_id:p-0":[${Date.now()},5,1e999]}`],
    ['seven stars', `{"product_id:p-0":[${Date.now()},7,3]}`],
    ['the future', `{"product_id:p-0":[${Date.now() + 9e9},5,3]}`],
    ['null', 'null'],
    ['a prototype', '{"__proto__":[1,2,3],"product_id:p-0":null}'],
  ])('is ignored if it is %s', async (_what, kept) => {
    const first = await visit(ratings(1))
    await expectLabels(first, [usual])
    await first.page.evaluate(kept => {
      for (const key of Object.keys(localStorage)) localStorage.setItem(key, kept)
    }, kept)
    const second = await visit(ratings(1), { context: first.context })
    await expectLabels(second, [usual])
    expect(second.asked).toHaveLength(1)
    expect(second.errors).toEqual([])
  })

  test.each([
    ['full', `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`],
    [
      'forbidden',
      `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })`,
    ],
  ])('works with a storage that is %s, with one request', async (_what, script) => {
    const seen = await visit(ratings(3), { head: `<script>${script}</script>` })
    await expectLabels(seen, Array(3).fill(usual))
    expect(seen.errors).toEqual([])
    await seen.page.evaluate(() => document.body.append(...document.querySelectorAll('rw-rating')))
    await expectLabels(seen, Array(3).fill(usual))
    expect(seen.asked).toHaveLength(1)
  })
})

describe('given values', () => {
  test('are shown without a request', async () => {
    const seen = await visit(`<rw-rating id="both"></rw-rating><rw-rating id="one"></rw-rating>
      <script>both.rating = 3.5; both.totalReviews = 1234; one.rating = 2</script>`)
    await expectLabels(seen, ['Rated 3.5 out of 5 from 1,234 reviews', 'Rated 2.0 out of 5'])
    await seen.page.evaluate(() => {
      Object.assign(document.querySelector('#one') as object, { rating: 99, totalReviews: 0 })
    })
    await expectLabels(seen, ['Rated 3.5 out of 5 from 1,234 reviews', 'No reviews yet'])
    expect(seen.asked).toHaveLength(0)
    expect(seen.errors).toEqual([])
  })

  test('of attributes are shown without a request, as text of any kind', async () => {
    const seen = await visit(`<rw-rating data-rating="3.5" data-total-reviews="1234"></rw-rating>
      <rw-rating data-rating="9" data-total-reviews="2"></rw-rating>
      <rw-rating data-rating="many" data-total-reviews="0"></rw-rating>`)
    await expectLabels(seen, [
      'Rated 3.5 out of 5 from 1,234 reviews',
      'Rated 5.0 out of 5 from 2 reviews',
      'No reviews yet',
    ])
    expect(seen.asked).toHaveLength(0)
    expect(seen.errors).toEqual([])
  })

  test('data-disable-auto-fetch requests nothing, until it is removed', async () => {
    const off = ['', '="true"', '="data-disable-auto-fetch"']
    const body = off
      .map(value => `<rw-rating data-product-id="x" data-disable-auto-fetch${value}></rw-rating>`)
      .join('')
    const seen = await visit(
      `${body}<rw-rating data-product-id="y" data-disable-auto-fetch="false"></rw-rating>`,
    )
    await expectLabels(seen, ['', '', '', usual])
    expect(seen.asked.map(url => url.searchParams.getAll('product_id'))).toEqual([['y']])
    await seen.page.evaluate(() =>
      document.querySelector('rw-rating')?.removeAttribute('data-disable-auto-fetch'),
    )
    await expectLabels(seen, [usual, '', '', usual])
  })

  test('every property has its specified default, and can be set before the script loads', async () => {
    const seen = await visit(
      '<rw-rating id="one"></rw-rating><script>one.productSku = "S"; one.theme = "compact"</script>',
    )
    await expectLabels(seen, [usual])
    const values = await seen.page.evaluate(() => {
      const [one, fresh] = [
        document.querySelector('rw-rating'),
        document.createElement('rw-rating'),
      ] as unknown as Record<string, unknown>[]
      return [one?.productSku, one?.theme, fresh?.starColor, fresh?.theme, fresh?.disableAutoFetch]
    })
    expect(values).toEqual(['S', 'compact', '#ffc107', null, false])
  })
})

describe('the look', () => {
  test('five stars filled to a fraction, or one with the average', async () => {
    answerWithRatings(api, { half: [2.5, 2] })
    const seen = await visit(
      '<rw-rating data-product-id="half"></rw-rating><rw-rating data-product-id="half" data-theme="compact"></rw-rating>',
    )
    await expectLabels(seen, Array(2).fill('Rated 2.5 out of 5 from 2 reviews'))
    const drawn = await seen.page.locator('rw-rating').evaluateAll(all =>
      all.map(({ shadowRoot }) => ({
        width: Number(shadowRoot?.querySelector('svg svg')?.getAttribute('width')),
        text: shadowRoot?.querySelector('.text')?.textContent,
      })),
    )
    expect(drawn).toEqual([
      { width: 2 * 26 + 12, text: '2.5(2)' },
      { width: 26, text: '2.5' },
    ])
  })

  test("the element's own colour overrides the variable, which overrides the default", async () => {
    const seen = await visit(`${ratings(1)}<div style="--rw-star-color: rgb(1, 2, 3)">
      ${ratings(1)}<rw-rating data-product-id="p-0" data-star-color="#c2410c"></rw-rating></div>`)
    await expectLabels(seen, Array(3).fill(usual))
    const colours = await seen.page
      .locator('rw-rating')
      .evaluateAll(all =>
        all.map(one => getComputedStyle(one.shadowRoot?.querySelector('.full') as Element).fill),
      )
    expect(colours).toEqual(['rgb(255, 193, 7)', 'rgb(1, 2, 3)', 'rgb(194, 65, 12)'])
  })

  test.each([
    ['pt-BR', 'Nota 4,7 de 5 em 1.284 avaliações'],
    ['pt', 'Nota 4,7 de 5 em 1.284 avaliações'],
    ['es', 'Calificación: 4,7 de 5 con 1284 opiniones'],
    ['en-GB', 'Rated 4.7 out of 5 from 1,284 reviews'],
    ['fr', 'Note : 4,7 sur 5 d’après 1 284 avis'],
    ['ar', 'التقييم 4.7 من خمس نجوم بناءً على 1,284 مراجعة'],
    ['ar-EG', 'التقييم ٤٫٧ من خمس نجوم بناءً على ١٬٢٨٤ مراجعة'],
    ['sw', 'Rated 4.7 out of 5 from 1,284 reviews'],
    ['en-u-nu-arab', 'Rated ٤٫٧ out of 5 from ١٬٢٨٤ reviews'],
    ['not a language!', 'Rated 4.7 out of 5 from 1,284 reviews'],
  ])('uses the language of the page: %s', async (lang, label) => {
    answerWithRatings(api, { 'p-0': [4.7, 1284] })
    const seen = await visit(ratings(1), { lang })
    const read = async () => (await labels(seen.page)).map(text => text.replace(/\s/g, ' '))
    await expect.poll(read).toEqual([label])
  })

  test('the nearest lang counts: its own, an ancestor across shadow trees, the page', async () => {
    const seen = await visit(`<div lang="es"><p><rw-rating data-product-id="a"></rw-rating></p>
      <rw-rating lang="pt" data-product-id="a"></rw-rating></div><rw-rating data-product-id="a"></rw-rating>`)
    await expectLabels(seen, [
      'Calificación: 4,7 de 5 con 128 opiniones',
      'Nota 4,7 de 5 em 128 avaliações',
      usual,
    ])
    await seen.page.evaluate(() => {
      const host = document
        .querySelector('div')
        ?.appendChild(document.createElement('section')) as HTMLElement
      const one = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('rw-rating'))
      one.dataset.productId = 'a'
    })
    await expect
      .poll(() => seen.page.locator('section rw-rating [role=img]').getAttribute('aria-label'))
      .toMatch(/^Calificación/)
  })

  test('without texts, the numbers are shown and nothing breaks', async () => {
    const context = await stage.browser.newContext()
    await context.route('**/chunks/es*', route => route.abort())
    const failed = context.waitForEvent('requestfailed')
    const seen = await visit(ratings(1), { context, lang: 'es' })
    await failed
    await seen.page.getByText('(128)').waitFor()
    await seen.page.waitForLoadState('networkidle')
    expect(seen.errors.filter(error => !isOfBrowser(error))).toEqual([])
  })
})

// The browser itself logs failed requests, and modules of a wrong type.
const isOfBrowser = (error: string) => /^Failed to load (resource|module script)/.test(error)

describe('API errors', () => {
  const failures: [string, (api: FakeApi) => void][] = [
    ['500', api => api.answer((_url, response) => response.writeHead(500).end('{}'))],
    ['404', api => api.answer((_url, response) => response.writeHead(404).end('gone'))],
    ['garbage', api => api.answer((_url, response) => response.end('<html>'))],
    ['null', api => api.answer((_url, response) => response.end('null'))],
    [
      'rows of nonsense',
      api =>
        api.answer((_url, response) =>
          response.end('{"result":[{"product_id":"p-0","average":"x","total":3}]}'),
        ),
    ],
    [
      'nine stars',
      api =>
        api.answer((_url, response) =>
          response.end('{"result":[{"product_id":"p-0","average":9,"total":3}]}'),
        ),
    ],
    ['a cut connection', api => api.answer((_url, response) => response.destroy())],
  ]
  test.each(
    failures,
  )('%s: the space stays empty, the page is notified and nothing breaks', async (_what, fail) => {
    fail(api)
    const seen = await visit(
      `${ratings(1)}<script>addEventListener('rw-error', () => { window.failed = true })</script>`,
    )
    await seen.page.waitForFunction(() => 'failed' in window)
    await expect.poll(() => labels(seen.page)).toEqual([''])
    expect(seen.errors.filter(error => !isOfBrowser(error))).toEqual([])
    await expect
      .poll(async () => (await seen.page.locator('rw-rating').boundingBox())?.height)
      .toBeGreaterThan(10)
  })

  test('a request without a response is abandoned after ten seconds', async () => {
    api.answer(() => {})
    const context = await stage.browser.newContext()
    await context.clock.install()
    const script = `<script>addEventListener('rw-error', () => { window.failed = true })</script>`
    const seen = await visit(ratings(1) + script, { context })
    await seen.page.clock.runFor(100)
    await expect.poll(() => seen.asked.length).toBe(1)
    await seen.page.clock.runFor(10_000)
    await seen.page.waitForFunction(() => 'failed' in window)
  })
})
