import sql from 'sql-template-tag'
import { type Connection, isUnavailable } from '../../foundation/database/connect.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { holidayOn } from './holidays.ts'

/**
 * Loads the holidays of the countries of most stores that skip them, so that no order waits for it (up to 300 ms). Loads
 * nothing if no store skips holidays, or if the stores cannot be read, for example while a Citus node is down.
 */
export async function warmHolidays(db: Connection, clock: Clock): Promise<void> {
  const rows = await db
    .query<{ country: string }>(sql`
      select country
      from stores
      where avoid_holidays and deleted_at is null
      group by country
      order by count(*) desc
      limit 5`)
    .catch(error => {
      if (!isUnavailable(error)) throw error
      return []
    })
  const year = new Date(clock()).getUTCFullYear()
  for (const { country } of rows) for (const one of [year, year + 1]) holidayOn(`${one}-01-01`, country)
}
