import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import type { Pipeline } from './pipeline.ts'

let home: TestDatabase
let pipeline: Pipeline
beforeAll(async () => {
  home = await createTestDatabase({ empty: true })
  pipeline = home.database.pipeline
  await home.database.query(sql`create sequence calls`)
})
afterAll(() => home.close())

// Two rows for each key, the last key first. The number of the call tells those that were shared.
const text = `
  with this as materialized (select nextval('calls')::text as call)
  select key, $1::integer as number, place, call
  from this
  cross join unnest($2::text[]) as key
  cross join generate_series(1, 2) as place
  order by key desc, place`

function lookUp(keys: string[], { number = 1, most = 200 } = {}) {
  return pipeline.lookUp({ name: 'keyed', text, values: [number], most }, keys)
}

const withoutCall = (rows: unknown[][]) => rows.map(row => row.slice(0, 3))
const callsIn = (found: unknown[][][]) => new Set(found.flat().map(row => row[3])).size

test('each caller gets the rows of its own keys, in the order of the statement', async () => {
  const found = await Promise.all([lookUp(['a', 'c']), lookUp(['b']), lookUp(['c', 'b']), lookUp([])])
  const rowsOf = (...keys: string[]) => keys.flatMap(key => [1, 2].map(place => [key, 1, place]))
  expect(found.map(withoutCall)).toEqual([rowsOf('c', 'a'), rowsOf('b'), rowsOf('c', 'b'), []])
  expect(callsIn(found)).toBe(1)
})

test('those that arrive while two are in flight share the next', async () => {
  const found: Promise<unknown[][]>[] = []
  for (let caller = 0; caller < 50; caller++) {
    found.push(lookUp([`key ${caller}`]))
    await new Promise(setImmediate)
  }
  const rows = await Promise.all(found)
  expect(rows.map(one => one[0]?.[0])).toEqual(rows.map((_, caller) => `key ${caller}`))
  expect(callsIn(rows)).toBeLessThan(50)
})

test('calls with other values share nothing', async () => {
  const numbers = [1, 2, 1, 3]
  const found = await Promise.all(numbers.map(number => lookUp(['a'], { number })))
  expect(found.map(rows => rows[0]?.[1])).toEqual(numbers)
  expect(callsIn(found)).toBe(3)
})

test('a statement has at most as many keys as it allows, and those of one caller in any case', async () => {
  const found = await Promise.all(['a', 'b', 'c'].map(key => lookUp([key], { most: 2 })))
  expect([found.map(rows => rows.length), callsIn(found)]).toEqual([[2, 2, 2], 2])
  expect(await lookUp(['a', 'b', 'c'], { most: 1 })).toHaveLength(6)
})

test('an error rejects those who shared it, and no later ones', async () => {
  const broken = {
    name: 'broken',
    text: 'select key, 1 / length(key) from unnest($1::text[]) as key',
    values: [],
  }
  const shared = await Promise.allSettled([pipeline.lookUp(broken, ['a']), pipeline.lookUp(broken, [''])])
  expect(shared.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await pipeline.lookUp(broken, ['a'])).toEqual([['a', 1]])
})
