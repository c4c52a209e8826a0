import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { insertReviews } from '../../answers/reviews/reviews.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { dump } from '../../test/database/dump.ts'
import {
  aFile,
  importedAt,
  importedQuestions,
  importedReviews,
  importIntoNewStore,
  importQuestionText,
  importText,
  surveys,
} from '../../test/exchange/imports.ts'
import { aReview, times } from '../../test/factories.ts'
import { anOwnerAndOutsider, aStore } from '../../test/users.ts'
import { checkQuestions, checkRatings } from '../../upkeep/doctor/count-checks.ts'
import { erasePerson } from '../../upkeep/people/people.ts'
import { importReviews } from './imports.ts'

let it: TestApp
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(async () => {
  // After every test the summaries are right.
  expect(await checkRatings(it.database, false)).toMatchObject({ status: 'ok' })
  expect(await checkQuestions(it.database, false)).toMatchObject({ status: 'ok' })
  await it.close()
})

describe('the limit of reviews per import', () => {
  const rows = (count: number) => aFile(...times(count, row => ({ body: `text ${row}` })))
  const importTwice = async (most: number, count: number, again: boolean) => {
    const { storeId } = await aStore(it.database, { limits: { reviews_per_import: most } })
    const file = rows(count)
    const problem = await importText(it, storeId, file, { dryRun: !again }).catch(error => error)
    return { problem, stored: (await importedReviews(it, storeId)).length }
  }

  test('refuses a longer file before its first row is written', async () => {
    const { problem, stored } = await importTwice(1_200, 1_201, true)
    expect(problem.message).toBe(
      'The file has more reviews than the plan of this store allows in one import: 1200.',
    )
    expect(stored).toBe(0)
    expect(await importTwice(1_200, 1_200, true)).toMatchObject({
      problem: { imported: 1_200 },
      stored: 1_200,
    })
    expect((await importTwice(0, 1, true)).problem.fault).toMatchObject({ name: 'import_over_limit' })
  })

  test('is reported by the trial', async () => {
    expect((await importTwice(2, 3, false)).problem.fault).toEqual({ name: 'import_over_limit', values: [2] })
    expect((await importTwice(2, 2, false)).problem).toMatchObject({ imported: 2 })
  })

  test('does not apply to questions, nor to another store', async () => {
    const { storeId } = await aStore(it.database, { limits: { reviews_per_import: 1 } })
    const questions = 'product_id,body\nP-1,one\nP-1,two'
    expect(await importQuestionText(it, storeId, questions)).toMatchObject({ imported: 2 })
    const { report } = await importIntoNewStore(it, rows(3))
    expect(report.imported).toBe(3)
  })
})

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

  test('that arrives byte by byte is read like a whole file', async () => {
    const { storeId } = await aStore(it.database)
    const bytes = () =>
      Readable.from([...Buffer.from(`\ufeff${rows.join('\r\n')}`)].map(byte => Buffer.of(byte)))
    await importReviews(it.database, () => importedAt, storeId, bytes)
    expect((await importedReviews(it, storeId)).map(({ body }) => body)).toEqual(bodies)
  })

  test.each([
    ['', 'empty'],
    ['\ufeff', 'empty'],
    [Buffer.from('\ufeffrating', 'utf16le'), 'UTF-16'],
    [Buffer.from([0xef, 0xbb, 0xbf, 0x72, 0xff]), 'not UTF-8'],
    ['product_id,body\nP-1,x', 'no column for rating'],
    ['rating,body\n5,x', 'no column for product_id'],
    ['product_id,rating,rating\nP-1,5,5', '2 columns named "rating"'],
    ['product_id,rating\nP-1,5\nP-1,"5\nP-1,5', 'from row 2 on'],
    [`product_id,rating,body\nP-1,5,"${'x'.repeat(1_100_000)}"`, 'from row 1 on'],
  ])('%j is reported as no such table: %s', async (file, why) => {
    await expect(importIntoNewStore(it, file)).rejects.toMatchObject({
      name: 'FileError',
      message: expect.stringContaining(why),
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

  test('of UTF-8 with broken bytes refuses only those rows', async () => {
    const file = Buffer.from(
      '\xef\xbb\xbfproduct_id,rating,body\nP-1,5,caf\xe9\nP-1,5,\xed\xa0\x80\nP-1,5,fine',
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

describe('a product', () => {
  test('identified only by its SKU is the existing one, or a new one', async () => {
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

  test('has the SKU and name of the first row that states them', async () => {
    const file = 'product_id,product_sku,product_name,rating\nP-1,,,4\nP-1,S-1,,4\nP-1,S-2,Pot,4\nP-1,,Pan,4'
    const { reviews } = await importIntoNewStore(it, file)
    expect(reviews[0]).toMatchObject({ product_sku: 'S-1', product_name: 'Pot' })
  })

  test('that has only its id as a name gets the first name of a later row, batch or file; others keep theirs', async () => {
    const { storeId } = await aStore(it.database)
    const known = [
      { product_id: 'P-1', sku: '', name: 'P-1', url: '' },
      { product_id: 'P-2', sku: '', name: 'Pot', url: '' },
    ]
    await addSeenProducts(it.database, storeId, known, new Date(importedAt))
    const unnamed = times(1_000, index => `P-3,,${(index % 5) + 1},text ${index}`)
    const file = [
      'product_id,product_name,rating,body',
      'P-1,,5,none',
      'P-2,Pan,5,other',
      ...unnamed,
      'P-3,Kettle,4,late',
      'P-3,Boiler,4,later',
    ].join('\n')
    expect(await importText(it, storeId, file)).toMatchObject({ imported: 1_004 })
    const named = async () =>
      new Map((await importedReviews(it, storeId)).map(one => [one.product_id, one.product_name]))
    expect(await named()).toEqual(
      new Map([
        ['P-1', 'P-1'],
        ['P-2', 'Pot'],
        ['P-3', 'Kettle'],
      ]),
    )
    const again = 'product_id,product_name,rating,body\nP-1,Grinder,5,none'
    expect(await importText(it, storeId, again)).toMatchObject({ imported: 0, skipped: 1 })
    expect((await named()).get('P-1')).toBe('Grinder')
  })

  test('identified by id and SKU in one row is found by its SKU in another', async () => {
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

  test('adds each row once, and equal rows as often as the file has them', async () => {
    const { storeId } = await aStore(it.database)
    expect(await importText(it, storeId, file)).toMatchObject({ imported: 4, skipped: 1 })
    expect(await importText(it, storeId, file)).toMatchObject({ imported: 0, skipped: 5 })
    const more = `${file}\n${file.split('\n')[1]}`
    expect(await importText(it, storeId, more)).toMatchObject({ imported: 1, skipped: 5 })
    const bodies = (await importedReviews(it, storeId)).map(({ body }) => body)
    expect(bodies).toEqual(['equal', 'equal', 'other', 'equal', 'equal'])
  })

  test('adds nothing after the store moderated or answered its records', async () => {
    const { storeId } = await aStore(it.database)
    await importText(it, storeId, aFile({ body: 'x', state: 'pending' }))
    const later = aFile({ body: 'x', state: 'published', reply: 'Thanks' })
    expect(await importText(it, storeId, later)).toMatchObject({ imported: 0, skipped: 1 })
  })

  test('at the same time is imported once', async () => {
    const { storeId } = await aStore(it.database)
    const rows = times(1_300, index => ({
      body: `${index % 900}`,
      product_id: `P-${index % 7}`,
    }))
    const reports = await Promise.all([1, 2, 3].map(() => importText(it, storeId, aFile(...rows))))
    expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(1_300)
    expect(await importedReviews(it, storeId)).toHaveLength(1_300)
  })

  test('in other orders at the same time is imported once', async () => {
    const { storeId } = await aStore(it.database)
    const rows = times(1_200, index => ({
      body: `${index}`,
      product_id: index % 2 ? `P-${index % 40}` : '',
      product_sku: index % 2 ? '' : `S-${index % 40}`,
    }))
    await Promise.all([rows, rows.toReversed(), rows].map(some => importText(it, storeId, aFile(...some))))
    expect(await importedReviews(it, storeId)).toHaveLength(1_200)
  })

  test('continues where an interrupted import stopped', async () => {
    const { storeId } = await aStore(it.database)
    const rows = times(1_100, index => ({ body: `${index}` }))
    const whole = Buffer.from(aFile(...rows))
    const { promise: firstBatch, resolve: onProgress } = Promise.withResolvers()
    let readings = 0
    async function* breakingOff() {
      readings++
      yield whole.subarray(0, whole.length - 100)
      if (readings <= surveys) return void (yield whole.subarray(whole.length - 100))
      await firstBatch
      throw new Error('unplugged')
    }
    const broken = importReviews(it.database, () => importedAt, storeId, breakingOff, { onProgress })
    await expect(broken).rejects.toThrow('unplugged')
    const { imported, skipped } = await importText(it, storeId, whole)
    expect([imported + skipped, skipped % 500, skipped > 0]).toEqual([1_100, 0, true])
    expect(await importedReviews(it, storeId)).toHaveLength(1_100)
  })

  test('from another system means other records, even with equal ids', async () => {
    const { storeId } = await aStore(it.database)
    await importText(it, storeId, 'Review ID,Review Score,Product ID\n7,5,P-1')
    const loox = 'id,nickname,full_name,productId,rating\n7,Eve,Eve Ng,P-1,5'
    expect(await importText(it, storeId, loox)).toMatchObject({ imported: 1 })
  })

  test('works for questions too', async () => {
    const { storeId } = await aStore(it.database)
    const questions = 'product_id,body\nP-1,Fits?\nP-1,Fits?'
    expect(await importQuestionText(it, storeId, questions)).toMatchObject({ imported: 2, skipped: 0 })
    expect(await importQuestionText(it, storeId, questions)).toMatchObject({ imported: 0, skipped: 2 })
    expect(await importedQuestions(it, storeId)).toHaveLength(2)
  })
})

describe('a store', () => {
  test('keeps its own records: ids and rows of other stores do not matter', async () => {
    const { owner, outsider } = await anOwnerAndOutsider(it.database)
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

  test('must exist', async () => {
    await expect(importText(it, 'abc', aFile({}))).rejects.toMatchObject({ errorName: 'store_unknown' })
  })
})

test('an erased person does not return with the same file', async () => {
  const { storeId } = await aStore(it.database)
  const file = aFile({ body: 'x', display_name: 'Zuleica', email: 'zuleica@correio.example' })
  expect(await importText(it, storeId, file)).toMatchObject({ imported: 1 })
  const store = await readStore(it.database, storeId)
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  await erasePerson(it.database, secrets, store, 'zuleica@correio.example', new Date(importedAt))
  expect(await importText(it, storeId, file)).toMatchObject({ imported: 0, skipped: 1 })
  expect(await dump(it.database)).not.toContain('zuleica')
})

test('a dry run reports the same as the import, and writes nothing', async () => {
  const { storeId } = await aStore(it.database)
  const file = aFile(
    { review_id: 'r-1' },
    { review_id: 'r-1' },
    { body: 'equal' },
    { body: 'equal' },
    { rating: '0' },
  )
  const before = await dump(it.database)
  for (const again of [false, true]) {
    const { preview: _, ...trial } = await importText(it, storeId, file, { dryRun: true })
    expect(trial).toMatchObject({ imported: again ? 0 : 3, refused: [{ row: 5 }] })
    if (!again) expect(await dump(it.database)).toBe(before)
    expect(await importText(it, storeId, file)).toEqual(trial)
  }
})

test('rows of any size are written in batches of bounded size', async () => {
  const { storeId } = await aStore(it.database)
  const reported: number[] = []
  const body = 'çã '.repeat(16_000)
  const rows = times(120, index => ({ body: `${index} ${body}` }))
  await importText(it, storeId, aFile(...rows), { onProgress: ({ imported }) => reported.push(imported) })
  expect(reported).toEqual([84, 120])
})

test('the audit log names each imported review, but none of its content', async () => {
  const { storeId } = await aStore(it.database)
  await importText(it, storeId, aFile({ body: 'private words' }))
  const log = await it.database.query(
    sql`select * from audit_log where store_id = ${storeId} and record_type = 'review'`,
  )
  expect(log).toMatchObject([{ actor: 'import', action: 'create', fields: [] }])
  expect(JSON.stringify(log)).not.toContain('private')
})

test('progress is reported after each batch', async () => {
  const { storeId } = await aStore(it.database)
  const reported: number[] = []
  const rows = times(1_001, index => ({ body: `${index}` }))
  await importText(it, storeId, aFile(...rows), { onProgress: ({ imported }) => reported.push(imported) })
  expect(reported).toEqual([1_000, 1_001])
})

test.skipIf(inject('citus'))('an import of many products leaves statistics for the planner', async () => {
  const rows = times(1_200, index => ({ product_id: `P-${index}` }))
  const { storeId } = await aStore(it.database)
  await importText(it, storeId, aFile(...rows))
  const [table] = await it.database.query<{ known: number }>(sql`
    select reltuples as known
    from pg_class
    where oid = 'products'::regclass`)
  expect(table?.known).toBeGreaterThanOrEqual(1_000)
})
