import { describe, expect, test } from 'vitest'
import { monthOf } from './date-words.ts'
import { type ReadOrder, readDate, readDateOrder, readSpreadsheetDay } from './dates.ts'

function read(text: string, given: ReadOrder = {}, zone = 'UTC'): string {
  const at = readDate(text, zone, given)
  return typeof at === 'string' ? at : new Date(at).toISOString()
}

const fifth = '2024-03-05T00:00:00.000Z'
const seven = '2024-03-05T14:07:00.000Z'

describe('numbers', () => {
  test.each([
    ['2024-03-05', fifth],
    ['2024/3/5', fifth],
    ['2024.3.05', fifth],
    ['20240305', fifth],
    [' 2024 - 3 - 5 ', fifth],
    ["'2024-03-05", fifth],
    ['13/03/2024', '2024-03-13T00:00:00.000Z'],
    ['03/13/2024', '2024-03-13T00:00:00.000Z'],
    ['12/13/2024', '2024-12-13T00:00:00.000Z'],
    ['13/12/2024', '2024-12-13T00:00:00.000Z'],
    ['05/05/2024', '2024-05-05T00:00:00.000Z'],
    ['13/03/24', '2024-03-13T00:00:00.000Z'],
    ['05/03/2024', 'ambiguous'],
    ['12/11/2024', 'ambiguous'],
    ['05/03/24', 'ambiguous'],
    // It may begin with the year.
    ['24-11-09', 'ambiguous'],
    ['13-03-24', 'ambiguous'],
    ['13-03-2024', '2024-03-13T00:00:00.000Z'],
    ['13/03/68', '2068-03-13T00:00:00.000Z'],
    ['13/03/69', 'range'],
    ['13/03/70', '1970-03-13T00:00:00.000Z'],
    ['13/03/99', '1999-03-13T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  test.each<[string, ReadOrder, string]>([
    ['05/03/2024', { order: 'dmy' }, fifth],
    ['03/05/2024', { order: 'mdy' }, fifth],
    ['13/03/2024', { order: 'mdy' }, 'calendar'],
    ['03/13/2024', { order: 'dmy' }, 'calendar'],
    ['2024/03/05', { order: 'dmy' }, fifth],
    ['24/03/05', { order: 'ymd' }, fifth],
    ['24-03-05', { order: 'ymd' }, fifth],
    ['05-03-24', { order: 'dmy' }, 'ambiguous'],
    ['05-03-24', { order: 'dmy', isChosen: true }, fifth],
    ['05/03/2024', { order: 'ymd' }, 'ambiguous'],
  ])('%s with %o is %s', (text, given, expected) => {
    expect(read(text, given)).toBe(expected)
  })

  test.each([
    ...[
      '2024-03-005',
      '2024-3-2024',
      '123/03/2024',
      '05/03/024',
      '05/03/2',
      '5/3',
      '2024',
      '2024-03/05',
      '1/2/3/4',
    ],
    ...[
      '',
      'x',
      'yesterday',
      '2024-03-05x',
      'x2024-03-05',
      '05032024x',
      '2024-03-05 14',
      '2024-03-05 x 14:07',
    ],
  ])('%j has no form of a date', text => {
    expect(read(text)).toBe('form')
  })

  test.each([
    '2024-02-30',
    '2024-00-05',
    '2024-03-00',
    '2024-13-05',
    '2023-02-29',
    '20240230',
    '30/02/2024',
  ])('%s is not in the calendar', text => {
    expect(read(text)).toBe('calendar')
  })

  test('before 1970 is out of range', () => {
    expect(read('1970-01-01')).toBe('1970-01-01T00:00:00.000Z')
    expect(read('1969-12-31')).toBe('range')
    expect(read('1970-01-01', {}, 'America/Sao_Paulo')).toBe('1970-01-01T03:00:00.000Z')
    expect(read('1970-01-01', {}, 'Asia/Tokyo')).toBe('range')
    expect(read('0024-03-05')).toBe('range')
  })
})

describe('seconds, milliseconds and microseconds since 1970', () => {
  test.each([
    ['1709647620', seven],
    ['1709647620.5', '2024-03-05T14:07:00.500Z'],
    ['1709647620.123456789', '2024-03-05T14:07:00.123Z'],
    ['1709647620123', '2024-03-05T14:07:00.123Z'],
    ['1709647620123456', '2024-03-05T14:07:00.123Z'],
    ['1000000000', '2001-09-09T01:46:40.000Z'],
    ['3999999999', '2096-10-02T07:06:39.000Z'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  test.each([
    '999999999',
    '4000000000',
    '17096476201',
    '1709647620.',
    '1709647620.1234567890',
    'x1709647620',
  ])('%s is none', text => {
    expect(read(text)).toBe('form')
  })
})

describe('names of months', () => {
  test.each([
    ...[
      '5 March 2024',
      '5 mar 2024',
      '5. März 2024',
      '5 mars 2024',
      '5 marzo 2024',
      '5 de março de 2024',
      '5-Mar-24',
    ],
    ...[
      '5/mar/2024',
      '5th March 2024',
      '5th of March, 2024',
      '5º de março 2024',
      '5o março 2024',
      '5 mar., 2024',
    ],
    ...['March 5, 2024', 'Mar 5 2024', 'Mar. 5th, 2024', 'march 5-2024', '2024-Mar-05', '2024 march 5'],
    ...[
      '5 del marzo del 2024',
      'Tuesday, March 5, 2024',
      'Tue 5 Mar 2024',
      'terça-feira, 5 de março de 2024',
    ],
    ...['martes 5 marzo 2024', 'mar 5 mar 2024', 'Di., 5. März 2024', 'sab. 5 mars 2024'],
  ])('%j', text => {
    expect(read(text)).toBe(fifth)
  })

  test.each([
    ['1er janvier 2024', '2024-01-01'],
    ['3 fev 2024', '2024-02-03'],
    ['9 avr. 2024', '2024-04-09'],
    ['9 mai 2024', '2024-05-09'],
    ['9 giugno 2024', '2024-06-09'],
    ['9 juil. 2024', '2024-07-09'],
    ['9 août 2024', '2024-08-09'],
    ['9 set 2024', '2024-09-09'],
    ['9 Okt. 2024', '2024-10-09'],
    ['9 nov 2024', '2024-11-09'],
    ['9 dez 2024', '2024-12-09'],
    ['9 ene 70', '1970-01-09'],
  ])('%j is %s', (text, day) => {
    expect(read(text)).toBe(`${day}T00:00:00.000Z`)
  })

  test('that begin no month, two months, or none of three letters', () => {
    for (const text of ['5 foo 2024', '5 ma 2024', '5 jui 2024', '5 ju 2024', '5 marchx 2024'])
      expect(read(text), text).toBe('form')
    expect(['jan', 'ma', 'mar', 'may', 'jui', 'juin', 'marchx', ''].map(monthOf)).toEqual([
      ...[1, undefined, 3, 5, undefined, 6, undefined, undefined],
    ])
    expect(read('31 nov 2024')).toBe('calendar')
  })

  test.each([
    ['2024年3月5日', fifth],
    ['2024年 3月 5日 14:07', seven],
    ['2024년 3월 5일', fifth],
    ['2024. 3. 5.', fifth],
    ['2024. 3. 5. 14:07', seven],
    ['\u200e13/\u200e3/\u200e2024', '2024-03-13T00:00:00.000Z'],
    ['２０２４-０３-０５', fifth],
  ])('%j is %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })
})

test.each([
  ['45356', fifth],
  ['45356.5', '2024-03-05T12:00:00.000Z'],
  ['45356,5', '2024-03-05T12:00:00.000Z'],
  ['45356.0000058', '2024-03-05T00:00:01.000Z'],
])('the day %s of a spreadsheet is %s', (text, expected) => {
  expect(new Date(readSpreadsheetDay(text, 'UTC')).toISOString()).toBe(expected)
})

test.each([
  ['dd/mm/yyyy', 'dmy'],
  ['MM/DD/YY', 'mdy'],
  ['d.m.yyyy hh:mm', 'dmy'],
  ['yyyy-mm-dd', 'ymd'],
  ['yy-m-d', 'ymd'],
  ['m-d-yy', 'mdy'],
  ['dd/yyyy/mm', undefined],
  ['date: dd/mm/yyyy', undefined],
  ['dd/mm/yyyyy', undefined],
  ['', undefined],
])('the pattern %j says %s', (pattern, order) => {
  expect(readDateOrder(pattern)).toBe(order)
})
