import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { tryMapping } from '../../../links/connections/generic/mapping.ts'
import type { ShopOrder } from '../../../links/connections/platform.ts'
import { type MappedOrders, mappedOrders, mappingTrial } from './connection-schemas.ts'

const mostShown = 20 // orders; a sample is of one, or of a few

/** POST /admin/api/stores/{store_id}/mapping-trials: what a mapping of `generic` finds in a sample. Stores nothing. */
export function tryOneMapping() {
  return endpoint({
    schema: {
      operationId: 'tryMapping',
      summary: 'Say which orders a mapping finds in a sample, and what is wrong',
      params: storePath,
      body: mappingTrial,
      response: { 200: mappedOrders },
    },
    handler: async ({ params, body: { options, sample } }) => {
      const { orders, problems } = await tryMapping(params.storeId, options, sample)
      return { orders: orders.slice(0, mostShown).map(shown), problems: problems.slice(0, 100) }
    },
  })
}

function shown({ orderId, orderedAt, customer, isCancelled, lines }: ShopOrder): MappedOrder {
  return {
    order_id: orderId,
    ordered_at: new Date(orderedAt),
    customer_name: customer.name,
    customer_email: customer.email ?? null,
    is_cancelled: isCancelled,
    products: lines.map(({ productId, name, shippedAt, deliveredAt, isReturned }) => ({
      product_id: productId,
      name,
      shipped_at: dateOf(shippedAt),
      delivered_at: dateOf(deliveredAt),
      is_returned: isReturned,
    })),
  }
}

type MappedOrder = MappedOrders['orders'][number]

const dateOf = (time: number | undefined) => (time === undefined ? null : new Date(time))
