import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FileError } from '../../../foundation/errors/file-errors.ts'
import { aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aFile, importedReviews, importIntoNewStore, importText } from '../../../test/exchange/imports.ts'
import { importFile, uploadFile } from '../../../test/exchange/transfers.ts'
import { aStore } from '../../../test/users.ts'
import type { ImportOptions } from '../import-report.ts'

let it: TestApp
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
})
afterAll(() => it.close())

/** The file's fault; it must not have stored anything. */
async function faultOf(file: string, options: ImportOptions = {}, settings: object = {}) {
  const { storeId } = await aStore(it.database, settings)
  const fault = await importText(it, storeId, file, options).then(
    () => undefined,
    error => (error instanceof FileError ? error.fault : error),
  )
  expect(await importedReviews(it, storeId)).toEqual([])
  return fault
}

const unverified = 'The file does not say who bought: no review becomes a verified purchase.'

const dated = (...dates: string[]) => aFile(...dates.map(created_at => ({ created_at, body: created_at })))

describe('the order of day and month', () => {
  const daysOf = async (file: string, options: ImportOptions = {}, settings: object = {}) => {
    const { storeId } = await aStore(it.database, { time_zone: 'UTC', ...settings })
    const { notes, refused } = await importText(it, storeId, file, options)
    const days = (await importedReviews(it, storeId)).map(({ created_at }) => created_at.slice(0, 10))
    return { days, notes, refused }
  }

  test('is proven by any row, also by the last', async () => {
    expect(await daysOf(dated('4/7/2025 6:00', '2/1/25', '4/23/2025'))).toEqual({
      days: ['2025-04-07', '2025-02-01', '2025-04-23'],
      notes: ['Dates are read with the month first, as row 3 proves: "4/23/2025".', unverified],
      refused: [],
    })
    expect(
      await daysOf(dated('04.07.2025', '23.04.2025'), {}, { locale: 'en-US', country: 'US' }),
    ).toMatchObject({
      days: ['2025-07-04', '2025-04-23'],
      notes: [expect.stringContaining('day first, as row 2 proves'), unverified],
    })
  })

  test.each([
    ['pt-BR', 'BR', '2025-07-04'],
    ['en-US', 'US', '2025-04-07'],
    ['es-MX', 'MX', '2025-07-04'],
    ['en-GB', 'GB', '2025-07-04'],
  ])('is that of a store in %s and %s if nothing proves another', async (locale, country, day) => {
    const { days, notes } = await daysOf(dated('04/07/2025'), {}, { locale, country })
    expect([days, notes]).toEqual([
      [day],
      [expect.stringContaining('usual in the store’s country'), unverified],
    ])
  })

  test('is asked for if language and country differ, and if rows contradict each other', async () => {
    const settings = { locale: 'en-US', country: 'BR' }
    expect(await faultOf(dated('2025-01-01', '04/07/2025'), {}, settings)).toEqual({
      name: 'dates_ambiguous',
      values: ['04/07/2025', 2],
    })
    expect(await faultOf(dated('31/01/2025', '04/07/2025', '01/31/2025'))).toEqual({
      name: 'dates_contradict',
      values: ['31/01/2025', 1, '01/31/2025', 3],
    })
  })

  test('is the chosen one, and rows of another order are then refused', async () => {
    const { days, refused } = await daysOf(dated('04/07/2025', '01/31/2025'), { dates: 'dmy' })
    expect(days).toEqual(['2025-07-04'])
    expect(refused).toMatchObject([{ row: 2, problem: expect.stringContaining('calendar') }])
  })
})

