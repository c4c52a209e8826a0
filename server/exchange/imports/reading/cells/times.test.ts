import { describe, expect, test } from 'vitest'
import { readDate } from './dates.ts'

function read(text: string, zone = 'UTC'): string {
  const at = readDate(text, zone)
  return typeof at === 'string' ? at : new Date(at).toISOString()
}

const seven = '2024-03-05T14:07:00.000Z'

describe('times', () => {
  test.each([
    ['14:07', seven],
    ['14:07:08', '2024-03-05T14:07:08.000Z'],
    ['14:07:08.9', '2024-03-05T14:07:08.900Z'],
    ['14:07:08.0091', '2024-03-05T14:07:08.009Z'],
    ['14:07:08,123', '2024-03-05T14:07:08.123Z'],
    ['14.07', seven],
    ['14.07.08', '2024-03-05T14:07:08.000Z'],
    ['14h07', seven],
    ['14h07min', seven],
    ['14h07m08s', '2024-03-05T14:07:08.000Z'],
    ['14 h', '2024-03-05T14:00:00.000Z'],
    ['14:07 hs', seven],
    ['14:07 hrs.', seven],
    ['14:07 horas', seven],
    ['14:07 Uhr', seven],
    ['2:07 PM', seven],
    ['2:07pm', seven],
    ['2:07 p. m.', seven],
    ['2:07 AM', '2024-03-05T02:07:00.000Z'],
    ['12:07 AM', '2024-03-05T00:07:00.000Z'],
    ['12:07 PM', '2024-03-05T12:07:00.000Z'],
    ['11:07 PM', '2024-03-05T23:07:00.000Z'],
    ['1:07 AM', '2024-03-05T01:07:00.000Z'],
    // Programs write both.
    ['14:07 PM', seven],
    ['00:07 AM', '2024-03-05T00:07:00.000Z'],
    ['00:07 PM', 'calendar'],
    ['13:07 AM', 'calendar'],
    ['23:59:59', '2024-03-05T23:59:59.000Z'],
    ['24:00', 'calendar'],
    ['14:60', 'calendar'],
    ['14:07:60', 'calendar'],
    ['14:7', 'form'],
  ])('%s is %s', (time, expected) => {
    expect(read(`2024-03-05 ${time}`)).toBe(expected)
  })

  test.each([
    ...[
      '2024-03-05T14:07',
      '2024-03-05, 14:07',
      '2024-03-05 às 14:07',
      '2024-03-05 at 14:07',
      '2024-03-05 a las 14:07',
    ],
    ...[
      '2024-03-05 à 14:07',
      '2024-03-05 um 14:07',
      '2024-03-05 alle 14:07',
      '2024-03-05 - 14:07',
      '202403051407',
    ],
    ...['20240305T1407', '2024-03-05T1407', '20240305140700', '2024-03-05T140700'],
  ])('%s', text => {
    expect(read(text)).toBe(seven)
  })
})

describe('zones', () => {
  const five = '2024-03-05T17:07:00.000Z'
  test.each([
    ['Z', seven],
    ['z', seven],
    ['+00:00', seven],
    ['UTC', seven],
    ['GMT', seven],
    ['-03:00', five],
    ['-0300', five],
    ['-03', five],
    ['-3', five],
    ['GMT-3', five],
    ['UTC-03:00', five],
    ['(UTC-3)', five],
    ['-0300 (BRT)', five],
    ['-03:00[America/Sao_Paulo]', five],
    ['BRT', five],
    ['ART', five],
    ['BRST', '2024-03-05T16:07:00.000Z'],
    ['EST', '2024-03-05T19:07:00.000Z'],
    ['EDT', '2024-03-05T18:07:00.000Z'],
    ['MST', '2024-03-05T21:07:00.000Z'],
    ['MDT', '2024-03-05T20:07:00.000Z'],
    ['PST', '2024-03-05T22:07:00.000Z'],
    ['PDT', '2024-03-05T21:07:00.000Z'],
    ['WET', seven],
    ['WEST', '2024-03-05T13:07:00.000Z'],
    ['CET', '2024-03-05T13:07:00.000Z'],
    ['CEST', '2024-03-05T12:07:00.000Z'],
    ['MEZ', '2024-03-05T13:07:00.000Z'],
    ['MESZ', '2024-03-05T12:07:00.000Z'],
    ['+05:30', '2024-03-05T08:37:00.000Z'],
    ['America/Sao_Paulo', five],
    ['[America/Sao_Paulo]', five],
    ['America/Argentina/Buenos_Aires', five],
    ['Nowhere/Else', 'calendar'],
    ['+25:00', 'calendar'],
    ['CST', 'form'],
    ['IST', 'form'],
  ])('%s is %s', (zone, expected) => {
    expect(read(`2024-03-05 14:07 ${zone}`, 'Asia/Tokyo')).toBe(expected)
  })

  test('is the store’s where the text names none', () => {
    expect(read('2024-03-05 14:07', 'America/Sao_Paulo')).toBe(five)
    expect(read('2024-07-05 14:07', 'Europe/Madrid')).toBe('2024-07-05T12:07:00.000Z')
    expect(read('Tue Mar 05 14:07:00 BRT 2024')).toBe(five)
    expect(read('20240305T140700Z', 'Asia/Tokyo')).toBe(seven)
  })
})
