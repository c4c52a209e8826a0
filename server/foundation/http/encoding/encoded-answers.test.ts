import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFeed, type FeedFormat, feedFiles } from '../../../exchange/feeds/feeds.ts'
import { aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp, testOutboxToken } from '../../../test/app.ts'
import { anOrder, anOrderProduct, aQuestion, aReview } from '../../../test/factories.ts'
import { askAbout } from '../../../test/forms.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { aManageKey } from '../../../test/management.ts'
import { readBytes } from '../../../test/network/encoded.ts'
import { addProducts, addQuestions, addReviews } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'

let it: TestApp
/** Two stores with the same products, and reviews of their own. */
let shop: Member
let other: Member
beforeAll(async () => {
  it = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })
  shop = await aShop('Café & Co')
  other = await aShop('Another café')
})
afterAll(() => it.close())

const ids = Array.from({ length: 12 }, (_, index) => `P-${index}`)

async function aShop(name: string): Promise<Member> {
  const store = await aStore(it.database, { name, locale: 'en', open_reviews: true })
  await addProducts(it, store, Object.fromEntries(ids.map(id => [id, `SKU-${id}`])))
  const reviews = ids.map(id => aReview({ product_id: id, body: `${name} sent it quickly. Ça va 😀 ${id}` }))
  await addReviews(it, store, ...reviews, ...ids.map(() => aReview({ product_id: 'P-1', body: name })))
  await addQuestions(it, store, ...ids.map(id => aQuestion({ product_id: 'P-1', body: `Is it hot, ${id}?` })))
  return store
}

const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  readBytes(it.url + path, headers, method)

const keyOf = ({ storeId, storeKey }: Member) => `store_id=${storeId}&store_key=${storeKey}`
const reviewsOf = (store: Member) => `/api/v1/reviews.json?${keyOf(store)}`
const all = ids.map(id => `&product_id=${id}`).join('')

let addresses = 0
/** An address that no test has used: its answer is not in the response cache. */
const fresh = (path: string) => `${path}&_=${++addresses}`

async function pathOfFeed(format: FeedFormat): Promise<string> {
  const by = { at: new Date(), actor: 'command' } as const
  const { token } = await it.database.transaction(tx => createFeed(tx, shop.storeId, format, by))
  return `/feeds/${token}/${feedFiles[format]}`
}

/** Of an answer: what differs between two answers of the same page. */
const stable = (text: string) =>
  text.replace(/data-challenge="[^"]*"/, '').replace(/^(process|nodejs|realword)_.* .*\n/gm, '')

describe.each<[string, () => string | Promise<string>]>([
  ['ratings.json', () => `/api/v1/ratings.json?${keyOf(shop)}&expand=metrics${all}`],
  ['reviews.json', () => reviewsOf(shop)],
  ['a search', () => `${reviewsOf(shop)}&terms=quickly`],
  ['a far page', () => `${reviewsOf(shop)}&offset=10`],
  ['questions.json', () => `/api/v1/questions.json?${keyOf(shop)}&product_id=P-1`],
  ['reviews.html', () => `/api/v1/reviews.html?${keyOf(shop)}`],
  ['structured-data.json', () => `/api/v1/structured-data.json?${keyOf(shop)}&product_id=P-1`],
  ['reviews.json of older widgets', () => `/v1/reviews.json?${keyOf(shop)}&sku=SKU-P-1`],
  ['the form for a review', () => `/write?${keyOf(shop)}&product_id=P-1`],
  ['the form for a question', () => `/embed/question?${keyOf(shop)}&product_id=P-1`],
  ['the feed for Google', () => pathOfFeed('google')],
  ['the feed for Meta', () => pathOfFeed('meta')],
  ['/metrics', () => '/metrics'],
  [
    'the style of forms',
    async () => {
      const { text } = await read(`/write?${keyOf(shop)}&product_id=P-1`)
      return /\/assets\/forms-\w+\.css/.exec(text)?.[0] ?? ''
    },
  ],
])('%s', (_, addressOf) => {
  test('is encoded as the client accepts it, and is the same content', async () => {
    const path = await addressOf()
    const plain = await read(path)
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
    expect(plain.bytes.length).toBeGreaterThan(860)
    for (const coding of ['br', 'gzip', 'br', 'gzip']) {
      const encoded = await read(path, { 'accept-encoding': coding })
      expect([encoded.status, encoded.headers['content-encoding']]).toEqual([200, coding])
      expect(stable(encoded.text)).toBe(stable(plain.text))
      expect(encoded.bytes.length).toBeLessThan(plain.bytes.length * 0.75)
      expect(encoded.headers.vary).toMatch(/\bAccept-Encoding\b/)
      expect(encoded.headers['content-type']).toBe(plain.headers['content-type'])
      expect(encoded.headers['cache-control']).toBe(plain.headers['cache-control'])
    }
    expect(plain.headers.vary).toMatch(/\bAccept-Encoding\b/)
  })

  test('has an ETag for each coding, or none', async () => {
    const path = await addressOf()
    const etags = []
    for (const coding of ['br', 'gzip', 'identity'])
      etags.push((await read(path, { 'accept-encoding': coding })).headers.etag)
    if (etags[0] === undefined) expect(etags).toEqual([undefined, undefined, undefined])
    else expect(new Set(etags).size).toBe(3)
    for (const known of etags.filter(etag => etag !== undefined)) {
      for (const coding of ['br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': coding, 'if-none-match': known }
        const again = await read(path, headers)
        expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, known])
        expect(again.headers['content-encoding']).toBeUndefined()
        expect(again.headers.vary).toMatch(/\bAccept-Encoding\b/)
      }
    }
  })
})