test.each([
  ['7/1/25 23:59', '2025-01-07T23:59:00.000Z'],
  ['31/12/98', '1998-12-31T00:00:00.000Z'],
  ['Feb 3, 2024', '2024-02-03T00:00:00.000Z'],
  ['Mar 3, 2024', '2024-03-03T00:00:00.000Z'],
  ['September 12th, 2023 1:05 pm', '2023-09-12T13:05:00.000Z'],
  ['17 dez 2023', '2023-12-17T00:00:00.000Z'],
  ['8-Ago-24', '2024-08-08T00:00:00.000Z'],
  ['1º de fevereiro de 2024', '2024-02-01T00:00:00.000Z'],
  ['2 DE MARÇO DE 2024, às 08h05', '2024-03-02T08:05:00.000Z'],
  ['miércoles, 9 de octubre de 2024 a las 7:15 p. m.', '2024-10-09T19:15:00.000Z'],
  ['3 sept. 2024', '2024-09-03T00:00:00.000Z'],
  ['Thu Jan 02 2020 09:10:11 GMT-0300 (Brasilia Standard Time)', '2020-01-02T12:10:11.000Z'],
  ['Fri, 03 Jan 2020 09:10:11 +0200', '2020-01-03T07:10:11.000Z'],
  ['1577836800', '2020-01-01T00:00:00.000Z'],
  ['1577836800123', '2020-01-01T00:00:00.123Z'],
  ['20200131', '2020-01-31T00:00:00.000Z'],
  ['25.12.2023 18:30', '2023-12-25T18:30:00.000Z'],
  ['25/12/2023 18h', '2023-12-25T18:00:00.000Z'],
  // A column of spreadsheet days.
  ['43831.75', '2020-01-01T18:00:00.000Z'],
])('a date such as %j is read', async (created_at, instant) => {
  const { storeId } = await aStore(it.database, { time_zone: 'UTC' })
  expect(await importText(it, storeId, dated(created_at))).toMatchObject({ imported: 1, refused: [] })
  expect(await importedReviews(it, storeId)).toMatchObject([{ created_at: instant }])
})

// What programs of six languages write for 5 March 2024, 14:07 in São Paulo, in UTC.
const atNoon = '2024-03-05T17:07:00.000Z'
const atMidnight = '2024-03-05T03:00:00.000Z'
const written: [string, string[]][] = [
  [
    atNoon,
    [
      '05/03/2024 14:07 hs',
      '05/03/2024 14:07h',
      '5/3/24 2:07 PM',
      '05/03/2024 às 14h07min',
      '05/03/2024 14:07 pm',
      '05.03.2024, 14.07',
      '05.03.2024 um 14:07 Uhr',
      'terça-feira, 05/03/2024 14:07',
      '5 de mar. de 2024 14:07',
      'martes, 5 de marzo de 2024, 2:07 p. m.',
      'Dienstag, 5. März 2024 um 14:07',
      'mardi 5 mars 2024 à 14:07',
      'martedì 5 marzo 2024 alle 14:07',
      'Mar 5, 2024 at 2:07 PM',
      'Tue Mar 05 14:07:00 BRT 2024',
      'Tue, 5 Mar 2024 12:07:00 EST',
      'Tue, 05 Mar 2024 18:07:00 CET',
      '20240305140700',
      '20240305T170700Z',
      '2024-03-05T140700',
      '2024-03-05 17:07:00 +0000 UTC',
      '2024-03-05T14:07:00-03:00[America/Sao_Paulo]',
      '2024-03-05 14:07:00 GMT-3',
      '2024-03-05 12:07:00 America/New_York',
      '05/03/2024 14:07 (UTC-3)',
      '2024年3月5日 14:07',
      '2024. 3. 5. 14:07',
      '1709658420',
      '1709658420.0',
      '1709658420000',
      '1709658420000000',
    ],
  ],
  [
    atMidnight,
    [
      '05 / 03 / 2024',
      '5. März 2024',
      '5 mars 2024',
      '5 marzo 2024',
      '05-Mär-24',
      "'05/03/2024",
      '\u200e05/\u200e03/\u200e2024',
    ],
  ],
  ['2024-08-01T03:00:00.000Z', ['1er août 2024', '1º de agosto de 2024', '1 Aug 2024', '1. Aug. 24']],
  ['2024-07-09T03:00:00.000Z', ['9 juil. 2024', '9. Juli 2024', '9 lug 2024', '9 luglio 2024', '9 jul 2024']],
  ['2024-10-09T03:00:00.000Z', ['9 ott 2024', '9. Okt. 2024', '9 out 2024', '9 oct. 2024', '9-octobre-2024']],
  ['2024-12-09T03:00:00.000Z', ['9 déc. 2024', '9. Dezember 2024', '9 dic 2024', '9 dez 2024']],
]

test('dates of many programs are read, in the order that one of them proves', async () => {
  const dates = written.flatMap(([, texts]) => texts)
  const { report, reviews } = await importIntoNewStore(it, dated(...dates, '31/03/2024'))
  expect(report.refused).toEqual([])
  const read = new Map(reviews.map(({ body, created_at }) => [body, created_at]))
  for (const [instant, texts] of written)
    for (const text of texts) expect([text, read.get(text)]).toEqual([text, instant])
})

