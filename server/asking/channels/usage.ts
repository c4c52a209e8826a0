import sql from 'sql-template-tag'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import type { ChannelName } from './phones.ts'

/** What a channel sent in a month. `spent` is in millionths of its currency. */
export type ChannelUsage = { messages: number; spent: number }

/** The limits of a month; money in millionths. */
export type ChannelLimits = { messages: number; money: number }

/** The first day of the calendar month (UTC). */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`
}

/** All zero if nothing was sent in the month. */
export async function readChannelUsage(
  db: Connection,
  storeId: string,
  channel: ChannelName,
  month: string,
): Promise<ChannelUsage> {
  const [row] = await db.query<ChannelUsage>(sql`
    select messages, spent
    from channel_usage
    where store_id = ${storeId} and channel = ${channel} and month = ${month}::date`)
  return row ?? { messages: 0, spent: 0 }
}

/** Whether another message of this cost fits. */
export function fitsLimits({ messages, spent }: ChannelUsage, limits: ChannelLimits, cost: number): boolean {
  return messages + 1 <= limits.messages && spent + cost <= limits.money
}

/** Counts a message before it is sent. Returns false, and counts nothing, if it would exceed a limit of the month. */
export async function reserveMessage(
  tx: Connection,
  storeId: string,
  { channel, month, cost }: { channel: ChannelName; month: string; cost: number },
  limits: ChannelLimits,
): Promise<boolean> {
  if (!fitsLimits({ messages: 0, spent: 0 }, limits, cost)) return false
  const reserved = await tx.query(sql`
    insert into channel_usage as used (store_id, channel, month, messages, spent)
    select own.store_id, ${channel}, ${month}::date, 1, ${cost}::double precision
    from ${ownStore(storeId)} as own
    on conflict (store_id, channel, month) do update
    set messages = used.messages + 1, spent = used.spent + excluded.spent
    where used.messages + 1 <= ${limits.messages} and used.spent + excluded.spent <= ${limits.money}::double precision
    returning 1`)
  return reserved.length > 0
}

/** Corrects what a message counted for, when its real cost is known, or that it was not sent after all. */
export async function correctUsage(
  tx: Connection,
  storeId: string,
  {
    channel,
    month,
    messages = 0,
    cost,
  }: { channel: ChannelName; month: string; messages?: number; cost: number },
): Promise<void> {
  if (messages === 0 && cost === 0) return
  await tx.query(sql`
    update channel_usage
    set messages = greatest(0, messages + ${messages}), spent = greatest(0, spent + ${cost}::double precision)
    where store_id = ${storeId} and channel = ${channel} and month = ${month}::date`)
}
