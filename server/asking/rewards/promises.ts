import sql, { type Sql } from 'sql-template-tag'
import { nearestText } from '../../../texts/match.ts'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { boundsOf, dateAfter } from '../../foundation/lib/time/days.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { isTestOrder } from '../orders/test-orders.ts'
import { countRewards, promiseDays, validUntil } from './counts.ts'
import type { RewardSettings } from './reward-rules.ts'
import { readRewardSettings } from './reward-settings.ts'

/** A mail that is about to ask a buyer about orders. */
export type AskingBuyer = { mailingId: string; address: string; language: string; orderIds: string[] }

/** What a buyer was promised. `until` is a date. */
export type Promised = { order_id: string; address: string; gives: string; until: string }

/**
 * Promises a reward to the buyers of these new mails, in the transaction that queues them, while there are codes and no
 * cap is reached. Each promise sets its code aside, so that everybody who reads it can get it. An order has one at most,
 * and so has a mail. Nothing here knows what a buyer will write.
 */
export async function promiseRewards(
  tx: Connection,
  store: Store,
  mails: AskingBuyer[],
  at: Date,
): Promise<void> {
  if (mails.length === 0) return
  const { store_id: storeId } = store
  const settings = await readRewardSettings(tx, storeId, true)
  if (!settings.on) return
  const wanted = await withoutPromise(tx, storeId, mails)
  const allowed = wanted.slice(0, await roomFor(tx, store, settings, at))
  if (allowed.length === 0) return
  const codes = await takeCodes(tx, store, settings, allowed.length, at)
  const until = dateAfter(at.getTime(), Math.max(0, Math.min(promiseDays, store.link_days - 1)), store)
  const rows = codes.map((code, index) => {
    const { mailingId, language, order_id } = allowed[index] as Wanted
    const gives = nearestText(settings.gives, [language, store.locale, 'en'])
    return { ...code, mailing_id: mailingId, order_id, gives }
  })
  // A day more: nobody loses it at midnight, with the form before their eyes.
  const keptUntil = boundsOf(dateAfter(boundsOf(until, store).begins.getTime(), 1, store), store).ends
  await tx.query(sql`
    insert into rewards (
      store_id, order_id, mailing_id, code, code_expires_on, gives, promised_at, until, kept_until
    )
    select own.store_id, order_id, mailing_id, code, expires_on, gives, ${at}::timestamptz, ${until}::date,
      ${keptUntil}::timestamptz
    from ${ownStore(storeId)} as own,
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(
        order_id text, mailing_id uuid, code text, expires_on date, gives text
      )`)
}

/** The open promises to these buyers about these orders, the oldest first. */
export async function openPromises(
  db: Connection,
  storeId: string,
  orderIds: string[],
  at: Date,
): Promise<Promised[]> {
  if (orderIds.length === 0) return []
  return await db.query<Promised>(sql`
    select order_id, mailings.address, gives, until::text
    from rewards
    join mailings on mailings.store_id = rewards.store_id and mailings.id = rewards.mailing_id
    where rewards.store_id = ${storeId} and order_id = any(${orderIds}::text[])
      and given_at is null and kept_until > ${at} and mailings.address is not null
    order by promised_at, order_id`)
}

/** The first of the promises that is to this buyer, about one of these orders. */
export function promiseTo(
  promises: Promised[],
  address: string | null,
  orderIds: string[],
): Promised | undefined {
  return promises.find(one => one.address === address && orderIds.includes(one.order_id))
}

/** A condition for a statement about `stores`: `forgetPromises` would delete a row. */
export function hasOldPromises(at: Date): Sql {
  return sql`exists (
    select from rewards
    where rewards.store_id = stores.store_id and given_at is null and kept_until <= ${at})`
}

/** Deletes the promises whose time is over. Their codes can be promised again. */
export async function forgetPromises(db: Connection, storeId: string, at: Date): Promise<void> {
  await db.query(sql`
    with over as (
      delete from rewards
      where store_id = ${storeId} and given_at is null and kept_until <= ${at}
      returning store_id, code
    )
    update reward_codes
    set taken_at = null
    from over
    where reward_codes.store_id = ${storeId} and over.store_id = reward_codes.store_id
      and reward_codes.code = over.code`)
}

type Wanted = AskingBuyer & { order_id: string }

// The first order of each mail that nobody was promised anything for. A mail whose buyer has an open promise for one of
// its orders repeats that one.
async function withoutPromise(tx: Connection, storeId: string, mails: AskingBuyer[]): Promise<Wanted[]> {
  const orderIds = [...new Set(mails.flatMap(mail => mail.orderIds))]
  const known = await tx.query<{ order_id: string; address: string | null; is_open: boolean }>(sql`
    select order_id, mailings.address, given_at is null as is_open
    from rewards
    left join mailings on mailings.store_id = rewards.store_id and mailings.id = rewards.mailing_id
    where rewards.store_id = ${storeId} and order_id = any(${orderIds}::text[])`)
  const taken = new Set(known.map(({ order_id }) => order_id))
  return mails.flatMap(mail => {
    const isPromised = known.some(
      ({ order_id, address, is_open }) =>
        is_open && address === mail.address && mail.orderIds.includes(order_id),
    )
    const order_id = mail.orderIds.find(id => !taken.has(id) && !isTestOrder(id))
    if (isPromised || order_id === undefined) return []
    taken.add(order_id)
    return [{ ...mail, order_id }]
  })
}

// An open promise counts as given: it may be, in this month.
async function roomFor(
  tx: Connection,
  store: Store,
  { per_month, total }: RewardSettings,
  at: Date,
): Promise<number> {
  if (per_month === null && total === null) return Number.MAX_SAFE_INTEGER
  const counts = await countRewards(tx, store.store_id, store, at)
  const ofMonth = (per_month ?? Number.MAX_SAFE_INTEGER) - counts.given_this_month - counts.promised
  const ofAll = (total ?? Number.MAX_SAFE_INTEGER) - counts.given - counts.promised
  return Math.max(0, Math.min(ofMonth, ofAll))
}

type Code = { code: string; expires_on: string | null }

async function takeCodes(
  tx: Connection,
  store: Store,
  { codes, code, code_expires_on }: RewardSettings,
  count: number,
  at: Date,
): Promise<Code[]> {
  const lasts = validUntil(at, store)
  if (codes === 'shared') {
    if (code === null || (code_expires_on !== null && code_expires_on < lasts)) return []
    return Array.from({ length: count }, () => ({ code, expires_on: code_expires_on }))
  }
  // An array is computed once. Some plans run a subquery of `in` again for each row, and it takes more than `count`.
  return await tx.query<Code>(sql`
    with taken as (
      update reward_codes
      set taken_at = ${at}
      where store_id = ${store.store_id} and code = any(array(
        select code
        from reward_codes
        where store_id = ${store.store_id} and taken_at is null
          and (expires_on is null or expires_on >= ${lasts}::date)
        order by added_at, position
        limit ${count}
        for update skip locked
      ))
      returning code, expires_on
    )
    select code, expires_on::text
    from taken`)
}