test('what is no certain date is refused with a sentence', async () => {
  const texts = ['Nov 2024', '9 jui 2024', 'yesterday', '2024-W45-6', '45605', '2024-11-09 10:15 CST', '']
  const { report } = await importIntoNewStore(it, dated(...texts, '2024-02-30', '2024-11-09 25:00'))
  expect(report.imported).toBe(1)
  expect(report.refused.map(({ row, problem }) => [row, problem.split('"').at(-1)])).toEqual([
    ...[1, 2, 3, 4, 5, 6].map(row => [row, ' is no date we can read. Write it as 2025-03-02 10:12:00.']),
    ...[8, 9].map(row => [row, expect.stringContaining('no day and time of the calendar')]),
  ])
})

describe('a year of two digits', () => {
  test.each([
    ['24-11-09'],
    ['24/11/09', '24/11/28'],
  ])('that may come first is asked about: %s', async (...dates) => {
    expect(await faultOf(dated('2024-01-01', ...dates))).toMatchObject({ name: 'dates_ambiguous' })
  })

  test.each([
    ['ymd', '2024-11-09T00:00:00.000Z'],
    ['dmy', '2009-11-24T00:00:00.000Z'],
  ] as const)('is read as chosen: %s', async (dates, instant) => {
    const { storeId } = await aStore(it.database, { time_zone: 'UTC' })
    await importText(it, storeId, dated('24-11-09', '24/11/09'), { dates })
    expect(await importedReviews(it, storeId)).toMatchObject([
      { created_at: instant },
      { created_at: instant },
    ])
  })
})

test('a number is no day of a spreadsheet where other cells are no numbers', async () => {
  const { report } = await importIntoNewStore(it, dated('43831', '2020-01-01'))
  expect(report.refused).toMatchObject([{ row: 1, problem: expect.stringContaining('no date we can read') }])
})

describe('ratings above 5', () => {
  const rated = (...ratings: string[]) => aFile(...ratings.map(rating => ({ rating, body: rating })))

  test('are one question for the file, and nothing is stored before', async () => {
    const fault = { name: 'scale_unknown', values: ['9', 2] }
    expect(await faultOf(rated('3', '9', '2'))).toEqual(fault)
    expect(await faultOf(rated('3', '9', '2'), { dryRun: true })).toEqual(fault)
  })

  test('are converted by their scale, or refused', async () => {
    const stars = async (scale: 5 | 10 | 100, ...ratings: string[]) => {
      const { report, reviews } = await importIntoNewStore(it, rated(...ratings), { scale })
      return [reviews.map(({ rating }) => rating), report.refused.map(({ row }) => row)]
    }
    expect(await stars(10, '1', '2', '3', '5', '7', '8,5', '9', '10', '0', '11')).toEqual([
      [1, 1, 2, 3, 4, 4, 5, 5],
      [9, 10],
    ])
    expect(await stars(100, '1', '29', '30', '70', '100', '101')).toEqual([[1, 1, 2, 4, 5], [6]])
    expect(await stars(5, '5', '9')).toEqual([[5], [2]])
  })

  test('are asked about in the dashboard, which then converts them', async () => {
    const { storeId } = await aStore(it.database)
    const owner = await aMember(it, storeId, 'owner')
    const { body } = await uploadFile(it, owner, storeId, 'review', rated('4', '10'))
    const asked = await importFile(it, owner, storeId, body.id)
    expect(asked.tried).toMatchObject({
      state: 'failed',
      problem: { user_message: { pt_br: expect.stringContaining('Escolha a escala das notas') } },
    })
    const answered = { columns: {}, dates: null, scale: 10 }
    const { tried, done } = await importFile(it, owner, storeId, body.id, answered)
    const plan = {
      notes: ['Ratings are read as up to 10, and rounded to 5 stars.', unverified],
      columns: { product_id: 'product_id', rating: 'rating', body: 'body' },
      unread: [],
      skipped_states: {},
    }
    expect(tried).toMatchObject({ state: 'tried', reading: answered, ...plan })
    expect(done).toMatchObject({ state: 'done', imported: 2, ...plan })
    expect((await importedReviews(it, storeId)).map(({ rating }) => rating)).toEqual([2, 5])
    const wrong = await owner.send('POST', `/stores/${storeId}/imports/${body.id}/trial`, {
      ...answered,
      scale: 7,
    })
    expect(wrong.status).toBe(400)
  })
})

