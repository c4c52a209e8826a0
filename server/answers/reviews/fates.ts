import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { isReason, type Reason } from '../moderation/reasons.ts'

/** What became of the reviews that were written since a date. */
export type Fates = {
  /** All below, and no review whose author has not confirmed the address. */
  received: number
  published: number
  pending: number
  /** By reason, the most frequent first. */
  refused: { reason: Reason; count: number }[]
  /**
   * Rejected or removed where they were imported from, which does not say why. They were never public here. Without those
   * that an early release imported, which did not note it.
   */
  refusedElsewhere: number
  /** By their authors. */
  withdrawn: number
  /** Published ones whose authors got something for them. */
  rewarded: number
}

/**
 * Counts the reviews of a store that were written since then, whatever their stars. Published and pending ones are
 * counted in the index by state and date; refused ones are deleted after a year, so few are read.
 */
export async function countFates(db: Connection, storeId: string, since: Date): Promise<Fates> {
  const rows = await db.query<Row>(sql`
    select 'published' as fate, null as reason, false as elsewhere, count(*)::integer as count
    from reviews
    where store_id = ${storeId} and state = 'published' and created_at >= ${since}
    union all
    select 'pending', null, false, count(*)::integer
    from reviews
    where store_id = ${storeId} and state = 'pending' and created_at >= ${since}
    union all
    select 'rewarded', null, false, count(*)::integer
    from reviews
    where store_id = ${storeId} and state = 'published' and incentivized and created_at >= ${since}
    union all
    select 'refused', moderation_reason, elsewhere, count(*)::integer
    from (
      select moderation_reason, ${hiddenElsewhere(storeId)} as elsewhere
      from reviews
      where store_id = ${storeId} and state in ('rejected', 'removed') and created_at >= ${since}
    ) as hidden
    group by moderation_reason, elsewhere`)
  const of = (fate: string) => rows.find(row => row.fate === fate)?.count ?? 0
  const hidden = rows.filter(({ fate }) => fate === 'refused')
  const refused = hidden
    .flatMap(({ reason, count }) => (isReason(reason) ? [{ reason, count }] : []))
    .sort((a, b) => b.count - a.count)
  const unexplained = (elsewhere: boolean) =>
    hidden.find(row => row.reason === null && row.elsewhere === elsewhere)?.count ?? 0
  const [published, pending] = [of('published'), of('pending')]
  const received = published + pending + hidden.reduce((sum, { count }) => sum + count, 0)
  const [refusedElsewhere, withdrawn] = [unexplained(true), unexplained(false)]
  return { received, published, pending, refused, refusedElsewhere, withdrawn, rewarded: of('rewarded') }
}

// Without a reason, it was hidden by its import or by its author, who may withdraw an imported one too.
const hiddenElsewhere = (storeId: string) => sql`
  imported is true and published_at is null and moderation_reason is null and not exists (
    select from audit_log
    where audit_log.store_id = ${storeId} and record_type = 'review' and record_id = reviews.id::text and action = 'withdraw'
  )`

type Row = { fate: string; reason: string | null; elsewhere: boolean; count: number }
