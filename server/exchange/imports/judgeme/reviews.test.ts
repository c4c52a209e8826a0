import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FetchFailure } from '../../../foundation/lib/network/guarded-fetch.ts'
import type { Problem } from '../../../foundation/lib/problem.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { importedAt, importedReviews } from '../../../test/exchange/imports.ts'
import {
  aJudgeMeReview,
  type JudgeMe,
  judgeMeShop,
  someJudgeMeReviews,
  startJudgeMe,
} from '../../../test/shops/judgeme.ts'
import { aStore } from '../../../test/users.ts'
import { importReviews } from '../imports.ts'
import type { JudgeMeOptions } from './api.ts'
import { openJudgeMe } from './reviews.ts'

let it: TestApp
let judgeMe: JudgeMe
let storeId: string
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())
beforeEach(async () => {
  judgeMe = await startJudgeMe()
  storeId = (await aStore(it.database)).storeId
})
afterEach(() => judgeMe.close())

const clock = () => importedAt
const loopback = ['127.0.0.0/8']

function open(shop: Partial<typeof judgeMeShop> = {}, options: JudgeMeOptions = {}) {
  return openJudgeMe({ ...judgeMeShop, ...shop }, clock, {
    url: judgeMe.url,
    allow: loopback,
    firstPause: 1,
    ...options,
  })
}

async function pull(options: JudgeMeOptions = {}) {
  const table = await open({}, options)
  const report = await importReviews(it.database, clock, storeId, table)
  return { report, failure: table.failure(), table }
}

/** The problem of an import that cannot begin, in words. */
async function problemOf(shop: Partial<typeof judgeMeShop> = {}): Promise<string> {
  const problem: Problem = await open(shop).then(
    () => Promise.reject(new Error('It opened.')),
    error => error,
  )
  expect(JSON.stringify([problem, problem.message, problem.stack])).not.toContain(judgeMeShop.token)
  return `${problem.message} ${problem.fix}`
}

const count = async () => (await importedReviews(it, storeId)).length

test('each field becomes ours, without a product it is about the store, and rows without a rating are reported with their id', async () => {
  const picture = (name: string, change = {}) => ({
    urls: { small: `https://cdn.example/s-${name}`, original: `https://cdn.example/${name}` },
    hidden: false,
    ...change,
  })
  judgeMe.reviews = [
    aJudgeMeReview(9, { pictures: [picture('a,b.jpg'), picture('c.jpg'), picture('d', { hidden: true })] }),
    aJudgeMeReview(8, { curated: 'not-yet' }),
    aJudgeMeReview(7, { curated: 'spam', verified: 'nothing' }),
    aJudgeMeReview(6, { hidden: true, reviewer: null, title: null }),
    aJudgeMeReview(5, { curated: 'unheard of', pictures: 'none' }),
    aJudgeMeReview(4, { curated: null, published: true, product_external_id: null }),
    aJudgeMeReview(3, { product_external_id: null, product_handle: null }),
    aJudgeMeReview(2, { rating: 4.5 }),
    aJudgeMeReview(1, { body: 'x'.repeat(50_001) }),
  ]
  const { report, table } = await pull()
  expect(report).toMatchObject({ format: 'Judge.me', unread: [], imported: 7 })
  expect(report.refused.map(({ row, column }) => [table.idOf(row), column])).toEqual([
    ['2', 'rating'],
    ['1', 'body'],
  ])
  const reviews = await importedReviews(it, storeId)
  expect(reviews).toMatchObject([
    {
      product_id: '7001',
      product_name: 'Moka pot',
      rating: 5,
      title: 'Number 9',
      body: 'Heats fast and does not leak.',
      display_name: 'Ana P.',
      email: 'ana@example.com',
      created_at: '2025-03-02T10:12:00.000Z',
      state: 'published',
      verified_purchase: true,
      pictures: ['https://cdn.example/a,b.jpg', 'https://cdn.example/c.jpg'],
    },
    { state: 'pending' },
    { state: 'rejected', verified_purchase: false },
    { state: 'rejected', display_name: '', email: null, title: '' },
    { state: 'pending', pictures: [] },
    { state: 'published', product_id: 'moka-pot' },
  ])
})

