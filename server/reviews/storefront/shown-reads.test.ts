import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateStore } from '../../stores/stores.ts'
import { expectError } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aProduct, aQuestion, aReview } from '../../test/factories.ts'
import { addProducts, addQuestions, addReviews, by, readAs } from '../../test/reading.ts'
import { anOwnerAndOutsider, aStore, type Member } from '../../test/users.ts'
import { changeReview } from '../reviews.ts'

let service: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  service = await startTestApp({ PUBLIC_URL: 'https://reviews.example' })
  const cast = await anOwnerAndOutsider(service.database)
  owner = cast.owner
  outsider = cast.outsider
})
afterAll(() => service.close())

const paths = ['ratings.json', 'reviews.json', 'questions.json', 'reviews.html', 'structured-data.json']

test('a review is read with these fields, and no other', async () => {
  await addProducts(service, owner, { 'shape-1': 'SHAPE' })
  const review = aReview({
    product_id: 'shape-1',
    recommended: null,
    votes: 3,
    pictures: [
      'https://shop.example/1.jpg',
      '01999c53-5a4f.webp',
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      '../../etc/passwd',
      'http://shop.example/2.jpg',
    ],
    reply: 'Thank you, call (11) 98765-4321',
    reply_created_at: new Date('2026-03-12T12:00:00Z'),
    title: 'Mail me: ana@example.com',
    body: 'My CPF is 123.456.789-09, it cost R$ 1.234,56 on 12/03/2026.',
    display_name: '(11) 98765-4321',
  })
  await addReviews(service, owner, review)
  const { body } = await readAs(service, owner, 'reviews.json', { sku: 'SHAPE', rating: ['5', '4'] })
  expect(body).toEqual({
    result: [
      {
        id: review.id,
        display_name: '•••',
        rating: 5,
        body: 'My CPF is •••, it cost R$ 1.234,56 on 12/03/2026.',
        title: 'Mail me: •••',
        created_at: review.created_at.toISOString(),
        verified_purchase: true,
        is_recommended: false,
        pictures: [
          'https://shop.example/1.jpg',
          'https://reviews.example/pictures/01999c53-5a4f.webp',
          'http://shop.example/2.jpg',
        ],
        reply: { body: 'Thank you, call •••', created_at: '2026-03-12T12:00:00.000Z' },
        votes: 3,
      },
    ],
    count: 1,
    meta: {
      limit: 10,
      offset: 0,
      query: { product_sku: 'SHAPE', rating: [4, 5] },
      store_name: 'Café da Serra',
    },
  })
})

test('nothing private and nothing unpublished is ever read', async () => {
  const secret = {
    email: 'private@secret.example',
    address: 'private@secret.example',
    moderation_reason: 'secret-reason',
  }
  await addProducts(service, owner, { 'private-1': 'PRIVATE' })
  for (const state of ['unconfirmed', 'pending', 'published', 'rejected', 'removed'] as const) {
    const hidden =
      state === 'published' ? {} : { title: 'unpublished', body: 'unpublished', reply: 'unpublished' }
    const reply_created_at = by.at
    const reply = 'shown'
    const common = {
      ...secret,
      order_id: `ORDER-SECRET-${state}`,
      product_id: 'private-1',
      state,
      reply,
      reply_created_at,
      ...hidden,
    }
    const { order_id: _, title: __, ...asked } = { title: '', ...common }
    await addReviews(service, owner, aReview(common))
    await addQuestions(service, owner, aQuestion(asked))
  }
  for (const what of paths) {
    const { status, body } = await readAs(service, owner, what, {
      product_id: 'private-1',
      ...(/reviews.json|questions/.test(what) && { expand: 'reply' }),
    })
    expect(status).toBe(200)
    const text = JSON.stringify(body)
    expect(text).not.toMatch(/secret|unpublished/i)
    if (/json$/.test(what) && what !== 'structured-data.json') expect(body.count).toBe(1)
  }
})

