import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createManagementClient } from '../src/index.ts'
import { answering, page, status } from './answering.ts'

// With a `fetch` and a clock of the test: when it is sent again, to the millisecond.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-05T12:00:00.000Z') })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function done<T>(asked: Promise<T>): Promise<T> {
  const settled = asked.catch(() => {})
  await vi.runAllTimersAsync()
  await settled
  return await asked
}

describe('attempts', () => {
  const asking = (fetch: typeof globalThis.fetch, options = {}) =>
    createManagementClient({ url: 'https://x.example', key: 'k', fetch, ...options }).request(
      'GET /manage/v1/settings',
    )

  test('wait twice as long each time, three quarters of it on average, and end after six more', async () => {
    const { fetch, seen, waits } = answering(() => status(503))
    expect((await done(asking(fetch))).error?.status).toBe(503)
    expect(seen).toHaveLength(7)
    expect(waits()).toEqual([375, 750, 1500, 3000, 6000, 12_000])
  })

  test.each([429, 502, 503, 504])('follow %d', async code => {
    const { fetch, waits } = answering(
      () => status(code),
      () => page({}),
    )
    expect((await done(asking(fetch))).error).toBeUndefined()
    expect(waits()).toEqual([375])
  })

  test.each([400, 404, 409, 428, 430, 500, 501, 505])('do not follow %d', async code => {
    const { fetch, seen } = answering(
      () => status(code),
      () => page({}),
    )
    expect((await done(asking(fetch))).error?.status).toBe(code)
    expect(seen).toHaveLength(1)
  })

  test.each([
    [409, '2', 2250],
    [503, '2', 2250],
    [429, '0', 250],
    [503, 'Thu, 05 Mar 2026 12:00:10 GMT', 10_250],
    [503, 'Thu, 05 Mar 2026 11:00:00 GMT', 250], // past
    [503, 'soon', 375],
    [503, '1.5s', 375],
    [503, '60', undefined], // and a random part: longer than the longest wait
  ])('after %d with Retry-After: %s wait %s ms', async (code, after, wait) => {
    const { fetch, waits } = answering(
      () => status(code, { 'retry-after': after }),
      () => page({}),
    )
    await done(asking(fetch))
    expect(waits()).toEqual(wait === undefined ? [] : [wait])
  })

  test('of 409 need a number or a date', async () => {
    const { fetch, seen } = answering(
      () => status(409, { 'retry-after': 'soon' }),
      () => page({}),
    )
    expect((await done(asking(fetch))).error?.status).toBe(409)
    expect(seen).toHaveLength(1)
  })

  test('wait as long as the caller allows, and no longer', async () => {
    const busy = () => status(503, { 'retry-after': '2' })
    for (const [longestWait, attempts] of [
      [2250, 2],
      [2249, 1],
    ]) {
      const { fetch, seen } = answering(busy, () => page({}))
      await done(asking(fetch, { longestWait }))
      expect(seen).toHaveLength(attempts ?? 0)
    }
  })

  test('follow a broken connection, and end with its error', async () => {
    const broken = () => {
      throw new TypeError('fetch failed')
    }
    const once = answering(broken, () => page({}))
    expect((await done(asking(once.fetch))).error).toBeUndefined()
    expect(once.waits()).toEqual([375])
    const always = answering(broken)
    await expect(done(asking(always.fetch, { retries: 2 }))).rejects.toThrow('fetch failed')
    expect(always.waits()).toEqual([375, 750])
    const never = answering(broken)
    await expect(done(asking(never.fetch, { retries: 0 }))).rejects.toThrow('fetch failed')
    expect(never.seen).toHaveLength(1)
  })

  test('end at once when the signal stops them, and leave nothing behind', async () => {
    const { fetch, seen } = answering(() => status(503))
    const stop = new AbortController()
    const asked = createManagementClient({ url: 'https://x.example', key: 'k', fetch }).request(
      'GET /manage/v1/settings',
      { signal: stop.signal },
    )
    const rejected = expect(asked).rejects.toThrow('enough')
    await vi.advanceTimersByTimeAsync(400)
    expect(seen).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(1)
    stop.abort(new Error('enough'))
    await rejected
    expect(vi.getTimerCount()).toBe(0)
    expect(seen).toHaveLength(2)
  })

  test('are not begun after a signal that has stopped', async () => {
    const { fetch } = answering(() => page({}))
    const asked = createManagementClient({ url: 'https://x.example', key: 'k', fetch }).request(
      'GET /manage/v1/settings',
      { signal: AbortSignal.abort(new Error('too late')) },
    )
    await expect(asked).rejects.toThrow('too late')
  })
})
