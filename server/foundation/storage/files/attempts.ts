import sql, { empty, type Sql } from 'sql-template-tag'
import { branchesOf } from '../../database/case-branches.ts'
import { askReachable } from '../../database/citus/citus.ts'
import { type Connection, type Database, isUnavailable } from '../../database/connect.ts'
import { describeFault, type FileFault } from '../../errors/file-errors.ts'
import { ClamdFailure } from '../../lib/network/clamd.ts'
import { PicturesUnavailable } from '../pictures/picture-store.ts'

/** Minutes between the attempts of an import or export: five attempts within an hour. */
const retryPauses = [1, 4, 15, 40]
const mostAttempts = retryPauses.length + 1

/**
 * Whether a failure counts as an attempt. Database outages do not: the job waits until they end. A statement that
 * times out (57014), or an internal error (XX000), does count, because it will happen again.
 */
export function isCounted(error: unknown): boolean {
  if (error instanceof PicturesUnavailable || !isUnavailable(error)) return true
  return ['57014', 'XX000'].includes(String((error as { code?: unknown }).code))
}

/**
 * SQL for an update of `imports` or `exports`: the changes of a failed attempt. After the last attempt the job has
 * failed: `problem` names the reason, and the state to resume from on request.
 */
export function afterFailure(error: unknown, at: Date): Sql {
  const isLast = sql`attempts + 1 >= ${mostAttempts}`
  const next = retryPauses.map(minutes => new Date(at.getTime() + minutes * 60_000))
  return sql`
    attempts = attempts + 1,
    next_attempt_at = case ${branchesOf(sql`attempts`, next)} end,
    state = case when ${isLast} then 'failed' else state end,
    problem = case
      when ${isLast} then ${JSON.stringify(describeFault(reasonOf(error)))}::jsonb || ('{"again":"' || state || '"}')::jsonb
    end,
    finished_at = case when ${isLast} then ${at}::timestamptz end`
}

/** SQL: a condition that is true unless the row is waiting for its next attempt. */
function isAttemptDue(now: Date): Sql {
  return sql`(next_attempt_at is null or next_attempt_at <= ${now})`
}

/** Rows that jobs work on: their table, and the condition of those that a worker has begun. */
export type Begun = { table: Sql; isBegun: Sql }

/** Notes a failed attempt at a row that is still begun. */
export async function noteAttempt(
  db: Connection,
  storeId: string,
  { table, isBegun }: Begun,
  id: string,
  error: unknown,
  at: Date,
): Promise<void> {
  await db.query(sql`
    update ${table}
    set ${afterFailure(error, at)}
    where store_id = ${storeId} and id = ${id} and ${isBegun}`)
}

/** Begun rows of all stores whose worker was killed or stopped, and whose next attempt is due. */
export async function begunRows(
  db: Database,
  { table, isBegun }: Begun,
  now: Date,
): Promise<{ store_id: string; id: string }[]> {
  const rowsOf = (ofStores: Sql) =>
    db.query<{ store_id: string; id: string }>(sql`
      select store_id, id
      from ${table}
      where ${isBegun} and ${isAttemptDue(now)}${ofStores}`)
  return await askReachable(
    db,
    () => rowsOf(empty),
    stores => rowsOf(sql` and store_id = any(${stores}::uuid[])`),
  )
}

function reasonOf(error: unknown): FileFault {
  if (!(error instanceof PicturesUnavailable)) return { name: 'attempts_failed', values: [] }
  if (error.cause instanceof ClamdFailure) return { name: 'scan_failed', values: [] }
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return { name: isFull ? 'storage_full' : 'storage_failed', values: [] }
}
