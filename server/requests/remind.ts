import type { Connection, Database } from '../database/connect.ts'
import { dateOf, dayAround } from '../lib/days.ts'
import { uuid } from '../lib/uuid.ts'
import { askedOn, queueAsking } from '../mail/asking.ts'
import { type DueReminder, lockDueReminders, setReminders } from '../mail/reminders.ts'
import { suppressedAmong } from '../mail/suppressions.ts'
import type { Store } from '../stores/stores.ts'
import { afterToday, type Turn } from './gather.ts'
import { unreviewedAmong } from './requests.ts'
import { isSendingHour, nextSendingTime, sendingTimeAfter } from './schedule.ts'

/**
 * When reminder number `reminders` (0 is the first) of a mail sent at `sentAt` is due; null when the store
 * sends no such one.
 */
export function remindAt(store: Store, sentAt: Date, reminders: number): Date | null {
  const days = store.reminder_days[reminders]
  return days === undefined ? null : new Date(sendingTimeAfter(sentAt.getTime(), days, store))
}

/**
 * Makes at most `most` due reminders of the store, each a mailing of its own, where nothing was reviewed.
 * Resolves with how many it looked at: fewer than `most` and nothing is left.
 */
export async function remindBuyers(database: Database, turn: Turn): Promise<number> {
  const { store, now, most } = turn
  return await database.transaction(async tx => {
    const due = await lockDueReminders(tx, store.store_id, new Date(now), most)
    if (due.length === 0) return 0
    const wanted = await stillWanted(tx, turn, due)
    const made = isSendingHour(now, store) ? await remind(tx, turn, [...wanted]) : new Set<DueReminder>()
    const again = new Date(isSendingHour(now, store) ? afterToday(turn) : nextSendingTime(now, store))
    await setReminders(
      tx,
      store.store_id,
      due.map(one => {
        if (!wanted.has(one)) return { ...one, remind_at: null }
        if (!made.has(one)) return { ...one, remind_at: again }
        const reminders = one.reminders + 1
        return { ...one, reminders, remind_at: remindAt(store, one.sent_at, reminders) }
      }),
    )
    return due.length
  })
}

const oldest = 30 * 24 * 60 * 60 * 1000 // ms: after a long pause nobody is reminded of what they forgot

async function stillWanted(tx: Connection, turn: Turn, due: DueReminder[]): Promise<Set<DueReminder>> {
  const { store, secrets, now } = turn
  const addresses = due.map(({ address }) => address)
  const suppressed = await suppressedAmong(tx, secrets, store.store_id, addresses)
  const ids = due.map(({ id }) => id)
  const unreviewed = await unreviewedAmong(tx, store.store_id, ids)
  return new Set(
    due.filter(
      one =>
        unreviewed.has(one.id) &&
        !suppressed.has(one.address) &&
        // The store may have taken its reminders back since.
        store.reminder_days[one.reminders] !== undefined &&
        now - one.remind_at.getTime() <= oldest,
    ),
  )
}

/** Those for which a reminder was queued: a buyer gets one mail a day. */
async function remind(tx: Connection, { store, secrets, now }: Turn, wanted: DueReminder[]) {
  const day = dateOf(now, store)
  const addresses = wanted.map(({ address }) => address)
  const { begins } = dayAround(now, store)
  const asked = await askedOn(tx, store.store_id, addresses, { date: day, begins })
  const reminders = new Map(
    wanted.filter(({ address }) => !asked.has(address)).map(one => [uuid(), one] as const),
  )
  const made = await queueAsking(
    tx,
    store.store_id,
    [...reminders].map(([id, { address, email, name, id: requestsOf }]) => ({
      id,
      kind: 'reminder',
      address,
      email,
      name,
      requestsOf,
    })),
    { secrets, now: new Date(now), day, language: store.locale, linkDays: store.link_days },
  )
  return new Set([...made].map(id => reminders.get(id) as DueReminder))
}
