import type { Comeback } from '../../../asking/orders/later/comebacks.ts'
import { lockLines, type OrderWithLines } from '../../../asking/orders/later/locked-lines.ts'
import type { Connection as Db } from '../../../foundation/database/connect.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { ConnectionSettings } from '../platform.ts'
import { type Sentence, sentence, whySuppressed } from '../sentences.ts'
import { type DesiredDelivery, type DesiredOrder, transitOf } from './desired-order.ts'
import type { Reached } from './lines.ts'

type Told = { isNew: boolean; now: number; settings: ConnectionSettings }

/** What became of an order, for the log of its connection. */
export function describe({ deliveries, held, returned }: DesiredOrder, told: Told): Sentence[] {
  if (deliveries.length === 0) return [held.length > 0 ? sentence('waits') : sentence('allBack')]
  const when = deliveries.slice(0, mostDays).map(({ deliveredAt, isEstimated }) =>
    sentence(isEstimated ? 'estimatedDay' : 'day', {
      day: new Date(deliveredAt).toISOString().slice(0, 10),
    }),
  )
  return [
    sentence(told.isNew ? 'scheduled' : 'known', { when }),
    ...(held.length > 0 ? [sentence('waitsForDelivery', { count: held.length })] : []),
    ...(returned.length > 0 ? [sentence('wentBack', { count: returned.length })] : []),
    ...(deliveries.some(one => isAhead(one, told)) ? [sentence('isAhead')] : []),
  ]
}

const mostDays = 80 // as many as fit into a line of the log
const clockError = 5 * 60_000 // ms

/** Nothing arrives, or is sent, in the future. */
function isAhead({ deliveredAt, isEstimated }: DesiredDelivery, { now, settings }: Told): boolean {
  const happened = isEstimated ? deliveredAt - transitOf(settings.options) : deliveredAt
  return happened > now + clockError
}

type Followed = {
  desired: DesiredOrder
  restored: Comeback | undefined
  reached: Reached
  isTie: boolean
}

/** Why an order that is known is not asked about, where the shop's words let one expect it. */
export async function notesOf(
  tx: Db,
  store: Store,
  orderId: string,
  { desired, restored, reached, isTie }: Followed,
): Promise<Sentence[]> {
  const order = await lockLines(tx, store.store_id, orderId)
  const delivered = new Set(desired.deliveries.flatMap(({ productIds }) => productIds))
  const isRefundedHere = order.lines.filter(
    line => delivered.has(line.product_id) && line.refunded_at && !line.refunded_by_shop,
  ).length
  const comebacks = [restored, reached.comeback].filter(one => one !== undefined)
  const why = comebacks.find(({ suppressed }) => suppressed)?.suppressed
  return [
    ...(order.isCancelled ? [whyCancelled(order.isCancelledByShop)] : []),
    ...(isRefundedHere > 0 ? [sentence('wentBackHere', { count: isRefundedHere })] : []),
    ...(!order.isCancelled && comebacks.length > 0
      ? [isTooLate(order) ? tooLate : whatCameBack(comebacks, why)]
      : []),
    ...(isTie &&
    desired.held.some(id => order.lines.some(line => line.product_id === id && line.part !== null))
      ? [sentence('sentCounts')]
      : []),
    ...(reached.left > 0 ? [sentence('noRoom', { count: reached.left })] : []),
  ]
}

const whyCancelled = (isByShop: boolean) =>
  isByShop ? sentence('cancelledCounts') : sentence('cancelledHere')

const tooLate = sentence('backTooLate')
const isTooLate = ({ requests }: OrderWithLines) =>
  requests.length > 0 && requests.every(({ state }) => state === 'expired')

function whatCameBack(comebacks: Comeback[], why: Comeback['suppressed']): Sentence {
  if (comebacks.some(({ isAsked }) => isAsked)) return sentence('backAsked')
  return why ? sentence('backSuppressed', { why: [whySuppressed(why)] }) : sentence('back')
}
