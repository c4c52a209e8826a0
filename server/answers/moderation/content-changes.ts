import { LRUCache } from 'lru-cache'
import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Session } from '../../foundation/database/session.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'

/** Notifies every instance, when the transaction commits, that reviews or questions of the store have changed. */
export async function notifyContentChanged(tx: Connection, storeId: string): Promise<void> {
  await tx.query(sql`select pg_notify('realword', ${`content ${storeId} ${uuid()}`})`)
}

/** Names the latest change of a store's reviews and questions; '' if this instance has received none since its start. */
export type ContentChanges = (storeId: string) => string

const mostStores = 10_000

/**
 * What this instance knows of the stores' latest changes. Every instance receives changes in the order of their commits,
 * so they agree. A dashboard asks for it each second: the answer costs no query.
 */
export function followContentChanges(session: Session): ContentChanges {
  const latest = new LRUCache<string, string>({ max: mostStores })
  session.onGap(() => latest.clear())
  session.onNotify(payload => {
    const [, storeId, change] = /^content (\S+) (\S+)$/.exec(payload) ?? []
    if (storeId && change) latest.set(storeId, change)
  })
  return storeId => latest.get(storeId) ?? ''
}
