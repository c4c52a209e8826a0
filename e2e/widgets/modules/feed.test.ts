import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Module = typeof import('../../../widgets/elements/reviews/feed.ts')
type Query = import('../../../widgets/elements/reviews/feed.ts').Query
type Step = import('../../../widgets/elements/reviews/feed.ts').Step
type Review = import('../../../widgets/elements/reviews/wire.ts').Review
type Meta = import('../../../widgets/elements/reviews/wire.ts').ReviewList['meta']

const pages = new ModulePages()

/** A feed whose test answers the lists. */
async function open() {
  const page = await pages.open()
  const module = await load<Module>(page, 'elements/reviews/feed.ts')
  const stage = await module.evaluateHandle(({ createFeed }) => {
    const answers: {
      resolve: (value: never) => void
      reject: (error: Error) => void
      signal: AbortSignal
    }[] = []
    const asked: unknown[] = []
    const news: unknown[] = []
    const preparing: (() => void)[] = []
    const ask = (signal: AbortSignal, ...what: unknown[]) =>
      new Promise<never>((resolve, reject) => {
        answers.push({ resolve, reject, signal })
        asked.push(what)
      })
    const feed = createFeed(
      {
        ratings: (signal, cache) => ask(signal, 'ratings', cache),
        reviews: (query, offset, signal, cache) => ask(signal, 'reviews', cache, query, offset),
      },
      (done, error) => {
        const { reviews, busy, failed } = feed.state
        news.push({
          done,
          error: error instanceof Error ? error.message : error,
          busy,
          failed,
          ids: reviews.map(one => one.id),
        })
      },
      () => new Promise<void>(resolve => preparing.push(resolve)),
    )
    return { feed, answers, asked, news, preparing }
  })
  return {
    asked: () => stage.evaluate(({ asked }) => asked),
    news: () => stage.evaluate(({ news }) => news),
    state: () => stage.evaluate(({ feed }) => feed.state),
    ids: () => stage.evaluate(({ feed }) => feed.state.reviews.map(one => one.id)),
    aborted: () => stage.evaluate(({ answers }) => answers.map(one => one.signal.aborted)),
    stop: () => stage.evaluate(({ feed }) => feed.stop()),
    begin: (step: Step, change?: Partial<Query>) =>
      stage.evaluate(({ feed }, [step, change]) => void feed.load(step, change), [step, change] as const),
    /** Answers a request, counted from 0. */
    answer: (at: number, value: unknown) =>
      stage.evaluate(({ answers }, [at, value]) => answers[at]?.resolve(value as never), [
        at,
        value,
      ] as const),
    fail: (at: number) => stage.evaluate(({ answers }, at) => answers[at]?.reject(new Error('broken')), at),
    /** Prepares the list that waits for it, counted from 0. */
    prepare: async (at: number) => {
      await expect.poll(() => stage.evaluate(({ preparing }) => preparing.length)).toBeGreaterThan(at)
      await stage.evaluate(({ preparing }, at) => preparing[at]?.(), at)
    },
  }
}

const listOf = (ids: string, count: number, meta: Meta = {}) => ({
  result: [...ids].map(id => ({ id }) as Review),
  count,
  meta,
})
const ratingsOf = (five: number) => ({
  result: [
    { total: five, recommended: 0, not_recommended: 0, rate: { one: 0, two: 0, three: 0, four: 0, five } },
  ],
})
const query = { terms: '', ratings: [], orderBy: 'most_recent' }

/** A feed that shows the first reviews of `count`. */
async function openWith(ids: string, count: number) {
  const feed = await open()
  await feed.begin('first')
  await feed.answer(0, listOf(ids, count))
  await feed.answer(1, ratingsOf(count))
  await feed.prepare(0)
  return feed
}

test('feed: before the first load there is nothing', async () => {
  const { state, news, asked, stop } = await open()
  await stop()
  expect(await state()).toEqual({
    query,
    summary: undefined,
    reviews: [],
    count: 0,
    hasMore: false,
    storeName: undefined,
    writeUrl: undefined,
    busy: undefined,
    failed: undefined,
  })
  expect([await news(), await asked()]).toEqual([[], []])
})

