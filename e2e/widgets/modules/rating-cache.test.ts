import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Cache = typeof import('../../../widgets/elements/rating/rating-cache.ts')

const pages = new ModulePages()

const now = Date.parse('2026-03-12T12:00:00Z')
const day = 86_400_000
const key = 'realword:ratings:S-1@https://api.test/'
const source = (value = 'P-1', storeId = 'S-1') => ({
  api: 'https://api.test/',
  storeId,
  storeKey: 'key',
  product: { name: 'product_id' as const, value },
})

async function open(stored?: unknown, prepare: (page: Page) => Promise<unknown> = async () => {}) {
  const page = await pages.open('', async page => {
    await page.clock.setFixedTime(now)
    const text = typeof stored === 'string' ? stored : JSON.stringify(stored)
    if (stored !== undefined)
      await page.addInitScript(
        ([key, text]) => localStorage.setItem(key as string, text as string),
        [key, text],
      )
    await prepare(page)
  })
  const cache = await load<Cache>(page, 'elements/rating/rating-cache.ts')
  return {
    page,
    recall: (value?: string, storeId?: string) =>
      cache.evaluate((cache, source) => cache.recall(source), source(value, storeId)),
    remember: (ratings: [string, { average: number; total: number }][]) =>
      cache.evaluate((cache, [source, ratings]) => cache.remember(source, new Map(ratings)), [
        source(),
        ratings,
      ] as const),
    stored: () => page.evaluate(key => JSON.parse(localStorage.getItem(key) ?? 'null'), key),
  }
}

test('rating-cache: a rating is kept by product and time, and recalled for that product alone', async () => {
  const { recall, remember, stored } = await open()
  expect(await recall()).toBeUndefined()
  await remember([['P-1', { average: 4.5, total: 12 }]])
  expect(await recall()).toEqual({ average: 4.5, total: 12 })
  expect(await recall('P-2')).toBeUndefined()
  expect(await recall('P-1', 'S-2')).toBeUndefined()
  expect(await stored()).toEqual({ 'product_id:P-1': [now, 4.5, 12] })
})

test.each([
  ['at this moment', [now, 4, 3], true],
  ['a millisecond less than a day ago', [now - day + 1, 4, 3], true],
  ['a day ago', [now - day, 4, 3], false],
  ['in the future', [now + 1, 4, 3], false],
  ['with five stars', [now, 5, 3], true],
  ['without stars', [now, 0, 0], true],
  ['with more than five', [now, 5.01, 3], false],
  ['with fewer than none', [now, -0.01, 3], false],
  ['of fewer than no reviews', [now, 4, -1], false],
  ['of two values', [now, 4], false],
  ['of four values', [now, 4, 3, 2], false],
  ['of a text', [now, '4', 3], false],
  ['of texts', ['a', 'b', 'c'], false],
  ['that is a text', 'abc', false],
  ['that is null', null, false],
  ['that only looks like a list', { 0: now, 1: 4, 2: 3, length: 3 }, false],
])('rating-cache: an entry %s', async (_, entry, isRecalled) => {
  const { recall } = await open({ 'product_id:P-1': entry })
  const [, average, total] = Array.isArray(entry) ? entry : []
  expect(await recall()).toEqual(isRecalled ? { average, total } : undefined)
})

test.each(['{', '', 'null', '7', '[]'])('rating-cache: a storage that holds %s is empty', async text => {
  const { recall, remember } = await open(text)
  expect(await recall()).toBeUndefined()
  await remember([['P-1', { average: 4, total: 3 }]])
  expect(await recall()).toEqual({ average: 4, total: 3 })
})

test('rating-cache: a blocked storage keeps ratings until the page closes', async () => {
  const { recall, remember } = await open(undefined, page =>
    page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError')
        },
      }),
    ),
  )
  await remember([['P-1', { average: 4, total: 3 }]])
  expect(await recall()).toEqual({ average: 4, total: 3 })
})

test('rating-cache: of more than 2000 fresh products, the oldest is forgotten', async () => {
  const before = Array.from({ length: 2000 }, (_, at) => [`product_id:old-${at}`, [now - at, 4, 3]])
  const outdated = ['product_id:outdated', [now - day, 4, 3]]
  const { remember, stored } = await open(Object.fromEntries([outdated, ...before]))
  await remember([
    ['new', { average: 5, total: 1 }],
    ['old-0', { average: 1, total: 9 }],
  ])
  const kept = Object.entries(await stored())
  expect(kept.length).toBe(2000)
  expect(kept[0]?.[0]).toBe('product_id:old-1998')
  expect(Object.fromEntries(kept.slice(-2))).toEqual({
    'product_id:old-0': [now, 1, 9],
    'product_id:new': [now, 5, 1],
  })
})

test('rating-cache: what other tabs have written stays, but for newer ratings of ours', async () => {
  const { page, recall, remember, stored } = await open({
    'product_id:P-1': [now - 5, 4, 3],
    'product_id:P-2': [now - 5, 4, 3],
  })
  await recall()
  const [other, newer] = [
    [now - 1, 3, 3],
    [now - 1, 2, 2],
  ]
  const theirs = { 'product_id:P-1': newer, 'product_id:P-2': newer, 'product_id:P-9': other }
  await page.evaluate(
    ([key, text]) => localStorage.setItem(key as string, text as string),
    [key, JSON.stringify(theirs)],
  )
  await remember([['P-1', { average: 5, total: 4 }]])
  expect(await stored()).toEqual({
    ...{ 'product_id:P-1': [now, 5, 4], 'product_id:P-2': newer, 'product_id:P-9': other },
  })
})

test('rating-cache: all elements of the page are notified', async () => {
  const { page, remember } = await open()
  const config = await load<typeof import('../../../widgets/config.ts')>(page, 'config.ts')
  await config.evaluate(({ onSettings }) => {
    const counts = Object.assign(window, { looked: 0 })
    onSettings(() => void counts.looked++, new AbortController().signal)
  })
  await remember([])
  expect(await page.evaluate('looked')).toBe(1)
})
