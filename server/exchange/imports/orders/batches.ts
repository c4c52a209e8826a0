import { setTimeout as pause } from 'node:timers/promises'
import { type Grant, grantConsents } from '../../../asking/channels/consents.ts'
import { readContact } from '../../../asking/channels/phones.ts'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { countState, type StateCounts } from '../count-states.ts'
import { readErased } from '../erased.ts'
import type { ImportOptions, Step } from '../import-report.ts'
import type { Refusal, RefusedRow } from '../reading/refusals/refusals.ts'
import { refuse, type Unit, type WholeOrder } from './order-draft.ts'
import type { OrderAnswers } from './states/state-columns.ts'
import { cancelKnown } from './update-orders.ts'
import { createOrderTrial, createOrderWriter, type Outcome } from './write-orders.ts'

export type OrderImportOptions = Omit<ImportOptions, 'undated'> & {
  signal?: AbortSignal
  /** Called by a trial, for each order that an import would store or change. */
  onTried?: (order: WholeOrder, isUpdate: boolean) => void
  /** What states of unknown meaning mean. */
  orderStates?: OrderAnswers
  /** Of lines in memory, in characters. */
  mostKept?: number
}

type Batch = {
  orders: WholeOrder[]
  refused: RefusedRow[]
  skippedStates: StateCounts
  /** The ids of orders that were called off. */
  calledOff: string[]
  /** Of the orders, in characters. */
  size: number
  /** How many rows of the file are done with this batch. Orders are done when their last row is read. */
  lastRow: number
}

export function startBatch(lastRow: number): Batch {
  return { orders: [], refused: [], skippedStates: {}, calledOff: [], size: 0, lastRow }
}

/** Adds an order or a refused row, unless an earlier import of the file was done with it. */
export function addUnit(batch: Batch, unit: Unit, after: number): void {
  batch.lastRow += 'refused' in unit ? 1 : unit.rows.length
  if (batch.lastRow <= after) return
  if ('refused' in unit) batch.refused.push(unit.refused)
  else if ('skippedState' in unit) {
    countState(batch.skippedStates, unit.skippedState)
    if (unit.orderId !== undefined) batch.calledOff.push(unit.orderId)
  } else {
    batch.orders.push(unit)
    batch.size += unit.size
  }
}

/**
 * Writes batches. Waits while the store's orders of the minute are used up, or the service has too many to write. Calls
 * the checkpoint after the last order of a batch is stored: a killed import finds some of that batch as existing orders.
 */
export function createBatchWriter(
  db: Database,
  clock: Clock,
  store: Store,
  now: number,
  { dryRun = false, secrets, erasedSince = new Date(now), signal, checkpoint, onTried }: OrderImportOptions,
): (batch: Batch, share: number) => Promise<Step> {
  const write = dryRun ? createOrderTrial(clock, store) : createOrderWriter(db, clock, store)
  /** Returns the first rows of orders whose consent does not count: of a later day, it would outlast every withdrawal until then. */
  const grantIn = async (tx: Connection, orders: WholeOrder[]): Promise<number[]> => {
    const at = new Date(clock())
    const isLater = ({ order }: WholeOrder) => new Date(order.order_date) > at
    const agreed = orders.map(one => ({ one, grants: grantsOf(one, store) }))
    const granted = agreed.flatMap(({ one, grants }) => (isLater(one) ? [] : grants))
    if (!dryRun) await grantConsents(tx, store.store_id, granted, at)
    return agreed.flatMap(({ one, grants }) =>
      isLater(one) && grants.length > 0 ? one.rows.slice(0, 1) : [],
    )
  }
  return async (batch, share) => {
    const step = startStep(batch, share)
    for (let left = batch.orders; ; ) {
      const later = await db.transaction(async tx => {
        const isErased = await readErased(tx, store.store_id, { secrets, since: erasedSince })
        const wanted = left.filter(
          ({ order }) => !isErased(comparableAddress(order.customers[0]?.email ?? '')),
        )
        step.skipped += left.length - wanted.length
        const outcomes = await write(tx, wanted)
        for (const [index, one] of wanted.entries()) {
          const outcome = outcomes[index]
          if (outcome === 'imported' || outcome === 'updated') onTried?.(one, outcome === 'updated')
        }
        left = wanted.filter((one, index) => !count(step, one, outcomes[index] as Outcome, store))
        step.laterConsents.push(
          ...(await grantIn(
            tx,
            wanted.filter(one => !left.includes(one)),
          )),
        )
        if (left.length === 0) {
          step.updated += await cancelKnown(tx, store, batch.calledOff, { at: new Date(clock()), dryRun })
          await checkpoint?.(tx, step)
        }
        return Math.max(0, ...outcomes.map(outcome => (typeof outcome === 'object' ? outcome.later : 0)))
      })
      if (left.length === 0) return step
      await pause(later * 1_000, undefined, { signal })
    }
  }
}

/** What the buyer of an order agreed to, as of the order's date: a later withdrawal stays, however often a file is imported. */
function grantsOf({ order, consents }: WholeOrder, { country }: Store): Grant[] {
  const [customer] = order.customers
  const contact = customer?.phone && consents.length > 0 ? readContact(customer.phone, country) : undefined
  if (!contact) return []
  return consents.map(channel => ({
    ...{ channel, phone: contact.phone, grantedAt: new Date(order.order_date), marketing: false },
    ...{ source: 'order file', text: `${channel}_consent` },
  }))
}

type OrderStep = Step & { updated: number; waiting: number; laterConsents: number[] }

function startStep({ refused, skippedStates, lastRow }: Batch, share: number): OrderStep {
  const none = { imported: 0, skipped: 0, updated: 0, waiting: 0, undated: 0, written: [], laterConsents: [] }
  return { ...none, refused: [...refused], skippedStates, lastRow, share }
}

/** Counts an order. False if it must be written later. */
function count(
  step: OrderStep,
  { rows, order, waiting }: WholeOrder,
  outcome: Outcome,
  store: Store,
): boolean {
  if (typeof outcome === 'object') return false
  if (outcome === 'over limit') step.refused.push(...overLimit(rows, store))
  else step[outcome]++
  if (outcome === 'imported' && waiting.length === order.products.length) step.waiting++
  return true
}

function overLimit(rows: number[], { order_limit }: Store): RefusedRow[] {
  const refusal: Refusal = { name: 'overLimit', values: { most: order_limit ?? '' } }
  const refused = [{ row: rows[0] as number, column: null, refusal }]
  return [...refuse(rows, refused)].map(one => one.refused)
}
