import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Discovery = typeof import('../../../widgets/discovery.ts')
type Settings = import('../../../widgets/discovery.ts').RatingDiscovery

const pages = new ModulePages()

async function open(html: string) {
  const page = await pages.open(html)
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  const discovery = await load<Discovery>(page, 'discovery.ts')
  return {
    page,
    errors,
    discover: (settings: Settings) =>
      discovery.evaluate(({ discoverRatings }, settings) => discoverRatings(settings), settings),
    /** The data of the ratings in each element that the selector matches. */
    ratings: (selector: string) =>
      page.$$eval(selector, places =>
        places.map(place =>
          [...place.querySelectorAll<HTMLElement>('rw-rating')].map(({ dataset }) => ({ ...dataset })),
        ),
      ),
    change: (selector: string, attribute: string, value: string) =>
      page.$eval(selector, (place, [name, value]) => place.setAttribute(name as string, value as string), [
        attribute,
        value,
      ]),
  }
}

test('discovery: each matching element gets one rating, with its product and the settings', async () => {
  const { discover, ratings, errors } = await open(`
    <i class="stars" data-product-id="P-1"></i>
    <div><p><i class="stars" data-product-sku="MOKA-6">Text</i></p></div>
    <i class="other" data-product-id="P-3"></i>`)
  await discover({ custom_class: '.stars', theme: 'compact', star_color: '#c2410c' })
  const looks = { theme: 'compact', starColor: '#c2410c' }
  expect(await ratings('.stars')).toEqual([
    [{ productId: 'P-1', ...looks }],
    [{ productSku: 'MOKA-6', ...looks }],
  ])
  expect(await ratings('.other')).toEqual([[]])

  // A second selector is added to the first, and the same one again changes the looks.
  await discover({ custom_class: '.other' })
  await discover({ custom_class: '.stars', theme: 'compact', star_color: '#112233' })
  expect(await ratings('.other')).toEqual([[{ productId: 'P-3' }]])
  expect(await ratings('.stars')).toEqual([
    [{ productId: 'P-1', ...looks, starColor: '#112233' }],
    [{ productSku: 'MOKA-6', ...looks, starColor: '#112233' }],
  ])
  expect(errors).toEqual([])
})

test('discovery: elements that are added later get a rating, also in another body', async () => {
  const { page, discover, ratings } = await open('<i class="stars" data-product-id="P-1"></i>')
  await discover({ custom_class: '.stars' })
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<section><b><i class="stars" data-product-id="P-2"></i></b></section>',
    )
  })
  await expect.poll(() => ratings('.stars')).toEqual([[{ productId: 'P-1' }], [{ productId: 'P-2' }]])
  await page.evaluate(() => {
    const body = document.createElement('body')
    body.innerHTML = '<i class="stars" data-product-id="P-3"></i>'
    document.body.replaceWith(body)
  })
  await expect.poll(() => ratings('.stars')).toEqual([[{ productId: 'P-3' }]])
})

test.each([
  ['class', 'class', 'late', '.late', [{ productId: 'P-1' }]],
  ['id', 'id', 'late', '#late', [{ productId: 'P-1' }]],
  ["product's id", 'data-product-id', 'P-2', 'i', [{ productId: 'P-2' }]],
])('discovery: an element whose %s changes later', async (_, attribute, value, selector, data) => {
  const { discover, ratings, change } = await open('<i data-product-id="P-1"></i>')
  await discover({ custom_class: selector })
  await change('i', attribute, value)
  await expect.poll(() => ratings('i')).toEqual([data])
})

test('discovery: an element whose SKU arrives later keeps its one rating', async () => {
  const { discover, ratings, change } = await open('<i></i>')
  await discover({ custom_class: 'i' })
  await change('i', 'data-product-sku', 'MOKA-6')
  await expect.poll(() => ratings('i')).toEqual([[{ productSku: 'MOKA-6' }]])
  await change('i', 'data-product-sku', 'MOKA-3')
  await expect.poll(() => ratings('i')).toEqual([[{ productSku: 'MOKA-3' }]])
})

test('discovery: a rating of the page is used where it is, and gets none itself', async () => {
  const { page, discover, ratings } = await open(`
    <i class="stars" data-product-id="P-1"><rw-rating class="stars"></rw-rating><b>After</b></i>
    <i class="stars" data-product-id="P-2"><b><rw-rating></rw-rating></b></i>`)
  await page.evaluate(() => {
    const counts = Object.assign(window, { moved: 0 })
    new MutationObserver(records => {
      for (const { addedNodes } of records) {
        counts.moved += [...addedNodes].filter(node =>
          (node as Element).matches('i > rw-rating.stars'),
        ).length
      }
    }).observe(document.body, { subtree: true, childList: true })
  })
  await discover({ custom_class: '.stars' })
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('beforeend', '<i class="stars" id="marker" data-product-id="P-3"></i>'),
  )
  await expect.poll(() => ratings('#marker')).toEqual([[{ productId: 'P-3' }]])
  expect(await page.$eval('.stars', place => [...place.children].map(({ localName }) => localName))).toEqual([
    'rw-rating',
    'b',
  ])
  expect(await ratings('i')).toEqual([
    [{ productId: 'P-1' }],
    [{}, { productId: 'P-2' }], // the first one is not its own
    [{ productId: 'P-3' }],
  ])
  expect(await ratings('rw-rating.stars')).toEqual([[]])
  expect(await page.evaluate('moved')).toBe(0)
})

test('discovery: without a selector nothing is searched for', async () => {
  const { discover, ratings, errors } = await open('<undefined></undefined><i class="stars"></i>')
  await discover({ theme: 'compact' })
  await discover({ custom_class: '' })
  await discover({ custom_class: undefined })
  await discover({ custom_class: '.stars' })
  expect(await ratings('.stars')).toEqual([[{}]])
  expect(await ratings('undefined')).toEqual([[]])
  expect(errors).toEqual([])
})

test('discovery: the console says which selector is invalid, once, and others still work', async () => {
  const { page, discover, ratings, errors } = await open('<i class="stars"></i>')
  await discover({ custom_class: '..stars' })
  await discover({ custom_class: '..stars' })
  await discover({ custom_class: '.stars' })
  expect(await ratings('.stars')).toEqual([[{}]])
  await page.evaluate(() => console.error('marker'))
  await expect.poll(() => errors.at(-1)).toBe('marker')
  expect(errors.slice(0, -1)).toEqual([expect.stringContaining('Realword: custom_class ..stars')])
})
