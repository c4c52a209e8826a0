import { describe, expect, test } from 'vitest'
import { aFile as aReviewFile, importText as importReviewText } from '../../../test/exchange/imports.ts'
import { useOrderImports } from '../../../test/exchange/order-imports.ts'
import { placeLines, readInGroups } from './lines-of-orders.ts'
import type { OrderRow } from './order-ids.ts'

const { stage, importText, outcomes } = useOrderImports()

const header = 'order_id,order_date,delivery_date,product_id,customer_email'
const line = (id: number | string, product = 'P-1', email = 'ana@example.com') =>
  `${id},2026-11-10,2026-11-18,${product},${email}`
const linesOf = (count: number, of: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index + 1))
const fileOf = (...lines: string[]) => [header, ...lines].join('\n')

async function* rowsOf(...rows: [number: number, orderId: string][]): AsyncGenerator<OrderRow> {
  for (const [number, orderId] of rows) yield { number, orderId, lacksId: false, cells: [] }
}

describe('a batch', () => {
  test('has at most a thousand refused rows', async () => {
    const steps: number[] = []
    const file = fileOf(...linesOf(2_001, number => line(number, 'P-1', 'nobody')))
    await importText(file, { onProgress: ({ refused }) => steps.push(refused.length) })
    expect(steps).toEqual([1_000, 2_000, 2_001])
  })

  test('ends with the order that brings it to four million characters', async () => {
    const steps: number[] = []
    const long = 'x'.repeat(199_000)
    const file = [`${header},product_picture`, ...linesOf(30, number => `${line(number)},${long}`)].join('\n')
    await importText(file, { dryRun: true, onProgress: ({ imported }) => steps.push(imported) })
    // 4 MiB are 4,194,304 characters: 21 orders of 199,340 have less.
    expect(steps).toEqual([22, 30])
  })
})

test('of an order a thousand rows are listed with their own reason', async () => {
  const { refused } = await importText(fileOf(...linesOf(1_002, () => line('1', 'P-1', 'nobody'))))
  expect(refused).toHaveLength(1_002)
  const reasons = Map.groupBy(refused, ({ problem }) => problem)
  expect([...reasons.values()].map(rows => rows.map(({ row }) => row))).toEqual([
    linesOf(1_000, String).map(Number),
    [1_001, 1_002],
  ])
  expect(refused.at(-1)?.problem).toBe('Row 1 of the same order is refused. Correct that row.')
})

test('a number of up to 16 digits is known without the zeros before it, and a longer one is another', async () => {
  const [short, long] = ['1'.padStart(16, '0'), '1'.padStart(17, '0')]
  expect(await importText(fileOf(line('1')))).toMatchObject({ imported: 1 })
  expect(await importText(fileOf(line(short)))).toMatchObject({ imported: 0, skipped: 1 })
  expect(await importText(fileOf(line(long)))).toMatchObject({ imported: 1, skipped: 0 })
  expect(Object.keys(await outcomes()).toSorted()).toEqual([long, '1'])
})

test('a file has at most five million rows', async () => {
  const rows = async (last: number) => (await placeLines(rowsOf([last, 'A']))).rows
  expect(await rows(5_000_000)).toBe(5_000_000)
  await expect(rows(5_000_001)).rejects.toMatchObject({ fault: { name: 'rows_many', values: [5_000_000] } })
})

test.each([
  [33_554_432, 1],
  [33_554_433, 2],
])('while the lines of two orders have %i characters each, the file is read %i times', async (size, times) => {
  const rows: [number, string][] = [
    [1, 'A'],
    [2, 'B'],
    [3, 'C'],
    [4, 'A'],
    [5, 'B'],
    [6, 'C'],
  ]
  const places = await placeLines(rowsOf(...rows))
  let reads = 0
  const read = async () => {
    reads++
    return rowsOf(...rows)
  }
  // 64 MiB are 67,108,864 characters.
  const add = (group: { ids: string[] } | undefined, { orderId }: OrderRow) => ({
    ids: [...(group?.ids ?? []), orderId],
    size: orderId === 'C' ? 0 : size,
  })
  const groups = await Array.fromAsync(readInGroups(read, places, add))
  expect(groups.map(({ ids }) => ids.join(''))).toEqual(['AA', 'BB', 'CC'])
  expect(reads).toBe(times)
})

test('the products of the first 2,000 rows are compared with those that have reviews', async () => {
  await importReviewText(stage.it, stage.storeId, aReviewFile({ product_id: 'R' }))
  const warned = expect.stringContaining('Your reviews are of other products than this file')
  const notes = async (before: number) => {
    const lines = [...linesOf(before, () => line('1')), line('1', 'R')]
    return (await importText(fileOf(...lines), { dryRun: true })).notes
  }
  expect(await notes(1_999)).toEqual([])
  expect(await notes(2_000)).toEqual([warned])
})

test('of the orders whose consent is left out, the rows of the first 20 are named', async () => {
  const later = (id: number) => `${id},2190-01-01,2190-01-08,P-1,ana@example.com,11 91234-5678,yes`
  const file = [`${header},customer_phone,whatsapp_consent`, ...linesOf(21, later)].join('\n')
  const { imported, laterConsents } = await importText(file)
  expect(imported).toBe(21)
  expect(laterConsents).toEqual({ count: 21, rows: linesOf(20, String).map(Number) })
})
