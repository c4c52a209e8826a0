import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Api = typeof import('../../../widgets/api.ts')
type Config = typeof import('../../../widgets/config.ts')

const pages = new ModulePages()

const source = { api: 'https://api.test/', storeId: 'S-1', storeKey: 'key & key' }
const headers = { 'access-control-allow-origin': '*' }

async function open(answer: (route: Route) => Promise<unknown>) {
  const asked: URL[] = []
  const page = await pages.open('', page =>
    page.route('https://api.test/**', route => {
      asked.push(new URL(route.request().url()))
      return answer(route)
    }),
  )
  return { page, asked, api: await load<Api>(page, 'api.ts') }
}

const json = (body: unknown) => (route: Route) => route.fulfill({ json: body, headers })

const designOf = (page: Page) =>
  page.evaluate(() => localStorage.getItem('realword:design:S-1@https://api.test/'))

test('api: an address has the credentials, every value of a list, and no parameter without a value', async () => {
  const { api, asked } = await open(json({ count: 3 }))
  const parameters = { product_id: ['a', 'b/c'], limit: 0, terms: undefined, locale: '' }
  const answer = await api.evaluate(({ read }, [source, parameters]) => read(source, 'reviews', parameters), [
    source,
    parameters,
  ] as const)
  expect(answer).toEqual({ count: 3 })
  expect(asked.map(({ pathname }) => pathname)).toEqual(['/api/v1/reviews.json'])
  expect([...(asked[0]?.searchParams ?? [])]).toEqual([
    ['store_id', 'S-1'],
    ['store_key', 'key & key'],
    ['product_id', 'a'],
    ['product_id', 'b/c'],
    ['limit', '0'],
    ['locale', ''],
  ])
})

test('api: a list brings the design of its store, and another answer leaves it', async () => {
  const answers: object[] = [
    { result: [], meta: { design: { variables: {} } } },
    { '@type': 'Product' },
    { result: [], meta: {} },
    { result: [] },
  ]
  const { page, api } = await open(route => json(answers.shift())(route))
  const read = () => api.evaluate(({ read }, source) => read(source, 'reviews', {}), source)
  await read()
  expect(await designOf(page)).toBe('{"variables":{}}')
  await read()
  expect(await designOf(page)).toBe('{"variables":{}}')
  await read()
  expect(await designOf(page)).toBeNull()
  expect(await read()).toEqual({ result: [] })
})

test.each([
  [503, '{"result":[]}', 'ratings: 503'],
  [404, 'nothing', 'ratings: 404'],
  [200, 'no JSON', 'JSON'],
])('api: a response of %i with %s is an error', async (status, body, message) => {
  const { api } = await open(route => route.fulfill({ status, body, headers }))
  const failed = api.evaluate(
    ({ read }, source) =>
      read(source, 'ratings', {}).then(
        () => 'none',
        (error: Error) => error.message,
      ),
    source,
  )
  expect(await failed).toContain(message)
})

/** Begins to read an answer that never comes. */
async function wait(page: Page) {
  const api = await load<Api>(page, 'api.ts')
  await page.evaluate('window.stop = new AbortController()')
  await api.evaluate(({ read }, source) => {
    const shared = window as unknown as { stop: AbortController; failed?: string }
    read(source, 'ratings', {}, shared.stop.signal).catch((error: Error) => {
      shared.failed = error.name
    })
  }, source)
  return () => page.evaluate('window.failed')
}

test('api: reading ends when its signal aborts', async () => {
  const { page } = await open(async () => {})
  const failed = await wait(page)
  expect(await failed()).toBeUndefined()
  await page.evaluate('stop.abort()')
  await expect.poll(failed).toBe('AbortError')
})

test('api: reading ends after ten seconds', async () => {
  const page = await pages.open('', async page => {
    await page.clock.install({ time: 0 })
    await page.route('https://api.test/**', () => {})
  })
  await page.clock.pauseAt(3_600_000)
  const failed = await wait(page)
  await page.clock.runFor(9_999)
  expect(await failed()).toBeUndefined()
  await page.clock.runFor(1)
  await expect.poll(failed).toBe('AbortError')
})

