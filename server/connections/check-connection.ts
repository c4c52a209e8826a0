import type { Connection as Db } from '../database/connect.ts'
import { ApiError } from '../errors/errors.ts'
import { type ConnectionContext, openConnection, webhookUrl } from './connections.ts'
import { noteHooks } from './hook-checks.ts'
import type { Finding } from './platform.ts'
import { missingIn } from './settings.ts'
import { createShopFetch } from './shop-fetch.ts'
import { toShopProblem } from './take-events.ts'

/**
 * Runs the platform's `test`, or its `repair`, which creates or activates the shop's webhooks. Whatever prevents it is a
 * finding. If all is well, an earlier problem of the webhooks is over. Throws `connection_unknown`, and `state_wrong` for a platform without that function.
 */
export async function checkConnection(
  db: Db,
  storeId: string,
  connectionId: string,
  what: 'test' | 'repair',
  { secrets, address, now, allowedNetworks }: ConnectionContext & { allowedNetworks: readonly string[] },
): Promise<Finding[]> {
  const { row, platform, settings } = await openConnection(db, secrets, storeId, connectionId)
  const act = platform[what]
  if (!act) throw new ApiError('state_wrong')
  if (!settings) return [{ ok: false, what: 'The stored keys cannot be read.', mend: 'Give them again.' }]
  const missing = missingIn(platform, settings)
  if (missing.length > 0)
    return [
      { ok: false, what: `Missing: ${missing.join(', ')}.`, mend: 'Add what is missing to the connection.' },
    ]
  try {
    const shop = { settings, fetch: createShopFetch({ allow: allowedNetworks }), now }
    const findings = await act.call(platform, shop, webhookUrl(address, row))
    if (findings.every(({ ok }) => ok)) await noteHooks(db, row, undefined, now)
    return findings
  } catch (error) {
    const problem = toShopProblem(error)
    if (!problem) throw error
    return [{ ok: false, what: problem.message, mend: problem.mend }]
  }
}
