import { afterEach, expect, test, vi } from 'vitest'
import { batchLookups } from './batch-lookups.ts'

type Call = { names: string[]; answer: (names: string[]) => void; fail: (error: Error) => void }

/** Questions whose answers the test gives: a name's answer is the name in capitals. */
function openQuestions(most: number, gap = 0) {
  const calls: Call[] = []
  const ask = batchLookups<string>(
    names =>
      new Promise((resolve, reject) => {
        const answer = (known: string[]) => resolve(new Map(known.map(name => [name, name.toUpperCase()])))
        calls.push({ names, answer, fail: reject })
      }),
    { most, gap },
  )
  return { calls, ask }
}

afterEach(() => {
  vi.useRealTimers()
})

test('questions that arrive while one is in flight share the next, and each gets its own answer', async () => {
  const { calls, ask } = openQuestions(3)
  const answers = ['a', 'b', 'c', 'b', 'd'].map(ask)
  expect(calls.map(({ names }) => names)).toEqual([['a']])
  calls[0]?.answer(['a'])
  expect(await answers[0]).toBe('A')
  await expect.poll(() => calls.map(({ names }) => names)).toEqual([['a'], ['b', 'c']])
  calls[1]?.answer(['c'])
  expect(await Promise.all(answers.slice(1, 4))).toEqual([undefined, 'C', undefined])
  await expect.poll(() => calls.map(({ names }) => names)).toEqual([['a'], ['b', 'c'], ['d']])
  calls[2]?.answer(['d'])
  expect(await answers[4]).toBe('D')
  const later = ask('a')
  expect(calls[3]?.names).toEqual(['a'])
  calls[3]?.answer([])
  expect(await later).toBe(undefined)
})

test('an error rejects the questions that shared it, and the next are asked', async () => {
  const { calls, ask } = openQuestions(10)
  const [first, second] = [ask('a'), ask('b')]
  calls[0]?.fail(new Error('no connection'))
  await expect(first).rejects.toThrow('no connection')
  await expect.poll(() => calls.length).toBe(2)
  calls[1]?.answer(['b'])
  expect(await second).toBe('B')
})

test('calls begin at least the gap apart, and the first one at once', async () => {
  vi.useFakeTimers()
  const { calls, ask } = openQuestions(10, 100)
  const first = ask('a')
  expect(calls.length).toBe(1)
  calls[0]?.answer(['a'])
  expect(await first).toBe('A')
  const others = [ask('b'), ask('c')]
  await vi.advanceTimersByTimeAsync(99)
  expect(calls.length).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(calls.map(({ names }) => names)).toEqual([['a'], ['b', 'c']])
  calls[1]?.answer(['b', 'c'])
  expect(await Promise.all(others)).toEqual(['B', 'C'])
  await vi.advanceTimersByTimeAsync(100)
  void ask('d')
  expect(calls[2]?.names).toEqual(['d'])
})
