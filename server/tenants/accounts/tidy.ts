import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

const day = 24 * 60 * 60 * 1000

/** Deletes expired sessions, tokens and sign-in attempts. */
export async function tidyAccounts(db: Connection, at: Date): Promise<void> {
  const yesterday = new Date(at.getTime() - day)
  // A lock lasts 15 minutes at most.
  await db.query(sql`delete from accounts.sign_in_failures where last_at < ${yesterday}`)
  // The keys hold network addresses.
  await db.query(sql`delete from accounts."rateLimit" where "lastRequest" < ${yesterday.getTime()}`)
  await db.query(sql`delete from accounts."session" where "expiresAt" < ${at}`)
  await db.query(sql`delete from accounts."verification" where "expiresAt" < ${at}`)
  await db.query(sql`delete from accounts.password_links where expires_at < ${at}`)
  await db.query(sql`delete from accounts.setup_tokens where expires_at < ${at}`)
}
