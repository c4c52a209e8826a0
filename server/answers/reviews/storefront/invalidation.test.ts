import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../../../test/answers.ts'
import { type Answer, startTestApp, type TestApp } from '../../../test/app.ts'
import { refuseConnections } from '../../../test/database/database.ts'
import { aProduct, aQuestion, aReview } from '../../../test/factories.ts'
import { changeSettings, hearAll } from '../../../test/hearing.ts'
import { addProducts, addQuestions, addReviews, readAs } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'

let service: TestApp
let second: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp()
  second = await startTestApp({}, service.target)
  owner = await aStore(service.database)
  await addProducts(service, owner, { 'P-1': 'SKU-1', 'P-2': 'SKU-2' })
  await addReviews(service, owner, aReview({ product_id: 'P-1' }), aReview({ product_id: 'P-2' }))
  await addQuestions(service, owner, aQuestion({ product_id: 'P-1' }))
})
afterAll(async () => {
  await second.close()
  await service.close()
})

const reads = [
  ['ratings.json', { product_id: 'P-1' }],
  ['ratings.json', { product_sku: 'SKU-1' }],
  ['ratings.json', { product_id: ['P-2', 'P-1'], expand: 'metrics' }],
  ['ratings.json', {}],
  ['reviews.json', { product_id: 'P-1' }],
  ['reviews.json', { sku: 'SKU-1', rating: '5', terms: 'coffee' }],
  ['reviews.json', {}],
  ['reviews.html', { product_id: 'P-1' }],
  ['structured-data.json', { product_id: 'P-1' }],
] as [string, Record<string, string | string[]>][]

test.each(reads)('a new review is in %s of %j on every instance', async (what, parameters) => {
  const instances = [service, second]
  const all = () => Promise.all(instances.map(one => readAs(one, owner, what, parameters)))
  const before = await all()
  expect(await all()).toMatchObject(before.map(({ status, body }) => ({ status, body })))
  await addReviews(service, owner, aReview({ product_id: 'P-1' }))
  const change = async () =>
    (await all()).map(({ body }, index) => JSON.stringify(body) !== JSON.stringify(before[index]?.body))
  await expect.poll(change, { interval: 10 }).toEqual([true, true])
})

test('a change is read on every instance within a second', async () => {
  const shop = await aStore(service.database)
  await addProducts(service, shop, { P: '' })
  const total = async (one: TestApp) => (await readAs(one, shop, 'ratings.json')).body.result[0]?.total
  const totals = () => Promise.all([service, second].map(total))
  expect(await totals()).toEqual([undefined, undefined])
  const took: number[] = []
  for (let reviews = 1; reviews <= 5; reviews++) {
    await addReviews(service, shop, aReview({ product_id: 'P' }))
    const begun = performance.now()
    await expect.poll(totals, { interval: 5 }).toEqual([reviews, reviews])
    took.push(performance.now() - begun)
  }
  // A busy machine may delay some of the reads, but not all of them.
  expect(Math.min(...took)).toBeLessThan(1_000)
})

test('a new question is read on every instance', async () => {
  const count = async () =>
    (await Promise.all([service, second].map(one => readAs(one, owner, 'questions.json')))).map(
      ({ body }) => body.count,
    )
  expect(await count()).toEqual([1, 1])
  await addQuestions(service, owner, aQuestion({ product_id: 'P-2' }))
  await expect.poll(count, { interval: 10 }).toEqual([2, 2])
})

test('what waits for the store drops nothing that is remembered', async () => {
  const shop = await aStore(service.database)
  await addProducts(service, shop, { waits: '', shown: '' })
  const told: string[] = []
  service.session.onNotify(payload => {
    // Changes of content are for the dashboard's queue, and drop nothing.
    if (payload.startsWith(`product ${shop.storeId} `)) told.push(payload.replace(/^.* /, ''))
  })
  for (const state of ['unconfirmed', 'pending'] as const) {
    await addReviews(service, shop, aReview({ product_id: 'waits', state }))
    await addQuestions(service, shop, aQuestion({ product_id: 'waits', state }))
  }
  await addReviews(service, shop, aReview({ product_id: 'shown' }))
  await addQuestions(service, shop, aQuestion({ product_id: 'shown' }))
  expect(told).toEqual(['shown', 'shown'])
})

test('a product that is completed shows its SKU on every instance', async () => {
  const shop = await aStore(service.database)
  await addProducts(service, shop, { seen: '' })
  await addReviews(service, shop, aReview({ product_id: 'seen' }))
  const sku = async () => {
    const answers = await Promise.all([service, second].map(one => readAs(one, shop, 'ratings.json')))
    return answers.map(({ body }) => body.result[0].sku)
  }
  expect(await sku()).toEqual(['', ''])
  const body = aProduct({ product_id: 'seen', sku: 'NEW' })
  expect((await service.send('POST', '/products', { headers: shop.headers, body })).status).toBe(201)
  await expect.poll(sku, { interval: 10 }).toEqual(['NEW', 'NEW'])
})

