import { z } from 'zod'
import { isDate } from '../../foundation/lib/time/days.ts'
import { countDays, mostDays } from './calendar.ts'

const date = z
  .string()
  .refine(isDate, { message: 'date', abort: true })
  .optional()
  .meta({ format: 'date', description: 'In the time zone of the store. By default, the last 30 days' })

/** A range of days in a query; by default, the caller chooses it. */
export const dayRange = z.object({ from: date, to: date }).check(({ value: { from, to }, issues, value }) => {
  const refuse = (path: string, message: string, values: (string | number)[]) =>
    void issues.push({ code: 'custom', message, params: { values }, path: [path], input: value })
  if (from === undefined && to === undefined) return
  if (from === undefined) return refuse('from', 'required', [])
  if (to === undefined) return refuse('to', 'required', [])
  if (to < from) return refuse('to', 'date_min', [from])
  if (countDays({ from, to }) > mostDays) refuse('from', 'days_max', [mostDays])
})
