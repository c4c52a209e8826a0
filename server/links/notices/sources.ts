import sql from 'sql-template-tag'
import { codesLeft } from '../../asking/rewards/counts.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { findTroubledConnections } from '../connections/troubled.ts'
import type { ProblemText } from './facts.ts'

/** A problem that lasts until somebody repairs it. `key` stays the same while it does. */
export type Problem = { key: string; text: ProblemText }

/** `find` returns all problems that a store has now. Keys begin with the source's name and a space. */
export type ProblemSource = {
  name: string
  find: (context: { db: Connection; secrets: Secrets; now: number }, storeId: string) => Promise<Problem[]>
}

/**
 * What is checked for each store with a target, every 15 minutes. A problem is reported once, and again if it returns
 * after it was over. To add a source, write one here, and its sentence into `problems` in `locales/staff/`.
 */
export const problemSources: ProblemSource[] = [
  {
    name: 'connection',
    find: async ({ db, secrets, now }, storeId) => {
      const troubled = await findTroubledConnections(db, secrets, [storeId], now)
      return troubled.map(({ connection_id, name, platform }) => ({
        key: `connection ${connection_id}`,
        text: { name: 'connection', values: { name: name || platform } },
      }))
    },
  },
  {
    name: 'webhook',
    find: async ({ db }, storeId) => {
      const disabled = await db.query<{ webhook_id: string; url: string }>(sql`
        select webhook_id, url
        from webhook_endpoints
        where store_id = ${storeId} and state = 'disabled' and disabled_why in ('gone', 'failing')
        order by webhook_id`)
      return disabled.map(({ webhook_id, url }) => ({
        key: `webhook ${webhook_id}`,
        text: { name: 'webhook', values: { name: new URL(url).host } },
      }))
    },
  },
  {
    name: 'codes',
    find: async ({ db, now }, storeId) => {
      const left = await codesLeft(db, storeId, await readStore(db, storeId), new Date(now))
      if (left === null || left >= fewCodes) return []
      return [{ key: 'codes left', text: { name: 'codes', values: { left } } }]
    },
  },
]

const fewCodes = 20 // of rewards
