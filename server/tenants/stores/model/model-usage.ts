import sql from 'sql-template-tag'
import { ownStore } from '../../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Tokens } from '../../../foundation/lib/network/chat-completions.ts'
import type { StoreSettings } from '../stores.ts'

/** What a store's server was asked in a month. `spent` is in millionths of the currency. */
export type ModelUsage = {
  calls: number
  tokens_in: number
  tokens_out: number
  spent: number
  failure: string | null
  failed_at: Date | null
}

type Prices = Pick<StoreSettings, 'model_price_in' | 'model_price_out'>

/** The first day of the calendar month (UTC). */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`
}

/** The price in millionths of the currency: prices are of a million tokens. */
export function costOf({ model_price_in, model_price_out }: Prices, tokens: Tokens): number {
  return Math.ceil(tokens.in * model_price_in + tokens.out * model_price_out)
}

type Reservation = { month: string; worst: number; most: number; at: Date; until: Date }

/**
 * Takes the store's one place to ask, and counts `worst`, until `settleUsage`. `busy`: another question runs; `limit`:
 * `worst` would exceed `most`, the limit of the month. Both are in millionths of the currency.
 */
export async function reserveUsage(
  db: Connection,
  storeId: string,
  { month, worst, most, at, until }: Reservation,
): Promise<'reserved' | 'busy' | 'limit'> {
  if (worst > most) return 'limit'
  const reserved = await db.query(sql`
    insert into model_usage as usage (store_id, month, spent, busy_until)
    select own.store_id, ${month}::date, ${worst}::double precision, ${until}::timestamptz
    from ${ownStore(storeId)} as own
    on conflict (store_id, month) do update
    set spent = usage.spent + excluded.spent, busy_until = excluded.busy_until
    where (usage.busy_until is null or usage.busy_until <= ${at}::timestamptz)
      and usage.spent + excluded.spent <= ${most}::double precision
    returning 1`)
  if (reserved.length > 0) return 'reserved'
  const { spent } = await readUsage(db, storeId, month)
  // While another question runs, its price is what it may cost at most.
  return spent + worst > most && !(await isBusy(db, storeId, month, at)) ? 'limit' : 'busy'
}

async function isBusy(db: Connection, storeId: string, month: string, at: Date): Promise<boolean> {
  const rows = await db.query(sql`
    select
    from model_usage
    where store_id = ${storeId} and month = ${month}::date and busy_until > ${at}`)
  return rows.length > 0
}

type Settlement = {
  month: string
  worst: number
  cost: number
  tokens: Tokens
  failure: string | null
  at: Date
}

/** Frees the store's place, and replaces the reserved price by the real one. */
export async function settleUsage(
  db: Connection,
  storeId: string,
  { month, worst, cost, tokens, failure, at }: Settlement,
): Promise<void> {
  await db.query(sql`
    update model_usage
    set calls = calls + 1, tokens_in = tokens_in + ${tokens.in}, tokens_out = tokens_out + ${tokens.out},
      spent = greatest(0, spent - ${worst}::double precision + ${cost}::double precision), busy_until = null,
      failure = ${failure}, failed_at = ${failure === null ? null : at}::timestamptz
    where store_id = ${storeId} and month = ${month}::date`)
}

/** All zero if nothing was asked in the month. */
export async function readUsage(db: Connection, storeId: string, month: string): Promise<ModelUsage> {
  const [row] = await db.query<ModelUsage>(sql`
    select calls, tokens_in::double precision as tokens_in, tokens_out::double precision as tokens_out, spent,
      failure, failed_at
    from model_usage
    where store_id = ${storeId} and month = ${month}::date`)
  return row ?? { calls: 0, tokens_in: 0, tokens_out: 0, spent: 0, failure: null, failed_at: null }
}
