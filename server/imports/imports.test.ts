import { Readable } from 'node:stream'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAtQuestions, lookAtRatings } from '../doctor/count-checks.ts'
import { addSeenProducts } from '../products/products.ts'
import { insertReviews } from '../reviews/reviews.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { aCast, aStore } from '../test/cast.ts'
import { aReview } from '../test/factories.ts'
import {
  importedAt,
  importedQuestions,
  importedReviews,
  importIntoNewStore,
  importQuestionText,
  importText,
} from '../test/imports.ts'
import { importReviews } from './imports.ts'

let it: TestApp
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(async () => {
  // Whatever these tests imported, the sums are right.
  expect(await lookAtRatings(it.database, false)).toMatchObject({ status: 'ok' })
  expect(await lookAtQuestions(it.database, false)).toMatchObject({ status: 'ok' })
  await it.close()
})

/** One row of our own format; what is not given is empty. */
function aFile(...rows: Record<string, string>[]): string {
  const filled = rows.map(row => ({ product_id: 'P-1', rating: '5', ...row }))
  const names = [...new Set(filled.flatMap(row => Object.keys(row)))]
  const line = (cells: string[]) => cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')
  return [
    line(names),
    ...filled.map(row => line(names.map(name => (row as Record<string, string>)[name] ?? ''))),
  ].join('\n')
}

/** The only row's problem, with its column. */
async function refusalOf(row: Record<string, string>) {
  const { report, reviews } = await importIntoNewStore(it, aFile(row))
  expect([report.imported, reviews.length, report.refused.length]).toEqual([0, 0, 1])
  return report.refused[0]
}

/** What became of the only row. */
async function importedRow(row: Record<string, string>, dates?: 'dmy' | 'mdy') {
  const { report, reviews } = await importIntoNewStore(it, aFile(row), { dates })
  expect(report).toMatchObject({ imported: 1, refused: [] })
  return reviews[0]
}

describe('a table', () => {
  const rows = ['product_id,rating,body', 'P-1,5,"one\nline more"', 'P-1,4,two', 'P-1,3,']
  const bodies = ['one\nline more', 'two', '']
  test.each([
    ['with a byte order mark', `\ufeff${rows.join('\n')}`],
    ['with CRLF', `${rows.join('\r\n')}\r\n`],
    ['with CR', rows.join('\r')],
    ['with semicolons', rows.join('\n').replaceAll(',', ';')],
    ['with tabs', rows.join('\n').replaceAll(',', '\t')],
    [
      'with names in quotes and capitals',
      rows.join('\n').replace('product_id,rating', '"Product_ID"," RATING "'),
    ],
    ['with empty lines and rows', `${rows.slice(0, 3).join('\n')}\n\n,,\n${rows[3]}\n\n`],
  ])('%s is read', async (_how, text) => {
    const { report, reviews } = await importIntoNewStore(it, text)
    expect(report.refused).toEqual([])
    expect(reviews.map(({ body }) => body)).toEqual(bodies)
  })

  test('that comes byte by byte is read alike', async () => {
    const { storeId } = await aStore(it.database)
    const bytes = Readable.from([...Buffer.from(`\ufeff${rows.join('\r\n')}`)].map(byte => Buffer.of(byte)))
    await importReviews(it.database, () => importedAt, storeId, bytes)
    expect((await importedReviews(it, storeId)).map(({ body }) => body)).toEqual(bodies)
  })

  test.each([
    ['', 'empty'],
    ['\ufeff', 'empty'],
    [Buffer.from('\ufeffrating', 'utf16le'), 'UTF-16'],
    [Buffer.from([0x72, 0xff]), 'not UTF-8'],
    ['product_id,body\nP-1,x', 'no column for rating'],
    ['rating,body\n5,x', 'no column for product_id or product_sku'],
    ['product_id,rating,rating\nP-1,5,5', '2 columns named "rating"'],
    ['product_id,rating\nP-1,5\nP-1,"5\nP-1,5', 'from row 2 on'],
    [`product_id,rating,body\nP-1,5,"${'x'.repeat(1_100_000)}"`, 'from row 1 on'],
  ])('%j is told to be no such table: %s', async (file, why) => {
    await expect(importIntoNewStore(it, file)).rejects.toMatchObject({
      name: 'Problem',
      message: expect.stringContaining(why),
      mend: expect.stringMatching(/\S/),
    })
  })

  test('with a row of more or fewer cells refuses that row', async () => {
    const { report, reviews } = await importIntoNewStore(
      it,
      'product_id,rating,body\nP-1,5\nP-1,5,a,b\nP-1,5,c',
    )
    expect(report.refused).toMatchObject([
      { row: 1, column: null, problem: expect.stringContaining('2 cells and the header 3') },
      { row: 2, column: null, problem: expect.stringContaining('4 cells') },
    ])
    expect(reviews.map(({ body }) => body)).toEqual(['c'])
  })

  test('with bytes that are not UTF-8 refuses those rows alone', async () => {
    const file = Buffer.from(
      'product_id,rating,body\nP-1,5,caf\xe9\nP-1,5,\xed\xa0\x80\nP-1,5,fine',
      'latin1',
    )
    const { report, reviews } = await importIntoNewStore(it, file)
    expect(report.refused).toMatchObject([
      { row: 1, column: 'body', problem: expect.stringContaining('CSV UTF-8') },
      { row: 2, column: 'body' },
    ])
    expect(reviews.map(({ body }) => body)).toEqual(['fine'])
  })
})

