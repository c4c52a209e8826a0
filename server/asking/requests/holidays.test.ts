import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { countriesWithHolidays } from './holiday-countries.ts'
import { easter, holidayOn } from './holidays.ts'

describe('Easter Sunday', () => {
  // As published, one line per decade, each year as MMDD.
  const published: Record<number, string> = {
    1970: '0329 0411 0402 0422 0414 0330 0418 0410 0326 0415',
    1980: '0406 0419 0411 0403 0422 0407 0330 0419 0403 0326',
    1990: '0415 0331 0419 0411 0403 0416 0407 0330 0412 0404',
    2000: '0423 0415 0331 0420 0411 0327 0416 0408 0323 0412',
    2010: '0404 0424 0408 0331 0420 0405 0327 0416 0401 0421',
    2020: '0412 0404 0417 0409 0331 0420 0405 0328 0416 0401',
    2030: '0421 0413 0328 0417 0409 0325 0413 0405 0425 0410',
    2040: '0401 0421 0406 0329 0417 0409 0325 0414 0405 0418',
  }
  const years = Object.entries(published).flatMap(([decade, dates]) =>
    dates.split(' ').map((date, year) => [Number(decade) + year, date] as const),
  )
  test.each([...years, [1818, '0322'], [1943, '0425'], [2285, '0322']] as const)('of %i', (year, date) => {
    expect(easter(year).toString()).toBe(`${year}-${date.slice(0, 2)}-${date.slice(2)}`)
  })

  test("matches Gauss's formula for every year an order can have", () => {
    for (let year = 1970; year <= 2200; year++) expect(easter(year).toString()).toBe(easterOfGauss(year))
  })
})

describe("Brazil's national holidays", () => {
  test('are these in 2026', () => {
    expect(holidaysOf(2026)).toEqual([
      '2026-01-01 Confraternização Universal',
      '2026-04-03 Sexta-feira Santa',
      '2026-04-21 Tiradentes',
      '2026-05-01 Dia do Trabalho',
      '2026-09-07 Independência do Brasil',
      '2026-10-12 Nossa Senhora Aparecida',
      '2026-11-02 Finados',
      '2026-11-15 Proclamação da República',
      '2026-11-20 Dia da Consciência Negra',
      '2026-12-25 Natal',
    ])
  })

  test('include 20 November from 2024 on', () => {
    expect(holidaysOf(2023)).toHaveLength(9)
    expect(holidaysOf(2023)).not.toContain('2023-11-20 Dia da Consciência Negra')
    expect(holidaysOf(2024)).toContain('2024-11-20 Dia da Consciência Negra')
    expect(holidaysOf(2024)).toHaveLength(10)
  })

  test('include Good Friday on its date of each year', () => {
    expect(holidaysOf(2008)).toContain('2008-03-21 Sexta-feira Santa')
    expect(holidaysOf(2011)).toContain('2011-04-22 Sexta-feira Santa')
    // Both holidays fell on 21 April in 2000: one day, with the fixed name.
    expect(holidaysOf(2000)).toContain('2000-04-21 Tiradentes')
    expect(holidaysOf(2000)).toHaveLength(8)
  })
})

test('a country that is not built in has no holidays', () => {
  expect(countriesWithHolidays).toEqual(['BR'])
  for (const country of ['PT', 'US', 'br', '']) {
    expect(holidayOn(Temporal.PlainDate.from('2026-12-25'), country)).toBeUndefined()
  }
})

function holidaysOf(year: number): string[] {
  const found: string[] = []
  for (let date = new Temporal.PlainDate(year, 1, 1); date.year === year; date = date.add({ days: 1 })) {
    const name = holidayOn(date, 'BR')
    if (name) found.push(`${date} ${name}`)
  }
  return found
}

// Gauss, 1800, with his constants for 1900 to 2299 and both exceptions.
function easterOfGauss(year: number): string {
  const [m, n] = year < 2100 ? [24, 5] : year < 2200 ? [24, 6] : [25, 0]
  const a = year % 19
  const d = (19 * a + m) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + n) % 7
  const early = (d === 29 && e === 6) || (d === 28 && e === 6 && a > 10) ? 7 : 0
  return new Date(Date.UTC(year, 2, 22 + d + e - early)).toISOString().slice(0, 10)
}
