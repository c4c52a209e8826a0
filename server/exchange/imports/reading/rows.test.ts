import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { aFile, importIntoNewStore, importQuestionText } from '../../../test/exchange/imports.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../../test/users.ts'

const it = openForTests(startTestApp)

/** The problem of the only row, with its column. */
async function refusalOf(row: Record<string, string>) {
  const { report, reviews } = await importIntoNewStore(it, aFile(row))
  expect([report.imported, reviews.length, report.refused.length]).toEqual([0, 0, 1])
  return report.refused[0]
}

/** The record that the only row becomes. */
async function importedRow(row: Record<string, string>, dates?: 'dmy' | 'mdy') {
  const { report, reviews } = await importIntoNewStore(it, aFile(row), { dates })
  expect(report).toMatchObject({ imported: 1, refused: [] })
  return reviews[0]
}

describe('a row is refused', () => {
  const long = 'x'.repeat(256)
  test.each<[row: Record<string, string>, column: string, problem: string]>([
    [{ rating: '' }, 'rating', 'no rating'],
    ...['0', '4,5', '4.5', '-1', 'five', '5 stars', '٣', '1e0'].map(
      (rating): [{ rating: string }, string, string] => [{ rating }, 'rating', 'no whole number from 1 to 5'],
    ),
    [{ product_id: '' }, 'product_id', 'names no product'],
    [{ product_id: '', product_sku: ' ' }, 'product_id', 'names no product'],
    [{ product_id: long }, 'product_id', '256 characters, and at most 255'],
    [{ product_id: '', product_sku: long }, 'product_sku', 'at most 255'],
    [{ review_id: long }, 'review_id', 'at most 255'],
    [{ title: 'x'.repeat(2049) }, 'title', 'at most 2048'],
    [{ body: 'x'.repeat(50_001) }, 'body', 'at most 50000'],
    [{ email: 'x'.repeat(2049) }, 'email', 'at most 2048'],
    [{ body: 'a\0b' }, 'body', 'NUL'],
    [{ recommended: 'maybe' }, 'recommended', 'neither yes nor no'],
    [{ verified_purchase: '2' }, 'verified_purchase', 'neither yes nor no'],
    [{ created_at: '2026-11-20 12:00:01' }, 'created_at', 'future'],
    [{ created_at: '2027-01-01' }, 'created_at', 'future'],
    [{ created_at: '2025-02-30' }, 'created_at', 'calendar'],
    [{ created_at: '30/02/2025' }, 'created_at', 'calendar'],
    [{ created_at: '2025-03-02 24:00' }, 'created_at', 'calendar'],
    [{ created_at: '1969-12-31T23:59:59Z' }, 'created_at', '1970'],
    [{ created_at: '0000-01-01' }, 'created_at', '1970'],
    [{ created_at: "Nov '24" }, 'created_at', 'no date'],
    [{ created_at: '45231 ou 45232' }, 'created_at', 'no date'],
    [{ created_at: 'yesterday' }, 'created_at', 'no date'],
    [{ reply: 'Thanks', reply_created_at: '2030-01-01' }, 'reply_created_at', 'future'],
    [{ pictures: 'https://x.example/1 '.repeat(51) }, 'pictures', '51 pictures'],
    [{ pictures: `https://x.example/${'x'.repeat(2048)}` }, 'pictures', '2048'],
  ])('%j', async (row, column, problem) => {
    expect(await refusalOf(row)).toEqual({ row: 1, column, problem: expect.stringContaining(problem) })
  })

  test('of a question without text', async () => {
    const { storeId } = await aStore(it.database)
    const report = await importQuestionText(it, storeId, 'product_id,body\nP-1,\nP-1,Does it fit?')
    expect(report).toMatchObject({ imported: 1, refused: [{ row: 1, column: 'body' }] })
  })

  test('with the name of its column in the file', async () => {
    const columns = { rating: 'Stars', created_at: 'When' }
    const file = 'product_id,Stars,When\nP-1,0,\nP-1,1,never'
    const { report } = await importIntoNewStore(it, file, { columns })
    expect(report.refused).toMatchObject([{ column: 'Stars' }, { row: 2, column: 'When' }])
  })

  test('is listed up to 10,000 times, and then only counted', async () => {
    const file = `product_id,rating\n${'P-1,0\n'.repeat(10_003)}P-1,5`
    const { report } = await importIntoNewStore(it, file)
    expect(report.refused).toHaveLength(10_000)
    expect(report).toMatchObject({ imported: 1, refusedMore: 3 })
  })
})

