import { onlyUnasked, readOrder } from '../../../asking/orders/orders.ts'
import { listRequests } from '../../../asking/requests/requests.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { type Sentence, sentence } from '../sentences.ts'

export const nothingAsked = sentence('onlyUnasked')

/** For the log: why the rules of the store ask nobody about the order; undefined if they ask somebody. */
export async function whyNobody(
  tx: Connection,
  storeId: string,
  orderId: string,
): Promise<Sentence | undefined> {
  const { no_request, order_date } = await readOrder(tx, storeId, orderId)
  if (no_request === onlyUnasked) return nothingAsked
  const requests = await listRequests(tx, storeId, orderId)
  const isOld =
    requests.length > 0 && requests.every(({ reasons }) => reasons.some(({ name }) => name === 'old_order'))
  return isOld ? sentence('longAgo', { when: order_date.toISOString().slice(0, 10) }) : undefined
}
