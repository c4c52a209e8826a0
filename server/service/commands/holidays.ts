import { type Command, InvalidArgumentError } from 'commander'
import { countriesWithHolidays } from '../../asking/requests/holiday-countries.ts'
import { holidaysOf, lastYear } from '../../asking/requests/holidays.ts'
import { isLanguageTag } from '../../foundation/http/input/fields.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { systemClock } from '../../foundation/lib/time/clock.ts'
import { print, sayTable, wholeNumber } from './output.ts'

type Flags = { locale?: string; json?: boolean }

/** `holidays MX 2027`: the days that `avoid_holidays` moves requests off. */
export function addHolidaysCommand(program: Command): void {
  program
    .command('holidays')
    .description('print the national holidays of a country')
    .argument('<country>', 'ISO 3166 code, such as MX')
    .argument('[year]', 'by default the current one', wholeNumber(1970, lastYear))
    .option('--locale <tag>', 'the language of their names, where they are known in it', languageTag)
    .option('--json', 'print JSON')
    .action((country: string, year: number | undefined, { locale, json }: Flags) => {
      if (!countriesWithHolidays.includes(country)) {
        throw new Problem(
          `The holidays of ${country} are not known.`,
          `Give one of these: ${countriesWithHolidays.join(' ')}`,
          2,
        )
      }
      const holidays = holidaysOf(country, year ?? new Date(systemClock()).getUTCFullYear(), locale)
      print(json, holidays, () =>
        sayTable(
          ['date', 'name'],
          holidays.map(({ date, name }) => [date, name]),
        ),
      )
    })
}

function languageTag(text: string): string {
  if (isLanguageTag(text)) return text
  throw new InvalidArgumentError('It takes a language tag such as pt-BR or en.')
}
