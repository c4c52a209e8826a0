import sql from 'sql-template-tag'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type By, logChanges } from '../../foundation/events/audit/audit.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { countRewards } from './counts.ts'
import {
  noReward,
  type RewardChange,
  type RewardSettings,
  type ShownReward,
  wrongReward,
} from './reward-rules.ts'

/** What the store gives for reviews. With `lock`, nothing is promised until the transaction ends. */
export async function readRewardSettings(
  db: Connection,
  storeId: string,
  lock = false,
): Promise<RewardSettings> {
  const [row] = await db.query<RewardSettings>(sql`
    select is_on as on, codes, code, code_expires_on::text, gives, per_month, total
    from reward_settings
    where store_id = ${storeId}
    ${lock ? sql`for update` : sql``}`)
  return row ?? noReward
}

/** The settings without the code, and what was promised and given. */
export async function showReward(
  db: Connection,
  storeId: string,
  store: Pick<Store, 'time_zone'>,
  at: Date,
): Promise<ShownReward> {
  const { code, ...settings } = await readRewardSettings(db, storeId)
  const counts = await countRewards(db, storeId, store, at)
  const isList = settings.codes === 'list'
  return {
    ...settings,
    has_code: code !== null,
    left: isList ? counts.left : null,
    expiring: isList ? counts.expiring : 0,
    promised: counts.promised,
    given: counts.given,
    given_this_month: counts.given_this_month,
  }
}

/**
 * Changes what the store promises from now on; earlier promises stay. The audit log says so. Throws
 * `settings_invalid`.
 */
export async function changeReward(
  tx: Connection,
  storeId: string,
  change: RewardChange,
  by: By,
): Promise<RewardSettings> {
  // A row to lock, for the first change too.
  await tx.query(sql`
    insert into reward_settings (store_id)
    select own.store_id from ${ownStore(storeId)} as own
    on conflict (store_id) do nothing`)
  const before = await readRewardSettings(tx, storeId, true)
  const code = change.code === undefined ? before.code : (change.code?.trim() ?? null)
  const after: RewardSettings = { ...before, ...withoutAbsent(change), code }
  const problems = wrongReward(after)
  if (problems.length > 0) throw new ApiError('settings_invalid', { problems })
  const names = Object.keys(after) as (keyof RewardSettings)[]
  if (names.every(name => JSON.stringify(before[name]) === JSON.stringify(after[name]))) return after
  await tx.query(sql`
    update reward_settings
    set is_on = ${after.on}, codes = ${after.codes}, code = ${after.code},
      code_expires_on = ${after.code_expires_on}::date, gives = ${JSON.stringify(after.gives)}::jsonb,
      per_month = ${after.per_month}, total = ${after.total}
    where store_id = ${storeId}`)
  await logReward(tx, storeId, 'reward', by)
  return after
}

function withoutAbsent({ code: _, ...change }: RewardChange): Partial<RewardSettings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

/** Notes a change in the audit log, never what is given. */
export async function logReward(
  tx: Connection,
  storeId: string,
  field: 'reward' | 'reward_codes',
  by: By,
): Promise<void> {
  const what = { action: 'change', record: 'store', recordId: storeId } as const
  await logChanges(tx, storeId, [{ ...by, ...what, fields: [field] }])
}
