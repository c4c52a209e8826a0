import { expect, test } from 'vitest'
import { limitCostlyReads } from './costly-reads.ts'
import { Busy } from './group-commit.ts'

const limits = { running: 2, runningOfStore: 1, waiting: 5, waitingOfStore: 3 }

/** Reads that end on command, and the order in which they started. */
function reads() {
  const limit = limitCostlyReads(limits)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    begin: (storeId: string, name: string) =>
      limit(
        storeId,
        () =>
          new Promise<string>(resolve => {
            begun.push(name)
            ends.set(name, () => resolve(name))
          }),
      ),
    end: async (name: string) => {
      ends.get(name)?.()
      for (let tick = 0; tick < 10; tick++) await Promise.resolve()
    },
  }
}

test('one read runs per store, concurrently with those of other stores', () => {
  const { begin, begun } = reads()
  begin('a', 'a1')
  begin('a', 'a2')
  begin('b', 'b1')
  begin('c', 'c1')
  expect(begun).toEqual(['a1', 'b1'])
})

test('stores are served in rotation', async () => {
  const { begin, begun, end } = reads()
  for (const name of ['a1', 'a2', 'a3']) begin('a', name)
  for (const name of ['b1', 'b2']) begin('b', name)
  begin('c', 'c1')
  for (const name of ['a1', 'b1', 'a2', 'c1', 'b2']) await end(name)
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'a3'])
})

test('a full queue of one store refuses its reads, and not those of others', async () => {
  const { begin, begun } = reads()
  for (const name of ['a1', 'a2', 'a3', 'a4']) begin('a', name)
  await expect(begin('a', 'a5')).rejects.toThrow(Busy)
  begin('b', 'b1')
  expect(begun).toEqual(['a1', 'b1'])
})

test('reads beyond the queue of all stores are refused', async () => {
  const { begin } = reads()
  for (const name of ['a1', 'a2', 'a3', 'a4']) begin('a', name)
  for (const name of ['b1', 'b2', 'b3']) begin('b', name)
  await expect(begin('c', 'c1')).rejects.toThrow(Busy)
})

test('a read that fails frees its place for the next', async () => {
  const limit = limitCostlyReads(limits)
  const failed = limit('a', () => Promise.reject(new Error('broken')))
  const next = limit('a', async () => 'read')
  await expect(failed).rejects.toThrow('broken')
  await expect(next).resolves.toBe('read')
})