test('a report of refused rows is read as its file was', async () => {
  const { storeId } = await aStore(it.database, { time_zone: 'UTC' })
  const owner = await aMember(it, storeId, 'owner')
  const header = 'product_id,rating,body,created_at,Opinion'
  const rows = ['P-1,10,-,3/31/2024,one', 'P-1,4,-,4/7/2024x,two', ',2,-,5/6/2024,three']
  const first = await uploadFile(it, owner, storeId, 'review', [header, ...rows].join('\n'))
  const columns = { body: 'Opinion' }
  const read = await importFile(it, owner, storeId, first.body.id, { columns, dates: null, scale: 10 })
  expect(read.done).toMatchObject({ imported: 1, refused: 2 })
  const report = await owner.send('GET', `/stores/${storeId}/imports/${first.body.id}/report`)
  const mended = (report.body as string).replace('2024x', '2024').replace('\n,2', '\nP-1,2')
  const again = await uploadFile(it, owner, storeId, 'review', mended)
  const { done } = await importFile(it, owner, storeId, again.body.id)
  expect(done).toMatchObject({ imported: 2, refused: 0, columns: { body: 'Opinion' } })
  const found = (await importedReviews(it, storeId)).map(one => [
    one.body,
    one.rating,
    one.created_at.slice(0, 10),
  ])
  expect(found).toEqual([
    ['one', 5, '2024-03-31'],
    ['two', 2, '2024-04-07'],
    ['three', 1, '2024-05-06'],
  ])
})

test.each([
  '{"scale":7,"dates":"x","columns":{"rating":"none"},"undated":"soon"}',
  '{',
  'null',
  '[]',
])('a report that names %s is read by default', async choices => {
  const { storeId } = await aStore(it.database)
  const heading = `"refused_reading ${choices.replaceAll('"', '""')}"`
  const file = `product_id,rating,refused_row,refused_column,refused_because,${heading}\nP-1,4,1,,x,\n`
  expect(await importText(it, storeId, file)).toMatchObject({ imported: 1, refused: [], unread: [] })
  expect(await importedReviews(it, storeId)).toMatchObject([{ rating: 4 }])
})

test('a picture of several rows is counted once, as it is copied', async () => {
  const row = (name: string) => `P-1,5,${name},https://shop.example/1.jpg https://shop.example/2.jpg\n`
  const file = `product_id,rating,display_name,pictures\n${row('Ana')}${row('Ana')}${row('Rui')}`
  const { report } = await importIntoNewStore(it, file)
  expect(report).toMatchObject({ imported: 3, pictures: { count: 2, hosts: { 'shop.example': 2 } } })
})

describe('backslashes', () => {
  const row = (body: string) => `"P-1","5","${body}","2025-01-02"\n`
  const header = '"product_id","rating","body","created_at"\n'

  test('are those of MySQL if every quote then ends a cell', async () => {
    const file = `${header}${row('She said \\"wow, it works\\"')}${row("C:\\\\temp\\nIt\\'s")}"P-1","4",\\N,"2025-01-03"\n`
    const { report, reviews } = await importIntoNewStore(it, file)
    expect(report).toMatchObject({
      refused: [],
      notes: [expect.stringContaining('as MySQL does'), unverified],
    })
    expect(reviews.map(({ body }) => body)).toEqual(['She said "wow, it works"', "C:\\temp\nIt's", ''])
  })

  test('are text in standard CSV, also before a quote that ends a cell', async () => {
    const { report, reviews } = await importIntoNewStore(it, `${header}${row('Ends in \\')}${row('""ok""')}`)
    expect(report.notes).toEqual([unverified])
    expect(reviews.map(({ body }) => body)).toEqual(['Ends in \\', '"ok"'])
  })

  test('refuse the file if other rows double their quotes', async () => {
    expect(await faultOf(`${header}${row('a ""b"" c')}${row('a 10\\" pan')}`)).toEqual({
      name: 'quotes_mixed',
      values: [3, 2],
    })
  })
})