test('a store that is closed answers nothing from memory', async () => {
  const shop = await aStore(service.database)
  for (const one of [service, second]) expect((await readAs(one, shop, 'ratings.json')).status).toBe(200)
  await changeSettings(service, shop.storeId, { active: false })
  const codes = async () =>
    (await Promise.all([service, second].map(one => readAs(one, shop, 'ratings.json')))).map(
      ({ body }) => body.error_code,
    )
  await expect.poll(codes, { interval: 10 }).toEqual([8121203, 8121203])
})

describe('what is remembered', () => {
  test('needs no database, until the connection that hears of changes is lost', async () => {
    const shop = await aStore(service.database)
    await addProducts(service, shop, { 'P-1': '' })
    await addReviews(service, shop, aReview({ product_id: 'P-1' }))
    // What arrives later would drop what is remembered below.
    await hearAll(second)
    const total = async () =>
      (await readAs(second, shop, 'ratings.json', { product_id: 'P-1' })).body.result[0].five
    const five = async () => {
      const { body } = await readAs(second, shop, 'ratings.json', { product_id: 'P-1', expand: 'metrics' })
      return body.result[0].rate.five
    }
    await total()
    await expect.poll(five).toBe(1)
    // Written without the service, so nobody is notified and the next read comes from the cache.
    await service.database.query(sql`update rating_summaries set five = 7 where store_id = ${shop.storeId}`)
    expect(await five()).toBe(1)
    await service.database.query(sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where application_name = 'realword session' and datname = current_database()`)
    await expect.poll(five).toBe(7)
    // Answers cached before the gap are not used after it.
    await expect.poll(() => second.session.isListening()).toBe(true)
    expect(await five()).toBe(7)
  })

  test('is not given out while the database is away: 503, and afterwards as before', async () => {
    const away = await startTestApp()
    const shop = await aStore(away.database)
    await addProducts(away, shop, { 'P-1': '' })
    await addReviews(away, shop, aReview({ product_id: 'P-1' }))
    const read = (what: string): Promise<Answer> => readAs(away, shop, what, { product_id: 'P-1' })
    const paths = ['ratings.json', 'reviews.json', 'questions.json', 'reviews.html', 'structured-data.json']
    for (const what of [...paths, ...paths]) expect((await read(what)).status).toBe(200)
    const allowConnections = await refuseConnections(away.target)
    await expect.poll(async () => (await read('ratings.json')).status).toBe(503)
    for (const what of paths) expectError(await read(what), 503, 805030)
    await allowConnections()
    await expect.poll(async () => (await read('ratings.json')).status).toBe(200)
    await away.close()
  })

  test('is counted in the metrics like any other request', async () => {
    for (let times = 0; times < 3; times++)
      await readAs(service, owner, 'ratings.json', { product_id: 'P-2' })
    const { body } = await service.send('GET', '/metrics')
    expect(Number(/route="\/api\/v1\/ratings.json",status="200"\} (\d+)/.exec(body)?.[1])).toBeGreaterThan(2)
  })
})

describe('headers', () => {
  const address = (who = owner) =>
    `/api/v1/reviews.json?product_id=P-1&store_id=${who.storeId}&store_key=${who.storeKey}`
  const get = (headers: Record<string, string> = {}, who = owner) =>
    service.send('GET', address(who), { headers })

  test('an answer that is known is not sent again, from memory or not', async () => {
    const first = await get()
    expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=86400')
    const etag = String(first.headers.get('etag'))
    expect(etag).toMatch(/^"[\w-]+"$/)
    const added = ['-gzip', '--gzip', ';gzip', '-br', ';br', '-df'].map(coding =>
      etag.replace(/"$/, `${coding}"`),
    )
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*', ...added, `W/${added[0]}`]) {
      for (const path of [address(), `${address()}&_=${Math.random()}`]) {
        const { status, body, headers } = await service.send('GET', path, {
          headers: { 'if-none-match': sent },
        })
        expect({ status, body }).toEqual({ status: 304, body: undefined })
        expect(headers.get('etag')).toBe(etag)
        expect(headers.get('cache-control')).toContain('max-age=60')
      }
    }
    for (const sent of ['"other"', '"-gzip"', etag.replace(/"$/, '-other"'), etag.slice(0, -2)])
      expect((await get({ 'if-none-match': sent })).status).toBe(200)
    await addReviews(service, owner, aReview({ product_id: 'P-1' }))
    await expect.poll(async () => (await get({ 'if-none-match': etag })).status).toBe(200)
  })

  test('an answer from memory is the answer that was made, to the byte and the header', async () => {
    await addReviews(service, owner, aReview({ product_id: 'P-1', title: 'Ça "va" 😀' }))
    await expect.poll(async () => (await get()).body.result[0].title).toBe('Ça "va" 😀')
    const fresh = `${address()}&fresh=${Math.random()}`
    const seen = []
    for (let times = 0; times < 2; times++) {
      const { status, headers, body } = await service.send('GET', fresh)
      const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers)
      seen.push({ status, headers: rest, body })
    }
    expect(seen[1]).toEqual(seen[0])
    expect((await service.send('HEAD', fresh)).headers.get('content-length')).toBe(
      seen[0]?.headers['content-length'],
    )
  })

  test('any page may read, and asks beforehand without credentials', async () => {
    for (const headers of [{}, { origin: 'https://shop.example' }]) {
      for (let times = 0; times < 2; times++) {
        const answer = await get(headers)
        expect(answer.headers.get('access-control-allow-origin')).toBe('*')
        expect(answer.headers.get('vary')).toBe('X-Store-Id, X-Api-Key, X-Web-Id, Accept-Encoding')
      }
    }
    expect(
      (await service.send('GET', '/api/v1/reviews.json')).headers.get('access-control-allow-origin'),
    ).toBe('*')
    for (const what of [
      'ratings.json',
      'reviews.json',
      'questions.json',
      'reviews.html',
      'structured-data.json',
    ]) {
      const { status, headers } = await service.send('OPTIONS', `/api/v1/${what}`, {
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'x-api-key,x-store-id',
        },
      })
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-methods')).toBe('GET')
      expect(headers.get('access-control-allow-headers')).toMatch(/x-store-id.*x-api-key.*x-web-id/i)
    }
  })

  test('a store that lists pages lets those read and no other', async () => {
    const shop = await aStore(service.database, {
      origins: ['https://shop.example', 'https://www.shop.example'],
    })
    for (let times = 0; times < 2; times++) {
      for (const [origin, allowed] of [
        ['https://shop.example', 'https://shop.example'],
        ['https://www.shop.example', 'https://www.shop.example'],
        ['https://evil.example', null],
        ['https://shop.example.evil.example', null],
        ['null', null],
        [undefined, null],
      ] as const) {
        const { status, headers } = await get(origin ? { origin } : {}, shop)
        expect(status).toBe(200)
        expect([origin, headers.get('access-control-allow-origin')]).toEqual([origin, allowed])
        expect(headers.get('vary')).toBe('X-Store-Id, X-Api-Key, X-Web-Id, Accept-Encoding, Origin')
      }
    }
    await changeSettings(service, shop.storeId, { origins: [] })
    await expect.poll(async () => (await get({}, shop)).headers.get('access-control-allow-origin')).toBe('*')
  })

  test('who brings the credentials in headers gets an answer that shared caches keep apart', async () => {
    const outsider = await aStore(service.database)
    for (const [who, count] of [
      [owner, true],
      [outsider, false],
      [owner, true],
    ] as const) {
      const headers = { 'x-store-id': who.storeId, 'x-api-key': who.storeKey }
      const answer = await service.send('GET', '/api/v1/ratings.json', { headers })
      expect(answer.headers.get('vary')).toBe('X-Store-Id, X-Api-Key, X-Web-Id, Accept-Encoding')
      expect(answer.body.count > 0).toBe(count)
    }
  })
})

