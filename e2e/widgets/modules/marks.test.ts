import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Marks = typeof import('../../../widgets/compat/marks.ts')

const pages = new ModulePages()

/** Finds the marks in `html`. A place is named by its text. */
async function find(html: string, map = '') {
  const page = await pages.open(html)
  const marks = await load<Marks>(page, 'compat/marks.ts')
  return marks.evaluate(({ findMarks, readNumbered }, map) => {
    const unknown: string[] = []
    const left: (string | null)[][] = []
    const found = findMarks(
      readNumbered(map, () => {}),
      number => unknown.push(number),
      (place, why) => left.push([place.textContent, why]),
    )
    const marks = found.map(({ place, widget, product }) => [place.textContent, widget, product])
    return { marks, unknown, left }
  }, map)
}

const sorted = (marks: unknown[][]) => marks.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))

const id = (productId: string) => ({ productId })

test.each([
  {
    service: 'Judge.me',
    html: `<div class="jdgm-widget jdgm-preview-badge" data-id="1">A</div>
      <div class="judgeme-preview-badge" data-product-id="2">B</div>
      <div class="jdgm-widget jdgm-review-widget" data-id="3" data-product-id="33">C</div>
      <div class="jdgm-widget" data-widget="review" data-id="" data-product-id="4">D</div>
      <div id="judgeme_product_reviews" data-id=" " data-product-id="5">E</div>
      <div class="jdgm-widget jdgm-carousel" data-id="6">F</div>
      <div class="jdgm-preview-badge" data-product="7">G</div>`,
    marks: [
      ['A', 'rating', id('1')],
      ['B', 'rating', id('2')],
      ['C', 'reviews', id('3')],
      ['D', 'reviews', id('4')],
      ['E', 'reviews', id('5')],
    ],
    left: [
      ['F', "Judge.me's place jdgm-widget jdgm-carousel has no counterpart."],
      ['G', "Judge.me's place jdgm-preview-badge names no product. Give it data-id."],
    ],
  },
  {
    service: 'Yotpo',
    html: `<div class="yotpo bottomLine" data-product-id="1">A</div>
      <div class="yotpo bottomline" data-yotpo-product-id="2">B</div>
      <div class="yotpo yotpo-main-widget" data-product-id="3" data-yotpo-product-id="33">C</div>
      <div class="bottomLine" data-product-id="4">D</div>
      <div class="yotpo yotpo-pictures" data-product-id="5">E</div>
      <div class="yotpo yotpo-main-widget" data-id="6">F</div>`,
    marks: [
      ['A', 'rating', id('1')],
      ['B', 'rating', id('2')],
      ['C', 'reviews', id('3')],
    ],
    left: [
      ['E', "Yotpo's place yotpo yotpo-pictures has no counterpart."],
      ['F', "Yotpo's place yotpo yotpo-main-widget names no product. Give it data-product-id."],
    ],
  },
  {
    service: 'Okendo',
    html: `<div data-oke-star-rating data-oke-reviews-product-id="shopify-1">A</div>
      <div data-oke-reviews-product-listing-rating data-oke-reviews-product-id="2">B</div>
      <div data-oke-widget data-oke-reviews-product-id="3">C</div>
      <div data-oke-reviews-widget data-oke-reviews-product-id="4">D</div>
      <div class="all" data-oke-widget data-product-id="5">E</div>
      <div data-oke-reviews-product-id="6">F</div>`,
    marks: [
      ['A', 'rating', id('1')],
      ['B', 'rating', id('2')],
      ['C', 'reviews', id('3')],
      ['D', 'reviews', id('4')],
    ],
    left: [['E', "Okendo's place all names no product. Give it data-oke-reviews-product-id."]],
  },
  {
    service: 'Loox',
    html: `<div class="loox-rating" data-id="1">A</div>
      <div class="loox-rating" data-product-id="2" data-id="22">B</div>
      <div id="looxReviews" class="loox" data-product-id="3">C</div>
      <div id="looxPopup" data-id="4">D</div>
      <div class="loox-rating">E</div>`,
    marks: [
      ['A', 'rating', id('1')],
      ['B', 'rating', id('2')],
      ['C', 'reviews', id('3')],
    ],
    left: [
      ['D', "Loox's place looxPopup has no counterpart."],
      ['E', "Loox's place loox-rating names no product. Give it data-product-id."],
    ],
  },
  {
    service: 'Stamped',
    html: `<span class="stamped-product-reviews-badge" data-id="1" data-product-id="11">A</span>
      <span class="stamped-product-reviews-badge" data-product-id="2">B</span>
      <div id="stamped-main-widget" data-product-id="3">C</div>
      <span class="stamped-product-reviews-badge" data-type="qna" data-id="4">D</span>
      <div id="stamped-reviews-tab" data-id="5">E</div>
      <span class="stamped-product-reviews-badge">F</span>`,
    marks: [
      ['A', 'rating', id('1')],
      ['B', 'rating', id('2')],
      ['C', 'reviews', id('3')],
    ],
    left: [
      ['D', "Stamped's place stamped-product-reviews-badge has no counterpart."],
      ['E', "Stamped's place stamped-reviews-tab has no counterpart."],
      ['F', "Stamped's place stamped-product-reviews-badge names no product. Give it data-id."],
    ],
  },
  {
    service: 'Bazaarvoice',
    html: `<div data-bv-show="rating_summary" data-bv-product-id="1" data-bv-productId="11">A</div>
      <div data-bv-show="inline_rating" data-bv-productId="2">B</div>
      <div data-bv-show="reviews" data-bv-product-id="3">C</div>
      <div data-bv-show="questions" data-bv-product-id="4">D</div>
      <div data-bv-show="seller_rating" data-bv-product-id="5">E</div>
      <div data-bv-show="reviews">F</div>`,
    marks: [
      ['A', 'rating', id('1')],
      ['B', 'rating', id('2')],
      ['C', 'reviews', id('3')],
      ['D', 'questions', id('4')],
    ],
    left: [
      ['E', "Bazaarvoice's place seller_rating has no counterpart."],
      ['F', "Bazaarvoice's place reviews names no product. Give it data-bv-product-id."],
    ],
  },
])('marks: the places of $service', async ({ html, marks, left }) => {
  const found = await find(html)
  expect(sorted(found.marks)).toEqual(marks)
  expect(sorted(found.left)).toEqual(left)
  expect(found.unknown).toEqual([])
})

