import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { numbered, shelve } from '../../../e2e/widgets/review-shelf.ts'
import { updateStore } from '../../../server/tenants/stores/stores.ts'
import { startTestApp, type TestApp } from '../../../server/test/app.ts'
import { aStore, type Member } from '../../../server/test/users.ts'
import {
  renderBadge,
  renderCarousel,
  renderGallery,
  renderRating,
  renderReviews,
  renderStore,
} from '../src/server.ts'

let it: TestApp
let store: Member
beforeAll(async () => {
  it = await startTestApp()
  store = await aStore(it.database)
  await shelve({ service: it, store }, 'moka', numbered(12))
})
afterAll(() => it?.close())

test.each([
  ['refuses', async () => 'http://127.0.0.1:1'],
  ['answers an error', async () => await answering(500)],
  ['redirects', async () => await answering(302)],
  ['answers no JSON', async () => await answering(200)],
  ['hangs', async () => await answering(undefined)],
])('an element has no content if the service %s', async (_what, start) => {
  const options = { ...store, apiUrl: await start(), productId: 'moka', lang: 'en', timeout: 300 }
  const reviews = await renderReviews({ ...options, structuredData: true })
  expect(reviews.html).toBe(
    `<rw-reviews data-store-id="${store.storeId}" data-store-key="${store.storeKey}" data-api-url="${options.apiUrl}" data-product-id="moka" lang="en"></rw-reviews>`,
  )
  expect(reviews.error).toBeInstanceOf(Error)
  for (const other of [
    await renderBadge(options),
    await renderStore(options),

    await renderRating(options),
    await renderGallery(options),
    await renderCarousel(options),
  ]) {
    expect(other.props.template).toBeUndefined()
    expect(other.error).toBeInstanceOf(Error)
  }
})

async function answering(status: number | undefined): Promise<string> {
  const server = createServer((_request, response) => {
    if (status) response.writeHead(status, { location: it.url }).end('<p>Not this</p>')
  })
  server.unref()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('answers to the questions of a store are part of the page', async () => {
  const other = await aStore(it.database)
  const asked = { required: false, public: true }
  const fit = { ...asked, id: 'fit', type: 'scale' as const, label: { en: 'Fit', de: 'Passform' } }
  await updateStore(it.database, other.storeId, { attributes: [{ ...fit, mid: { de: 'Passt genau' } }] })
  const answered = numbered(6).map(review => ({ ...review, attributes: { fit: 3 } }))
  await shelve({ service: it, store: other }, 'boots', answered)
  const options = { ...other, apiUrl: it.url, productId: 'boots', lang: 'de' }
  const { html, error } = await renderReviews(options)
  expect(error).toBeUndefined()
  expect(html).toContain('<div role="group" aria-label="Passform">')
  expect(html.match(/<dd dir="auto">Passt genau<\/dd>/g)).toHaveLength(6)
  expect(html).toContain('.columns svg')
  expect((await renderReviews({ ...options, ...store, productId: 'moka' })).html).not.toContain('.columns')
})

test('one product is needed', async () => {
  const options = { ...store, apiUrl: it.url, lang: 'en' }
  // @ts-expect-error: none
  await expect(renderRating(options)).rejects.toThrow('Give productId or productSku, and not both.')
  // @ts-expect-error: two
  await expect(renderRating({ ...options, productId: 'a', productSku: 'b' })).rejects.toThrow(TypeError)
})

test('the key of the server is sent, and is not part of the page', async () => {
  const keys: unknown[] = []
  const send = (address: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('authorization'))
    return fetch(address, init)
  }
  const options = { ...store, apiUrl: it.url, productId: 'moka', lang: 'pt-BR', fetch: send }
  const { html } = await renderReviews(options)
  expect(keys).toEqual(Array(2).fill(`Bearer ${store.apiKey}`))
  expect(html).not.toContain(store.apiKey)
  expect(html).toContain('12 avaliações')
})

test('answers that the server has already are not requested, and products of one SKU count together', async () => {
  const send = () => Promise.reject(new Error('requested'))
  const row = { recommended: 0, not_recommended: 0, rate: { one: 0, two: 0, three: 0, four: 0, five: 0 } }
  const result = [
    { ...row, product_id: 'red', sku: 'MOKA', average: 5, total: 3 },
    { ...row, product_id: 'blue', sku: 'MOKA', average: 3, total: 1 },
    { ...row, product_id: 'other', sku: 'OTHER', average: 1, total: 9 },
  ]
  const options = { ...store, apiUrl: it.url, lang: 'es', fetch: send, data: { result } }
  const rated = await renderRating({ ...options, productSku: 'MOKA' })
  expect(rated).toMatchObject({ props: { productSku: 'MOKA', rating: 4.5, totalReviews: 4 } })
  expect(rated.html).toContain('aria-label="Calificación: 4,5 de 5 con 4 opiniones"')
  const compact = await renderRating({ ...options, productId: 'new', theme: 'compact' })
  expect(compact.html).toContain('aria-label="Aún sin opiniones"')
  expect(compact.html).toContain('data-theme="compact"')
  const reviews = { result: [], count: 0, meta: {} }
  const none = await renderReviews({
    ...options,
    productId: 'new',
    data: { ratings: { result: [] }, reviews },
  })
  expect(none.error).toBeUndefined()
  expect(none.html).toContain('<b>Aún no hay opiniones</b>')
})