test('feed: the first page and the ratings are read at once, and displayed when the list is prepared', async () => {
  const { begin, answer, prepare, asked, news, state } = await open()
  await begin('first', { locale: 'pt-BR' })
  expect(await asked()).toEqual([
    ['reviews', undefined, { ...query, locale: 'pt-BR' }, 0],
    ['ratings', undefined],
  ])
  await answer(0, listOf('ab', 3, { store_name: 'Casa', write_url: 'https://api.test/write' }))
  await answer(1, ratingsOf(3))
  const waiting = { done: undefined, error: undefined, busy: 'first', failed: undefined, ids: [] }
  expect(await news()).toEqual([waiting])
  await prepare(0)
  expect(await news()).toEqual([waiting, { ...waiting, done: 'first', busy: undefined, ids: ['a', 'b'] }])
  expect(await state()).toMatchObject({
    query: { ...query, locale: 'pt-BR' },
    summary: { average: 5, total: 3 },
    count: 3,
    hasMore: true,
    storeName: 'Casa',
    writeUrl: 'https://api.test/write',
  })
})

test('feed: next pages are appended, each record once', async () => {
  const { begin, answer, prepare, asked, ids, state } = await openWith('ab', 5)
  await begin('more')
  expect(await ids()).toEqual(['a', 'b'])
  // A new review has shifted the pages by one.
  await answer(2, listOf('bc', 6))
  await prepare(1)
  expect(await ids()).toEqual(['a', 'b', 'c'])
  await begin('more')
  await answer(3, listOf('de', 6))
  await prepare(2)
  expect(await ids()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(await state()).toMatchObject({ count: 6, hasMore: false, busy: undefined })
  expect((await asked()).slice(2)).toEqual([
    ['reviews', undefined, query, 2],
    ['reviews', undefined, query, 4],
  ])
})

test('feed: a filter reads from the start, and replaces reviews when it is answered', async () => {
  const { begin, answer, prepare, asked, ids, state } = await openWith('ab', 5)
  await begin('filter', { ratings: [5], orderBy: 'oldest' })
  expect(await state()).toMatchObject({
    busy: 'filter',
    query: { ratings: [5], orderBy: 'oldest', terms: '' },
  })
  expect(await ids()).toEqual(['a', 'b'])
  // The number of matches is not that of all reviews: nothing is read again.
  await answer(2, listOf('bx', 3))
  await prepare(1)
  expect(await ids()).toEqual(['b', 'x'])
  await begin('more')
  const filtered = { ...query, ratings: [5], orderBy: 'oldest' }
  expect((await asked()).slice(2)).toEqual([
    ['reviews', undefined, filtered, 0],
    ['reviews', undefined, filtered, 2],
  ])
})

test('feed: answers that contradict each other are read again, past the cache', async () => {
  const { begin, answer, prepare, asked, ids, state } = await open()
  await begin('first')
  await answer(0, listOf('ab', 2))
  await answer(1, ratingsOf(3))
  await expect.poll(asked).toHaveLength(4)
  expect((await asked()).slice(2)).toEqual([
    ['reviews', 'no-cache', query, 0],
    ['ratings', 'no-cache'],
  ])
  await answer(2, listOf('cab', 3))
  await answer(3, ratingsOf(3))
  await prepare(0)
  expect(await ids()).toEqual(['c', 'a', 'b'])
  expect(await state()).toMatchObject({ count: 3, summary: { total: 3 } })
})

test('feed: answers that agree are read once', async () => {
  const { asked } = await openWith('ab', 2)
  expect(await asked()).toHaveLength(2)
})

test('feed: a new request aborts the previous one, whose answer and error are ignored', async () => {
  const { begin, answer, fail, prepare, aborted, ids, state, news } = await openWith('ab', 5)
  await begin('more')
  expect((await aborted()).slice(2)).toEqual([false])
  await begin('filter', { ratings: [1] })
  expect((await aborted()).slice(2)).toEqual([true, false])
  await begin('filter', { ratings: [2] })
  expect((await aborted()).slice(2)).toEqual([true, true, false])
  await fail(2)
  // Prepared after it was aborted.
  await answer(3, listOf('p', 1))
  await prepare(1)
  expect(await state()).toMatchObject({ busy: 'filter', failed: undefined })
  await answer(4, listOf('q', 1))
  await prepare(2)
  expect(await ids()).toEqual(['q'])
  expect(await state()).toMatchObject({ busy: undefined, failed: undefined, query: { ratings: [2] } })
  expect((await news()).slice(2)).toMatchObject([
    { busy: 'more' },
    { busy: 'filter' },
    { busy: 'filter' },
    { done: 'filter' },
  ])
})

test('feed: what fails leaves the reviews, and can be tried again', async () => {
  const { begin, answer, fail, prepare, asked, ids, news } = await openWith('ab', 5)
  const shown = { busy: undefined, failed: undefined, ids: ['a', 'b'] }
  await begin('more')
  await fail(2)
  await begin('more')
  expect((await news()).slice(2)).toEqual([
    { ...shown, busy: 'more' },
    { ...shown, failed: 'more', error: 'broken' },
    { ...shown, busy: 'more' },
  ])
  await answer(3, listOf('cd', 5))
  await prepare(1)
  expect(await ids()).toEqual(['a', 'b', 'c', 'd'])
  expect((await asked()).slice(2)).toEqual([
    ['reviews', undefined, query, 2],
    ['reviews', undefined, query, 2],
  ])
})

test.each([0, 1])('feed: the first load fails without list %d of two', async at => {
  const { begin, fail, news, asked } = await open()
  await begin('first')
  await fail(at)
  await expect.poll(news).toHaveLength(2)
  expect((await news())[1]).toEqual({ busy: undefined, failed: 'first', error: 'broken', ids: [] })
  await begin('first')
  expect(await asked()).toHaveLength(4)
})

test('feed: stopped, it aborts what it reads, and tells nothing more', async () => {
  const { begin, answer, prepare, stop, aborted, news, ids } = await openWith('ab', 5)
  await begin('more')
  await stop()
  expect((await aborted()).at(-1)).toBe(true)
  await answer(2, listOf('cd', 5))
  await prepare(1)
  // What was loaded later comes after it.
  await begin('filter')
  await answer(3, listOf('xy', 5))
  await prepare(2)
  expect((await news()).slice(2)).toMatchObject([{ busy: 'more' }, { busy: 'filter' }, { done: 'filter' }])
  expect(await ids()).toEqual(['x', 'y'])
})

test('feed: more follow a page that is not the last, up to the maximum offset of the API', async () => {
  const page = await pages.open()
  const module = await load<Module>(page, 'elements/reviews/feed.ts')
  const hasMore = (length: number, count: number, from: number) =>
    module.evaluate(({ pageOf }, [list, from]) => pageOf(list, from).hasMore, [
      listOf('a'.repeat(length), count),
      from,
    ] as const)
  expect(await hasMore(3, 3, 0)).toBe(false)
  expect(await hasMore(3, 4, 0)).toBe(true)
  expect(await hasMore(3, 7, 4)).toBe(false)
  expect(await hasMore(3, 8, 4)).toBe(true)
  expect(await hasMore(0, 4, 3)).toBe(false)
  expect(await hasMore(0, 0, 0)).toBe(false)
  expect(await hasMore(10, 20_000, 9_990)).toBe(true)
  expect(await hasMore(10, 20_000, 9_991)).toBe(false)
})

test('feed: the address to write a review is one of the web', async () => {
  const page = await pages.open()
  const module = await load<Module>(page, 'elements/reviews/feed.ts')
  const addressOf = (meta: Meta) =>
    module.evaluate(({ pageOf }, list) => pageOf(list, 0).writeUrl, listOf('a', 1, meta))
  for (const write_url of ['https://api.test/write?store=1', 'http://localhost:8080/write'])
    expect(await addressOf({ write_url })).toBe(write_url)
  for (const write_url of [
    '',
    '/write',
    'http://',
    'ftp://api.test/write',
    'javascript:alert(1)',
    'javascript://https://api.test/%0aalert(1)',
  ])
    expect(await addressOf({ write_url }), write_url).toBeUndefined()
  expect(await addressOf({})).toBeUndefined()
})