test.each([
  ['ratings.json', () => `/api/v1/ratings.json?${keyOf(shop)}&product_id=P-2`],
  ['average.json of older widgets', () => `/v1/average.json?${keyOf(shop)}&sku=SKU-P-2`],
])('a short answer is sent as it is: %s', async (_, addressOf) => {
  const path = addressOf()
  const plain = await read(path)
  expect(plain.bytes.length).toBeLessThan(860)
  for (const accepted of ['br', 'gzip', 'identity;q=0', 'br']) {
    const { headers, text } = await read(path, { 'accept-encoding': accepted })
    expect([headers['content-encoding'], headers.etag, text]).toEqual([
      undefined,
      plain.headers.etag,
      plain.text,
    ])
    expect(headers.vary).toBe('X-Store-Id, X-Api-Key, X-Web-Id, Accept-Encoding')
  }
})

test('an error page of a form is sent as it is', async () => {
  const path = `/embed/question?${keyOf(shop).replace(/store_key=[^&]*/, 'store_key=wrong')}&product_id=P-1`
  const { status, headers, bytes } = await read(path, { 'accept-encoding': 'br' })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(bytes.length).toBeGreaterThan(860)
  expect(headers['content-encoding']).toBeUndefined()
})

test.each(['br', 'gzip'])('HEAD has the headers of GET: %s', async coding => {
  const accepted = { 'accept-encoding': coding }
  for (const path of [reviewsOf(shop), fresh(reviewsOf(shop)), `/api/v1/reviews.html?${keyOf(shop)}`]) {
    const head = await read(path, accepted, 'HEAD')
    const { headers, bytes } = await read(path, accepted)
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary', 'content-type'])
      expect([name, head.headers[name]]).toEqual([name, headers[name]])
    expect(headers['content-length']).toBe(String(bytes.length))
  }
})

test('no part of an encoded answer can be asked for', async () => {
  const headers = { 'accept-encoding': 'br', range: 'bytes=0-9' }
  const { status, headers: answered } = await read(reviewsOf(shop), headers)
  expect([status, answered['accept-ranges'], answered['content-range']]).toEqual([200, undefined, undefined])
})

