import { type ScheduleSettings, sendingTimeAfter } from './schedule.ts'

/**
 * When reminder number `reminders` (0 is the first) of a mail sent at `sentAt` is due; null if there are not that many.
 * `days` are those of the mail's reminders.
 */
export function remindAt(
  settings: ScheduleSettings,
  days: number[],
  sentAt: Date,
  reminders: number,
): Date | null {
  const after = days[reminders]
  return after === undefined ? null : new Date(sendingTimeAfter(sentAt.getTime(), after, settings))
}
