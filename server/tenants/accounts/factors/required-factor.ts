import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Config } from '../../../foundation/config/config.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'

type RequiredBy = Pick<Config, 'SECOND_FACTOR'>

/**
 * Requires a second factor of users who need one: of all if the operator says so, otherwise of the members of a store
 * that does. Until they have one, they can only set it up. Throws `factor_missing`.
 */
export function requireFactor(db: Connection, config: RequiredBy) {
  return async ({ user }: FastifyRequest): Promise<void> => {
    if (await lacksFactor(db, config, user)) throw new ApiError('factor_missing')
  }
}

/** Whether the user needs a second factor and has none. */
export async function lacksFactor(
  db: Connection,
  { SECOND_FACTOR }: RequiredBy,
  { id, hasSecondFactor }: { id: string; hasSecondFactor: boolean },
): Promise<boolean> {
  if (hasSecondFactor) return false
  return SECOND_FACTOR === 'required' || (await isMemberWhereRequired(db, id))
}

async function isMemberWhereRequired(db: Connection, userId: string): Promise<boolean> {
  const known = await db.query<{ store_id: string }>(sql`
    select store_id
    from accounts.stores_of_users
    where user_id = ${userId}`)
  if (known.length === 0) return false
  const requiring = await db.query(sql`
    select from memberships
    join stores using (store_id)
    where store_id = any(${known.map(({ store_id }) => store_id)}::uuid[]) and user_id = ${userId}
      and second_factor_required and deleted_at is null
    limit 1`)
  return requiring.length > 0
}
