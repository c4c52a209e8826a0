import sql from 'sql-template-tag'
import type { Database } from '../../../foundation/database/connect.ts'
import { logChanges } from '../../../foundation/events/audit/audit.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { queueAccess } from '../../../foundation/mailings/mailings.ts'
import { readStore } from '../../stores/stores.ts'
import { listMemberships } from '../members.ts'
import { endSessions } from '../sessions.ts'
import type { User } from '../users.ts'

const day = 24 * 60 * 60 * 1000 // ms

/**
 * Removes a user's second factor, ends all their sessions, notes it in the audit log of each of their stores, and mails
 * the user on behalf of the first one. Resolves with whether there was a factor, and whether a mail was queued.
 */
export async function removeFactorOf(
  db: Database,
  secrets: Secrets,
  user: User,
  at: Date,
): Promise<{ removed: boolean; mailed: boolean }> {
  return await db.transaction(async tx => {
    const had = await tx.query(sql`
      delete from accounts."twoFactor"
      where "userId" = ${user.id}
      returning 1`)
    await tx.query(sql`
      update accounts."user"
      set "twoFactorEnabled" = false, "updatedAt" = ${at}
      where "id" = ${user.id}`)
    await endSessions(tx, user.id)
    if (had.length === 0) return { removed: false, mailed: false }
    const stores = await listMemberships(tx, user.id)
    const change = { at, actor: 'command', action: 'remove second_factor', record: 'member' } as const
    for (const { store_id } of stores)
      await logChanges(tx, store_id, [{ ...change, recordId: user.id, fields: [] }])
    const [first] = stores
    if (!first) return { removed: true, mailed: false }
    const { locale } = await readStore(tx, first.store_id)
    const mail = { kind: 'second_factor_removed', recordId: user.id, language: locale, at } as const
    await queueAccess(tx, secrets, first.store_id, {
      ...mail,
      name: user.name,
      email: user.email,
      expiresAt: new Date(at.getTime() + 30 * day),
    })
    return { removed: true, mailed: true }
  })
}
