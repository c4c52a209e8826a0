import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aProduct, aReview } from '../../../test/factories.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { addProducts, addReviews, readAs } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp({ PUBLIC_URL: 'https://reviews.example' })
  owner = await aStore(service.database)
})
afterAll(() => service.close())

describe('structured-data.json', () => {
  test('is a Product as search engines take it, safe inside a script element', async () => {
    const product = aProduct({
      product_id: 'ld-1',
      sku: 'LD',
      name: '</script><script>alert(1)',
      pictures: ['https://shop.example/1.jpg', 'javascript:alert(1)'],
    })
    await service.send('POST', '/products', { headers: owner.headers, body: product })
    await addReviews(
      service,
      owner,
      aReview({ product_id: 'ld-1', rating: 4, body: '<!-- <script> \u2028 & ]]>', display_name: 'Bia' }),
      aReview({ product_id: 'ld-1', rating: 5 }),
    )
    const { headers, body } = await readAs(service, owner, 'structured-data.json', { sku: 'LD' })
    expect(headers.get('content-type')).toBe('application/ld+json; charset=utf-8')
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    expect(JSON.parse(text)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.name,
      sku: 'LD',
      gtin: product.gtin,
      mpn: product.mpn,
      '@id': `${product.url}#product`,
      url: product.url,
      offers: { '@type': 'Offer', price: product.price, priceCurrency: 'BRL', url: product.url },
      image: ['https://shop.example/1.jpg'],
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: 4.5,
        reviewCount: 2,
        bestRating: 5,
        worstRating: 1,
      },
      review: [
        {
          '@type': 'Review',
          author: { '@type': 'Person', name: 'Ana M.' },
          reviewRating: { ratingValue: 5 },
        },
        {
          author: { name: 'Bia' },
          reviewBody: '<!-- <script> \u2028 & ]]>',
          reviewRating: { ratingValue: 4 },
        },
      ],
    })
    const address = `${service.url}/api/v1/structured-data.json?store_id=${owner.storeId}&store_key=${owner.storeKey}&sku=LD`
    const bytes = await (await fetch(address)).text()
    expect(bytes).not.toMatch(/[<>&\u2028]/)
  })

  test('calls an author without a name anonymous, in the language of the store', async () => {
    const shop = await aStore(service.database, { locale: 'es-MX' })
    await addProducts(service, shop, { 'ld-names': 'LD-NAMES' })
    const names = ['', '  ', '(11) 98765-4321', 'ana@example.com', 'Ana M.', '张伟']
    await addReviews(
      service,
      shop,
      ...names.map(name => aReview({ product_id: 'ld-names', display_name: name })),
    )
    const { body } = await readAs(service, shop, 'structured-data.json', { product_id: 'ld-names' })
    expect(body.aggregateRating.reviewCount).toBe(6)
    const authors = body.review.map((review: { author: { name: string } }) => review.author.name)
    expect(authors.sort()).toEqual(['Ana M.', 'Anónimo', 'Anónimo', 'Anónimo', 'Anónimo', '张伟'])
  })

  test('has an offer only with a price, and a currency of the country', async () => {
    const offersOf = async (price: number, country: string) => {
      const shop = await aStore(service.database, { country })
      const body = aProduct({ product_id: 'ld-price', price })
      await service.send('POST', '/products', { headers: shop.headers, body })
      await addReviews(service, shop, aReview({ product_id: 'ld-price' }))
      return (await readAs(service, shop, 'structured-data.json', { product_id: 'ld-price' })).body.offers
    }
    expect(await offersOf(129.9, 'PT')).toMatchObject({ price: 129.9, priceCurrency: 'EUR' })
    expect(await offersOf(0, 'PT')).toBeUndefined()
    expect(await offersOf(129.9, 'AQ')).toBeUndefined()
  })

  // As it was sent, with the digits of ISO 4217 or any other: CLDR rounds pesos, forints and rupiahs.
  test.each([
    ['KW', 12.345, 'KWD'],
    ['BH', 0.005, 'BHD'],
    ['JO', 7.125, 'JOD'],
    ['TN', 1234.5, 'TND'],
    ['OM', 3.2, 'OMR'],
    ['IQ', 1500.25, 'IQD'],
    ['LY', 60.001, 'LYD'],
    ['JP', 1980, 'JPY'],
    ['KR', 15000, 'KRW'],
    ['CL', 9990, 'CLP'],
    ['VN', 199000, 'VND'],
    ['IS', 4990, 'ISK'],
    ['PY', 85000, 'PYG'],
    ['CO', 45900.5, 'COP'],
    ['HU', 1299.99, 'HUF'],
    ['ID', 99000.25, 'IDR'],
    ['PK', 2499.75, 'PKR'],
  ])('has the offer of a store in %s: %d', async (country, price, priceCurrency) => {
    const shop = await aStore(service.database, { country })
    const body = aProduct({ product_id: 'ld-digits', price })
    await service.send('POST', '/products', { headers: shop.headers, body })
    await addReviews(service, shop, aReview({ product_id: 'ld-digits' }))
    const { body: data } = await readAs(service, shop, 'structured-data.json', { product_id: 'ld-digits' })
    expect(data.offers).toMatchObject({ price, priceCurrency })
  })

  test.each([
    ['7891234567895', true],
    ['7891234567890', false], // another check digit
    ['0000000000000', false],
    ['2012345678900', false], // of a shop's own scales
    ['4006381333931', true],
    ['96385074', true],
    ['036000291452', true],
    ['10036000291459', true],
    ['212345678905', false], // the same, in twelve digits
  ])('names the GTIN %s: %s', async (gtin, isNamed) => {
    const shop = await aStore(service.database)
    await service.send('POST', '/products', {
      headers: shop.headers,
      body: aProduct({ product_id: 'g', gtin }),
    })
    await addReviews(service, shop, aReview({ product_id: 'g' }))
    const { body } = await readAs(service, shop, 'structured-data.json', { product_id: 'g' })
    expect(body.gtin).toBe(isNamed ? gtin : undefined)
  })

  test('leaves out texts that were only an address', async () => {
    const shop = await aStore(service.database)
    await addProducts(service, shop, { 'ld-masked': 'LD-M' })
    const said = { title: 'ana@example.com', body: ' (11) 98765-4321 ' }
    await addReviews(service, shop, aReview({ product_id: 'ld-masked', ...said }))
    const { body } = await readAs(service, shop, 'structured-data.json', { product_id: 'ld-masked' })
    expect(Object.keys(body.review[0])).toEqual(['@type', 'author', 'datePublished', 'reviewRating'])
  })

  test('has a video of which all is known that search engines require', async () => {
    const shop = await aStore(service.database)
    const product = aProduct({ product_id: 'ld-film', name: 'Moka pot' })
    await service.send('POST', '/products', { headers: shop.headers, body: product })
    await service.send('POST', '/products', {
      headers: shop.headers,
      body: aProduct({ product_id: 'ld-nameless', name: '' }),
    })
    const [poster, film] = ['d'.repeat(40), 'e'.repeat(40)]
    const media = [`${poster}-1600.webp`, `${film}-5000-12-${poster}.mp4`]
    const created_at = new Date('2026-03-10T12:00:00Z')
    const of = (product_id: string, title: string, pictures = media) =>
      aReview({ product_id, title, pictures, created_at })
    await addReviews(
      service,
      shop,
      ...[of('ld-film', 'It boils'), of('ld-film', ''), of('ld-film', 'ana@example.com')],
      of('ld-film', 'No poster', [`${film}-5000-12.mp4`]),
      of('ld-nameless', ''),
    )
    const videos = async (product_id: string) =>
      (await readAs(service, shop, 'structured-data.json', { product_id })).body.review.flatMap(
        ({ video }: { video?: object[] }) => video ?? [],
      )
    const url = 'https://reviews.example'
    const video = {
      '@type': 'VideoObject',
      thumbnailUrl: `${url}/pictures/${poster}-1600.webp`,
      uploadDate: '2026-03-10T12:00:00.000Z',
      contentUrl: `${url}/videos/${film}-5000-12-${poster}.mp4`,
      duration: 'PT12S',
    }
    const found = (await videos('ld-film')) as { name: string }[]
    expect(found.sort((a, b) => a.name.localeCompare(b.name))).toEqual(
      ['It boils', 'Moka pot', 'Moka pot'].map(name => ({ ...video, name })),
    )
    expect(await videos('ld-nameless')).toEqual([])
  })

  test('adds the rating alone to the node of the shop', async () => {
    await addProducts(service, owner, { 'ld-node': 'LD-NODE' })
    await addReviews(service, owner, aReview({ product_id: 'ld-node' }))
    const node_id = 'https://shop.example/p/moka#<product>'
    const { body } = await readAs(service, owner, 'structured-data.json', { product_id: 'ld-node', node_id })
    expect(Object.keys(body)).toEqual(['@context', '@type', '@id', 'name', 'aggregateRating', 'review'])
    expect(body['@id']).toBe(node_id)
  })

  test('without an address of the product it has the one of the pattern, or none', async () => {
    const shop = await aStore(service.database)
    const read = async () => (await readAs(service, shop, 'structured-data.json', { product_id: 'p 1' })).body
    const product = aProduct({ product_id: 'p 1', url: '' })
    await service.send('POST', '/products', { headers: shop.headers, body: product })
    await addReviews(service, shop, aReview({ product_id: 'p 1' }))
    expect((await read())['@id']).toBeUndefined()
    await changeSettings(service, shop.storeId, { product_url: 'https://shop.example/{product_id}' })
    await expect.poll(async () => (await read())['@id']).toBe('https://shop.example/p%201#product')
  })

  test('is empty at no reviews, of a product that is there or not', async () => {
    await addProducts(service, owner, { 'ld-none': 'LD-NONE' })
    await addReviews(service, owner, aReview({ product_id: 'ld-none', state: 'pending' }))
    for (const product of [{ product_id: 'ld-none' }, { sku: 'LD-NONE' }, { product_id: 'nobody has it' }]) {
      const { status, body } = await readAs(
        service,
        owner,
        'structured-data.json',
        product as Record<string, string>,
      )
      expect({ status, body }).toEqual({ status: 200, body: {} })
    }
  })
})
