import sql from 'sql-template-tag'
import type { Connection as Db } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { noteHooks } from './backfill/hook-checks.ts'
import { type ConnectionContext, type ConnectionRow, webhookUrl } from './connection-list.ts'
import { byOf, logConnection, openConnection } from './connections.ts'
import { toShopProblem } from './events/take-events.ts'
import type { Finding } from './platform.ts'
import { sentence } from './sentences.ts'
import { missingIn } from './settings.ts'
import { createShopFetch } from './shop/shop-fetch.ts'
import { noteShopMails } from './shop/shop-mails.ts'

type CheckContext = ConnectionContext & { allowedNetworks: readonly string[] }

/**
 * Runs the platform's `test`, or its `repair`, which creates or activates the shop's webhooks. Whatever prevents it is a
 * finding. The connection shows the first problem, or none any more. Throws `connection_unknown`, and `connection_state`
 * for a platform without that function.
 */
export async function checkConnection(
  db: Db,
  storeId: string,
  connectionId: string,
  what: 'test' | 'repair',
  context: CheckContext,
): Promise<Finding[]> {
  const findings = await ask(db, storeId, connectionId, what, context)
  if (what === 'repair')
    await logConnection(db, storeId, connectionId, { action: 'repair connection', ...byOf(context) })
  return findings
}

async function ask(
  db: Db,
  storeId: string,
  connectionId: string,
  what: 'test' | 'repair',
  { secrets, address, now, allowedNetworks }: CheckContext,
): Promise<Finding[]> {
  const { row, platform, settings } = await openConnection(db, secrets, storeId, connectionId)
  const act = platform[what]
  if (!act) throw new ApiError('connection_state')
  if (!settings) return [{ ok: false, what: sentence('keysUnreadable'), mend: sentence('keysAgain') }]
  const missing = missingIn(platform, settings)
  if (missing.length > 0)
    return [
      { ok: false, what: sentence('missing', { fields: missing.join(', ') }), mend: sentence('missingMend') },
    ]
  const shop = { settings, fetch: createShopFetch({ allow: allowedNetworks }), now }
  const findings = await orProblem(() => act.call(platform, shop, webhookUrl(address, row)))
  await noteFindings(db, row, findings, now)
  return findings
}

async function orProblem(act: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await act()
  } catch (error) {
    const problem = toShopProblem(error)
    if (!problem) throw error
    return [{ ok: false, what: problem.what, mend: problem.mend }]
  }
}

async function noteFindings(db: Db, row: ConnectionRow, findings: Finding[], now: number): Promise<void> {
  await noteShopMails(db, row, findings, now)
  const wrong = findings.find(({ ok, shopMails }) => !ok && !shopMails)
  if (wrong) {
    const { ok: _, ...problem } = wrong
    return await noteHooks(db, row, problem, now)
  }
  await noteHooks(db, row, undefined, now)
  await db.query(sql`
    update connections
    set problem = null, problem_at = null, waits_until = null
    where store_id = ${row.store_id} and connection_id = ${row.connection_id}`)
}
