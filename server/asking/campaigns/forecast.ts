import { dateOf, dayAround } from '../../foundation/lib/time/days.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { isSendingHour, nextSendingTime } from '../requests/schedule.ts'

const mostDays = 750

/**
 * The days of the next and of the last mail, if the settings and the plan's limit stay as they are and other requests
 * leave room. `last` is undefined if that is more than about two years away; undefined without buyers.
 */
export function forecast(
  { buyers, per_day, askedToday }: { buyers: number; per_day: number; askedToday: number },
  store: Store,
  now: number,
): { first: string; last: string | undefined } | undefined {
  if (buyers === 0) return undefined
  const aDay = Math.min(per_day, store.limits.mails_per_day ?? per_day)
  const isToday = isSendingHour(now, store) && askedToday < per_day
  let at = isToday ? now : nextSendingTime(askedToday > 0 ? dayAround(now, store).ends.getTime() : now, store)
  const first = dateOf(at, store)
  let left = buyers - Math.max(0, isToday ? aDay - askedToday : aDay)
  if (aDay <= 0 || left > aDay * mostDays) return { first, last: undefined }
  while (left > 0) {
    at = nextSendingTime(dayAround(at, store).ends.getTime(), store)
    left -= aDay
  }
  return { first, last: dateOf(at, store) }
}
