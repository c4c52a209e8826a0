import type { Comeback } from '../../../asking/orders/later/comebacks.ts'
import { lockLines, type OrderWithLines } from '../../../asking/orders/later/locked-lines.ts'
import type { Connection as Db } from '../../../foundation/database/connect.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { ConnectionSettings } from '../platform.ts'
import { type DesiredDelivery, type DesiredOrder, transitOf } from './desired-order.ts'
import type { Reached } from './lines.ts'

type Told = { isNew: boolean; now: number; settings: ConnectionSettings }

/** What became of an order, for the log of its connection. */
export function describe({ deliveries, held, returned }: DesiredOrder, told: Told): string {
  if (deliveries.length === 0) return held.length > 0 ? 'Waits for delivery.' : 'Everything went back.'
  const dates = deliveries.map(
    ({ deliveredAt, isEstimated }) =>
      `${new Date(deliveredAt).toISOString().slice(0, 10)}${isEstimated ? ' (estimated)' : ''}`,
  )
  return [
    `${told.isNew ? 'Scheduled' : 'Known'}: delivered ${dates.join(', ')}.`,
    ...(held.length > 0 ? [`${waiting(held)} for delivery.`] : []),
    ...(returned.length > 0 ? [`${products(returned.length)} went back.`] : []),
    ...(deliveries.some(one => isAhead(one, told)) ? [ahead] : []),
  ].join(' ')
}

const ahead = 'This date is in the future: check the time zone of the dates that the shop sends.'
const clockError = 5 * 60_000 // ms

/** Nothing arrives, or is sent, in the future. */
function isAhead({ deliveredAt, isEstimated }: DesiredDelivery, { now, settings }: Told): boolean {
  const happened = isEstimated ? deliveredAt - transitOf(settings.options) : deliveredAt
  return happened > now + clockError
}

const products = (count: number) => (count === 1 ? '1 product' : `${count} products`)
const waiting = ({ length }: string[]) => `${products(length)} ${length === 1 ? 'waits' : 'wait'}`

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
): Promise<string[]> {
  const order = await lockLines(tx, store.store_id, orderId)
  const delivered = new Set(desired.deliveries.flatMap(({ productIds }) => productIds))
  const isRefundedHere = order.lines.filter(
    line => delivered.has(line.product_id) && line.refunded_at && !line.refunded_by_shop,
  ).length
  const comebacks = [restored, reached.comeback].filter(one => one !== undefined)
  const why = comebacks.find(({ suppressed }) => suppressed)?.suppressed
  return [
    ...(order.isCancelled ? [whyCancelled(order.isCancelledByShop)] : []),
    ...(isRefundedHere > 0
      ? [`${products(isRefundedHere)} went back as the store says: not asked about.`]
      : []),
    ...(!order.isCancelled && comebacks.length > 0
      ? [isTooLate(order) ? tooLate : whatCameBack(comebacks, why)]
      : []),
    ...(isTie &&
    desired.held.some(id => order.lines.some(line => line.product_id === id && line.part !== null))
      ? ['An equally old version says that it was sent, which counts.']
      : []),
    ...(reached.left > 0 ? [`${products(reached.left)} had no room: an order has at most 500.`] : []),
  ]
}

const whyCancelled = (isByShop: boolean) =>
  isByShop
    ? 'An equally old version says that it was cancelled, which counts: nobody is asked.'
    : 'The order was cancelled in Realword, not by the shop: nobody is asked.'

const tooLate = 'It came back more than 30 days after its buyer was to be asked: nobody is asked.'
const isTooLate = ({ requests }: OrderWithLines) =>
  requests.length > 0 && requests.every(({ state }) => state === 'expired')

function whatCameBack(comebacks: Comeback[], why: string | undefined): string {
  if (comebacks.some(({ isAsked }) => isAsked))
    return 'It came back, but its buyer was asked already: the request is not sent again.'
  return why
    ? `It came back, but its buyer gets no mail (${why}): nobody is asked.`
    : 'It came back: its buyer is asked again.'
}
