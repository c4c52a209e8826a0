import sql from 'sql-template-tag'
import { ownStore } from '../../../foundation/database/citus/own-store.ts'
import type { Database, Connection as Db } from '../../../foundation/database/connect.ts'
import type { ConnectionRow } from '../connection-list.ts'
import { type ShopOrder, ShopProblem } from '../platform.ts'
import { type Sentence, sentence } from '../sentences.ts'

/** When the shop was read, and when it sent what was read. In ms. `eventId`: the webhook, if it is one. */
export type Reading = { now: number; receivedAt: number; eventId?: string }

/**
 * A version of an order. `isDatedByShop`: shops date in whole seconds, so two versions may have one time. `isRestored`
 * counts after a deletion that arrived before.
 */
export type Version = {
  at: number
  eventId: string | null
  isDatedByShop: boolean
  isRestored: boolean
  receivedAt: number
}

export function versionOf(
  { changedAt, isRestored = false }: Pick<ShopOrder, 'changedAt' | 'isRestored'>,
  { now, receivedAt, eventId = undefined }: Reading,
): Version {
  const read = { isRestored, receivedAt, eventId: null, isDatedByShop: false }
  if (typeof changedAt === 'number') return { ...read, at: changedAt, isDatedByShop: true }
  // When an event is worked on says nothing of its order: it may be retried after a later one.
  if (changedAt === 'received') return { ...read, at: receivedAt, eventId: eventId ?? null }
  return { ...read, at: now }
}

/**
 * Locks the order among those of its store's connections, so that one version at a time is applied, and records the
 * version with what `act` changes. `isTie`: a version with the same time was applied. Throws ShopProblem for an order of
 * another connection.
 */
export async function withVersion(
  database: Database,
  { store_id, connection_id }: ConnectionRow,
  orderId: string,
  version: Version,
  act: (tx: Db, isTie: boolean) => Promise<Sentence[]>,
): Promise<Sentence[]> {
  return await database.transaction(async tx => {
    await tx.query(sql`
      insert into connection_orders (store_id, order_id, connection_id, changed_at)
      select own.store_id, ${orderId}, ${connection_id}, ${never}::timestamptz
      from ${ownStore(store_id)} as own
      on conflict (store_id, order_id) do nothing`)
    const [known] = await tx.query<Known & { connection_id: string }>(sql`
      select connection_id, changed_at, event_id
      from connection_orders
      where store_id = ${store_id} and order_id = ${orderId}
      for update`)
    if (known && known.connection_id !== connection_id)
      throw new ShopProblem(sentence('otherConnection', { id: orderId }), sentence('otherConnectionMend'))
    if (known && isOlder(version, known)) return [sentence('older')]
    const outcome = await act(tx, version.isDatedByShop && known?.changed_at.getTime() === version.at)
    await tx.query(sql`
      update connection_orders
      set changed_at = ${new Date(version.at)}, event_id = ${version.eventId}::uuid
      where store_id = ${store_id} and order_id = ${orderId}`)
    return outcome
  })
}

const never = new Date(0)

type Known = { changed_at: Date; event_id: string | null }

function isOlder({ at, eventId, isRestored, receivedAt }: Version, { changed_at, event_id }: Known): boolean {
  const known = changed_at.getTime()
  if (isRestored && event_id !== null && receivedAt >= known) return false
  if (known !== at) return known > at
  return eventId !== null && event_id !== null && event_id > eventId
}
