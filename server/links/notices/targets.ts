import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type By, logChanges } from '../../foundation/events/audit/audit.ts'
import type { Egress } from '../../foundation/http/egress.ts'
import { isUuid, uuid } from '../../foundation/lib/ids/uuid.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { queueAccess } from '../../foundation/mailings/mailings.ts'
import { listMembers } from '../../tenants/accounts/members.ts'
import {
  type Channel,
  type DisabledWhy,
  type NoticeKindName,
  noticeKinds,
  type Pace,
} from '../../tenants/notices/kinds.ts'
import { dropWaiting, refreshKinds } from '../../tenants/notices/subscriptions.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { checkChannelAddress, checkEmail, maskAddress, noticeRefusal, sealAddress } from './target-address.ts'

/** Where messages of a store go, as owners and commands see it: never a secret address. */
export type Target = {
  target_id: string
  channel: Channel
  /** An email address, or the host of a secret one. */
  address: string
  kinds: NoticeKindName[]
  pace: Pace
  /** Null: the store's. */
  language: string | null
  state: 'active' | 'disabled'
  disabled_why: DisabledWhy | null
  /** When a message was last accepted, or handed to the queue of mails. */
  last_sent_at: Date | null
  last_error: string | null
  /** Messages that wait, also for 09:00. */
  waiting: number
  created_at: Date
}

export type NewTarget = {
  channel: Channel
  email?: string | undefined
  url?: string | undefined
  /** All of them by default. */
  kinds?: readonly NoticeKindName[] | undefined
  pace?: Pace | undefined
  language?: string | null | undefined
}

export type TargetContext = { secrets: Secrets; egress: Egress; by: By }

const mostOfStore = 20

/** Adds a target. Throws `settings_invalid`, also beyond 20. */
export async function addTarget(
  tx: Connection,
  storeId: string,
  given: NewTarget,
  { secrets, egress, by }: TargetContext,
): Promise<Target> {
  const { channel, kinds = noticeKinds, pace = 'at_once', language = null } = given
  const place = { store_id: storeId, target_id: uuid() }
  const isMail = channel === 'email'
  const mail = isMail ? checkEmail(given.email ?? '') : undefined
  const url = isMail ? undefined : checkChannelAddress(channel, given.url ?? '', egress)
  if (kinds.length === 0) throw noticeRefusal('kinds', 'kinds')
  await refreshKinds(tx, storeId, by.at)
  await requireRoom(tx, storeId, mail?.address)
  await tx.query(sql`
    insert into notice_targets (
      store_id, target_id, channel, email, address, sealed, shown, kinds, pace, language, state, created_at
    )
    values (
      ${storeId}, ${place.target_id}, ${channel}, ${mail?.email ?? null}, ${mail?.address ?? null},
      ${url === undefined ? null : sealAddress(secrets, place, url)}, ${url === undefined ? null : maskAddress(url)},
      ${[...new Set(kinds)]}::text[], ${pace}, ${language}, 'active', ${by.at}
    )`)
  await refreshKinds(tx, storeId, by.at)
  await log(tx, storeId, by, 'add notice_target', [channel])
  return await readTarget(tx, storeId, place.target_id)
}

async function requireRoom(tx: Connection, storeId: string, address: string | undefined): Promise<void> {
  const rows = await tx.query<{
    address: string | null
    removed_at: Date | null
    disabled_why: string | null
  }>(sql`
    select address, removed_at, disabled_why
    from notice_targets
    where store_id = ${storeId} and user_id is null`)
  const same = rows.find(row => address !== undefined && row.address === address)
  if (same) throw noticeRefusal('email', same.disabled_why === 'unsubscribed' ? 'unsubscribed' : 'known')
  if (rows.filter(row => !row.removed_at).length >= mostOfStore) throw noticeRefusal('targets', 'many')
}

/** The targets of a store, the oldest first. What members chose for themselves is theirs alone. */
export async function listTargets(db: Connection, storeId: string): Promise<Target[]> {
  return await readTargets(db, storeId, sql`true`)
}

/** Throws `notification_unknown`. */
export async function readTarget(db: Connection, storeId: string, targetId: string): Promise<Target> {
  const [target] = isUuid(targetId) ? await readTargets(db, storeId, sql`target_id = ${targetId}`) : []
  if (!target) throw new ApiError('notification_unknown')
  return target
}

export type TargetChange = {
  kinds?: readonly NoticeKindName[] | undefined
  pace?: Pace | undefined
  language?: string | null | undefined
  state?: Target['state'] | undefined
}

