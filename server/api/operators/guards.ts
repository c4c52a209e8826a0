import type { FastifyRequest } from 'fastify'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { bearerOf } from '../../foundation/http/bearer.ts'
import type { Counts } from '../../foundation/http/limits/counts.ts'
import { limitPerNetwork } from '../../foundation/http/limits/visitor-limits.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { findOperatorKey, saveOperatorKeyUse } from '../../tenants/accounts/operator-keys.ts'
import { isOperator } from '../../tenants/accounts/operators.ts'

/** Wrong keys from one network in an hour. A key has 190 random bits: the limit spares the database, not the key. */
const mostWrongKeys = 300

/**
 * Requires a key of the operator API. Throws `key_missing`, `key_invalid` and `key_expired`, and `too_many` after many
 * wrong keys from one network.
 */
export function requireOperatorKey(counts: Counts, db: Connection, clock: Clock) {
  const countWrong = limitPerNetwork(counts, 'wrong operator keys', mostWrongKeys)
  return async (request: FastifyRequest): Promise<void> => {
    const token = bearerOf(request) ?? request.headers['x-api-key']
    if (typeof token !== 'string' || token === '') throw new ApiError('key_missing')
    const key = await findOperatorKey(db, token.trim())
    if (!key || key.revoked_at) {
      await countWrong(request)
      throw new ApiError('key_invalid')
    }
    const now = clock()
    if (key.expires_at && key.expires_at.getTime() <= now) throw new ApiError('key_expired')
    request.operator = `key ${key.key_id}`
    await saveOperatorKeyUse(db, key, new Date(now))
  }
}

/** Requires a signed-in user with the role, read from the database each time. Throws `operator_missing`. */
export function requireOperatorRole(db: Connection) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!(await isOperator(db, request.user.id))) throw new ApiError('operator_missing')
    request.operator = `user ${request.user.id}`
  }
}