test.each(paths)('%s of a product of another store is as empty as one nobody has', async what => {
  await addProducts(service, owner, { 'mine-1': 'MINE' })
  await addReviews(service, owner, aReview({ product_id: 'mine-1', body: 'only mine' }))
  await addQuestions(service, owner, aQuestion({ product_id: 'mine-1', body: 'only mine' }))
  for (const product of [{ product_id: 'mine-1' }, { product_sku: 'MINE' }]) {
    const { status, body } = await readAs(service, outsider, what, product as Record<string, string>)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('only mine')
    if (body.result) expect(body).toMatchObject({ result: [], count: 0 })
  }
})

test('a text that is changed is found by its new words alone, and gone when it is taken down', async () => {
  await addProducts(service, owner, { 'words-1': '' })
  const review = aReview({
    product_id: 'words-1',
    title: '',
    body: 'Comprei o produto.Enfim, adorei as avaliações',
  })
  await addReviews(service, owner, review)
  const found = async (terms: string) =>
    (await readAs(service, owner, 'reviews.json', { product_id: 'words-1', terms })).body.count
  for (const terms of [
    'enfim',
    'produtos',
    'AVALIACAO',
    'avaliacoes adorei',
    'produto.enfim',
    'comprei, produto!',
  ]) {
    expect([terms, await found(terms)]).toEqual([terms, 1])
  }
  expect(await found('host')).toBe(0)
  await service.database.transaction(tx =>
    changeReview(tx, owner.storeId, review.id, by, () => ({ body: 'Não gostei' })),
  )
  await expect.poll(() => found('enfim')).toBe(0)
  expect(await found('nao')).toBe(1)
  await service.database.transaction(tx =>
    changeReview(tx, owner.storeId, review.id, by, () => ({ state: 'rejected' })),
  )
  await expect.poll(() => found('nao')).toBe(0)
})

test('a search does not tell what is under the dots', async () => {
  await addProducts(service, owner, { 'masked-1': '' })
  const body = 'Ligue (11) 98765-4321 ou ana.martins@secreto.example para cafeteiras'
  const review = aReview({ product_id: 'masked-1', title: '', body })
  await addReviews(service, owner, review)
  await addQuestions(service, owner, aQuestion({ product_id: 'masked-1', body }))
  const found = async (terms: string) => {
    const answers = ['reviews.json', 'questions.json'].map(what =>
      readAs(service, owner, what, { product_id: 'masked-1', terms }),
    )
    return (await Promise.all(answers)).map(one => one.body.count)
  }
  expect(await found('cafeteira')).toEqual([1, 1])
  for (const terms of ['98765', '4321', 'martins', 'secreto'])
    expect([terms, await found(terms)]).toEqual([terms, [0, 0]])
  await service.database.transaction(tx =>
    changeReview(tx, owner.storeId, review.id, by, () => ({ title: 'Zap 98765-4321' })),
  )
  await expect.poll(() => found('zap')).toEqual([1, 0])
  expect(await found('98765')).toEqual([0, 0])
})

test('what was written before a change of the locale is still found by its stems', async () => {
  const shop = await aStore(service.database, { locale: 'pt-BR' })
  await addProducts(service, shop, { 'P-1': '' })
  await addReviews(service, shop, aReview({ product_id: 'P-1', body: 'Ótimas cafeteiras' }))
  await updateStore(service.database, shop.storeId, { locale: 'en' })
  await addReviews(service, shop, aReview({ product_id: 'P-1', body: 'Two leaking pots' }))
  await updateStore(service.database, shop.storeId, { locale: 'fi' })
  await addReviews(service, shop, aReview({ product_id: 'P-1', body: 'Kaunis pannu' }))
  const found = async (terms: string) =>
    (await readAs(service, shop, 'reviews.json', { product_id: 'P-1', terms })).body.count
  await expect.poll(() => found('pannu')).toBe(1)
  expect(await found('cafeteira')).toBe(1)
  expect(await found('leaks')).toBe(1)
})

test('any number that is named as allowed is taken', async () => {
  for (const [offset, status] of [
    ['2147483647', 200],
    ['2147483648', 400],
  ] as const) {
    expect((await readAs(service, owner, 'ratings.json', { offset })).status).toBe(status)
  }
})

