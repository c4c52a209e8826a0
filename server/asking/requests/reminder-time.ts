import type { Store } from '../../tenants/stores/stores.ts'
import { sendingTimeAfter } from './schedule.ts'

/**
 * When reminder number `reminders` (0 is the first) of a mail sent at `sentAt` is due; null if the store does not
 * send that many.
 */
export function remindAt(store: Store, sentAt: Date, reminders: number): Date | null {
  const days = store.reminder_days[reminders]
  return days === undefined ? null : new Date(sendingTimeAfter(sentAt.getTime(), days, store))
}
