import type { Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { Connection, ConnectionContext } from './connection-list.ts'
import { changeConnection, openConnection } from './connections.ts'
import { toShopProblem } from './events/take-events.ts'
import { inEveryLanguage } from './sentences.ts'
import { createShopFetch } from './shop/shop-fetch.ts'

/**
 * Exchanges the code of an installed app for the token of its shop, which is stored and never returned. Throws
 * `connection_unknown`, `connection_state` for a platform without such codes, and `settings_invalid` with what the shop
 * answered.
 */
export async function authorizeConnection(
  database: Database,
  storeId: string,
  connectionId: string,
  code: string,
  { allowedNetworks, ...context }: ConnectionContext & { allowedNetworks: readonly string[] },
): Promise<Connection> {
  const { secrets, now } = context
  const { platform, settings } = await openConnection(database, secrets, storeId, connectionId)
  if (!platform.authorize || !settings) throw new ApiError('connection_state')
  const shop = { settings, fetch: createShopFetch({ allow: allowedNetworks }), now }
  const change = await platform.authorize(shop, code).catch(error => {
    throw refusal(error)
  })
  return await database.transaction(tx => changeConnection(tx, storeId, connectionId, change, context))
}

function refusal(error: unknown): unknown {
  const problem = toShopProblem(error)
  if (!problem) return error
  const values = [inEveryLanguage(problem.what, problem.mend)]
  return new ApiError('settings_invalid', { problems: [{ path: 'code', problem: 'refused', values }] })
}
