import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { createOrderBatch } from '../../asking/orders/order-batches.ts'
import { batchedOrder } from '../../asking/orders/order-schemas.ts'
import type { Order } from '../../asking/orders/orders.ts'
import type { Dependencies } from '../../dependencies.ts'
import { toApiError } from '../../foundation/errors/error-answers.ts'
import { ApiError, errorBody } from '../../foundation/errors/errors.ts'
import { firstProblems } from '../../foundation/errors/field-problems.ts'
import { validateWithZod } from '../../foundation/http/input/json-body.ts'
import { post } from './post.ts'

const batch = z
  .strictObject({
    orders: z
      .array(z.unknown())
      .min(1)
      .max(500)
      .meta({ description: 'Each as in `POST /orders`; its customers may also have a `language`' }),
  })
  .meta({ title: 'OrderBatch', examples: [{ orders: [{ order_id: '1001' }] }] })

const result = z.object({
  order_id: z.string().nullable().meta({ description: 'null if the order has none' }),
  status: z.int().meta({ description: '201, 400, 403 or 422, as `POST /orders` would answer' }),
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

type Result = z.input<typeof result>

const results = z
  .object({ results: z.array(result).meta({ description: 'In the order of the request' }) })
  .meta({ title: 'OrderBatchResults' })

/** POST /manage/v1/orders/batch: each order as by `POST /orders`, all of them in one transaction. */
export function createOrders(deps: Dependencies) {
  return post(deps, {
    schema: {
      operationId: 'createOrders',
      summary: 'Create up to 500 orders',
      description:
        'Each is accepted or refused by itself. Beyond the store’s `orders_per_minute`, none is accepted: 429.',
      body: batch,
    },
    status: 200,
    answer: results,
    errors: ['orders_often'],
    handler: async (tx, { apiKey: { storeId, store }, body }) => {
      const checked = await checkAll(body.orders)
      const orders = checked.flatMap(one => ('value' in one ? [one.value as Order] : []))
      const answers = (await createOrderBatch(tx, storeId, store, orders, deps.clock())).values()
      return {
        results: checked.map(one => {
          const { order_id } = one
          if ('error' in one) return refused(order_id, toApiError(one.error))
          const answer = answers.next().value
          if (typeof answer === 'object') return { order_id, status: 201, id: answer.id }
          return refused(order_id, new ApiError(answer === 'limit' ? 'order_limit' : 'order_duplicate'))
        }),
      }
    },
  })
}

const check = validateWithZod({ schema: batchedOrder })

// An order may have hundreds of faults, and other requests must not wait for 500 such orders.
async function checkAll(orders: unknown[]) {
  const checked = []
  for (const sent of orders) {
    checked.push({ order_id: orderIdIn(sent), ...check(sent) })
    await setImmediate()
  }
  return checked
}

// A hostile body could ask for half a million lines.
const mostListed = 10

function refused(order_id: string | null, { errorName, problems, moreInfo, status }: ApiError): Result {
  const listed = problems && firstProblems(problems, mostListed)
  return { order_id, status, error: errorBody(errorName, { problems: listed, moreInfo }) as never }
}

function orderIdIn(sent: unknown): string | null {
  const id = (sent as { order_id?: unknown } | null)?.order_id
  return typeof id === 'string' ? id : null
}