test('reviews.html sums up a store with more rated products than one answer of ratings.json holds', async () => {
  const shop = await aStore(service.database, { locale: 'en' })
  const ids = Array.from({ length: 10_001 }, (_, index) => `P-${index}`)
  await addProducts(service, shop, Object.fromEntries(ids.map(id => [id, ''])))
  await addReviews(service, shop, ...ids.map(product_id => aReview({ product_id, title: '', body: '' })))
  const { body } = await readAs(service, shop, 'reviews.html')
  expect(body).toContain('<span>10,001 reviews</span>')
})

test('reviews.html displays our pictures in their smallest size, and links to the largest', async () => {
  const shop = await aStore(service.database, { locale: 'en' })
  await addProducts(service, shop, { moka: '' })
  const ours = `${'a'.repeat(40)}-1600.webp`
  const pictures = [ours, 'https://shop.example/photo-1600.webp']
  await addReviews(service, shop, aReview({ product_id: 'moka', pictures }))
  const { body } = await readAs(service, shop, 'reviews.html')
  expect([...body.matchAll(/<img src="[^"]*\/([^"/]*)"/g)].map(([, name]) => name)).toEqual([
    `${'a'.repeat(40)}-160.webp`,
    'photo-1600.webp',
  ])
  expect(body).toContain(`/pictures/${ours}" rel=`)
})

test('reviews.html has a word for an author without a name', async () => {
  const shop = await aStore(service.database, { locale: 'en' })
  await addProducts(service, shop, { moka: '' })
  await addReviews(service, shop, aReview({ product_id: 'moka', display_name: '' }))
  const authors = async (lang: string) =>
    /rw-author">([^<]*)</.exec((await readAs(service, shop, 'reviews.html', { lang })).body)?.[1]
  expect([await authors('en'), await authors('pt-BR'), await authors('es')]).toEqual([
    'Anonymous',
    'Anônimo',
    'Anónimo',
  ])
})

test('parameters nobody knows change nothing', async () => {
  const plain = await readAs(service, owner, 'reviews.json', { product_id: 'shape-1' })
  const odd = await readAs(service, owner, 'reviews.json', {
    product_id: 'shape-1',
    status: 'pending',
    _: '1',
  })
  expect(odd.status).toBe(200)
  expect(odd.body).toEqual(plain.body)
  expect(odd.headers.get('etag')).toBe(plain.headers.get('etag'))
})

test.each([
  ['reviews.json', { limit: '0' }],
  ['reviews.json', { limit: '101' }],
  ['reviews.json', { limit: '1.5' }],
  ['reviews.json', { limit: '' }],
  ['reviews.json', { limit: ['1', '2'] }],
  ['reviews.json', { offset: '-1' }],
  ['reviews.json', { offset: '10001' }],
  ['reviews.json', { rating: '0' }],
  ['reviews.json', { rating: ['5', 'six'] }],
  ['reviews.json', { orderBy: 'MOST_RECENT' }],
  ['reviews.json', { expand: 'metrics' }],
  ['reviews.json', { product_id: '' }],
  ['reviews.json', { product_id: ['1', '2'] }],
  ['reviews.json', { product_id: 'x'.repeat(256) }],
  ['reviews.json', { product_id: 'a\0' }],
  ['reviews.json', { product_sku: '1', sku: '1' }],
  ['reviews.json', { terms: 'x'.repeat(201) }],
  ['reviews.json', { terms: '\0' }],
  ['reviews.html', { lang: 'fr' }],
  ['reviews.html', { link: 'javascript:alert({offset})' }],
  ['reviews.html', { link: 'https://shop.example/p' }],
  ['questions.json', { limit: '101' }],
  ['questions.json', { expand: 'replies' }],
  ['ratings.json', { limit: '10001' }],
  ['ratings.json', { product_id: Array.from({ length: 101 }, (_, index) => `${index}`) }],
  ['ratings.json', { expand: 'all' }],
  ['structured-data.json', {}],
] as [string, Record<string, string | string[]>][])('%s with %j is refused', async (what, parameters) => {
  expectError(await readAs(service, owner, what, parameters), 400, 802030)
})

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
    await updateStore(service.database, shop.storeId, { product_url: 'https://shop.example/{product_id}' })
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

describe('reviews.html', () => {
  test('shows the list in the language asked for, with every text escaped', async () => {
    await addProducts(service, owner, { 'html-1': 'HTML' })
    const evil = `"><img src=x onerror=alert(1)>&'`
    await addReviews(
      service,
      owner,
      aReview({
        product_id: 'html-1',
        title: evil,
        body: evil,
        display_name: evil,
        reply: evil,
        reply_created_at: by.at,
        rating: 4,
      }),
    )
    const { headers, body } = await readAs(service, owner, 'reviews.html', {
      product_id: 'html-1',
      lang: 'es',
    })
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(body).toContain('Compra verificada')
    expect(body).toContain('4 de 5 estrellas')
    expect(body).toContain('1 opinión')
    expect(body).toContain('10 de marzo de 2026')
    expect(body).not.toContain('<img')
    expect(body).not.toMatch(/<script|\son\w+=[^&]*>/i)
    expect(body.split('&#34;&#62;&#60;img src=x onerror=alert(1)&#62;&#38;&#39;')).toHaveLength(5)
    expect((await readAs(service, owner, 'reviews.html', { product_id: 'html-1' })).body).toContain(
      'Avaliações',
    )
    expect((await readAs(service, owner, 'reviews.html', { sku: 'nothing', lang: 'en' })).body).toContain(
      'No reviews yet.',
    )
  })

  test('its own address is not for search engines, and names the page of the product', async () => {
    await addProducts(service, owner, { 'html-2': 'HTML-2' })
    const name = 'b'.repeat(40)
    const pictures = [`${name}-1600.webp`, 'https://shop.example/1.jpg']
    await addReviews(service, owner, aReview({ product_id: 'html-2', pictures }))
    const { headers, body } = await readAs(service, owner, 'reviews.html', { sku: 'HTML-2' })
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('link')).toBe('<https://shop.example/p/moka>; rel="canonical"')
    // The list displays the smallest size, and links to the largest.
    expect([...body.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
      `https://reviews.example/pictures/${name}-160.webp`,
      'https://shop.example/1.jpg',
    ])
    expect(body).toContain(`href="https://reviews.example/pictures/${name}-1600.webp"`)
    const ofStore = await readAs(service, owner, 'reviews.html')
    expect([ofStore.headers.get('x-robots-tag'), ofStore.headers.get('link')]).toEqual(['noindex', null])
  })

  test('its links lead through all pages, here and on the page of the shop', async () => {
    await addProducts(service, owner, { 'pages-1': '' })
    const reviews = Array.from({ length: 5 }, (_, index) =>
      aReview({ product_id: 'pages-1', title: `number ${index}` }),
    )
    await addReviews(service, owner, ...reviews)
    const seen: string[] = []
    let { body } = await readAs(service, owner, 'reviews.html', { product_id: 'pages-1', limit: '2' })
    for (let pages = 0; pages < 5; pages++) {
      seen.push(...[...body.matchAll(/number \d/g)].map(([title]) => title as string))
      const [, next] = /rel="next nofollow" href="([^"]+)"/.exec(body) ?? []
      if (!next) break
      body = (await service.send('GET', `/api/v1/reviews.html${next.replaceAll('&#38;', '&')}`)).body
    }
    expect(seen).toEqual(['number 4', 'number 3', 'number 2', 'number 1', 'number 0'])
    expect(body).toContain('rel="prev nofollow"')
    const linked = await readAs(service, owner, 'reviews.html', {
      product_id: 'pages-1',
      limit: '2',
      offset: '2',
      link: 'https://shop.example/p?from={offset}#reviews',
    })
    expect(linked.body).toContain('href="https://shop.example/p?from=4#reviews"')
    expect(linked.body).toContain('href="https://shop.example/p?from=0#reviews"')
  })
})
