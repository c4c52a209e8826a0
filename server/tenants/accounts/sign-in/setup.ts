import { randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import sql from 'sql-template-tag'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { fingerprint } from '../../../foundation/lib/secret.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { insertStore, type NewStore, type StoreSettings } from '../../stores/stores.ts'
import { addMember } from '../members.ts'
import { refuseWeak } from '../passwords/weak-passwords.ts'
import { allowMakingStores } from '../store-makers.ts'
import { createUser, hasUsers, type User } from '../users.ts'

const lock = 7_267_003 // advisory lock: only one of many concurrent setups creates the first owner

export const setupMinutes = 30

const oneAtATime = pLimit(1)

/**
 * Creates a token for the first sign-in, valid for 30 minutes. Returns undefined once a user exists. Tokens of earlier
 * starts stay valid, because the operator may already have copied a link.
 */
export async function makeSetupToken(db: Database, clock: Clock): Promise<string | undefined> {
  if (await hasUsers(db)) return undefined
  const token = randomBytes(32).toString('base64url')
  const now = clock()
  await db.transaction(async tx => {
    await tx.query(sql`delete from accounts.setup_tokens where expires_at <= ${new Date(now)}`)
    await tx.query(sql`
      insert into accounts.setup_tokens (token_hash, expires_at)
      values (${fingerprint(token)}, ${new Date(now + setupMinutes * 60_000)})`)
  })
  return token
}

export type FirstOwner = {
  name: string
  email: string
  password: string
  store: Partial<StoreSettings> & { name: string }
}

export type SetUp = NewStore & { user: User }

/**
 * Creates the owner and the first store. Of concurrent requests one wins; the others get `setup_over`. Throws
 * `password_weak`.
 */
export async function setUp(db: Database, clock: Clock, token: string, given: FirstOwner): Promise<SetUp> {
  // One at a time in this process. Each request that waits for the lock holds a connection, and hashing a password
  // under the lock takes seconds on a busy machine: of 50 concurrent requests, 48 got 503 at load 28.
  return await oneAtATime(async () => {
    const at = new Date(clock())
    await requireToken(db, token, at)
    return await makeFirstOwner(db, clock, token, given, at)
  })
}

async function makeFirstOwner(
  db: Database,
  clock: Clock,
  token: string,
  given: FirstOwner,
  at: Date,
): Promise<SetUp> {
  return await db.transaction(async tx => {
    await tx.query(sql`select pg_advisory_xact_lock(${lock})`)
    await requireToken(tx, token, at)
    await refuseWeak(given.password, { ...given, stores: [given.store.name] })
    await tx.query(sql`delete from accounts.setup_tokens`)
    const user = await createUser(tx, { ...given, at })
    const store = await insertStore(tx, clock, given.store, `user ${user.id}`)
    await addMember(tx, store.store_id, { userId: user.id, role: 'owner', at })
    await allowMakingStores(tx, user.id, at)
    return { user, ...store }
  })
}

export type SetupLinkState = 'valid' | 'unknown' | 'over'

/** Whether a setup link works: `unknown` if it expired or never existed, `over` once a user exists. */
export async function checkSetupLink(db: Connection, token: string, at: Date): Promise<SetupLinkState> {
  if (await hasUsers(db)) return 'over'
  return (await isTokenValid(db, token, at)) ? 'valid' : 'unknown'
}

async function requireToken(db: Connection, token: string, at: Date): Promise<void> {
  if ((await checkSetupLink(db, token, at)) !== 'valid') throw new ApiError('setup_over')
}

async function isTokenValid(db: Connection, token: string, at: Date): Promise<boolean> {
  const valid = await db.query(sql`
    select from accounts.setup_tokens
    where token_hash = ${fingerprint(token)} and expires_at > ${at}`)
  return valid.length > 0
}
