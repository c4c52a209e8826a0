import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { hashPassword } from './passwords/passwords.ts'

/** A user: anybody who can sign in. */
export type User = { id: string; name: string; email: string }

/** An address in the form that sign-in compares: trimmed and in lower case. */
export function signInAddress(email: string): string {
  return email.trim().toLowerCase()
}

/** Creates a user with a password, in the caller's transaction. The address must be new. */
export async function createUser(
  tx: Connection,
  { password, ...given }: { name: string; email: string; password: string; at: Date },
): Promise<User> {
  return await insertUser(tx, { ...given, passwordHash: await hashPassword(password) })
}

/** As `createUser`, with a hash in PHC form, which names its own cost. */
export async function insertUser(
  tx: Connection,
  { name, email, passwordHash, at }: { name: string; email: string; passwordHash: string; at: Date },
): Promise<User> {
  const user = { id: uuid(), name, email: signInAddress(email) }
  await tx.query(sql`
    insert into accounts."user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values (${user.id}, ${user.name}, ${user.email}, true, ${at}, ${at})`)
  await tx.query(sql`
    insert into accounts."account" (
      "id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt"
    )
    values (${uuid()}, ${user.id}, 'credential', ${user.id}, ${passwordHash}, ${at}, ${at})`)
  return user
}

/** Creates a user without a password, who can sign in only after a link has set one. */
export async function createUserWithoutPassword(
  tx: Connection,
  given: { name: string; email: string; at: Date },
): Promise<User> {
  return await createUser(tx, { ...given, password: randomBytes(32).toString('base64url') })
}

export async function findUser(db: Connection, email: string): Promise<User | undefined> {
  const [user] = await db.query<User>(sql`
    select "id", "name", "email"
    from accounts."user"
    where "email" = ${signInAddress(email)}`)
  return user
}

/** The names of existing users, by id. */
export async function namesOf(db: Connection, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db.query<{ id: string; name: string }>(sql`
    select "id", "name"
    from accounts."user"
    where "id" = any(${[...new Set(userIds)]}::text[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function renameUser(db: Connection, userId: string, name: string, at: Date): Promise<void> {
  await db.query(sql`
    update accounts."user"
    set "name" = ${name}, "updatedAt" = ${at}
    where "id" = ${userId}`)
}

/** Sets a new password and ends every session, also those of anybody who knew the old one. */
export async function setPassword(tx: Connection, userId: string, password: string, at: Date): Promise<void> {
  await tx.query(sql`
    update accounts."account"
    set "password" = ${await hashPassword(password)}, "updatedAt" = ${at}
    where "userId" = ${userId} and "providerId" = 'credential'`)
  await tx.query(sql`delete from accounts."session" where "userId" = ${userId}`)
}

/** Whether any user exists. */
export async function hasUsers(db: Connection): Promise<boolean> {
  const rows = await db.query(sql`select from accounts."user" limit 1`)
  return rows.length > 0
}
