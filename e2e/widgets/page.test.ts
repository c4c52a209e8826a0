import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
const one = '<rw-rating data-product-id="a"></rw-rating>'

/** A page with no settings except those in its body. */
function visit(body: string, options: VisitOptions = {}): Promise<Visit> {
  return stage.visit(body, { store: false, ...options })
}

async function expectLabels({ page }: Visit, expected: string[]): Promise<void> {
  await expect.poll(() => labels(page)).toEqual(expected)
}

function storesAsked({ asked }: Visit): string[] {
  return asked.map(({ searchParams }) => `${searchParams.get('store_id')}/${searchParams.get('store_key')}`)
}

function initWith(settings: object): string {
  return `<script type="module">ReviewWidgets.init(${JSON.stringify(settings)})</script>`
}

describe('a copy of the script that the shop serves', () => {
  // As optimizers of WordPress make them: under another name, without the chunks beside it.
  async function copied(): Promise<string> {
    const answer = await fetch(`${stage.service.url}/widgets/v1/widgets.js`)
    return stage.shop.put('/optimized/aHR0cDov', await answer.text(), { 'content-type': 'text/javascript' })
  }
  const named = 'data-product-id="copied"'
  const both = `<rw-rating ${named}></rw-rating><rw-reviews ${named}></rw-reviews><rw-questions ${named}></rw-questions>`

  async function visitCopy(html: string) {
    const address = await copied()
    const place = stage.shop.put(
      `/copy/${html.length}`,
      `<!doctype html><html lang="en" data-store-id="${stage.store.storeId}" data-store-key="${stage.store.storeKey}" ${html}>
        <head><title>A shop</title><script type="module" src="${address}"></script></head><body>${both}</body></html>`,
    )
    const page = await (await stage.browser.newContext()).newPage()
    const errors: string[] = []
    page.on('console', message => void (message.text().startsWith('Realword') && errors.push(message.text())))
    await page.goto(place)
    return { page, errors }
  }

  test('loads the code of the elements from the service', async () => {
    const { page, errors } = await visitCopy(`data-api-url="${stage.service.url}"`)
    await page.locator('rw-reviews .note').waitFor()
    await page.locator('rw-questions .note').waitFor()
    await expect.poll(() => labels(page)).toEqual(['No reviews yet'])
    expect(errors).toEqual([])
  })

  test('without the address of the service says what is missing', async () => {
    const { page, errors } = await visitCopy('')
    await expect
      .poll(() => errors.length === 2 && errors.toSorted().reverse().join())
      .toMatch(/<rw-reviews> did not load: .*data-api-url.*<rw-questions> did not load/s)
    await page.close()
  })
})

describe('the store', () => {
  const places: [string, string, VisitOptions][] = [
    ['init, with storeId and storeKey', `${one}%init`, {}],
    ['init, with store_id and web_id', `${one}%INIT`, {}],
    ['html', one, { html: 'data-store-id="s" data-store-key="k" data-api-url="%api"' }],
    [
      'body',
      `${one}<script>Object.assign(document.body.dataset, { storeId: 's', storeKey: 'k', apiUrl: '%api' })</script>`,
      {},
    ],
    [
      'the widget',
      '<rw-rating data-product-id="a" data-store-id="s" data-store-key="k" data-api-url="%api"></rw-rating>',
      {},
    ],
  ]
  test.each(places)('comes from %s', async (_where, body, options) => {
    const seen = await visit(
      body
        .replace('%init', initWith({ storeId: 's', storeKey: 'k', apiUrl: api.url }))
        .replace('%INIT', initWith({ store_id: 's', web_id: 'k', apiUrl: api.url }))
        .replace('%api', api.url),
      { ...options, ...(options.html && { html: options.html.replace('%api', api.url) }) },
    )
    await expectLabels(seen, [usual])
    expect(storesAsked(seen)).toEqual(['s/k'])
  })

  test("the widget's own value overrides init, which overrides html and body", async () => {
    const own = '<rw-rating data-product-id="b" data-store-id="own" data-store-key="ownkey"></rw-rating>'
    const seen = await visit(one + own + initWith({ storeId: 'init', storeKey: 'initkey' }), {
      html: `data-store-id="html" data-store-key="htmlkey" data-api-url="${api.url}"`,
      head: initWith({ storeId: 'init', storeKey: 'initkey' }),
    })
    await expectLabels(seen, [usual, usual])
    await expect.poll(() => storesAsked(seen)).toEqual(expect.arrayContaining(['init/initkey', 'own/ownkey']))
    expect(storesAsked(seen).at(-1)).not.toBe('html/htmlkey')
  })

  test('a late init still works', async () => {
    const seen = await visit(one)
    await seen.page.waitForFunction(() => 'ReviewWidgets' in window)
    expect(seen.asked).toHaveLength(0)
    await seen.page.evaluate(url => {
      const { ReviewWidgets } = window as unknown as { ReviewWidgets: { init: (settings: object) => void } }
      ReviewWidgets.init({ storeId: 's', storeKey: 'k', apiUrl: url })
    }, api.url)
    await expectLabels(seen, [usual])
  })

  test('missing: one clear message on the console and no request', async () => {
    const seen = await visit(one.repeat(5))
    await expect.poll(() => seen.errors.length).toBe(1)
    expect(seen.errors[0]).toMatch(
      /<rw-rating> knows no store: give data-store-id, data-store-key and, in a bundle, data-api-url, or call/,
    )
    expect(seen.asked).toHaveLength(0)
  })
})

