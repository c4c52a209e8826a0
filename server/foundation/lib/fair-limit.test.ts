import { expect, test } from 'vitest'
import { createFairLimit } from './fair-limit.ts'

/** Starts an action of the store that lasts until `end` is called. */
function actor(limit: ReturnType<typeof createFairLimit>) {
  const started: string[] = []
  const start = (storeId: string) => {
    let end = () => {}
    const done = limit.run(storeId, async () => {
      started.push(storeId)
      await new Promise<void>(resolve => {
        end = resolve
      })
    })
    return async () => {
      end()
      await done
    }
  }
  return { started, start }
}

const settled = () => new Promise<void>(resolve => setImmediate(resolve))

test('an action waits for at most one of each other store', async () => {
  const { started, start } = actor(createFairLimit(1))
  const ends = ['a', 'a', 'a', 'b', 'c', 'b'].map(start)
  for (const index of [0, 1, 3, 4, 2, 5]) {
    await settled()
    await ends[index]?.()
  }
  expect(started).toEqual(['a', 'a', 'b', 'c', 'a', 'b'])
})

test('a turn of several actions goes on when a slot is free, and ends with the store’s last one', async () => {
  const { started, start } = actor(createFairLimit(1, { perTurn: 3 }))
  const ends = ['x', 'a', 'a', 'b', 'b', 'b', 'b', 'a', 'c'].map(start)
  for (const index of [0, 1, 2, 7, 3, 4, 5, 8, 6]) {
    await settled()
    await ends[index]?.()
  }
  expect(started).toEqual(['x', 'a', 'a', 'a', 'b', 'b', 'b', 'c', 'b'])
})

test('a store has no more than its share, and leaves the rest to others', async () => {
  const { started, start } = actor(createFairLimit(4, { share: 2 }))
  const ends = ['a', 'a', 'a', 'a', 'b', 'c'].map(start)
  await settled()
  expect(started).toEqual(['a', 'a', 'b', 'c'])
  await ends[4]?.()
  await settled()
  expect(started).toHaveLength(4)
  await ends[0]?.()
  await settled()
  expect(started).toEqual(['a', 'a', 'b', 'c', 'a'])
})

test('a slot that is entered counts, also beyond the share, and is left once', async () => {
  const limit = createFairLimit(2, { share: 1 })
  const leaves = [limit.enter('a'), limit.enter('a')]
  expect(limit.enter('b')).toBeUndefined()
  leaves[0]?.()
  leaves[0]?.()
  const { started, start } = actor(limit)
  const ends = [start('b'), start('b')]
  await settled()
  expect(started).toEqual(['b'])
  await ends[0]?.()
  await settled()
  expect(started).toEqual(['b', 'b'])
})

test('an action that is aborted while it waits leaves the queue, and one that is aborted before never starts', async () => {
  const limit = createFairLimit(1, { queue: { most: 2, share: 2, refusal: () => new Error('full') } })
  const { started, start } = actor(limit)
  const end = start('a')
  const leaving = new AbortController()
  const left = limit.run('b', async () => started.push('b'), leaving.signal)
  const next = limit.run('c', async () => started.push('c'))
  await expect(limit.run('d', async () => {})).rejects.toThrow('full')
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  await expect(limit.run('d', async () => started.push('d'), leaving.signal)).rejects.toThrow('left')
  const last = limit.run('e', async () => started.push('e'))
  await end()
  await Promise.all([next, last])
  expect(started).toEqual(['a', 'c', 'e'])
})
