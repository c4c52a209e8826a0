import { expect, test } from 'vitest'
import { times } from '../../../test/factories.ts'
import type { CsvRow } from './bytes/csv.ts'
import { surveyRows } from './survey.ts'

async function* rowsOf(cells: string[][]): AsyncGenerator<CsvRow> {
  for (const [index, row] of cells.entries()) yield { number: index + 1, cells: row }
}

async function columnOf(...cells: string[]) {
  const { columns } = await surveyRows(['a'], rowsOf(cells.map(cell => [cell])))
  return columns[0]
}

test('a column keeps 40 values of at most 60 characters', async () => {
  expect((await columnOf(...times(40, index => `v${index}`), 'V0'))?.values?.size).toBe(40)
  expect((await columnOf(...times(41, index => `v${index}`)))?.values).toBeUndefined()
  expect((await columnOf('x'.repeat(60)))?.values?.size).toBe(1)
  expect((await columnOf('x'.repeat(61)))?.values).toBeUndefined()
})

test('a column keeps 2,000 numbers with zeros before them and 2,000 without, of at most 40 digits', async () => {
  const [whole, zeroed] = [times(2_001, index => `${index + 1}`), times(2_001, index => `0${index + 1}`)]
  const column = await columnOf(...whole, ...zeroed)
  expect([column?.plainNumbers.size, column?.zeroed.size]).toEqual([2_000, 2_000])
  const long = await columnOf('7'.repeat(40), '8'.repeat(41))
  expect([...(long?.plainNumbers ?? [])]).toEqual(['7'.repeat(40)])
})

test('a file keeps the products of 100,000 handles', async () => {
  const cells = times(100_001, index => `h${index}`).map(handle => [handle, 'P-1'])
  const { handles } = await surveyRows(['handle', 'product_id'], rowsOf(cells))
  expect([handles.size, handles.has('h99999'), handles.has('h100000')]).toEqual([100_000, true, false])
})
