import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { ApiError } from '../errors.ts'
import { signInAddress } from './people.ts'

const freeTries = 8
const firstLock = 30 // seconds; doubles with each further failure
const longestLock = 15 * 60
const forgetAfter = 24 * 60 * 60

/**
 * Throws `too_many` while the address is locked after wrong passwords, whoever tries and from wherever: a
 * limit by network alone does not stop guesses that come from many.
 */
export async function refuseLocked(db: Connection, email: string, now: Date): Promise<void> {
  const [row] = await db.query<{ locked_until: Date | null }>(sql`
    select locked_until
    from accounts.sign_in_failures
    where email = ${signInAddress(email)} and locked_until > ${now}`)
  if (!row?.locked_until) return
  const wait = Math.max(1, Math.ceil((row.locked_until.getTime() - now.getTime()) / 1000))
  throw new ApiError('too_many', { headers: { 'retry-after': String(wait) } })
}

/** Counts a wrong password. Addresses nobody has are counted too, so that nothing tells which exist. */
export async function countFailure(db: Connection, email: string, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - forgetAfter * 1000)
  await db.query(sql`
    insert into accounts.sign_in_failures as known (email, failures, last_at)
    values (${signInAddress(email)}, 1, ${now})
    on conflict (email) do update
    set failures = case when known.last_at < ${forgotten} then 1 else known.failures + 1 end,
      last_at = excluded.last_at,
      locked_until = case
        when known.last_at < ${forgotten} or known.failures + 1 < ${freeTries} then null
        else excluded.last_at + make_interval(secs => least(
          ${longestLock}, ${firstLock} * power(2, least(known.failures + 1 - ${freeTries}, 10))
        ))
      end`)
}

export async function forgetFailures(db: Connection, email: string): Promise<void> {
  await db.query(sql`delete from accounts.sign_in_failures where email = ${signInAddress(email)}`)
}
