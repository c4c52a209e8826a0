import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import sql from 'sql-template-tag'
import type { Connection } from '../foundation/database/connect.ts'
import { uuid } from '../foundation/lib/ids/uuid.ts'
import { signInAddress, type User } from '../tenants/accounts/users.ts'

const derive = promisify(argon2)

// A hash names its cost. This one is checked in 0.1 ms, and the service's own, which setup and invitations write, in 30.
const cost = { memory: 8, passes: 1, parallelism: 1 }

/** A user as `createUser` writes them, but for the cost of the password. */
export async function createPerson(
  tx: Connection,
  { name, email, password, at }: { name: string; email: string; password: string; at: Date },
): Promise<User> {
  const user = { id: uuid(), name, email: signInAddress(email) }
  await tx.query(sql`
    insert into accounts."user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values (${user.id}, ${user.name}, ${user.email}, true, ${at}, ${at})`)
  await tx.query(sql`
    insert into accounts."account" (
      "id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt"
    )
    values (${uuid()}, ${user.id}, 'credential', ${user.id}, ${await cheapHash(password)}, ${at}, ${at})`)
  return user
}

async function cheapHash(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...cost, message: password.normalize('NFKC'), nonce, tagLength: 32 })
  const [salt, hash] = [nonce, tag].map(bytes => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${hash}`
}
