import sql from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { logChanges } from '../../foundation/events/audit/audit.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { insertStore, type NewStore, type StoreSettings } from '../stores/stores.ts'
import { addMember } from './members.ts'

/** Whether the user may make further stores. */
export async function mayMakeStores(db: Connection, userId: string): Promise<boolean> {
  const found = await db.query(sql`
    select from accounts.store_makers
    where user_id = ${userId}`)
  return found.length > 0
}

/** Allows the user to make stores. */
export async function allowMakingStores(tx: Connection, userId: string, at: Date): Promise<void> {
  await tx.query(sql`
    insert into accounts.store_makers (user_id, allowed_at)
    values (${userId}, ${at})
    on conflict do nothing`)
}

/** Forbids it again. The user's stores stay. */
export async function forbidMakingStores(tx: Connection, userId: string): Promise<void> {
  await tx.query(sql`
    delete from accounts.store_makers
    where user_id = ${userId}`)
}

/** Makes a store, with the user as its owner. Throws `role_missing` and `settings_invalid`. */
export async function makeStore(
  db: Database,
  clock: Clock,
  userId: string,
  given: Partial<StoreSettings> & { name: string },
): Promise<NewStore> {
  const at = new Date(clock())
  return await db.transaction(async tx => {
    if (!(await mayMakeStores(tx, userId))) throw new ApiError('role_missing')
    const store = await insertStore(tx, clock, given, `user ${userId}`)
    await addMember(tx, store.store_id, { userId, role: 'owner', at })
    const change = { at, actor: `user ${userId}`, action: 'create', record: 'store' } as const
    await logChanges(tx, store.store_id, [{ ...change, recordId: store.store_id, fields: ['name'] }])
    return store
  })
}
