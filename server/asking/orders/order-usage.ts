import { LRUCache } from 'lru-cache'
import sql from 'sql-template-tag'
import { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../foundation/database/connect.ts'
import { minuteOf, mostAhead } from '../../foundation/lib/time/minutes.ts'

/** How many orders were accepted in the calendar month of `now`, in the store's time zone. */
export async function ordersOfMonth(
  db: Connection,
  { store_id, time_zone }: { store_id: string; time_zone: string },
  now: number,
): Promise<{ month: string; orders: number; ends: number }> {
  const { name: month, ends } = calendarMonth(now, time_zone)
  const [used] = await db.query<{ orders: number }>(sql`
    select orders
    from order_usage
    where store_id = ${store_id} and month = ${month}::date`)
  return { month, orders: used?.orders ?? 0, ends }
}

/** How many orders were accepted in the calendar minute of `now`. */
export async function ordersOfMinute(
  db: Connection,
  { store_id, time_zone }: { store_id: string; time_zone: string },
  now: number,
): Promise<number> {
  const minute = minuteOf(now)
  const [used] = await db.query<{ minute_orders: number }>(sql`
    select minute_orders
    from order_usage
    where store_id = ${store_id} and month = ${monthOf(now, time_zone)}::date
      and minute between ${minute} and ${minute + mostAhead}`)
  return used?.minute_orders ?? 0
}

type Month = { name: string; begins: number; ends: number }

// By time zone. Calendar arithmetic was a fifteenth of the time of an order.
const months = new LRUCache<string, Month>({ max: 1_000 })

/** The first day of the calendar month, `YYYY-MM-DD`. */
export function monthOf(instant: number, timeZone: string): string {
  return calendarMonth(instant, timeZone).name
}

function calendarMonth(instant: number, timeZone: string): Month {
  const known = months.get(timeZone)
  if (known && instant >= known.begins && instant < known.ends) return known
  const first = Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .with({ day: 1 })
  const begins = first.toZonedDateTime({ timeZone }).epochMilliseconds
  const ends = first.add({ months: 1 }).toZonedDateTime({ timeZone }).epochMilliseconds
  const month = { name: first.toString(), begins, ends }
  months.set(timeZone, month)
  return month
}
