import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/** A mailing of requests whose reminder is due. `sent_at` is when the first mail was sent. */
export type DueReminder = {
  id: string
  address: string
  email: string
  name: string
  /** Of the first mail. */
  language: string
  sent_at: Date
  remind_at: Date
  reminders: number
}

/** A condition for a statement about `stores`: a reminder of the store is due. */
export function hasDueReminders(now: Date): Sql {
  return sql`exists (
    select from mailings
    where mailings.store_id = stores.store_id and remind_at <= ${now})`
}

/** Locks at most `most` mailings whose reminder is due. Skips those that another instance has locked. */
export async function lockDueReminders(
  tx: Connection,
  storeId: string,
  now: Date,
  most: number,
): Promise<DueReminder[]> {
  return await tx.query<DueReminder>(sql`
    select id, address, email, name, language, sent_at, remind_at, reminders
    from mailings
    where store_id = ${storeId} and remind_at <= ${now} and address is not null
    order by remind_at
    limit ${most}
    for update skip locked`)
}

/** Sets when the next reminder of each mailing is due (null: no more reminders), and how many were created. */
export async function setReminders(
  tx: Connection,
  storeId: string,
  next: { id: string; remind_at: Date | null; reminders: number }[],
): Promise<void> {
  if (next.length === 0) return
  await tx.query(sql`
    update mailings
    set remind_at = next.remind_at, reminders = next.reminders
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as next(
      id uuid, remind_at timestamptz, reminders integer
    )
    where mailings.store_id = ${storeId} and mailings.id = next.id`)
}

/** Cancels the next reminders of these mailings. */
export async function stopReminders(tx: Connection, storeId: string, mailingIds: string[]): Promise<void> {
  await tx.query(sql`
    update mailings
    set remind_at = null
    where store_id = ${storeId} and id = any(${mailingIds}::uuid[]) and remind_at is not null`)
}