test('hostile data and settings stay text', async () => {
  const evil = { _$litType$: 1, strings: ['<img src=x onerror=alert(1)>'], values: [] }
  const review = { id: '1', title: evil, body: '', display_name: '', rating: 5, pictures: [], votes: 0 }
  const at = '2026-03-12T12:00:00Z'
  const row = { product_id: 'moka', sku: '', average: 5, total: 1, recommended: 0, not_recommended: 0 }
  const ratings = { result: [{ ...row, rate: { one: 0, two: 0, three: 0, four: 0, five: 1 } }] }
  const attributes = {
    'rw-rating': { 'data-theme': '"><script>', 'data-star-color': 'red}</style><script>' },
  }
  const variables = {
    '--rw-star-color': 'red}</style><script>',
    '--x:red}': 'red',
    '--rw-font-family': '<i>',
  }
  const meta = { design: { variables, attributes } }
  const options = { ...store, apiUrl: it.url, productId: 'moka', lang: '"><script>', nonce: '"><script>' }
  const result = [{ ...review, created_at: at, reply: null, verified_purchase: false, is_recommended: false }]
  const data = { ratings, reviews: { result, count: 1, meta }, structuredData: { a: '</script><script>' } }
  // @ts-expect-error: a title is text
  const { html, error } = await renderReviews({ ...options, data, structuredData: true })
  const rating = await renderRating({ ...options, data: { ...ratings, meta } })
  expect([error, rating.error]).toEqual([undefined, undefined])
  expect(`${html}${rating.html}`.replace('<script type="application/ld+json">', '')).not.toMatch(
    /<script|<img|<i>/,
  )
  expect(html).toContain('[object Object]')
  expect(`${html}${rating.html}`.match(/<style.*?<\/style>/gs)?.join('')).not.toContain('red}')
})

test('elements of the whole store need no product, and show what the server has already', async () => {
  const poster = 'a'.repeat(40)
  const video = [`${poster}-1600.webp`, `${'b'.repeat(40)}-5000-12-${poster}.mp4`]
  const pictures = ['https://shop.example/1.jpg', ...video]
  await shelve({ service: it, store }, 'pictured', [{ pictures, title: '<b>Great</b>' }])
  const options = { ...store, apiUrl: it.url, lang: 'ar' }
  const gallery = await renderGallery({ ...options, rows: 1 })
  expect(gallery.html).toMatch(/^<rw-gallery [^>]*data-rows="1"[^>]*><template/)
  expect(gallery.html).not.toContain('data-product')
  expect(gallery.html.match(/<a\s/g)).toHaveLength(2)
  expect(gallery.html).toMatch(/aria-label="[^"]*فيديو[^"]*"[\s\S]*part="film"[\s\S]*0:12/)
  expect(gallery.html).toContain('.film')
  const carousel = await renderCarousel({ ...options, source: 'pictured' })
  expect(carousel.html).toContain('dir="rtl"')
  expect(carousel.html).toContain('&#60;b&#62;Great')
  expect(carousel.html).toContain('Moka pot')
  const data = { result: [], count: 0, meta: {} }
  const send = () => Promise.reject(new Error('requested'))
  for (const write of [renderGallery, renderCarousel]) {
    const { html, error } = await write({ ...options, data, fetch: send })
    expect([error, html]).toEqual([
      undefined,
      expect.stringContaining('<div class="root" lang="ar" dir="rtl"></div>'),
    ])
  }
})

test('the badge and the page of all reviews have what the service answers', async () => {
  const options = { ...store, apiUrl: it.url, lang: 'de' }
  const none = await renderBadge({ ...options, url: '/reviews' })
  expect(none.html).toMatch(/<a[^>]* href="\/reviews">/)
  expect(none.html).toContain('Noch keine Bewertungen')
  const { html } = await renderBadge({ ...options, theme: 'compact', data: { average: 4.5, total: 1200 } })
  expect(html).toMatch(/data-theme="compact"[\s\S]*4,5[\s\S]*1.200 Bewertungen/)
  const page = await renderStore(options)
  expect(page.error).toBeUndefined()
  expect(page.html).toMatch(/^<rw-store [^>]*><template/)
  expect(page.html).toContain('Moka pot')
  expect(page.html).not.toContain('part="tabs"')
  const data = { result: [], count: 0, meta: {} }
  expect((await renderStore({ ...options, data })).error).toMatchObject({
    message: expect.stringContaining('expand='),
  })
})

test('the note about a review has its styles, and links to a service below a path', async () => {
  const options = { ...store, apiUrl: 'https://shop.example/reviews', lang: 'en' }
  const words = { title: '', body: '', display_name: '', created_at: '2026-03-12T12:00:00Z', reply: null }
  const review = { ...words, id: '1', rating: 5, pictures: [], votes: 0, origin: 'page' as const }
  const result = [{ ...review, verified_purchase: false, is_recommended: false }]
  const total = { average: 5, total: 1, rate: { one: 0, two: 0, three: 0, four: 0, five: 1 } }
  const rated = { ...total, product_id: 'moka', sku: '', recommended: 0, not_recommended: 0 }
  const reviews = { result, count: 1, meta: { ratings: { products: total, store: total } } }
  const data = { ratings: { result: [rated] }, reviews }
  for (const { html, error } of [
    await renderReviews({ ...options, productId: 'moka', data }),
    await renderStore({ ...options, data: reviews }),
  ]) {
    expect(error).toBeUndefined()
    expect(html).toContain(`https://shop.example/reviews/transparency/${store.storeId}?locale=en`)
    expect(html).toMatch(/<style>.*\.about summary/s)
  }
})
