import sql from 'sql-template-tag'
import { branchesOf } from '../../../foundation/database/case-branches.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { type Secrets, sign } from '../../../foundation/lib/secret.ts'
import { signInAddress } from '../users.ts'

const freeTries = 8
const lockSeconds = [30, 60, 120, 240, 480, 900] // after the last free try, and after each further failure
const forgetAfter = 24 * 60 * 60

/** A budget of attempts: the keyed hash of an address, and the id of a known device or ''. */
export type Attempt = { addressHash: Buffer; device: string }

/** The stored form of an address: it cannot be recovered without SECRET. */
export function addressHash(secret: string, email: string): Buffer {
  return sign(secret, 'sign-in address', signInAddress(email))
}

/**
 * Counts an attempt as failed before its password is verified, so that concurrent attempts get no more guesses than
 * sequential ones. Addresses without an account are counted too, so that answers do not reveal which exist. Throws
 * `too_many` while this budget is locked.
 */
export async function countAttempt(
  db: Connection,
  { addressHash, device }: Attempt,
  now: Date,
): Promise<void> {
  const forgotten = new Date(now.getTime() - forgetAfter * 1000)
  const locks = lockSeconds.map(seconds => new Date(now.getTime() + seconds * 1000))
  const counted = await db.query(sql`
    insert into accounts.sign_in_failures as known (address_hash, device, failures, last_at)
    values (${addressHash}, ${device}, 1, ${now})
    on conflict (address_hash, device) do update
    set failures = case when known.last_at < ${forgotten} then 1 else known.failures + 1 end,
      last_at = excluded.last_at,
      locked_until = case
        when known.last_at < ${forgotten} or known.failures + 1 < ${freeTries} then null
        ${branchesOf(sql`known.failures + 1 - ${freeTries}`, locks)}
        else ${locks.at(-1)}::timestamptz
      end
    where known.locked_until is null or known.locked_until <= excluded.last_at
    returning failures`)
  if (counted.length === 0) throw await locked(db, { addressHash, device }, now)
}

/** Resets the budget after the right password. */
export async function forgetAttempts(db: Connection, { addressHash, device }: Attempt): Promise<void> {
  await db.query(sql`
    delete from accounts.sign_in_failures
    where address_hash = ${addressHash} and device = ${device}`)
}

/** Reverts the count of an attempt that ended before its password was verified. */
export async function uncountAttempt(db: Connection, { addressHash, device }: Attempt): Promise<void> {
  await db.query(sql`
    update accounts.sign_in_failures
    set failures = greatest(failures - 1, 0),
      locked_until = case when failures - 1 < ${freeTries} then null else locked_until end
    where address_hash = ${addressHash} and device = ${device}`)
  // Otherwise refused attempts with invented addresses would fill the table.
  await db.query(sql`
    delete from accounts.sign_in_failures
    where address_hash = ${addressHash} and device = ${device} and failures = 0`)
}

/** Unlocks every budget of an address, after its owner set a new password. */
export async function forgetAllAttempts(db: Connection, secrets: Secrets, email: string): Promise<void> {
  const hashes = secrets.all.map(secret => addressHash(secret, email))
  await db.query(sql`delete from accounts.sign_in_failures where address_hash = any(${hashes})`)
}

/**
 * Erases the attempts of an address without an account. Those of a user stay for a day: the owner of any store may
 * erase any address, and could unlock it for more guesses.
 */
export async function eraseAttempts(db: Connection, secrets: Secrets, email: string): Promise<void> {
  const hashes = secrets.all.map(secret => addressHash(secret, email))
  await db.query(sql`
    delete from accounts.sign_in_failures
    where address_hash = any(${hashes})
      and not exists (select from accounts."user" where "email" = ${signInAddress(email)})`)
}

async function locked(db: Connection, { addressHash, device }: Attempt, now: Date): Promise<ApiError> {
  const [row] = await db.query<{ locked_until: Date | null }>(sql`
    select locked_until
    from accounts.sign_in_failures
    where address_hash = ${addressHash} and device = ${device}`)
  const seconds = ((row?.locked_until?.getTime() ?? 0) - now.getTime()) / 1000
  return new ApiError('too_many', { headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } })
}