describe('nothing is lost and nothing doubled', () => {
  test('when every third request fails in another way', async () => {
    judgeMe.reviews = someJudgeMeReviews(730)
    let requests = 0
    const failures: Parameters<JudgeMe['interfere']>[0][] = [
      (_url, response) => Boolean(response.writeHead(500).end('{}')),
      (_url, response) => Boolean(response.writeHead(429, { 'retry-after': '0' }).end('slow down')),
      (_url, response) => Boolean(response.destroy()),
      (_url, response) => Boolean(response.writeHead(200).write('{"reviews":[') && response.destroy()),
      (_url, response) => Boolean(response.writeHead(200).end('<html>Maintenance</html>')),
      (_url, response) => Boolean(response.writeHead(503, { 'retry-after': 'never' }).end()),
    ]
    judgeMe.interfere((...request) => {
      const failure = ++requests % 3 === 0 ? failures[(requests / 3) % failures.length] : undefined
      return failure?.(...request) ?? false
    })
    const { report, failure } = await pull()
    expect([report.imported, failure]).toEqual([730, undefined])
    expect((await pull()).report).toMatchObject({ imported: 0, skipped: 730 })
    expect(await count()).toBe(730)
  })

  test('when Judge.me goes away in between, and the import is repeated', async () => {
    judgeMe.reviews = someJudgeMeReviews(530)
    judgeMe.interfere(
      ({ searchParams }, response) =>
        Number(searchParams.get('page')) > 3 && Boolean(response.writeHead(500).end()),
    )
    const first = await pull()
    expect(first.report.imported).toBe(300)
    expect(first.failure?.message).toBe('Judge.me answered with status 500.')
    expect(first.failure?.fix).toContain('Run the command again')
    judgeMe.interfere(() => false)
    const second = await pull()
    expect(second.failure).toBeUndefined()
    expect(second.report).toMatchObject({ imported: 230, skipped: 300 })
    expect(await count()).toBe(530)
  })

  test('when reviews arrive while the pages are read, and a page is sent twice', async () => {
    judgeMe.reviews = someJudgeMeReviews(350)
    judgeMe.interfere(({ searchParams }) => {
      if (searchParams.get('page') === '2') judgeMe.reviews.unshift(aJudgeMeReview(9001))
      if (searchParams.get('page') === '3') searchParams.set('page', '2')
      return false
    })
    const { report, failure } = await pull()
    expect(failure).toBeUndefined()
    // Page 3 was never sent: the second import adds it.
    judgeMe.interfere(() => false)
    const again = await pull()
    expect(report.imported + again.report.imported).toBe(351)
    expect(await count()).toBe(351)
  })

  test('in another store with the same shop', async () => {
    judgeMe.reviews = someJudgeMeReviews(3)
    await pull()
    const other = await aStore(it.database)
    await importReviews(it.database, clock, other.storeId, await open())
    expect([await count(), (await importedReviews(it, other.storeId)).length]).toEqual([3, 3])
  })
})

