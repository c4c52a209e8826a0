import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { reachableStoresWith } from '../../../tenants/stores/all-stores.ts'
import { type Finding, ok, warning } from '../check.ts'

const mostNamed = 3

const hasChannel = (condition: Sql) => sql`active and deleted_at is null and exists (
  select from channels
  where channels.store_id = stores.store_id and ${condition})`

/** Counts the stores with WhatsApp or SMS, and names those whose buyers get mail because the provider refuses. */
export async function checkChannels(db: Connection, clock: Clock): Promise<Finding> {
  const used = await reachableStoresWith(db, hasChannel(sql`true`))
  if (used.length === 0) return ok('no store uses WhatsApp or SMS')
  const failing = await reachableStoresWith(db, hasChannel(sql`waits_until > ${new Date(clock())}`))
  const found = `stores with WhatsApp or SMS: ${used.length}, refused by their provider: ${failing.length}`
  if (failing.length === 0) return ok(found)
  const named = failing.slice(0, mostNamed).join(', ')
  return warning(
    `${found}. Their buyers get email; owners see the reason under Settings → Channels. Stores: ${named}`,
  )
}
