import { expect, test, vi } from 'vitest'
import { startReport } from '../../../exchange/imports/import-report.ts'
import type { PreviewedRow } from '../../../exchange/imports/preview/preview-contents.ts'
import type { RefusedRow } from '../../../exchange/imports/reading/refusals/refusals.ts'
import { printResult } from './say-result.ts'

const plan = { format: 'csv', columns: {}, unread: [], notes: [] } as unknown as Parameters<
  typeof startReport
>[0]

function printed(change: Partial<ReturnType<typeof startReport>>): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    printResult({ ...startReport(plan), ...change }, 'review', { dryRun: true }, 1)
    return write.mock.calls.join('')
  } finally {
    write.mockRestore()
  }
}

test('of many refused rows, fifty are listed, and the others counted', () => {
  const rows = (count: number) =>
    Array.from(
      { length: count },
      (_, n): RefusedRow => ({
        row: 1_000 + n,
        column: null,
        refusal: { name: 'noRating' },
      }),
    )
  expect(printed({ refused: rows(50) }).match(/^ {2}1\d{3} /gm)).toHaveLength(50)
  const more = printed({ refused: rows(51), refusedMore: 3 })
  expect(more.match(/^ {2}1\d{3} /gm)).toHaveLength(50)
  expect(more).toContain('  and 4 more: --json lists up to 10,000')
})

test('of a text in a preview, forty characters are listed', () => {
  const rows = ['a'.repeat(40), 'b'.repeat(41)].map(aRow)
  const text = printed({ preview: { rows, orders: [] } })
  expect([text.match(/a{10,}…?/)?.[0], text.match(/b{10,}…?/)?.[0]]).toEqual([
    'a'.repeat(40),
    `${'b'.repeat(40)}…`,
  ])
})

function aRow(body: string): PreviewedRow {
  return {
    row: 2,
    product_name: null,
    product_id: 'P',
    rating: 5,
    title: '',
    body,
    display_name: 'Ana',
    created_at: null,
    state: 'published',
    verified_purchase: false,
    pictures: [],
    more_pictures: 0,
    reply: null,
  }
}