describe('an ETag', () => {
  const changed = (etag: string) => {
    const added = ['-gzip', ';gzip', '-br', '--gzip', '-df'].map(end => etag.replace(/"$/, `${end}"`))
    return [`W/${etag}`, `"other", ${etag}`, '*', ...added, ...added.map(one => `W/${one}`)]
  }
  const known = (path: string, coding: string, etag: string) =>
    read(path, { 'accept-encoding': coding, 'if-none-match': etag })

  test('is recognised as proxies return it, in any coding, from the response cache or not', async () => {
    const path = reviewsOf(shop)
    const tag = String((await read(path)).headers.etag).slice(0, -1)
    const own = { identity: `${tag}"`, br: `${tag}-br"`, gzip: `${tag}-gzip"` }
    for (const [coding, etag] of Object.entries(own)) {
      expect((await read(path, { 'accept-encoding': coding })).headers.etag).toBe(etag)
      for (const sent of changed(etag)) {
        // A client that has our ETag of another coding gets that one, so that its cache finds the answer.
        const has = Object.values(own).find(one => one === sent.replace('W/', '')) ?? etag
        for (const address of [path, fresh(path)]) {
          const { status, headers } = await known(address, coding, sent)
          expect([sent, status, headers.etag]).toEqual([sent, 304, has])
        }
      }
      for (const sent of [etag.replace(/"$/, '-other"'), etag.slice(0, -2), '"-br"', '""', ''])
        expect([sent, (await known(path, coding, sent)).status]).toEqual([sent, 200])
    }
  })

  test('of another store or another time is not known', async () => {
    const accepted = { 'accept-encoding': 'br' }
    const etag = String((await read(reviewsOf(shop), accepted)).headers.etag)
    expect((await known(reviewsOf(other), 'br', etag)).status).toBe(200)
    await addReviews(it, shop, aReview({ product_id: 'P-9', body: 'A new one' }))
    await expect.poll(async () => (await known(reviewsOf(shop), 'br', etag)).status).toBe(200)
    expect((await read(reviewsOf(shop), accepted)).text).toContain('A new one')
    expect((await known(reviewsOf(shop), 'gzip', etag)).status).toBe(200)
  })
})

test('stores with the same products get their own answers, also at the same address', async () => {
  for (const accepted of ['br', 'gzip', 'identity', 'br', 'gzip']) {
    for (const [store, name] of [
      [shop, 'Café & Co sent'],
      [other, 'Another café sent'],
    ] as const) {
      const inHeaders = { 'x-store-id': store.storeId, 'x-api-key': store.storeKey }
      const coding = { 'accept-encoding': accepted }
      const answers = [
        await read(`/api/v1/reviews.json?limit=50`, { ...coding, ...inHeaders }),
        await read(`${reviewsOf(store)}&limit=50`, coding),
      ]
      for (const { text } of answers) expect([text.includes(name), /sent/.test(text)]).toEqual([true, true])
      for (const { text } of answers)
        expect(text.includes(name === 'Café & Co sent' ? 'Another café sent' : 'Café & Co sent')).toBe(false)
    }
  }
})

test('a page that the store lists may read an encoded answer', async () => {
  const origin = 'https://shop.example'
  await changeSettings(it, other.storeId, { origins: [origin] })
  const vary = 'X-Store-Id, X-Api-Key, X-Web-Id, Accept-Encoding, Origin'
  await expect.poll(async () => (await read(reviewsOf(other))).headers.vary).toBe(vary)
  for (const coding of ['br', 'gzip', 'br', 'gzip']) {
    for (const [from, allowed] of [
      [origin, origin],
      ['https://evil.example', undefined],
    ] as const) {
      const { headers } = await read(reviewsOf(other), { 'accept-encoding': coding, origin: from })
      expect([headers['content-encoding'], headers['access-control-allow-origin'], headers.vary]).toEqual([
        coding,
        allowed,
        vary,
      ])
    }
  }
  await changeSettings(it, other.storeId, { origins: [] })
})

async function cacheFigures(): Promise<{ hits: number; misses: number; bytes: number }> {
  const { text } = await read('/metrics')
  const figure = (name: string) =>
    Number(new RegExp(`^realword_response_cache_${name} (\\d+)`, 'm').exec(text)?.[1])
  return { hits: figure('hits_total'), misses: figure('misses_total'), bytes: figure('bytes') }
}

describe('in the response cache', () => {
  test('many first requests at once are one read, and one answer in each coding', async () => {
    const path = `${reviewsOf(shop)}&limit=17`
    const before = await cacheFigures()
    const codings = Array.from({ length: 60 }, (_, index) => ['br', 'gzip', 'identity'][index % 3] as string)
    const answers = await Promise.all(
      codings.map(coding => read(path, { 'accept-encoding': coding, connection: 'close' })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(3)
    const after = await cacheFigures()
    expect([after.misses - before.misses, after.hits - before.hits]).toEqual([1, 59])
  })

  test('each coding of an answer takes room', async () => {
    const path = `${reviewsOf(shop)}&limit=19`
    await read(path)
    for (const coding of ['br', 'gzip']) {
      const before = await cacheFigures()
      const { bytes } = await read(path, { 'accept-encoding': coding })
      const grown = await cacheFigures()
      expect(grown.bytes - before.bytes).toBeGreaterThanOrEqual(bytes.length)
      expect(grown.bytes - before.bytes).toBeLessThan(bytes.length + 2_000)
      await read(path, { 'accept-encoding': coding })
      expect((await cacheFigures()).bytes).toBe(grown.bytes)
    }
  })

  test('a page of several MB is encoded whole', async () => {
    const store = await aStore(it.database, { locale: 'en' })
    await addProducts(it, store, { 'P-1': 'SKU-1' })
    const body = Array.from({ length: 5_000 }, (_, index) => `Wörd${index * 7919}`).join(' ')
    await addReviews(it, store, ...Array.from({ length: 80 }, () => aReview({ product_id: 'P-1', body })))
    const path = `${reviewsOf(store)}&limit=100`
    const [br, gzip] = await Promise.all([
      read(path, { 'accept-encoding': 'br' }),
      read(path, { 'accept-encoding': 'gzip' }),
    ])
    const plain = await read(path)
    expect(plain.bytes.length).toBeGreaterThan(4_000_000)
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect([br.text === plain.text, gzip.text === plain.text]).toEqual([true, true])
  })
})

describe('what holds a secret is sent as it is', () => {
  const best = { 'accept-encoding': 'br, gzip' }
  const expectPlain = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: answered, bytes } = await read(path, { ...best, ...headers })
    expect([path, status, answered['content-encoding']]).toEqual([path, 200, undefined])
    return bytes.length
  }

  test('forms of links in mails', async () => {
    const order = anOrder({ products: ids.map(() => anOrderProduct()) })
    expect((await it.send('POST', '/orders', { headers: shop.headers, body: order })).status).toBe(201)
    const token = await askAbout(it, shop.storeId, [order.order_id], {
      address: order.customers[0]?.email ?? '',
    })
    expect(await expectPlain(`/r/${token}`)).toBeGreaterThan(860)
  })

  test('answers and pages of the dashboard', async () => {
    const owner = await aMember(it, shop.storeId, 'owner')
    for (let index = 0; index < 12; index++)
      await owner.send('POST', `/stores/${shop.storeId}/keys`, { name: `k${index}` })
    const { headers } = await owner.send('GET', `/stores/${shop.storeId}/reviews`, undefined, best)
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, null])
    for (const path of ['reviews', 'keys', 'members', 'settings']) {
      const answer = await owner.send('GET', `/stores/${shop.storeId}/${path}`, undefined, best)
      expect([path, answer.status, answer.headers.get('content-encoding')]).toEqual([path, 200, null])
    }
    await expectPlain('/admin')
  })

  test('answers to programs, and the outbox', async () => {
    const client = await aManageKey(it, { store: shop })
    const answer = await client.send('GET', '/reviews?limit=50', undefined, best)
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null])
    await expectPlain('/outbox', { authorization: `Bearer ${testOutboxToken}` })
    const order = anOrder()
    await it.send('POST', '/orders', { headers: shop.headers, body: order })
    await expectPlain(`/orders/${order.order_id}`, shop.headers)
  })

  test('an error, even of an address that is encoded', async () => {
    for (const [path, status] of [
      [`/api/v1/reviews.json?${keyOf(shop)}&limit=${'9'.repeat(900)}`, 400],
      [`/feeds/${'a'.repeat(43)}/meta-reviews.csv`, 404],
    ] as const) {
      const { status: answered, headers, text } = await read(path, best)
      expect([answered, headers['content-encoding'], JSON.parse(text).status]).toEqual([
        status,
        undefined,
        status,
      ])
    }
  })
})

test('a reader that leaves in the middle of an encoded answer is no error', async () => {
  for (const path of [reviewsOf(shop), '/metrics', await pathOfFeed('google')]) {
    for (const coding of ['br', 'gzip']) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const sent = get(it.url + path, { headers: { 'accept-encoding': coding } }, response => {
        response.destroy()
        resolve()
      })
      sent.on('error', () => {})
      await promise
    }
  }
  expect((await read(reviewsOf(shop), { 'accept-encoding': 'br' })).status).toBe(200)
})