describe('Judge.me misbehaves', () => {
  test('a list that never ends with new reviews', async () => {
    judgeMe.reviews = someJudgeMeReviews(100)
    let id = 1000
    judgeMe.interfere(({ pathname }, response) => {
      if (pathname.endsWith('count')) return false
      const reviews = Array.from({ length: 100 }, () => aJudgeMeReview(++id))
      response.end(JSON.stringify({ reviews }))
      return true
    })
    const { report, failure } = await pull()
    expect(failure?.message).toContain('it reports 100 reviews, and sends more than 1200')
    expect(report.imported).toBe(1200)
  })

  test('a list that never ends with the same reviews', async () => {
    judgeMe.reviews = someJudgeMeReviews(100)
    judgeMe.interfere(({ searchParams }) => {
      if (Number(searchParams.get('page')) < 20) searchParams.delete('page')
      return false
    })
    const { report, failure } = await pull()
    expect(failure?.message).toContain('the same again and again')
    expect(report.imported).toBe(100)
    // The first page, the number of reviews, and five pages without a new review.
    expect(judgeMe.asked).toHaveLength(7)
  })

  test('a gigabyte, which is not read', async () => {
    let sent = 0
    judgeMe.interfere((_url, response) => {
      const chunk = Buffer.alloc(1024 * 1024, ' ')
      const more = () => {
        while (!response.destroyed && sent < 1024) {
          sent++
          if (!response.write(chunk)) return response.once('drain', more)
        }
        return response.end()
      }
      more()
      return true
    })
    expect(await problemOf()).toMatch(/more than 32 MiB.*CSV file/)
    expect(sent).toBeLessThan(100)
  })

  test.each([
    ['HTML', '<html>Sign in</html>', 'sent a page instead of reviews'],
    ['null', 'null', 'sent no list of reviews'],
    ['another object', '{"products":[]}', 'sent no list of reviews'],
    ['a list that is none', '{"reviews":{"0":1}}', 'sent no list of reviews'],
  ])('%s', async (_what, body, words) => {
    judgeMe.interfere((_url, response) => Boolean(response.end(body)))
    expect(await problemOf()).toContain(words)
  })

  test('rubbish in the list is refused, row by row', async () => {
    judgeMe.reviews = [null, 'x', 7, [], { id: {} }, { id: '__proto__' }] as object[]
    judgeMe.reviews.push(aJudgeMeReview(1, { title: { toString: 'x' }, created_at: 'yesterday' }))
    judgeMe.reviews.push(aJudgeMeReview(2, { body: 'nul \0' }), aJudgeMeReview(3))
    const { report, failure } = await pull()
    expect(failure).toBeUndefined()
    expect(report.imported).toBe(1)
    expect(await count()).toBe(1)
  })

  test('a redirect is not followed', async () => {
    const other = await startJudgeMe(someJudgeMeReviews(1))
    judgeMe.interfere((url, response) =>
      Boolean(response.writeHead(302, { location: `${other.url}reviews${url.search}` }).end()),
    )
    expect(await problemOf()).toContain('Judge.me answered with status 302.')
    expect(other.asked).toEqual([])
    await other.close()
  })
})

test('a wrong token and a wrong shop are named, after one request', async () => {
  expect(await problemOf({ token: 'wrong' })).toMatch(/refused the token for moka.*Copy the private token/)
  expect(await problemOf({ shop: 'other.myshopify.com' })).toMatch(/does not know the shop other/)
  expect(judgeMe.asked).toHaveLength(2)
})

test('pauses as long as Judge.me asks, and at most five minutes', async () => {
  const pauses: number[] = []
  let requests = 0
  judgeMe.interfere((_url, response) => {
    const after = ['0', new Date(importedAt - 1000).toUTCString()][requests++]
    return after !== undefined && Boolean(response.writeHead(429, { 'retry-after': after }).end())
  })
  await open({}, { onPause: ms => pauses.push(ms) })
  expect(pauses).toEqual([0, 0])
  judgeMe.interfere((_url, response) => Boolean(response.writeHead(429, { 'retry-after': '86400' }).end()))
  const stop = new FetchFailure('slow')
  const waiting = open(
    {},
    {
      onPause: ms => {
        pauses.push(ms)
        throw stop
      },
    },
  )
  await expect(waiting).rejects.toBe(stop)
  expect(pauses.at(-1)).toBe(5 * 60_000)
})

test('gives up after ten attempts, and pauses for a minute at most between them', async () => {
  judgeMe.interfere((_url, response) => Boolean(response.writeHead(500).end()))
  const pauses: number[] = []
  const stop = new FetchFailure('slow')
  const onPause = (ms: number) => {
    pauses.push(ms)
    if (ms > 1_000) throw stop
  }
  await expect(open({}, { onPause })).rejects.toThrow('Judge.me answered with status 500.')
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256])
  await expect(open({}, { firstPause: 90_000, onPause })).rejects.toBe(stop)
  expect(pauses.at(-1)).toBe(60_000)
})

test('only the public web is asked', async () => {
  const opened = openJudgeMe(judgeMeShop, clock, { url: judgeMe.url })
  await expect(opened).rejects.toThrow('not on the public web')
  expect(judgeMe.asked).toEqual([])
})