test('marks: a page without places', async () => {
  const html = '<div id="reviews" class="widget" data-id="1" data-product-id="1"><p>Text</p></div>'
  expect(await find(html)).toEqual({ marks: [], unknown: [], left: [] })
})

test("marks: a place is named by its id, its class, Bazaarvoice's word, or its attributes", async () => {
  const { left } = await find(`<div id="one" class="jdgm-widget" data-bv-show="x">A</div>
    <div class="yotpo two" data-bv-show="y"></div><div data-bv-show="z"></div>
    <div data-oke-widget></div>`)
  expect(left.map(([, why]) => why)).toEqual([
    "Judge.me's place one has no counterpart.",
    "Yotpo's place yotpo two has no counterpart.",
    "Okendo's place data-oke-widget names no product. Give it data-oke-reviews-product-id.",
    "Bazaarvoice's place one has no counterpart.",
    "Bazaarvoice's place yotpo two has no counterpart.",
    "Bazaarvoice's place z has no counterpart.",
  ])
})

test('marks: the numbered places of Yotpo are what their numbers mean', async () => {
  const numbered = (number: string, product: string, text: string) =>
    `<div class="yotpo-widget-instance" data-yotpo-instance-id="${number}" ${product}>${text}</div>`
  const html = [
    numbered('11', 'data-yotpo-product-id="1"', 'A'),
    numbered('12', 'data-yotpo-product-id="SKU/S-2" data-product-id="22"', 'B'),
    numbered('13', 'data-yotpo-product-id="3"', 'C'),
    numbered('14', 'data-yotpo-product-id="4"', 'D'),
    numbered('14', 'data-yotpo-product-id="5"', 'E'),
    numbered('11', 'data-product-id="6"', 'F'),
    numbered('15', 'data-yotpo-product-id=" "', 'G'),
    '<div class="yotpo-widget-instance" data-yotpo-product-id="7">H</div>',
    '<div data-yotpo-instance-id="11" data-yotpo-product-id="8">I</div>',
  ]
  expect(await find(html.join(''), '11=rating,12=reviews,13=questions')).toEqual({
    marks: [
      ['A', 'rating', id('1')],
      ['B', 'reviews', { productSku: 'S-2' }],
      ['C', 'questions', id('3')],
    ],
    unknown: ['14', '14'],
    left: [
      ['F', "Yotpo's place 11 names no product. Give it data-yotpo-product-id."],
      ['G', "Yotpo's place 15 names no product. Give it data-yotpo-product-id."],
    ],
  })
})

