import { z } from 'zod'
import { countriesWithHolidays } from '../../../asking/requests/holiday-countries.ts'
import { holidaysOf, lastYear } from '../../../asking/requests/holidays.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { languageTag } from '../../../foundation/http/input/fields.ts'

const query = z.object({
  country: z.enum(countriesWithHolidays as [string, ...string[]]).describe('ISO 3166 code'),
  year: z.coerce.number().int().min(1970).max(lastYear),
  locale: languageTag
    .optional()
    .describe('The language of the names, where they are known in it; by default one of the country'),
})

const holidays = z.array(z.object({ date: z.iso.date(), name: z.string() })).meta({ title: 'Holidays' })

/** GET /manage/v1/holidays */
export function nationalHolidays() {
  return endpoint({
    schema: {
      operationId: 'listHolidays',
      summary: 'List the national holidays of a country',
      description: 'Those that `avoid_holidays` moves requests off, in order.',
      querystring: query,
      response: { 200: holidays },
    },
    handler: ({ query: { country, year, locale } }) => holidaysOf(country, year, locale),
  })
}
