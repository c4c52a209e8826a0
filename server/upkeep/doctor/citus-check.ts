import { readCitus } from '../../foundation/database/citus/citus.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { error, type Finding, ok, warning } from './check.ts'

/** Reports whether the database is a Citus cluster, and our tables that it has not distributed. */
export async function checkCitus(db: Connection): Promise<Finding> {
  const citus = await readCitus(db)
  if (!citus) return ok('not in use: the database is one PostgreSQL server')
  const { version, nodes, left } = citus
  if (!citus.isDistributed)
    return warning(
      `Citus ${version} is installed, but no table is distributed. Run: ./realword migrate --citus`,
    )
  if (left.length > 0) {
    const names = left.map(({ name }) => name).join(', ')
    return error(`not distributed: ${names}. Run: ./realword migrate --citus`)
  }
  return ok(`Citus ${version}: all tables are distributed over ${nodes === 1 ? '1 node' : `${nodes} nodes`}`)
}
