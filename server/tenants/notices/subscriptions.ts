import sql from 'sql-template-tag'
import { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import type { Recipient } from '../../foundation/mailings/mailings.ts'
import type { NoticeKindName, Pace } from './kinds.ts'

/** What a member wants to hear of a store by mail. No kinds: nothing. */
export type Choice = { kinds: NoticeKindName[]; pace: Pace }

/** The next 09:00 in a time zone, after `now`. Where clocks skip it, the first instant after the gap. */
export function nextDaily(now: number, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  for (let days = 0; ; days++) {
    const day = local.toPlainDate().add({ days })
    const at = day.toZonedDateTime({ timeZone, plainTime: '09:00' }).epochMilliseconds
    if (at > now) return new Date(at)
  }
}

/**
 * Keeps what the active targets of the store take in its row, whose lock it takes. Call it first in a transaction that
 * changes targets, and again after the change: without a target, nothing is noted any more.
 */
export async function refreshKinds(tx: Connection, storeId: string, at: Date): Promise<void> {
  const [store] = await tx.query<{ time_zone: string }>(sql`
    select time_zone
    from stores
    where store_id = ${storeId}
    for no key update`)
  if (!store) return
  const rows = await tx.query<{ kinds: string[] }>(sql`
    select kinds
    from notice_targets
    where store_id = ${storeId} and state = 'active'`)
  const kinds = [...new Set(rows.flatMap(row => row.kinds))].sort()
  if (kinds.length === 0)
    await tx.query(sql`
      delete from notice_stores
      where store_id = ${storeId}`)
  else
    await tx.query(sql`
      insert into notice_stores (store_id, kinds, next_check_at, next_daily_at)
      values (${storeId}, ${kinds}::text[], ${at}, ${nextDaily(at.getTime(), store.time_zone)})
      on conflict (store_id) do update
      set kinds = excluded.kinds`)
}

/** What the member chose; nothing before they choose. */
export async function readChoice(db: Connection, storeId: string, userId: string): Promise<Choice> {
  const [found] = await db.query<Choice>(sql`
    select kinds, pace
    from notice_targets
    where store_id = ${storeId} and user_id = ${userId} and state = 'active'`)
  return found ?? { kinds: [], pace: 'at_once' }
}

/** Saves what a member chose. `language` is the one in which they read the dashboard. */
export async function saveChoice(
  tx: Connection,
  storeId: string,
  userId: string,
  { kinds, pace, language, at }: Choice & { language: string; at: Date },
): Promise<void> {
  await refreshKinds(tx, storeId, at)
  const state = kinds.length > 0 ? 'active' : 'disabled'
  const why = kinds.length > 0 ? null : 'member'
  await tx.query(sql`
    insert into notice_targets (
      store_id, target_id, channel, user_id, kinds, pace, language, state, disabled_why, created_at
    )
    values (
      ${storeId}, ${uuid()}, 'email', ${userId}, ${kinds}::text[], ${pace}, ${language}, ${state}, ${why}, ${at}
    )
    on conflict (store_id, user_id) where user_id is not null do update
    set kinds = excluded.kinds, pace = excluded.pace, language = excluded.language, state = excluded.state,
      disabled_why = excluded.disabled_why`)
  if (kinds.length === 0) await dropWaiting(tx, storeId, { userId })
  await refreshKinds(tx, storeId, at)
}

/** A member who leaves gets nothing more: their choice is deleted, with the messages that wait. */
export async function forgetNoticesOfMember(
  tx: Connection,
  storeId: string,
  userId: string,
  at: Date,
): Promise<void> {
  await dropWaiting(tx, storeId, { userId })
  await tx.query(sql`
    delete from notice_targets
    where store_id = ${storeId} and user_id = ${userId}`)
  await refreshKinds(tx, storeId, at)
}

/** Stops, or with `isOver` false resumes, the mails to a target. For the link in such a mail. */
export async function unsubscribeTarget(
  tx: Connection,
  storeId: string,
  targetId: string,
  isOver: boolean,
  at: Date,
): Promise<void> {
  await refreshKinds(tx, storeId, at)
  await tx.query(
    isOver
      ? sql`
          update notice_targets
          set state = 'disabled', disabled_why = 'unsubscribed'
          where store_id = ${storeId} and target_id = ${targetId} and channel = 'email'`
      : sql`
          update notice_targets
          set state = 'active', disabled_why = null
          where store_id = ${storeId} and target_id = ${targetId} and disabled_why = 'unsubscribed'
            and removed_at is null and kinds <> '{}'`,
  )
  if (isOver) await dropWaiting(tx, storeId, { targetId })
  await refreshKinds(tx, storeId, at)
}

/**
 * Who gets the mails of a target; undefined if nobody does any more: it is switched off, or its member has left. The
 * address of a member is the account's, at this moment.
 */
export async function recipientOf(
  db: Connection,
  storeId: string,
  targetId: string,
): Promise<Recipient | undefined> {
  const [found] = await db.query<Recipient>(sql`
    select coalesce(person."email", target.email) as email, person."name" as name,
      coalesce(target.language, stores.locale) as language
    from notice_targets as target
    join stores on stores.store_id = target.store_id
    left join memberships on memberships.store_id = target.store_id and memberships.user_id = target.user_id
    left join accounts."user" as person on person."id" = memberships.user_id
    where target.store_id = ${storeId} and target_id = ${targetId} and target.state = 'active'
      and target.channel = 'email' and (target.user_id is null or person."id" is not null)`)
  return found
}

/** Deletes the messages that wait for a target. */
export async function dropWaiting(
  tx: Connection,
  storeId: string,
  of: { userId: string } | { targetId: string },
): Promise<void> {
  const isOf = 'userId' in of ? sql`user_id = ${of.userId}` : sql`target_id = ${of.targetId}`
  await tx.query(sql`
    delete from notice_messages
    where store_id = ${storeId} and state = 'waiting' and target_id in (
      select target_id
      from notice_targets
      where store_id = ${storeId} and ${isOf}
    )`)
}