test('a client already in the field works unchanged', async () => {
  const shop = await aStore(service.database, { locale: 'pt-BR' })
  await addProducts(service, shop, { 'P-9': 'SKU-9' })
  await addReviews(
    service,
    shop,
    aReview({ product_id: 'P-9', rating: 4, body: 'Cafeteira ótima' }),
    aReview({ product_id: 'P-9', rating: 5, body: 'Cafeteiras excelentes' }),
    aReview({ product_id: 'P-9', rating: 1, body: 'Vazou' }),
  )
  await addQuestions(service, shop, aQuestion({ product_id: 'P-9' }))
  for (const key of ['X-Api-Key', 'X-Web-Id']) {
    const headers = { 'X-Store-Id': shop.storeId, [key]: shop.storeKey }
    const query =
      'sku=SKU-9&limit=1&offset=1&orderBy=most_positive&rating=4&rating=5&terms=cafeteira&expand=reply'
    const reviews = await service.send('GET', `/api/v1/reviews.json?${query}`, { headers })
    expect(reviews.body).toMatchObject({
      result: [{ rating: 4, body: 'Cafeteira ótima' }],
      count: 2,
      meta: { limit: 1, offset: 1, query: { product_sku: 'SKU-9', rating: [4, 5], terms: 'cafeteira' } },
    })
    const questions = await service.send(
      'GET',
      '/api/v1/questions.json?sku=SKU-9&limit=5&offset=0&expand=reply',
      {
        headers,
      },
    )
    expect(questions.body).toMatchObject({ result: [{ reply: { body: expect.any(String) } }], count: 1 })
    const ratings = await service.send('GET', '/api/v1/ratings.json?sku=SKU-9&expand=metrics', { headers })
    expect(ratings.body).toMatchObject({ result: [{ sku: 'SKU-9', average: 3.33, total: 3 }], count: 1 })
  }
})

test('without the table a read that is not remembered is an error of ours', async () => {
  await readAs(service, owner, 'ratings.json', { product_id: 'P-2' })
  await service.database.query(raw('alter table rating_summaries rename to hidden'))
  expect((await readAs(service, owner, 'ratings.json', { product_id: 'P-2' })).status).toBe(200)
  expectError(await readAs(service, owner, 'ratings.json', { product_id: 'never asked' }), 500, 520)
  await service.database.query(raw('alter table hidden rename to rating_summaries'))
})
