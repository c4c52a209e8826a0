import type { Reason } from '../../../asking/requests/reasons.ts'
import { scheduleRequest } from '../../../asking/requests/schedule.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { shortName } from '../../../foundation/lib/text/short-name.ts'
import { type SuppressionReason, suppressedAmong } from '../../../foundation/mailings/suppressions.ts'
import { unaskedAmong } from '../../../tenants/products/unasked.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { WholeOrder } from '../orders/order-draft.ts'
import type { orderOutcomes } from './order-outcomes.ts'
import { createPicker, type Picker, shortened } from './pick.ts'

/** An order as it will be in the store. */
export type PreviewedOrder = {
  row: number
  order_id: string
  order_date: string
  /** The buyer's name as pages shorten it; '' without one. */
  buyer: string
  products: { product_id: string; name: string; waits: boolean }[]
  /** How many products it has beside these. */
  more_products: number
  outcome: (typeof orderOutcomes)[number]
  /** When the request leaves; null if none does. */
  due_at: string | null
  /** Why then, or why not; empty where the outcome says all. */
  reasons: Reason[]
}

type Row = { row: number; order: WholeOrder; schedule: Schedule }

type Schedule = Pick<PreviewedOrder, 'outcome' | 'due_at' | 'reasons'>

export type OrderPicker = Picker<Row>

export const createOrderPicker = (): OrderPicker =>
  createPicker<Row>(({ schedule, order: { order } }) => [
    schedule.outcome,
    ...(order.products.length > 1 ? ['lines'] : []),
  ])

/** Adds an order, with the effect that an import would have now. */
export function addTriedOrder(
  picker: OrderPicker,
  whole: WholeOrder,
  isUpdate: boolean,
  store: Store,
  now: number,
): void {
  const schedule = isUpdate ? unplanned('updated') : scheduleOf(whole, store, now)
  picker.add({ row: whole.rows[0] ?? 0, order: whole, schedule })
}

const unplanned = (outcome: Schedule['outcome'], reasons: Reason[] = []): Schedule => ({
  outcome,
  due_at: null,
  reasons,
})

function scheduleOf({ order, waiting }: WholeOrder, store: Store, now: number): Schedule {
  if (waiting.length === order.products.length) return unplanned('waiting')
  const dates = { deliveredAt: Date.parse(order.delivery_date), orderedAt: Date.parse(order.order_date) }
  const { state, dueAt, reasons } = scheduleRequest(dates, store, now)
  if (state === 'expired') return unplanned('expired', reasons)
  return { outcome: 'scheduled', due_at: new Date(dueAt).toISOString(), reasons }
}

const mostProducts = 5
const longestName = 200 // characters

/** The picked orders, checked against the store's suppressions and switched-off products. */
export async function previewOrders(
  db: Connection,
  storeId: string,
  picker: OrderPicker,
  secrets: Secrets | undefined,
): Promise<PreviewedOrder[]> {
  const rows = picker.picked()
  if (rows.length === 0) return []
  const ids = rows.flatMap(({ order: { order } }) => order.products.map(({ product_id }) => product_id))
  const unasked = await unaskedAmong(db, storeId, ids)
  const addresses = [...new Set(rows.flatMap(row => addressOf(row) ?? []))]
  const suppressed = secrets ? await suppressedAmong(db, secrets, storeId, addresses) : new Map()
  return rows.map(row => {
    const { order, waiting } = row.order
    const products = order.products.map(({ product_id, name }) => ({
      ...{ product_id, name: shortened(name, longestName) },
      waits: waiting.includes(product_id),
    }))
    return {
      ...{ row: row.row, order_id: order.order_id, order_date: order.order_date },
      buyer: shortened(shortName(order.customers[0]?.name ?? '', order.customers[0]?.language), longestName),
      products: products.slice(0, mostProducts),
      more_products: Math.max(0, products.length - mostProducts),
      ...withStore(row, unasked, suppressed),
    }
  })
}

const addressOf = ({ order: { order } }: Row) => comparableAddress(order.customers[0]?.email ?? '')

/** Products that are switched off and suppressed buyers get no request. */
function withStore(
  row: Row,
  unasked: ReadonlySet<string>,
  suppressed: ReadonlyMap<string, SuppressionReason>,
): Schedule {
  const { order, schedule } = row
  if (schedule.outcome !== 'scheduled') return schedule
  if (order.order.products.every(({ product_id }) => unasked.has(product_id))) return unplanned('not_asked')
  const why = suppressed.get(addressOf(row) ?? '')
  return why ? unplanned('suppressed', [{ name: 'not_sent', values: { why } }]) : schedule
}
