import { expect, test } from 'vitest'
import { once } from './once.ts'

test('a value is made once, also for calls before it is ready', async () => {
  let calls = 0
  const value = once(async () => ++calls)
  expect(await Promise.all([value(), value()])).toEqual([1, 1])
  expect(await value()).toBe(1)
})

test('a failure is that of all who waited for it, and of no later call', async () => {
  let calls = 0
  const value = once(async () => {
    if (++calls === 1) throw new Error('too many open files')
    return calls
  })
  const failed = await Promise.allSettled([value(), value()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await value()).toBe(2)
})
