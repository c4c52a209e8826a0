import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/** A mailing of requests whose reminder is due. `sent_at` is when the first mail went out. */
export type DueReminder = {
  id: string
  address: string
  email: string
  name: string
  sent_at: Date
  remind_at: Date
  reminders: number
}

/** For a statement about `stores`: whether a reminder of the store is due. */
export function hasDueReminders(now: Date): Sql {
  return sql`exists (
    select from mailings
    where mailings.store_id = stores.store_id and remind_at <= ${now})`
}

/** Locks at most `most` mailings whose reminder is due; those another instance has are left to it. */
export async function lockDueReminders(
  tx: Connection,
  storeId: string,
  now: Date,
  most: number,
): Promise<DueReminder[]> {
  return await tx.query<DueReminder>(sql`
    select id, address, email, name, sent_at, remind_at, reminders
    from mailings
    where store_id = ${storeId} and remind_at <= ${now} and address is not null
    order by remind_at
    limit ${most}
    for update skip locked`)
}

/** When the next reminder of each is due (null: none follows), and how many were made. */
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

/** No reminder follows these mailings. */
export async function stopReminders(tx: Connection, storeId: string, mailingIds: string[]): Promise<void> {
  await tx.query(sql`
    update mailings
    set remind_at = null
    where store_id = ${storeId} and id = any(${mailingIds}::uuid[]) and remind_at is not null`)
}
