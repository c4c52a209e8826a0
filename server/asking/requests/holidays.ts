import { Temporal } from 'temporal-polyfill'

/** The name of the national holiday on that day; undefined on other days, and for countries that are not built in. */
export function holidayOn(date: Temporal.PlainDate, country: string): string | undefined {
  return countries[country]?.(date)
}

const countries: Record<string, (date: Temporal.PlainDate) => string | undefined> = { BR: brazil }

// Law 662 of 1949 as amended by law 10.607 of 2002, law 6.802 of 1980 (12 October) and law 14.759 of 2023 (20
// November). Carnival and Corpus Christi are not national holidays: each state and town decides.
const fixedInBrazil: Record<string, { name: string; since?: number }> = {
  '01-01': { name: 'Confraternização Universal' },
  '04-21': { name: 'Tiradentes' },
  '05-01': { name: 'Dia do Trabalho' },
  '09-07': { name: 'Independência do Brasil' },
  '10-12': { name: 'Nossa Senhora Aparecida' },
  '11-02': { name: 'Finados' },
  '11-15': { name: 'Proclamação da República' },
  '11-20': { name: 'Dia da Consciência Negra', since: 2024 },
  '12-25': { name: 'Natal' },
}

function brazil(date: Temporal.PlainDate): string | undefined {
  const fixed = fixedInBrazil[date.toString().slice(-5)]
  if (fixed && date.year >= (fixed.since ?? 0)) return fixed.name
  return date.add({ days: 2 }).equals(easter(date.year)) ? 'Sexta-feira Santa' : undefined
}

/** Easter Sunday of the Gregorian calendar (the anonymous computus, Nature, 20 April 1876). */
export function easter(year: number): Temporal.PlainDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return new Temporal.PlainDate(year, Math.floor(n / 31), (n % 31) + 1)
}
