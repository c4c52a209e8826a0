import { describe, expect, test } from 'vitest'
import { aFile } from '../../../test/exchange/imports.ts'
import { unverified, useReviewImports } from '../../../test/exchange/review-imports.ts'
import { aStore } from '../../../test/users.ts'
import type { ImportOptions } from '../import-report.ts'

const { stage, faultOf, importedReviews, importIntoNewStore, importText } = useReviewImports()

const dated = (...dates: string[]) => aFile(...dates.map(created_at => ({ created_at, body: created_at })))

describe('the order of day and month', () => {
  const daysOf = async (file: string, options: ImportOptions = {}, settings: object = {}) => {
    const { storeId } = await aStore(stage.it.database, { time_zone: 'UTC', ...settings })
    const { notes, refused } = await importText(storeId, file, options)
    const days = (await importedReviews(storeId)).map(({ created_at }) => created_at.slice(0, 10))
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
  const { storeId } = await aStore(stage.it.database, { time_zone: 'UTC' })
  expect(await importText(storeId, dated(created_at))).toMatchObject({ imported: 1, refused: [] })
  expect(await importedReviews(storeId)).toMatchObject([{ created_at: instant }])
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
  const { report, reviews } = await importIntoNewStore(dated(...dates, '31/03/2024'))
  expect(report.refused).toEqual([])
  const read = new Map(reviews.map(({ body, created_at }) => [body, created_at]))
  for (const [instant, texts] of written)
    for (const text of texts) expect([text, read.get(text)]).toEqual([text, instant])
})

test('what is no certain date is refused with a sentence', async () => {
  const texts = ['Nov 2024', '9 jui 2024', 'yesterday', '2024-W45-6', '45605', '2024-11-09 10:15 CST', '']
  const { report } = await importIntoNewStore(dated(...texts, '2024-02-30', '2024-11-09 25:00'))
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
    const { storeId } = await aStore(stage.it.database, { time_zone: 'UTC' })
    await importText(storeId, dated('24-11-09', '24/11/09'), { dates })
    expect(await importedReviews(storeId)).toMatchObject([{ created_at: instant }, { created_at: instant }])
  })
})

test('a number is no day of a spreadsheet where other cells are no numbers', async () => {
  const { report } = await importIntoNewStore(dated('43831', '2020-01-01'))
  expect(report.refused).toMatchObject([{ row: 1, problem: expect.stringContaining('no date we can read') }])
})
