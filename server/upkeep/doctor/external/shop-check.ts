import sql from 'sql-template-tag'
import type { Config } from '../../../foundation/config/config.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { findTroubledConnections, type TroubledConnection } from '../../../links/connections/troubled.ts'
import { storesWith } from '../../../tenants/stores/all-stores.ts'
import { type Finding, ok, warning } from '../check.ts'
import { describeStores, findInStores, noProgress } from '../stores-in-batches.ts'

/** Reports the connections to shops that need somebody, each with what to do. Contacts no shop. */
export async function checkShops(
  db: Database,
  config: Config,
  clock: Clock,
  progress = noProgress,
): Promise<Finding> {
  const secrets = readSecrets(config)
  const stores = await storesWith(
    db,
    sql`exists (select from connections where connections.store_id = stores.store_id)`,
  )
  const troubled = await findInStores(stores, progress, some =>
    findTroubledConnections(db, secrets, some, clock()),
  )
  if (troubled.size > 0) return warning(describeStores(troubled, describe))
  return ok(
    stores.length === 0
      ? 'no store has one'
      : `the connections of all stores (${stores.length}) are in order`,
  )
}

function describe(connections: TroubledConnection[]): string {
  return connections
    .map(({ connection_id, platform, problems }) => `${platform} ${connection_id}: ${problems.join(' ')}`)
    .join(' ')
}