describe('what programs did to cells', () => {
  test.each<[string, string]>([
    ['="00071"', '00071'],
    ['Ã“tima cafeteira, nÃ£o vaza â€“ 25Â°C', 'Ótima cafeteira, não vaza – 25°C'],
    ['ÐžÑ‚Ð»Ð¸Ñ‡Ð½Ð¾', 'Отлично'],
    // Words in capitals before a sign.
    ['VEIO DE SÃO JOÃ…', 'VEIO DE SÃO JOÃ…'],
    ['“CAFÉ” É\u00a0!', '“CAFÉ” É\u00a0!'],
    ['null', ''],
    ['NaN', ''],
    ['Null and void', 'Null and void'],
    ['It&#8217;s <b>fine</b><br />Really', 'It’s fine\nReally'],
    ['6" wide <3, a<b &amp; c', '6" wide <3, a<b & c'],
  ])('%j is read as %j', async (cell, body) => {
    const { reviews } = await importIntoNewStore(it, aFile({ body: cell }))
    expect(reviews).toMatchObject([{ body }])
  })

  test.each([
    ['product_id', '4.5E+12'],
    ['product_id', '1,23456789012346E+019'],
    ['product_sku', '1E+05'],
    ['review_id', '-7.1e12'],
  ])('a %s %j is refused', async (column, id) => {
    const { report } = await importIntoNewStore(it, aFile({ [column]: id }))
    expect(report.refused).toEqual([
      {
        row: 1,
        column,
        problem: expect.stringMatching(/a spreadsheet has shortened.*Export the file again/),
      },
    ])
  })

  test('an id such as 1E5 is one, and a text that lost its letters is refused', async () => {
    const { report, reviews } = await importIntoNewStore(
      it,
      aFile({ product_id: '1E5', body: '2.5E+3 is a number' }, { body: 'vocÃª jÃ foi' }),
    )
    expect(reviews).toMatchObject([{ product_id: '1E5', body: '2.5E+3 is a number' }])
    expect(report.refused).toMatchObject([
      { row: 2, column: 'body', problem: expect.stringContaining('twice') },
    ])
  })

  test('the trial warns of product ids that lost their zeros', async () => {
    const { storeId } = await aStore(it.database)
    await importText(it, storeId, aFile({ product_id: '0044556' }))
    const file = aFile(...['44556', '771', '00771', '99'].map(product_id => ({ product_id })))
    expect((await importText(it, storeId, file, { dryRun: true })).notes).toEqual([
      unverified,
      'Product "44556" may be "0044556": spreadsheets drop zeros before a number. If so, correct its ID.',
      'Product "771" may be "00771": spreadsheets drop zeros before a number. If so, correct its ID.',
    ])
  })

  test('our own export says what it says', async () => {
    const { storeId } = await aStore(it.database)
    const owner = await aMember(it, storeId, 'owner')
    await importText(it, storeId, aFile({ body: 'null', title: 'x' }, { body: 'plain' }))
    await it.database.query(sql`
      update reviews set body = '="1" &amp; JoÃ£o' where store_id = ${storeId} and body = 'plain'`)
    await owner.send('POST', `/stores/${storeId}/exports`, { kind: 'reviews' })
    await it.runDue()
    const [{ id } = { id: '' }] = (await owner.send('GET', `/stores/${storeId}/exports`)).body.result
    const { body } = await owner.send('GET', `/stores/${storeId}/exports/${id}/file`)
    const { reviews } = await importIntoNewStore(it, body)
    expect(reviews.map(one => one.body).toSorted()).toEqual(['', '="1" &amp; JoÃ£o'])
  })
})

test.each([
  ['Produto', { product_id: 'Produto' }],
  ['Código do produto,Produto', { product_id: 'Código do produto', product_name: 'Produto' }],
  ['SKU,Product', { product_sku: 'SKU', product_name: 'Product' }],
  [
    'Referencia,Producto,ID de producto',
    { product_id: 'ID de producto', product_sku: 'Referencia', product_name: 'Producto' },
  ],
])('of %s each column is read as what it is', async (header, expected) => {
  const cells = header.replace(/[^,]+/g, 'Blue mug')
  const { report } = await importIntoNewStore(it, `${header},rating\n${cells},5`, { dryRun: true })
  const { rating: _, ...columns } = report.columns
  expect(columns).toEqual(expected)
})

