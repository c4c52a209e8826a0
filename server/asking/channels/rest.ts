import sql from 'sql-template-tag'
import type { Database } from '../../foundation/database/connect.ts'
import { type ChannelRow, unclearFor } from './channel-rows.ts'
import type { ChannelName } from './phones.ts'

/** Until when the channel's messages wait; undefined if they need not. */
export function restsUntil({ problem, problem_at }: ChannelRow, now: number): number | undefined {
  if (problem?.name !== 'unclear' || !problem_at) return undefined
  const until = problem_at.getTime() + unclearFor
  return until > now ? until : undefined
}

const slice = 5_000 // rows

/**
 * Lets the channel's queued messages wait: of each that is sent meanwhile, the answer would probably be lost too, and
 * its mail be sent a day late. Messages that another process is changing are left out.
 */
export async function restChannel(
  database: Database,
  storeId: string,
  channel: ChannelName,
  until: number,
): Promise<void> {
  const wake = sql`least(falls_back_at, ${new Date(until)}::timestamptz)`
  for (let delayed = slice; delayed === slice; ) {
    const rows = await database.query(sql`
      update messages
      set next_at = ${wake}
      where store_id = ${storeId} and id = any(array(
        select id
        from messages
        where store_id = ${storeId} and channel = ${channel} and state = 'queued'
          and next_at < ${new Date(until)} and next_at < ${wake}
        order by next_at
        limit ${slice}
        for update skip locked
      ))
      returning id`)
    delayed = rows.length
  }
}