test('api: the browser sends no cookies', async () => {
  const page = await pages.open('', page =>
    page.route('https://api.test/**', route =>
      route.fulfill({
        json: { cookie: route.request().headers().cookie ?? null },
        headers: {
          'access-control-allow-origin': 'http://localhost',
          'access-control-allow-credentials': 'true',
        },
      }),
    ),
  )
  await page
    .context()
    .addCookies([{ name: 'a', value: '1', url: 'https://api.test', sameSite: 'None', secure: true }])
  const api = await load<Api>(page, 'api.ts')
  expect(await api.evaluate(({ read }, source) => read(source, 'ratings', {}), source)).toEqual({
    cookie: null,
  })
})

const full = { storeId: 'S-1', storeKey: 'key', apiUrl: 'https://api.test' }

async function sourceOf(widget: object, html: Record<string, string> = {}, init: object = {}) {
  const page = await pages.open('<rw-x></rw-x>')
  const config = await load<Config>(page, 'config.ts')
  return await config.evaluate(
    ({ sourceOf, configure }, [widget, html, init]) => {
      Object.assign(document.documentElement.dataset, html)
      configure(init)
      const one = Object.assign(document.querySelector('rw-x') as HTMLElement, widget)
      return sourceOf(one, true)
    },
    [widget, html, init] as const,
  )
}

test.each([
  ['no product', {}],
  ['both an id and a SKU', { productId: 'P', productSku: 'S' }],
  ['an id of 256 characters', { productId: 'x'.repeat(256) }],
  ['no store', { productId: 'P', storeId: undefined }],
  ['no key', { productId: 'P', storeKey: '' }],
  ['no service', { productId: 'P', apiUrl: undefined }],
])('config: a widget with %s has no source', async (_, change) => {
  expect(await sourceOf({ ...full, ...change })).toBeUndefined()
})

test.each([
  ['an id', { productId: 'P' }, { name: 'product_id', value: 'P' }],
  ['an id of 255 characters', { productId: 'x'.repeat(255) }, { name: 'product_id', value: 'x'.repeat(255) }],
  ['a SKU', { productSku: 'S' }, { name: 'product_sku', value: 'S' }],
  ['the whole store', { isOfStore: true }, { name: 'product_id', value: '' }],
])('config: a widget with %s has a source', async (_, change, product) => {
  expect(await sourceOf({ ...full, ...change })).toEqual({
    ...{ api: 'https://api.test/', storeId: 'S-1', storeKey: 'key' },
    product,
  })
})

test('config: its own settings come before init, which comes before html', async () => {
  const html = { storeId: 'of html', storeKey: 'of html', apiUrl: 'https://html.test//' }
  const init = { storeId: 'of init', storeKey: 'of init', apiUrl: undefined }
  expect(await sourceOf({ productId: 'P', storeId: 'own' }, html, init)).toEqual({
    ...{ api: 'https://html.test/', storeId: 'own', storeKey: 'of init' },
    product: { name: 'product_id', value: 'P' },
  })
})

test('config: the service and the store of a widget without a product', async () => {
  const page = await pages.open('<rw-x></rw-x>')
  const config = await load<Config>(page, 'config.ts')
  const found = config.evaluate(({ storeOf }, full) => {
    const one = document.querySelector('rw-x') as HTMLElement
    return [storeOf(one), storeOf(Object.assign(one, full))]
  }, full)
  expect(await found).toEqual([undefined, { api: 'https://api.test/', storeId: 'S-1' }])
})

test('config: each line is logged once', async () => {
  const page = await pages.open()
  const lines: string[] = []
  page.on('console', message => lines.push(message.text()))
  const config = await load<Config>(page, 'config.ts')
  await config.evaluate(({ logOnce }) => {
    for (const line of ['a', 'b', 'a']) logOnce(line, 1)
  })
  expect(lines).toEqual(['Realword: a 1', 'Realword: b 1'])
})
