import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { Busy, createGroupCommit, type GroupCommit } from './group-commit.ts'

const MiB = 1024 * 1024

/** A row that declares its size, so that 128 MiB need not be sent. */
type Row = { id: number; bytes: number }

let home: TestDatabase
beforeAll(async () => {
  home = await createTestDatabase({ empty: true })
  await home.database.query(raw('create table sent (id integer primary key)'))
})
afterAll(() => home.close())

let commits: GroupCommit<undefined, Row, string>
beforeEach(() => {
  commits = createGroupCommit({ write, keyOf: ({ id }) => String(id), sizeOf: ({ bytes }) => bytes, repeat })
})

describe('a group', () => {
  test.each([
    { weights: [1, 1, 1, 1, 1, 3, 2, 5, 1], groups: [4, 2, 1, 1, 1] },
    { weights: [9, 9], groups: [1, 1] },
    { weights: Array(300).fill(0), groups: [256, 44] },
  ])('has at most 4 MiB and 256 rows: $groups', async ({ weights, groups }) => {
    const transactions = await Promise.all(weights.map(weight => submit('a', weight * MiB)))
    expect(sizesOf(transactions)).toEqual(groups)
  })
})

describe('the queue', () => {
  test.each([
    { of: 'one store', stores: ['a'], rows: 16, most: 32, others: 1 },
    { of: 'all stores together', stores: ['a', 'b', 'c', 'd'], rows: 64, most: 128, others: 0 },
  ])('of $of holds $most MiB; rows beyond it are refused at once, until there is room', async one => {
    const storeOf = (turn: number) => one.stores[turn % one.stores.length] as string
    for (const _ of ['once', 'again']) {
      const taken = Array.from({ length: one.rows }, (_, turn) => submit(storeOf(turn), 2 * MiB))
      await expect(submit('a', 1)).rejects.toThrow(Busy)
      const another = await Promise.allSettled([submit('another', 1)])
      expect(another.filter(({ status }) => status === 'fulfilled')).toHaveLength(one.others)
      await Promise.all(taken)
      expect(commits.queued()).toBe(0)
    }
  })

  test('refuses rows of a store whose commit takes longer than five seconds', async () => {
    const taken = await home.database.transaction(async tx => {
      await tx.query(raw('lock table sent in access exclusive mode'))
      const [first, second, late] = submitAt(0, 5_000, 5_001)
      await expect(late).rejects.toThrow(Busy)
      return { rows: [first, second] }
    })
    for (const one of taken.rows) expect(await one).toMatch(/^\d+$/)
    expect(commits.queued()).toBe(0)
  })

  test('accepts any row while it is empty', async () => {
    expect(await submit('a', 200 * MiB)).toMatch(/^\d+$/)
  })
})

let made = 0

function submit(storeId: string, bytes: number): Promise<string> {
  return commits.submit(storeId, undefined, { id: ++made, bytes })
}

/** Submits a row at each of these times, in ms. Nothing else reads the clock meanwhile. */
function submitAt(...times: number[]): Promise<string>[] {
  const clock = vi.spyOn(performance, 'now')
  try {
    return times.map(time => {
      clock.mockReturnValue(time)
      return submit('a', 1)
    })
  } finally {
    clock.mockRestore()
  }
}

/** Answers each row with the id of its transaction. */
async function write(_storeId: string, _context: undefined, rows: Row[]): Promise<string[]> {
  const [stored] = await home.database.writes.transaction([
    sql`
      insert into sent
      select unnest(${rows.map(({ id }) => id)}::integer[])
      returning pg_current_xact_id()::text as transaction`,
  ])
  return (stored as { transaction: string }[]).map(({ transaction }) => transaction)
}

function repeat(first: string): string {
  return first
}

/** The number of rows in each transaction, in the order of the rows. */
function sizesOf(transactions: string[]): number[] {
  return [...Map.groupBy(transactions, transaction => transaction).values()].map(({ length }) => length)
}