test('marks: what the attribute of a product says', async () => {
  const texts: [string, object | undefined][] = [
    ['7001', id('7001')],
    [' 7001\n', id('7001')],
    ['shopify-7001', id('7001')],
    ['MOKA-shopify-6', id('MOKA-shopify-6')],
    ['gid://shopify/Product/7001', id('7001')],
    ['gid://7001', id('gid://7001')],
    ['MOKA-gid://shopify/6', id('MOKA-gid://shopify/6')],
    ['SKU/S-7001', { productSku: 'S-7001' }],
    ['SKU/A/B', { productSku: 'A/B' }],
    ['MOKA-SKU/6', id('MOKA-SKU/6')],
    ['MOKA-SKU/', id('MOKA-SKU/')],
    ['sku/6', id('sku/6')],
    ['SKU-6', id('SKU-6')],
    ['0', id('0')],
    ['shopify-', undefined],
    ['gid://shopify/Product/', undefined],
    ['SKU/', undefined],
    [' ', undefined],
  ]
  const { marks, left } = await find(
    texts.map(([text], at) => `<div class="loox-rating" data-id="${text}">${at}</div>`).join(''),
  )
  const products = new Map(marks.map(([at, , product]) => [Number(at), product]))
  expect(texts.map(([text], at) => [text, products.get(at)])).toEqual(texts)
  expect(left.map(([at]) => texts[Number(at)]?.[0])).toEqual([
    'shopify-',
    'gid://shopify/Product/',
    'SKU/',
    ' ',
  ])
})

test('marks: the attributes of products and numbers are watched, each once', async () => {
  const marks = await load<Marks>(await pages.open(), 'compat/marks.ts')
  expect((await marks.evaluate(({ markAttributes }) => markAttributes)).toSorted()).toEqual([
    'data-bv-product-id',
    'data-bv-productid',
    'data-id',
    'data-oke-reviews-product-id',
    'data-product-id',
    'data-yotpo-instance-id',
    'data-yotpo-product-id',
  ])
})

test.each([
  ['1=rating,2=reviews,3=questions', { 1: 'rating', 2: 'reviews', 3: 'questions' }, []],
  [' 1=rating, 2=reviews\n\t3=questions ,', { 1: 'rating', 2: 'reviews', 3: 'questions' }, []],
  ['12345=rating 12345=reviews', { 12345: 'reviews' }, []],
  ['', {}, []],
  [' , ', {}, []],
  ['1=stars,2=reviews', { 2: 'reviews' }, ['1=stars']],
  ['1=ratings 2=rating', { 2: 'rating' }, ['1=ratings']],
  ['1=Rating', {}, ['1=Rating']],
  ['=rating', {}, ['=rating']],
  ['1=', {}, ['1=']],
  ['1 = rating', {}, ['1', '=', 'rating']],
  ['1:rating;2:reviews', {}, ['1:rating;2:reviews']],
])('marks: the map %j', async (text, pairs, wrong) => {
  const marks = await load<Marks>(await pages.open(), 'compat/marks.ts')
  const read = await marks.evaluate(({ readNumbered }, text) => {
    const wrong: string[] = []
    const numbered = readNumbered(text, part => wrong.push(part))
    return { pairs: Object.fromEntries(numbered), wrong }
  }, text)
  expect(read).toEqual({ pairs, wrong })
})
