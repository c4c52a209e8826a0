import sql from 'sql-template-tag'
import type { Connection as Db } from '../../../foundation/database/connect.ts'
import type { ConnectionRow } from '../connection-list.ts'
import { countProcessorTime, requireProcessorTime } from '../generic/cpu-budget.ts'
import { type Platform, type Shop, type ShopChange, ShopProblem } from '../platform.ts'

export type WaitingEvent = {
  event_id: string
  connection_id: string
  topic: string
  subject: string | null
  body: Buffer
  received_at: Date
  attempts: number
}

/** A connection, while its events are worked on. `isPostponed`: one of them met a temporary problem. */
export type Opened = { row: ConnectionRow; platform: Platform; shop: Omit<Shop, 'now'>; isPostponed: boolean }

/**
 * What an event asks for. The expressions of a mapping run within the store's processor time. Throws ShopProblem.
 */
export async function readEvent(
  { database }: { database: Db },
  { row, platform, shop }: Opened,
  { topic, body, received_at }: WaitingEvent,
  now: number,
): Promise<ShopChange[]> {
  const event = { topic, body, receivedAt: received_at.getTime() }
  if (platform.name !== 'generic') return await platform.read(event, { ...shop, now })
  const [owner, at] = [row.store_id, new Date(now)]
  await requireProcessorTime(database, owner, at)
  let spent = 0
  const count = (ms: number) => {
    spent += ms
  }
  try {
    return await platform.read(event, { ...shop, now, expressions: { owner, count } })
  } finally {
    await countProcessorTime(database, owner, spent, at)
  }
}

/** What was read of an event. Throws what reading it threw. */
export type Read = () => ShopChange[]

/**
 * Reads the events whose order only their bodies name, and names it: in the log, and so that events of one order follow
 * each other.
 */
export async function readUnnamed(
  { database, clock }: { database: Db; clock: () => number },
  events: WaitingEvent[],
  openedOf: (connectionId: string) => Promise<Opened | undefined> | undefined,
): Promise<Map<string, Read>> {
  const reads = new Map<string, Read>()
  const unnamed = events.filter(({ subject }) => subject === null).map(event => [event])
  await inTurns(unnamed, async event => {
    const opened = await openedOf(event.connection_id)
    if (opened?.platform.name !== 'generic') return
    try {
      const changes = await readEvent({ database }, opened, event, clock())
      reads.set(event.event_id, () => changes)
      event.subject = subjectOf(changes)
    } catch (error) {
      reads.set(event.event_id, () => {
        throw error
      })
      event.subject = error instanceof ShopProblem ? (error.subject ?? null) : null
    }
    if (event.subject !== null) await nameEvent(database, opened.row, event)
  })
  return reads
}

/** The order that all changes are about. */
function subjectOf(changes: ShopChange[]): string | null {
  const ids = new Set(changes.flatMap(change => (change.kind === 'order' ? [change.order.orderId] : [])))
  const [id] = ids
  return ids.size === 1 && id !== undefined ? id.slice(0, 255) : null
}

async function nameEvent(
  db: Db,
  { store_id }: ConnectionRow,
  { event_id, subject }: WaitingEvent,
): Promise<void> {
  await db.query(sql`
    update connection_events
    set subject = ${subject}
    where store_id = ${store_id} and event_id = ${event_id} and state = 'waiting'`)
}

/** Events of one order or product follow each other; those of others do not wait for them. */
export function bySubject(events: WaitingEvent[]): WaitingEvent[][] {
  const lists = Map.groupBy(events, ({ connection_id, subject, event_id }) =>
    subject === null ? event_id : `${connection_id} ${subject}`,
  )
  return [...lists.values()]
}

const atOnce = 4 // orders; each holds a connection to the database while its rows are written

/** Acts on a few lists at once, and on the items of each in turn. */
export async function inTurns<T>(lists: T[][], act: (one: T) => Promise<void>): Promise<void> {
  const left = lists.values()
  const worker = async () => {
    for (const list of left) for (const one of list) await act(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