describe('a cell', () => {
  test.each([
    ['4,0', 4],
    ['4.00', 4],
    [' 3 ', 3],
  ])('rating %j is %d', async (rating, stars) => {
    expect(await importedRow({ rating })).toMatchObject({ rating: stars })
  })

  test.each([
    ['2025-03-02', '2025-03-02T03:00:00.000Z'],
    ['2025-03-02 10:12', '2025-03-02T13:12:00.000Z'],
    ['2025-03-02 10:12:13.5', '2025-03-02T13:12:13.500Z'],
    ['2025-03-02T10:12:13+02:00', '2025-03-02T08:12:13.000Z'],
    ['2025-03-02 10:12:13 +0200', '2025-03-02T08:12:13.000Z'],
    ['2025-03-02 10:12:13 UTC', '2025-03-02T10:12:13.000Z'],
    ['2025/3/2', '2025-03-02T03:00:00.000Z'],
    ['13/03/2024', '2024-03-13T03:00:00.000Z'],
    ['03-13-2024', '2024-03-13T03:00:00.000Z'],
    ['4.4.2024', '2024-04-04T03:00:00.000Z'],
    ['13/03/2024 1:05 PM', '2024-03-13T16:05:00.000Z'],
    ['13/03/2024, 12:05 am', '2024-03-13T03:05:00.000Z'],
    // Daylight saving skipped this hour in São Paulo.
    ['2018-11-04 00:30', '2018-11-04T03:30:00.000Z'],
    ['2026-11-20 12:00:00', '2026-11-20T15:00:00.000Z'],
  ])('date %j is %s', async (created_at, instant) => {
    expect(await importedRow({ created_at })).toMatchObject({ created_at: instant })
  })

  test('date 05/03/2024 follows the chosen order', async () => {
    const row = { created_at: '05/03/2024' }
    expect(await importedRow(row, 'dmy')).toMatchObject({ created_at: '2024-03-05T03:00:00.000Z' })
    expect(await importedRow(row, 'mdy')).toMatchObject({ created_at: '2024-05-03T03:00:00.000Z' })
  })

  test.each([
    ['yes', true],
    ['SIM', true],
    ['1', true],
    ['True', true],
    ['no', false],
    ['não', false],
    ['na\u0303o', false],
    ['nao', false],
    ['0', false],
    ['FALSE', false],
    ['', null],
  ])('recommended %j is %s, and verified alike', async (said, is) => {
    const row = await importedRow({ recommended: said, verified_purchase: said })
    expect(row).toMatchObject({ recommended: is, verified_purchase: is ?? false })
  })

  test('pictures keeps only web addresses', async () => {
    const pictures =
      'https://x.example/1.jpg javascript:alert(1) data:,x ftp://x.example/2 //x.example/3 HTTP://x.example/4'
    expect(await importedRow({ pictures })).toMatchObject({
      pictures: ['https://x.example/1.jpg', 'HTTP://x.example/4'],
    })
  })

  test('that starts like a formula stays text', async () => {
    expect(await importedRow({ title: '=1+1', body: '@x' })).toMatchObject({ title: '=1+1', body: '@x' })
  })

  test('of 2,048 emoji is a title', async () => {
    expect(await importedRow({ title: '😀'.repeat(2048) })).toMatchObject({ title: '😀'.repeat(2048) })
  })
})

describe('columns', () => {
  test('chosen by hand win over those of the recognised system', async () => {
    const file =
      'reviewer_name,review_date,product_id,rating,body,short,curated,source,picture_urls\nAna,05/03/2024,P-1,4,long text,brief,ok,web,'
    const { report, reviews } = await importIntoNewStore(it, file, { columns: { body: 'Short' } })
    expect(report.format).toBe('Judge.me')
    expect(reviews).toMatchObject([
      { display_name: 'Ana', body: 'brief', created_at: '2024-03-05T03:00:00.000Z' },
    ])
  })

  test('that are not read are reported, so that a misspelt name is noticed', async () => {
    const { report } = await importIntoNewStore(it, 'product_id,rating,titel,colour\nP-1,5,x,red')
    expect(report.unread).toEqual(['titel', 'colour'])
  })

  test('without a name can be chosen', async () => {
    const { reviews } = await importIntoNewStore(it, ',product_id,rating\nx1,P-1,4\nx1,P-1,5', {
      columns: { review_id: '' },
    })
    expect(reviews).toMatchObject([{ rating: 4 }])
  })

  test.each([
    [{ stars: 'rating' }, 'field_unknown', ['stars', expect.stringContaining('review_id, product_id')]],
    [{ rating: 'Stars' }, 'column_missing', ['rating', 'Stars', 'product_id, rating']],
  ])('%j is refused', async (columns, name, values) => {
    await expect(importIntoNewStore(it, 'product_id,rating\nP-1,5', { columns })).rejects.toMatchObject({
      fault: { name, values },
    })
  })
})
