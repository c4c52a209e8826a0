import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Data = typeof import('../../../widgets/elements/reviews/structured-data.ts')
type Description = typeof import('../../../widgets/elements/reviews/description.ts')

const pages = new ModulePages()

const of = (value: string) => ({
  ...{ api: 'https://api.test/', storeId: 'S-1', storeKey: 'key' },
  product: { name: 'product_id' as const, value },
})

async function open(html = '', answerOf = (name: string): object => ({ '@type': 'Product', name })) {
  const asked: string[] = []
  const page = await pages.open(html, page =>
    page.route('https://api.test/**', route => {
      const name = new URL(route.request().url()).searchParams.get('product_id') ?? ''
      asked.push(name)
      return route.fulfill({ json: answerOf(name), headers: { 'access-control-allow-origin': '*' } })
    }),
  )
  const data = await load<Data>(page, 'elements/reviews/structured-data.ts')
  const add = (user: string, value: string) =>
    data.evaluate(
      async ({ addStructuredData }, [user, source]) => {
        const stop = new AbortController()
        Object.assign(window, { [user]: stop })
        await addStructuredData(source, stop.signal)
      },
      [user, of(value)] as const,
    )
  return { page, asked, add }
}

const scriptsOf = (page: Page) => page.locator('head > script[type="application/ld+json"]').allTextContents()
const namesOf = async (page: Page) => (await scriptsOf(page)).map(text => JSON.parse(text).name)

test('structured-data: each product has one script, until all who added it are gone', async () => {
  const { page, add } = await open()
  await add('one', 'P-1')
  await add('two', 'P-1')
  await add('three', 'P-2')
  expect(await namesOf(page)).toEqual(['P-1', 'P-2'])
  await page.evaluate('one.abort()')
  expect(await namesOf(page)).toEqual(['P-1', 'P-2'])
  await page.evaluate('two.abort()')
  expect(await namesOf(page)).toEqual(['P-2'])
  await add('four', 'P-1')
  expect(await namesOf(page)).toEqual(['P-2', 'P-1'])
})

test('structured-data: a script that a server wrote is the only one of its product', async () => {
  const id = 'https://api.test/ S-1 product_id P-1'
  const { page, add } = await open(
    `<script></script><script type="application/ld+json" data-realword="${id}">{}</script>`,
  )
  await add('one', 'P-1')
  await add('two', 'P-2')
  expect(await namesOf(page)).toEqual(['P-2'])
})

test('structured-data: its own script names the product as one of a server does', async () => {
  const { page, add } = await open()
  await add('one', 'P-1')
  const id = page.locator('head > script[data-realword="https://api.test/ S-1 product_id P-1"]')
  expect(await id.count()).toBe(1)
})

test('structured-data: texts cannot end the script', async () => {
  const name = '</script><script>alert(1)</script><!-- `'
  const { page, add } = await open('', () => ({ '@type': 'Product', name }))
  await add('one', 'P-1')
  expect(await namesOf(page)).toEqual([name])
  expect((await scriptsOf(page))[0]).not.toContain('<')
})

test('structured-data: a product without reviews has none', async () => {
  const { page, add } = await open('', () => ({}))
  await add('one', 'P-1')
  expect(await scriptsOf(page)).toEqual([])
})

test('structured-data: nor does an element that was removed meanwhile', async () => {
  const { page } = await open()
  const data = await load<Data>(page, 'elements/reviews/structured-data.ts')
  const result = data.evaluate(async ({ addStructuredData }, source) => {
    const stop = new AbortController()
    const adding = addStructuredData(source, stop.signal)
    stop.abort()
    return await adding.then(
      () => 'added',
      (error: Error) => error.name,
    )
  }, of('P-1'))
  expect(await result).toBe('AbortError')
  expect(await scriptsOf(page)).toEqual([])
})

test('description: of the present source alone, each once', async () => {
  const { page, asked } = await open()
  const module = await load<Description>(page, 'elements/reviews/description.ts')
  await module.evaluate(
    ({ createDescription }) => void Object.assign(window, { describe: createDescription() }),
  )
  const describe = (value?: string) =>
    page.evaluate(
      source => (window as unknown as { describe: (source?: object) => Promise<void> }).describe(source),
      value === undefined ? undefined : of(value),
    )
  await describe('P-1')
  await describe('P-1')
  expect(await namesOf(page)).toEqual(['P-1'])
  expect(asked).toEqual(['P-1'])
  await describe('P-2')
  expect(await namesOf(page)).toEqual(['P-2'])
  await describe()
  expect(await namesOf(page)).toEqual([])
  await describe('P-2')
  expect(await namesOf(page)).toEqual(['P-2'])
})
