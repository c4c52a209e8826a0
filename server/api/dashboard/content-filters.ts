import { z } from 'zod'
import type { Connection } from '../../foundation/database/connect.ts'
import { truthy } from '../../foundation/http/input/list-query.ts'
import { boundsOf, isDate } from '../../foundation/lib/time/days.ts'
import { readStore } from '../../tenants/stores/stores.ts'

const date = z
  .string()
  .refine(isDate, { message: 'date', abort: true })
  .optional()
  .meta({ format: 'date', description: 'In the time zone of the store. Both days are included.' })

/** The filters that reviews and questions share. */
export const sharedFilters = { from: date, to: date, reported: truthy, unanswered: truthy }

type Dates = { from?: string | undefined; to?: string | undefined }

/** The instants at which the days of the store begin and end. */
export async function boundsOfDates(db: Connection, storeId: string, { from, to }: Dates) {
  if (!from && !to) return {}
  const store = await readStore(db, storeId)
  return {
    ...(from && { from: boundsOf(from, store).begins }),
    ...(to && { until: boundsOf(to, store).ends }),
  }
}
