import { onlyUnasked, readOrder } from '../../../asking/orders/orders.ts'
import { tooOld } from '../../../asking/requests/schedule.ts'
import type { Connection } from '../../../foundation/database/connect.ts'

export const nothingAsked = 'The order has only products that are not asked about: nobody is asked.'

/** For the log: why the rules of the store ask nobody about the order; undefined if they ask somebody. */
export async function whyNobody(
  tx: Connection,
  storeId: string,
  orderId: string,
): Promise<string | undefined> {
  const { no_request, order_date, requests } = await readOrder(tx, storeId, orderId)
  if (no_request === onlyUnasked) return nothingAsked
  const isOld = requests.length > 0 && requests.every(({ reason }) => reason.includes(tooOld))
  return isOld ? `The order was placed on ${order_date.toISOString().slice(0, 10)}${tooOld}.` : undefined
}