test('columns are guessed, and null ignores a field', async () => {
  const file = 'Produto;Nota;Comentário;Nome;Cor\nP-1;5;Ótima;Ana;azul\n'
  const { report, reviews } = await importIntoNewStore(it, file)
  expect(report).toMatchObject({
    columns: { product_id: 'Produto', rating: 'Nota', body: 'Comentário', display_name: 'Nome' },
    unread: ['Cor'],
    notes: ['Columns are separated by semicolons.', unverified],
  })
  expect(reviews).toMatchObject([{ rating: 5, body: 'Ótima', display_name: 'Ana' }])
  const ignoring = await importIntoNewStore(it, file, { columns: { display_name: null } })
  expect(ignoring.report.unread).toEqual(['Nome', 'Cor'])
  expect(ignoring.reviews).toMatchObject([{ display_name: '' }])
})

test.each([
  ['sep=;\r\nproduct_id;rating;body\r\nP-1;5;a, b\r\n'],
  ['product_id|rating|body\nP-1|5|a, b\n'],
])('the separator of %j is found', async file => {
  const { reviews } = await importIntoNewStore(it, file)
  expect(reviews).toMatchObject([{ body: 'a, b' }])
})

describe('how a file is written may be overruled', () => {
  const commas = 'product_id;rating;What, why, how\nP-1;5;Fine, really\nP-1;x;Bad, too\n'
  const mixed = 'product_id,rating,body\nP-1,5,"a \\"b\\" c"\nP-1,4,"a ""d"" c"\nP-1,3,"a \\"e, f\\" c"\n'
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  const marked = bytes('\xef\xbb\xbfproduct_id,rating,body\nP-1,5,Caf\xe9\n')
  const plain = bytes('product_id,rating,body\nP-1,5,Gr\xc5\xb0n\nP-1,4,Caf\xe9\n')

  test.each<[string, string | Buffer, ImportOptions, string[], number[]]>([
    ['separator', commas, { separator: ';', columns: { body: 'What, why, how' } }, ['Fine, really'], [2]],
    ['separator', 'product_id|rating|body\nP-1|5|a|b\n', { separator: '|' }, [], [1]],
    ['quotes', 'product_id,rating,body\nP-1,5,"C:\\\\a"\n', {}, ['C:\\\\a'], []],
    ['quotes', 'product_id,rating,body\nP-1,5,"C:\\\\a"\n', { quotes: 'backslash' }, ['C:\\a'], []],
    ['quotes', mixed, { quotes: 'doubled' }, ['"a \\"b\\" c"', 'a "d" c'], [3]],
    ['encoding', marked, {}, [], [1]],
    ['encoding', marked, { encoding: 'windows-1252' }, ['Café'], []],
    ['encoding', plain, { encoding: 'windows-1252' }, ['GrÅ°n', 'Café'], []],
    ['encoding', plain, { encoding: 'utf-8' }, ['GrŰn'], [2]],
  ])('its %s: %#', async (_, file, options, texts, refused) => {
    const { storeId } = await aStore(it.database)
    const report = await importText(it, storeId, file, options)
    expect((await importedReviews(it, storeId)).map(({ body }) => body)).toEqual(texts)
    expect(report.refused.map(({ row }) => row)).toEqual(refused)
  })

  test('over HTTP, where the file is inspected again, and its report is read so too', async () => {
    const { storeId } = await aStore(it.database)
    const owner = await aMember(it, storeId, 'owner')
    const path = (id: string) => `/stores/${storeId}/imports/${id}`
    const inspect = (id: string, chosen: object) => owner.send('POST', `${path(id)}/inspection`, chosen)
    const { body: wrong } = await uploadFile(it, owner, storeId, 'review', commas)
    expect(wrong.table).toMatchObject({
      header: ['product_id;rating;What', 'why', 'how'],
      dialect: { separator: ',', quotes: 'doubled', encoding: null },
    })
    expect((await inspect(wrong.id, { separator: ':' })).body).toMatchObject({
      user_message: { en_us: 'separator: Expected one of ",", ";", tab, "|"' },
    })
    const { body: right } = await inspect(wrong.id, { separator: ';' })
    expect(right).toMatchObject({
      state: 'ready',
      table: { header: ['product_id', 'rating', 'What, why, how'], dialect: { separator: ';' } },
      reading: { separator: ';', quotes: null, encoding: null, columns: {} },
    })
    const reading = { columns: { body: 'What, why, how' }, dates: null, separator: ';' }
    const { tried, done } = await importFile(it, owner, storeId, wrong.id, reading)
    expect(tried.notes).toContain('Columns are separated by semicolons.')
    expect(done).toMatchObject({ state: 'done', imported: 1, refused: 1 })
    expect((await owner.send('GET', `${path(wrong.id)}/report`)).body).toContain('P-1,x,"Bad, too",2,rating')
    expect((await inspect(wrong.id, {})).status).toBe(409)
    // Without the page of the columns.
    const { body: straight } = await uploadFile(it, owner, storeId, 'review', commas)
    const again = await importFile(it, owner, storeId, straight.id, reading)
    expect(again.tried).toMatchObject({ state: 'tried', skipped: 1, reading })
    expect((await owner.send('POST', `${path(straight.id)}/trial`, reading)).status).toBe(409)
  })

  test('over HTTP, also of a file that could not be read', async () => {
    const { storeId } = await aStore(it.database)
    const owner = await aMember(it, storeId, 'owner')
    const { body: failed } = await uploadFile(it, owner, storeId, 'review', mixed)
    expect(failed).toMatchObject({ state: 'failed', table: null })
    const path = `/stores/${storeId}/imports/${failed.id}`
    const { body } = await owner.send('POST', `${path}/inspection`, { quotes: 'backslash' })
    expect(body).toMatchObject({ state: 'ready', problem: null, table: { dialect: { quotes: 'backslash' } } })
    const other = bytes('product_id,rating,\xc3\x81\nP-1,5,x\n')
    const { body: utf8 } = await uploadFile(it, owner, storeId, 'review', other)
    expect(utf8.table.dialect.encoding).toBe('utf-8')
    const at = `/stores/${storeId}/imports/${utf8.id}`
    const refused = await owner.send('POST', `${at}/inspection`, { encoding: 'windows-1252' })
    expect(refused).toMatchObject({
      status: 400,
      body: { user_message: { pt_br: expect.stringContaining('UTF-8') } },
    })
    expect((await owner.send('GET', at)).body).toEqual(utf8)
    await owner.send('POST', `${at}/cancel`)
    expect((await owner.send('POST', `${at}/inspection`, { separator: ';' })).status).toBe(409)
  })
})