/**
 * Changes what is given. A target that becomes active receives what waited since it failed. Throws
 * `notification_unknown`, and `settings_invalid` if its person unsubscribed.
 */
export async function changeTarget(
  tx: Connection,
  storeId: string,
  targetId: string,
  change: TargetChange,
  by: By,
): Promise<Target> {
  await refreshKinds(tx, storeId, by.at)
  const before = await readTarget(tx, storeId, targetId)
  const {
    kinds = before.kinds,
    pace = before.pace,
    language = before.language,
    state = before.state,
  } = change
  if (kinds.length === 0) throw noticeRefusal('kinds', 'kinds')
  const isOn = state === 'active' && before.state !== 'active'
  if (isOn && before.disabled_why === 'unsubscribed') throw noticeRefusal('state', 'unsubscribed')
  const why = state === 'active' ? null : (before.disabled_why ?? 'member')
  await tx.query(sql`
    update notice_targets
    set kinds = ${[...new Set(kinds)]}::text[], pace = ${pace}, language = ${language}, state = ${state},
      disabled_why = ${why}, failures = case when ${isOn} then 0 else failures end,
      waits_until = case when ${isOn} then null else waits_until end,
      last_error = case when ${isOn} then null else last_error end
    where store_id = ${storeId} and target_id = ${targetId}`)
  if (why === 'member') await dropWaiting(tx, storeId, { targetId })
  await refreshKinds(tx, storeId, by.at)
  const named = { kinds: change.kinds, pace: change.pace, language: change.language, active: change.state }
  const fields = Object.entries(named).flatMap(([name, given]) => (given === undefined ? [] : [name]))
  await log(tx, storeId, by, 'change notice_target', fields)
  return await readTarget(tx, storeId, targetId)
}

/** Removes a target with its messages. Throws `notification_unknown`. */
export async function removeTarget(tx: Connection, storeId: string, targetId: string, by: By): Promise<void> {
  await refreshKinds(tx, storeId, by.at)
  const { channel, disabled_why } = await readTarget(tx, storeId, targetId)
  await dropWaiting(tx, storeId, { targetId })
  const where = sql`where store_id = ${storeId} and target_id = ${targetId}`
  // Whoever unsubscribed must not get mail because the address is added once more.
  await tx.query(
    disabled_why === 'unsubscribed'
      ? sql`update notice_targets set removed_at = ${by.at} ${where}`
      : sql`delete from notice_targets ${where}`,
  )
  await refreshKinds(tx, storeId, by.at)
  await log(tx, storeId, by, 'remove notice_target', [channel])
}

const day = 24 * 60 * 60 * 1000 // ms

/** Switches a target off after what its server answered, and mails the owners. Its messages wait. */
export async function disableTarget(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  targetId: string,
  why: 'gone' | 'failing',
  at: Date,
): Promise<void> {
  await refreshKinds(tx, storeId, at)
  const disabled = await tx.query(sql`
    update notice_targets
    set state = 'disabled', disabled_why = ${why}
    where store_id = ${storeId} and target_id = ${targetId} and state = 'active'
    returning 1`)
  if (disabled.length === 0) return
  await refreshKinds(tx, storeId, at)
  await log(tx, storeId, { at, actor: 'system' }, 'disable notice_target', [why])
  const { locale } = await readStore(tx, storeId)
  for (const { name, email, role } of await listMembers(tx, storeId))
    if (role === 'owner')
      await queueAccess(tx, secrets, storeId, {
        ...{ kind: 'notices_disabled', recordId: targetId, name, email, language: locale, at },
        expiresAt: new Date(at.getTime() + 30 * day),
      })
}

async function readTargets(db: Connection, storeId: string, where: Sql): Promise<Target[]> {
  return await db.query<Target>(sql`
    select target_id, channel, coalesce(email, shown) as address, kinds, pace, language, state, disabled_why,
      last_sent_at, last_error, created_at, (
        select count(*)::integer
        from notice_messages as message
        where message.store_id = notice_targets.store_id and message.target_id = notice_targets.target_id
          and message.state = 'waiting'
      ) as waiting
    from notice_targets
    where store_id = ${storeId} and user_id is null and removed_at is null and ${where}
    order by created_at, target_id`)
}

async function log(tx: Connection, storeId: string, by: By, action: string, fields: string[]): Promise<void> {
  await logChanges(tx, storeId, [{ ...by, action, record: 'store', recordId: storeId, fields }])
}