describe('the product', () => {
  test.each([
    'rating',
    'reviews',
    'questions',
  ])('%s with id and SKU: one clear error and no request', async name => {
    const seen = await stage.visit(`<rw-${name} data-product-id="a" data-product-sku="b"></rw-${name}>`)
    await expect.poll(() => seen.errors).toEqual([expect.stringContaining('give one of them')])
    expect(seen.asked).toHaveLength(0)
  })

  test('missing is reported too', async () => {
    const seen = await stage.visit('<rw-rating></rw-rating>')
    const told = [expect.stringContaining('has no product')]
    await expect.poll(() => seen.errors).toEqual(told)
  })

  test('given on the page works, as the script uses the API at its own origin', async () => {
    const seen = await stage.visit(one)
    await expect.poll(() => seen.asked.map(url => url.origin)).toEqual([stage.service.url])
    await expectLabels(seen, ['No reviews yet'])
  })
})

describe('automatic ratings', () => {
  const settings = (custom_class = '.stars') => ({
    store_id: 's',
    web_id: 'k',
    apiUrl: api.url,
    widget_rating: { star_color: '#c2410c', theme: 'compact', custom_class },
  })

  test('appear in what the selector matches, now and later, at any depth, with one request per moment', async () => {
    const seen = await visit(
      `<p class="stars" data-product-id="a"></p><div><p class="stars" data-product-sku="b"></p></div>${initWith(settings())}`,
    )
    await expectLabels(seen, [usual, usual])
    await seen.page.evaluate(() => {
      const deep = document.createElement('section')
      deep.innerHTML = '<div><ul><li><i class="stars" data-product-id="late"></i></li></ul></div>'
      document.querySelector('div')?.append(deep)
    })
    await expectLabels(seen, [usual, usual, usual])
    await expect
      .poll(() => seen.page.locator('rw-rating').first().getAttribute('data-star-color'))
      .toBe('#c2410c')
    await expect.poll(() => seen.page.locator('.stars > rw-rating[data-theme=compact]').count()).toBe(3)
  })

  test("also appear if the class is added later, and change with the page's product", async () => {
    answerWithRatings(api, { two: [2, 2] })
    const seen = await visit(`<p id="place" data-product-id="one"></p>${initWith(settings())}`)
    await seen.page.evaluate(() => document.querySelector('#place')?.classList.add('stars'))
    await expectLabels(seen, [usual])
    await seen.page.evaluate(() => document.querySelector('#place')?.setAttribute('data-product-id', 'two'))
    await expectLabels(seen, ['Rated 2.0 out of 5 from 2 reviews'])
  })

  test('report an invalid selector, and the rest continues', async () => {
    const seen = await visit(one + initWith(settings('p:::')))
    await expectLabels(seen, [usual])
    expect(seen.errors).toEqual([expect.stringContaining('custom_class p:::')])
  })
})

describe('lazy elements', () => {
  test('are defined immediately and load nothing before one is used', async () => {
    const seen = await visit(one, { html: `data-store-id="s" data-store-key="k" data-api-url="${api.url}"` })
    await expectLabels(seen, [usual])
    const known = await seen.page.evaluate(() =>
      ['rw-rating', 'rw-reviews', 'rw-questions'].map(name => Boolean(customElements.get(name))),
    )
    expect(known).toEqual([true, true, true])
    const files = await seen.page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    )
    // And the texts of the page's language.
    expect(files.filter(name => name.includes('/widgets/')).sort()).toEqual([
      expect.stringMatching(/\/widgets\/v1\/chunks\/en-[\w-]+\.js$/),
      `${stage.service.url}/widgets/v1/widgets.js`,
    ])
  })

  test('take earlier values, in the page, in a shadow tree and if connected late', async () => {
    const seen = await stage.visit('<rw-questions id="early" data-product-id="a"></rw-questions>')
    const values = await seen.page.evaluate(async () => {
      type Questions = HTMLElement & { productId: string; enableNewQuestions: boolean }
      const early = document.querySelector('#early') as Questions
      const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
      const inside = document.createElement('rw-questions') as Questions
      const hasProperty = 'productId' in inside
      inside.productId = 'b'
      shadow.append(inside)
      const detached = document.createElement('rw-questions') as Questions
      detached.dataset.productId = 'c'
      detached.dataset.enableNewQuestions = 'false'
      while (!early.shadowRoot?.querySelector('h2') || !inside.shadowRoot?.querySelector('h2'))
        await new Promise(requestAnimationFrame)
      document.body.append(detached)
      const fresh = document.createElement('rw-questions') as Questions
      while (!detached.shadowRoot?.querySelector('h2')) await new Promise(requestAnimationFrame)
      return [
        hasProperty,
        early.productId,
        inside.productId,
        detached.productId,
        detached.enableNewQuestions,
        fresh.enableNewQuestions,
      ]
    })
    expect(values).toEqual([true, 'a', 'b', 'c', false, true])
    expect(seen.errors).toEqual([])
  })

  test("a script address with the page's own version works as well", async () => {
    const script = `<script type="module" src="${stage.service.url}/widgets/v1/widgets.js?v=2"></script>`
    const { storeId, storeKey } = stage.store
    const url = stage.shop.put(
      '/version',
      `<html data-store-id="${storeId}" data-store-key="${storeKey}">${script}<rw-questions data-product-id="a">`,
    )
    const page = await stage.browser.newPage()
    await page.goto(url)
    await expect.poll(() => page.locator('rw-questions [part=note]').innerText()).toBe('No questions yet.')
    await page.close()
  })

  test('a script loaded twice, from two addresses, changes nothing', async () => {
    const again = `<script type="module" src="${stage.service.url}/widgets/v1/widgets.js?again"></script>`
    const seen = await visit(one + initWith({ storeId: 's', storeKey: 'k', apiUrl: api.url }), {
      head: again,
    })
    await expectLabels(seen, [usual])
    expect(seen.errors).toEqual([])
  })
})