describe('a row is refused', () => {
  const long = 'x'.repeat(256)
  test.each<[row: Record<string, string>, column: string, problem: string]>([
    [{ rating: '' }, 'rating', 'no rating'],
    ...['0', '6', '4,5', '4.5', '-1', 'five', '5 stars', '٣', '1e0'].map(
      (rating): [{ rating: string }, string, string] => [{ rating }, 'rating', 'no whole number from 1 to 5'],
    ),
    [{ product_id: '' }, 'product_id', 'not yet supported'],
    [{ product_id: '', product_sku: ' ' }, 'product_id', 'not yet supported'],
    [{ product_id: long }, 'product_id', '256 characters, and at most 255'],
    [{ product_id: '', product_sku: long }, 'product_sku', 'at most 255'],
    [{ review_id: long }, 'review_id', 'at most 255'],
    [{ title: 'x'.repeat(2049) }, 'title', 'at most 2048'],
    [{ body: 'x'.repeat(50_001) }, 'body', 'at most 50000'],
    [{ email: 'x'.repeat(2049) }, 'email', 'at most 2048'],
    [{ body: 'a\0b' }, 'body', 'NUL'],
    [{ recommended: 'maybe' }, 'recommended', 'neither yes nor no'],
    [{ verified_purchase: '2' }, 'verified_purchase', 'neither yes nor no'],
    [{ state: 'archived' }, 'state', 'published, pending, rejected'],
    [{ state: 'constructor' }, 'state', 'no state'],
    [{ created_at: '05/03/2024' }, 'created_at', '--date-format'],
    [{ created_at: '2026-11-20 12:00:01' }, 'created_at', 'future'],
    [{ created_at: '2027-01-01' }, 'created_at', 'future'],
    [{ created_at: '2025-02-30' }, 'created_at', 'calendar'],
    [{ created_at: '30/02/2025' }, 'created_at', 'calendar'],
    [{ created_at: '2025-03-02 24:00' }, 'created_at', 'calendar'],
    [{ created_at: '1969-12-31T23:59:59Z' }, 'created_at', '1970'],
    [{ created_at: '0000-01-01' }, 'created_at', '1970'],
    [{ created_at: '02/03/25' }, 'created_at', 'no date'],
    [{ created_at: 'yesterday' }, 'created_at', 'no date'],
    [{ reply: 'Thanks', reply_created_at: '2030-01-01' }, 'reply_created_at', 'future'],
    [{ pictures: 'https://x.example/1 '.repeat(51) }, 'pictures', '51 pictures'],
    [{ pictures: `https://x.example/${'x'.repeat(2048)}` }, 'pictures', '2048'],
  ])('%j', async (row, column, problem) => {
    expect(await refusalOf(row)).toEqual({ row: 1, column, problem: expect.stringContaining(problem) })
  })

  test('of a question without a text', async () => {
    const { storeId } = await aStore(it.database)
    const report = await importQuestionText(it, storeId, 'product_id,body\nP-1,\nP-1,Does it fit?')
    expect(report).toMatchObject({ imported: 1, refused: [{ row: 1, column: 'body' }] })
  })

  test('under the name that its column has in the file', async () => {
    const columns = { rating: 'Stars', created_at: 'When' }
    const file = 'product_id,Stars,When\nP-1,9,\nP-1,1,never'
    const { report } = await importIntoNewStore(it, file, { columns })
    expect(report.refused).toMatchObject([{ column: 'Stars' }, { row: 2, column: 'When' }])
  })

  test('and listed up to 10,000 times, the rest counted', async () => {
    const file = `product_id,rating\n${'P-1,9\n'.repeat(10_003)}P-1,5`
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

  test('date 05/03/2024 is the day that is asked for', async () => {
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
  ])('recommended %j is %s, and so is verified', async (said, is) => {
    const row = await importedRow({ recommended: said, verified_purchase: said })
    expect(row).toMatchObject({ recommended: is, verified_purchase: is ?? false })
  })

  test('pictures keeps addresses of the web alone', async () => {
    const pictures =
      'https://x.example/1.jpg javascript:alert(1) data:,x ftp://x.example/2 //x.example/3 HTTP://x.example/4'
    expect(await importedRow({ pictures })).toMatchObject({
      pictures: ['https://x.example/1.jpg', 'HTTP://x.example/4'],
    })
  })

  test('that begins like a formula stays a text', async () => {
    expect(await importedRow({ title: '=1+1', body: '@x' })).toMatchObject({ title: '=1+1', body: '@x' })
  })

  test('of 2,048 emoji is a title', async () => {
    expect(await importedRow({ title: '😀'.repeat(2048) })).toMatchObject({ title: '😀'.repeat(2048) })
  })
})

describe('columns', () => {
  test('are named by hand, before those of the system that is recognised', async () => {
    const file =
      'reviewer_name,review_date,product_id,rating,body,short\nAna,05/03/2024,P-1,4,long text,brief'
    const { report, reviews } = await importIntoNewStore(it, file, { columns: { body: 'Short' } })
    expect(report.format).toBe('Judge.me')
    expect(reviews).toMatchObject([
      { display_name: 'Ana', body: 'brief', created_at: '2024-03-05T03:00:00.000Z' },
    ])
  })

  test('that nothing is read from are told, so that a slip of a name is seen', async () => {
    const { report } = await importIntoNewStore(it, 'product_id,rating,titel,colour\nP-1,5,x,red')
    expect(report.unread).toEqual(['titel', 'colour'])
  })

  test('without a name can be named', async () => {
    const { reviews } = await importIntoNewStore(it, ',product_id,rating\nx1,P-1,4\nx1,P-1,5', {
      columns: { review_id: '' },
    })
    expect(reviews).toMatchObject([{ rating: 4 }])
  })

  test.each([
    [{ stars: 'rating' }, '--map stars', 'review_id, product_id'],
    [{ rating: 'Stars' }, '--map rating=Stars', 'product_id, rating'],
  ])('%j are wrong usage', async (columns, message, mend) => {
    await expect(importIntoNewStore(it, 'product_id,rating\nP-1,5', { columns })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(message),
      mend: expect.stringContaining(mend),
    })
  })
})

describe('a product', () => {
  test('named by its SKU alone is the one that has it, else a new one', async () => {
    const { storeId } = await aStore(it.database)
    const at = new Date(importedAt)
    const known = [
      { product_id: 'P-2', sku: 'S-1', name: 'Pot', url: '' },
      { product_id: 'P-1', sku: 'S-1', name: 'Pot', url: '' },
    ]
    await addSeenProducts(it.database, storeId, known, at)
    const file = 'product_sku,product_name,rating\nS-1,Other,5\nS-2,New,5\nS-2,New,4'
    expect(await importText(it, storeId, file)).toMatchObject({ imported: 3 })
    expect(await importedReviews(it, storeId)).toMatchObject([
      { product_id: 'P-1', product_name: 'Pot' },
      { product_id: 'S-2', product_sku: 'S-2', product_name: 'New' },
      { product_id: 'S-2' },
    ])
  })

  test('named by id and SKU in one row is meant by its SKU in another', async () => {
    const file = 'product_id,product_sku,rating\n,S-1,4\nP-1,S-1,5'
    const { reviews } = await importIntoNewStore(it, file)
    expect(reviews).toMatchObject([{ product_id: 'P-1' }, { product_id: 'P-1', product_sku: 'S-1' }])
  })
})

describe('the same file twice', () => {
  const file = aFile(
    { body: 'equal' },
    { body: 'equal' },
    { body: 'other' },
    { review_id: 'r-1', body: 'equal' },
    { review_id: 'r-1', body: 'changed' },
  )

  test('brings each row once, equal rows as often as they stand there', async () => {
    const { storeId } = await aStore(it.database)
    expect(await importText(it, storeId, file)).toMatchObject({ imported: 4, skipped: 1 })
    expect(await importText(it, storeId, file)).toMatchObject({ imported: 0, skipped: 5 })
    const more = `${file}\n${file.split('\n')[1]}`
    expect(await importText(it, storeId, more)).toMatchObject({ imported: 1, skipped: 5 })
    const bodies = (await importedReviews(it, storeId)).map(({ body }) => body)
    expect(bodies).toEqual(['equal', 'equal', 'other', 'equal', 'equal'])
  })

  test('or with what the store did since, is the same', async () => {
    const { storeId } = await aStore(it.database)
    await importText(it, storeId, aFile({ body: 'x', state: 'pending' }))
    const later = aFile({ body: 'x', state: 'published', reply: 'Thanks' })
    expect(await importText(it, storeId, later)).toMatchObject({ imported: 0, skipped: 1 })
  })

  test('at the same time is imported once', async () => {
    const { storeId } = await aStore(it.database)
    const rows = Array.from({ length: 1_300 }, (_, index) => ({
      body: `${index % 900}`,
      product_id: `P-${index % 7}`,
    }))
    const reports = await Promise.all([1, 2, 3].map(() => importText(it, storeId, aFile(...rows))))
    expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(1_300)
    expect(await importedReviews(it, storeId)).toHaveLength(1_300)
  })

  test('in other orders at the same time is imported once', async () => {
    const { storeId } = await aStore(it.database)
    const rows = Array.from({ length: 1_200 }, (_, index) => ({
      body: `${index}`,
      product_id: index % 2 ? `P-${index % 40}` : '',
      product_sku: index % 2 ? '' : `S-${index % 40}`,
    }))
    await Promise.all([rows, rows.toReversed(), rows].map(some => importText(it, storeId, aFile(...some))))
    expect(await importedReviews(it, storeId)).toHaveLength(1_200)
  })

  test('after it broke off goes on where it stood', async () => {
    const { storeId } = await aStore(it.database)
    const rows = Array.from({ length: 1_100 }, (_, index) => ({ body: `${index}` }))
    const whole = Buffer.from(aFile(...rows))
    const { promise: firstBatch, resolve: onProgress } = Promise.withResolvers()
    async function* breakingOff() {
      yield whole.subarray(0, whole.length - 100)
      await firstBatch
      throw new Error('unplugged')
    }
    const broken = importReviews(it.database, () => importedAt, storeId, breakingOff(), { onProgress })
    await expect(broken).rejects.toThrow('unplugged')
    const { imported, skipped } = await importText(it, storeId, whole)
    expect([imported + skipped, skipped % 500, skipped > 0]).toEqual([1_100, 0, true])
    expect(await importedReviews(it, storeId)).toHaveLength(1_100)
  })

  test('of another system means another record by the same id', async () => {
    const { storeId } = await aStore(it.database)
    await importText(it, storeId, 'Review ID,Review Score,Product ID\n7,5,P-1')
    const loox = 'id,nickname,full_name,productId,rating\n7,Eve,Eve Ng,P-1,5'
    expect(await importText(it, storeId, loox)).toMatchObject({ imported: 1 })
  })

  test('questions too', async () => {
    const { storeId } = await aStore(it.database)
    const questions = 'product_id,body\nP-1,Fits?\nP-1,Fits?'
    expect(await importQuestionText(it, storeId, questions)).toMatchObject({ imported: 2, skipped: 0 })
    expect(await importQuestionText(it, storeId, questions)).toMatchObject({ imported: 0, skipped: 2 })
    expect(await importedQuestions(it, storeId)).toHaveLength(2)
  })
})

describe('a store', () => {
  test('keeps its own: ids and rows of another are nothing to it', async () => {
    const { owner, outsider } = await aCast(it.database)
    const theirs = aReview({ product_id: 'P-1', body: 'theirs' })
    const by = { at: new Date(importedAt), actor: 'command', action: 'create' } as const
    const product = [{ product_id: 'P-1', sku: 'S-1', name: 'Secret', url: '' }]
    await addSeenProducts(it.database, outsider.storeId, product, by.at)
    await it.database.transaction(tx => insertReviews(tx, outsider.storeId, [theirs], by))

    const file = aFile({ review_id: theirs.id, product_id: '', product_sku: 'S-1', body: 'mine' })
    expect(await importText(it, outsider.storeId, file)).toMatchObject({ imported: 0, skipped: 1 })
    expect(await importText(it, owner.storeId, file)).toMatchObject({ imported: 1, skipped: 0 })
    const [mine] = await importedReviews(it, owner.storeId)
    expect(mine).toMatchObject({ body: 'mine', product_id: 'S-1', product_name: 'S-1' })
    expect(mine?.id).not.toBe(theirs.id)
    expect(await importedReviews(it, outsider.storeId)).toMatchObject([{ id: theirs.id, body: 'theirs' }])
  })

  test('must be there', async () => {
    await expect(importText(it, 'abc', aFile({}))).rejects.toMatchObject({ name: 'Problem' })
  })
})

test('a dry run reports what the import then reports, and writes nothing', async () => {
  const { storeId } = await aStore(it.database)
  const file = aFile(
    { review_id: 'r-1' },
    { review_id: 'r-1' },
    { body: 'equal' },
    { body: 'equal' },
    { rating: '9' },
  )
  for (const again of [false, true]) {
    const foretold = await importText(it, storeId, file, { dryRun: true })
    expect(foretold).toMatchObject({ imported: again ? 0 : 3, refused: [{ row: 5 }] })
    if (!again) {
      for (const table of ['reviews', 'products', 'imported_rows', 'audit_log', 'rating_summaries']) {
        const rows = await it.database.query(sql`select from ${raw(table)} where store_id = ${storeId}`)
        expect([table, rows]).toEqual([table, []])
      }
    }
    expect(await importText(it, storeId, file)).toEqual(foretold)
  }
})

test('rows of any size are written in batches of bounded size', async () => {
  const { storeId } = await aStore(it.database)
  const told: number[] = []
  const body = 'çã '.repeat(16_000)
  const rows = Array.from({ length: 120 }, (_, index) => ({ body: `${index} ${body}` }))
  await importText(it, storeId, aFile(...rows), { onProgress: ({ imported }) => told.push(imported) })
  expect(told).toEqual([84, 120])
})

test('the audit log names each imported review, and nothing of its content', async () => {
  const { storeId } = await aStore(it.database)
  await importText(it, storeId, aFile({ body: 'private words' }))
  const log = await it.database.query(
    sql`select * from audit_log where store_id = ${storeId} and record_type = 'review'`,
  )
  expect(log).toMatchObject([{ actor: 'import', action: 'create', fields: [] }])
  expect(JSON.stringify(log)).not.toContain('private')
})

test('progress is told after each batch', async () => {
  const { storeId } = await aStore(it.database)
  const told: number[] = []
  const rows = Array.from({ length: 1_001 }, (_, index) => ({ body: `${index}` }))
  await importText(it, storeId, aFile(...rows), { onProgress: ({ imported }) => told.push(imported) })
  expect(told).toEqual([500, 1_000, 1_001])
})
