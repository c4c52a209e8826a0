import { LRUCache } from 'lru-cache'
import { readTag } from '../../../../texts/match.ts'

// A formatter takes about 28 kB that V8 frees late: with one for each review, 1,800 pages of 100 reviews grew the
// process by 3.5 GB. Stores choose their time zones, so the number of cached formatters needs a limit.
const mostFormatters = 200

const dates = new LRUCache<string, Intl.DateTimeFormat>({ max: mostFormatters })
const numbers = new LRUCache<string, Intl.NumberFormat>({ max: mostFormatters })

/** A date in words, in the language and time zone: `10 de março de 2026`. That of Serbian is in Latin script, as its texts. */
export function formatLongDate(at: Date, language: string, timeZone: string): string {
  return remember(
    dates,
    `${language} ${timeZone}`,
    () => new Intl.DateTimeFormat(readTag(language), { dateStyle: 'long', timeZone }),
  ).format(at)
}

/** A number as the language writes it, with at most this many decimals. */
export function formatNumber(value: number, language: string, decimals = 0): string {
  return remember(
    numbers,
    `${language} ${decimals}`,
    () => new Intl.NumberFormat(language, { maximumFractionDigits: decimals }),
  ).format(value)
}

/** A length in words, such as `12 seconds`. */
export function formatSeconds(seconds: number, language: string): string {
  const unit = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const
  return remember(numbers, `${language} seconds`, () => new Intl.NumberFormat(language, unit)).format(seconds)
}

function remember<Formatter extends object>(
  known: LRUCache<string, Formatter>,
  name: string,
  make: () => Formatter,
): Formatter {
  const found = known.get(name)
  if (found) return found
  const made = make()
  known.set(name, made)
  return made
}