describe('a file says in its trial', () => {
  const notesOf = async (file: string, options: ImportOptions = {}) => {
    const { storeId } = await aStore(it.database)
    const { notes, columns, unread } = await importText(it, storeId, file, { ...options, dryRun: true })
    return { notes, body: columns.body, unread }
  }

  test('that no review of it is a verified purchase, unless a column says who bought', async () => {
    expect((await notesOf(aFile({ body: 'x' }))).notes).toEqual([unverified])
    expect((await notesOf(aFile({ body: 'x', verified_purchase: 'no' }))).notes).toEqual([])
    const ofSystem =
      'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply\n'
    expect((await notesOf(`${ofSystem}T,x,5,2025-01-02,web,ok,Ana,,7,mug,\n`)).notes).toEqual([unverified])
  })

  test('which column may have the texts, if none is read', async () => {
    const file = 'product_id,rating,verified,Thoughts\nP-1,5,yes,It holds heat for hours\nP-2,4,yes,\n'
    expect(await notesOf(file)).toEqual({
      notes: ['No texts are read. “Thoughts” has some: choose it as the text if they belong to the reviews.'],
      body: undefined,
      unread: ['Thoughts'],
    })
    expect(await notesOf(file, { columns: { body: 'Thoughts' } })).toEqual({
      ...{ notes: [], body: 'Thoughts', unread: [] },
    })
    expect(await notesOf(file.replace('Thoughts', 'Review Message'))).toEqual({
      ...{ notes: [], body: 'Review Message', unread: [] },
    })
  })

  test('that a program has lost letters', async () => {
    const file = aFile({ verified_purchase: 'no', title: 'Caf\uFFFD', body: 'p\uFFFD' }, { body: 'Café' })
    expect((await notesOf(file)).notes).toEqual([
      '2 cells contain “\uFFFD”: a program has lost letters of them. Export the file again as UTF-8, or correct them.',
    ])
  })
})
