import type { Connection, Database } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { dateOf, dayAround } from '../../foundation/lib/time/days.ts'
import { addressesAskedOn, queueRequestMails } from '../../foundation/mailings/asking.ts'
import { type DueReminder, lockDueReminders, setReminders } from '../../foundation/mailings/reminders.ts'
import { suppressedAmong } from '../../foundation/mailings/suppressions.ts'
import { remindersOf } from '../requests/by-rule.ts'
import { remindAt } from '../requests/reminder-time.ts'
import { leaveOut } from '../requests/requests.ts'
import {
  type AskingMail,
  mailsOfCampaigns,
  partsOfMailings,
  unreviewedAmong,
} from '../requests/requests-of-mails.ts'
import { isSendingHour, nextSendingTime } from '../requests/schedule.ts'
import { afterToday, type Batch, countMailsToday } from './gather.ts'
import { leftToAsk } from './left-to-ask.ts'

/**
 * Creates at most `most` due reminders of the store, each a mailing of its own, unless something was reviewed.
 * Returns how many it read: fewer than `most` means that none is left.
 */
export async function remindBuyers(database: Database, batch: Batch): Promise<number> {
  const { store, now, most } = batch
  return await database.transaction(async tx => {
    const due = await lockDueReminders(tx, store.store_id, new Date(now), most)
    if (due.length === 0) return 0
    const wanted = await stillWanted(tx, batch, due)
    const made = isSendingHour(now, store)
      ? await remind(tx, batch, [...wanted.keys()])
      : new Set<DueReminder>()
    const again = new Date(isSendingHour(now, store) ? afterToday(batch) : nextSendingTime(now, store))
    await setReminders(
      tx,
      store.store_id,
      due.map(one => {
        const days = wanted.get(one)
        if (!days) return { ...one, remind_at: null }
        if (!made.has(one)) return { ...one, remind_at: again }
        const reminders = one.reminders + 1
        return { ...one, reminders, remind_at: remindAt(store, days, one.sent_at, reminders) }
      }),
    )
    return due.length
  })
}

const oldest = 30 * 24 * 60 * 60 * 1000 // ms; after a long pause, older reminders are dropped

/** The reminders that are still wanted, each with the days of all reminders of its mail. */
async function stillWanted(
  tx: Connection,
  batch: Batch,
  due: DueReminder[],
): Promise<Map<DueReminder, number[]>> {
  const { store, secrets, now } = batch
  const addresses = due.map(({ address }) => address)
  const suppressed = await suppressedAmong(tx, secrets, store.store_id, addresses)
  const unreviewed = await unreviewedAmong(tx, store.store_id, due)
  const ofCampaigns = await mailsOfCampaigns(tx, store.store_id, unreviewed)
  const useful = await leaveOutReviewed(
    tx,
    batch,
    unreviewed.filter(({ id }) => !ofCampaigns.has(id)),
  )
  return new Map(
    due.flatMap((one): [DueReminder, number[]][] => {
      const days = useful.get(one.id)
      const isWanted =
        !suppressed.has(one.address) &&
        // The store may have turned its reminders off since.
        days?.[one.reminders] !== undefined &&
        now - one.remind_at.getTime() <= oldest
      return isWanted ? [[one, days]] : []
    }),
  )
}

/**
 * Leaves out what the buyers have reviewed since the first mail, through another order. Returns the mailings that have
 * something left to remind of, with the days of their reminders.
 */
async function leaveOutReviewed(
  tx: Connection,
  { store, now }: Batch,
  mails: AskingMail[],
): Promise<Map<string, number[]>> {
  const addresses = new Map(mails.map(({ id, address }) => [id, address]))
  const parts = await partsOfMailings(tx, store.store_id, mails, 'sent')
  const requests = [...parts].flatMap(([id, ofMailing]) =>
    ofMailing.map(part => ({ ...part, id, address: addresses.get(id) as string })),
  )
  const left = await leftToAsk(tx, store, now, requests)
  const leftOut = requests.map(request => ({ ...request, left_out: left.get(request)?.leftOut ?? [] }))
  await leaveOut(tx, store.store_id, leftOut)
  const useful = new Set(requests.filter(request => !left.get(request)?.why).map(({ id }) => id))
  return new Map(
    [...parts].flatMap(([id, ofMailing]) => (useful.has(id) ? [[id, remindersOf(store, ofMailing)]] : [])),
  )
}

/** Returns the mailings for which a reminder was queued: a buyer gets one mail a day. */
async function remind(tx: Connection, batch: Batch, wanted: DueReminder[]) {
  const { store, secrets, now } = batch
  const day = dateOf(now, store)
  const addresses = wanted.map(({ address }) => address)
  const { begins } = dayAround(now, store)
  const asked = await addressesAskedOn(tx, store.store_id, addresses, { date: day, begins })
  const free = wanted.filter(({ address }) => !asked.has(address))
  const allowed = free.slice(0, await countMailsToday(tx, batch, free.length))
  const reminders = new Map(allowed.map(one => [uuid(), one] as const))
  const made = await queueRequestMails(
    tx,
    store.store_id,
    [...reminders].map(([id, { address, email, name, language, id: firstMailingId }]) => ({
      id,
      kind: 'reminder',
      address,
      email,
      name,
      language,
      firstMailingId,
      channel: null,
    })),
    { secrets, now: new Date(now), day, linkDays: store.link_days },
  )
  return new Set([...made].map(id => reminders.get(id) as DueReminder))
}
