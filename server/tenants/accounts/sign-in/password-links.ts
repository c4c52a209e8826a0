import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { fingerprint, type Secrets } from '../../../foundation/lib/secret.ts'
import { queueAccess } from '../../../foundation/mailings/mailings.ts'
import { listMemberships } from '../members.ts'
import { type Known, refuseWeak } from '../passwords/weak-passwords.ts'
import { findUser, setPassword, type User } from '../users.ts'
import { forgetAllAttempts } from './sign-in-failures.ts'

export const resetMinutes = 60

const mostOpen = 3 // valid links per user; more would only fill a mailbox

/**
 * Mails a link to set a new password, on behalf of the user's first store. Silently sends nothing to unknown addresses,
 * to users without a store, and after too many requests.
 */
export async function mailPasswordLink(
  db: Database,
  secrets: Secrets,
  { email, language, at }: { email: string; language: string; at: Date },
): Promise<void> {
  await db.transaction(async tx => {
    const user = await findUser(tx, email)
    const [store] = user ? await listMemberships(tx, user.id) : []
    if (!user || !store || (await countOpen(tx, user.id, at)) >= mostOpen) return
    const expiresAt = new Date(at.getTime() + resetMinutes * 60_000)
    const mail = { kind: 'password_reset', recordId: user.id, language, at, expiresAt } as const
    const hash = await queueAccess(tx, secrets, store.store_id, { ...user, ...mail })
    if (hash) await keep(tx, hash, user.id, at, expiresAt)
  })
}

/** Creates the token of a password link, for the operator to hand over. */
export async function makePasswordLink(
  tx: Connection,
  userId: string,
  at: Date,
  minutes: number,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(at.getTime() + minutes * 60_000)
  await keep(tx, fingerprint(token), userId, at, expiresAt)
  return { token, expiresAt }
}

/**
 * Sets the password of the link's user, ends all their sessions, and invalidates all their links. Throws `link_over`,
 * and `password_weak`, which keeps the link valid.
 */
export async function resetPassword(
  db: Database,
  secrets: Secrets,
  { token, password, at }: { token: string; password: string; at: Date },
): Promise<User> {
  return await db.transaction(async tx => {
    // Delete the link first: of two concurrent uses, the second finds nothing.
    const [link] = await tx.query<{ user_id: string }>(sql`
      delete from accounts.password_links
      where token_hash = ${fingerprint(token)} and expires_at > ${at}
      returning user_id`)
    if (!link) throw new ApiError('link_over')
    await tx.query(sql`delete from accounts.password_links where user_id = ${link.user_id}`)
    const [user] = await tx.query<User>(sql`
      select "id", "name", "email"
      from accounts."user"
      where "id" = ${link.user_id}`)
    if (!user) throw new ApiError('link_over')
    await refuseWeak(password, await knownOf(tx, user))
    await setPassword(tx, user.id, password, at)
    await forgetAllAttempts(tx, secrets, user.email)
    return user
  })
}

/** Facts that others know about a user. A password must not consist of them. */
export async function knownOf(db: Connection, { id, name, email }: User): Promise<Known> {
  const stores = await listMemberships(db, id)
  return { name, email, stores: stores.map(store => store.name) }
}

async function countOpen(tx: Connection, userId: string, at: Date): Promise<number> {
  // Without this lock, concurrent requests do not count each other's links.
  await tx.query(sql`select from accounts."user" where "id" = ${userId} for no key update`)
  await tx.query(sql`delete from accounts.password_links where user_id = ${userId} and expires_at <= ${at}`)
  const [row] = await tx.query<{ open: number }>(sql`
    select count(*)::integer as open
    from accounts.password_links
    where user_id = ${userId}`)
  return row?.open ?? 0
}

async function keep(tx: Connection, hash: Buffer, userId: string, at: Date, expiresAt: Date): Promise<void> {
  await tx.query(sql`
    insert into accounts.password_links (token_hash, user_id, created_at, expires_at)
    values (${hash}, ${userId}, ${at}, ${expiresAt})`)
}
