import { z } from 'zod'
import type { Dependencies } from '../dependencies.ts'
import { toApiError } from '../errors/error-answers.ts'
import { ApiError, errorBody } from '../errors/errors.ts'
import { validateWithZod } from '../http/input/json-body.ts'
import { newOrder } from '../orders/order-schemas.ts'
import type { Order } from '../orders/orders.ts'
import type { KnownKey } from '../stores/keys.ts'
import { post } from './post.ts'

const batch = z
  .strictObject({
    orders: z.array(z.unknown()).min(1).max(500).meta({ description: 'Each as in `POST /orders`' }),
  })
  .meta({ title: 'OrderBatch', examples: [{ orders: [{ order_id: '1001' }] }] })

const result = z.object({
  order_id: z.string().nullable().meta({ description: 'null if the order has none' }),
  status: z.int().meta({ description: '201, 400, 403, 422 or 429, as `POST /orders` would answer' }),
  id: z.uuid().optional(),
  error: z
    .object({
      status: z.number(),
      error_code: z.number(),
      message: z.string(),
      user_message: z.record(z.string(), z.string()),
      more_info: z.record(z.string(), z.string()).nullable(),
    })
    .optional(),
})

const results = z
  .object({ results: z.array(result).meta({ description: 'In the order of the request' }) })
  .meta({ title: 'OrderBatchResults' })

/** POST /manage/v1/orders/batch: each order as by `POST /orders`, all of them in shared commits. */
export function createOrders(deps: Dependencies) {
  return post(deps, {
    schema: {
      operationId: 'createOrders',
      summary: 'Create up to 500 orders',
      description:
        'Each is accepted or refused by itself. After a lost answer, a repeated order is a duplicate: 422.',
      body: batch,
    },
    status: 200,
    answer: results,
    handler: async (_tx, { apiKey, body }) => ({
      results: await Promise.all(body.orders.map(order => createOne(deps, apiKey, order))),
    }),
  })
}

const check = validateWithZod({ schema: newOrder })

async function createOne(
  { orders }: Dependencies,
  { storeId, store }: KnownKey,
  sent: unknown,
): Promise<z.input<typeof result>> {
  const order_id = orderIdIn(sent)
  const checked = check(sent)
  try {
    if ('error' in checked) throw checked.error
    const { id } = await orders.create(storeId, store, checked.value as Order)
    return { order_id, status: 201, id }
  } catch (error) {
    const refusal = toApiError(error)
    // What failed here fails the request, and is tried again with it.
    if (!(error instanceof ApiError) || refusal.status >= 500) throw error
    const { errorName, problems, moreInfo, status } = refusal
    return { order_id, status, error: errorBody(errorName, { problems, moreInfo }) as never }
  }
}

function orderIdIn(sent: unknown): string | null {
  const id = (sent as { order_id?: unknown } | null)?.order_id
  return typeof id === 'string' ? id : null
}
