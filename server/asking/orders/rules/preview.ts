import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Connection } from '../../../foundation/database/connect.ts'
import { currencyOf } from '../../../foundation/lib/currencies.ts'
import { unaskedAmong } from '../../../tenants/products/unasked.ts'
import type { RequestRule } from '../../../tenants/stores/settings/request-rules.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { scheduleByRule } from '../../requests/by-rule.ts'
import { reason } from '../../requests/reasons.ts'
import { appliedOf, noFacts, type RuleFacts, ruleFor } from '../../rules/choose.ts'
import { readFacts } from '../../rules/facts.ts'
import type { Customer, OrderProduct } from '../orders.ts'
import { ruleWarning, warnOfRules } from './warnings.ts'

const mostPreviewed = 100

const outcome = z.object({
  /** The name of the rule that counts; null: the settings of the store do. */
  rule: z.string().nullable(),
  /** cancelled: nobody is asked. */
  state: z.enum(['scheduled', 'expired', 'cancelled']),
  due_at: z.date(),
  reasons: z.array(reason),
})

export const rulesPreview = z
  .object({
    time_zone: z.string(),
    /** Of prices; null: the country of the store has none that is known. */
    currency: z.string().nullable(),
    warnings: z.array(ruleWarning),
    /** How many of the orders each rule counts for, in the order of the rules. */
    counts: z.array(z.int()),
    /** The newest orders, as if each was scheduled when it arrived: a row for products with the same outcome. */
    result: z.array(
      z.object({
        order_id: z.string(),
        received_at: z.date(),
        products: z.array(z.object({ product_id: z.string(), name: z.string() })),
        now: outcome,
        then: outcome,
      }),
    ),
  })
  .meta({ title: 'RulesPreview' })

export type RulesPreview = z.infer<typeof rulesPreview>

type NewestOrder = {
  order_id: string
  order_date: Date
  delivery_date: Date
  request_review_at: Date | null
  received_at: Date
  products: OrderProduct[]
  customers: Customer[]
}

/**
 * What the settings of a store do with its newest orders, and what changed ones would do. Writes nothing. Products that
 * are not asked about are left out.
 */
export async function previewRules(db: Connection, saved: Store, changed: Store): Promise<RulesPreview> {
  const { store_id, time_zone, country } = saved
  const orders = await readNewest(db, store_id)
  const ids = orders.flatMap(({ products }) => products.map(({ product_id }) => product_id))
  const unasked = await unaskedAmong(db, store_id, ids)
  // Every look-up that a rule of either needs.
  const rules = [...saved.request_rules, ...changed.request_rules]
  const facts = await readFacts(db, store_id, rules, orders)
  const result = orders.flatMap(order =>
    rowsOf(order, saved, changed, { ...noFacts, ...facts.get(order.order_id), unasked }),
  )
  return {
    time_zone,
    currency: currencyOf(country) ?? null,
    warnings: await warnOfRules(db, store_id, changed.request_rules),
    counts: changed.request_rules.map(({ name }) => {
      const found = result.filter(({ then }) => then.rule === name)
      return new Set(found.map(({ order_id }) => order_id)).size
    }),
    result,
  }
}

async function readNewest(db: Connection, storeId: string): Promise<NewestOrder[]> {
  return await db.query<NewestOrder>(sql`
    select order_id, order_date, delivery_date, request_review_at, received_at, products, customers
    from orders
    where store_id = ${storeId}
    order by received_at desc, order_id desc
    limit ${mostPreviewed}`)
}

function rowsOf(order: NewestOrder, saved: Store, changed: Store, facts: RuleFacts): RulesPreview['result'] {
  const { order_id, received_at } = order
  const countries = order.customers.map(({ country }) => country)
  const rows = new Map<string, { pair: Pair; products: OrderProduct[] }>()
  for (const product of distinct(order.products)) {
    if (facts.unasked.has(product.product_id)) continue
    const pair: Pair = {
      now: ruleFor(saved.request_rules, product, countries, facts),
      then: ruleFor(changed.request_rules, product, countries, facts),
    }
    const key = JSON.stringify([pair.now?.name, pair.then?.name])
    const row = rows.get(key) ?? { pair, products: [] }
    row.products.push(product)
    rows.set(key, row)
  }
  return Array.from(rows.values(), ({ pair, products }) => ({
    order_id,
    received_at,
    products: products.map(({ product_id, name }) => ({ product_id, name })),
    now: outcomeOf(order, saved, pair.now),
    then: outcomeOf(order, changed, pair.then),
  }))
}

type Pair = { now: RequestRule | undefined; then: RequestRule | undefined }

const distinct = (products: OrderProduct[]) => [
  ...new Map(products.map(product => [product.product_id, product])).values(),
]

function outcomeOf(order: NewestOrder, store: Store, rule: RequestRule | undefined): z.infer<typeof outcome> {
  const { delivery_date, request_review_at, received_at } = order
  const dates = { deliveredAt: delivery_date.getTime(), requestedAt: request_review_at?.getTime() }
  const { state, dueAt, reasons } = scheduleByRule(
    dates,
    store,
    rule && appliedOf(rule, order.order_id),
    received_at.getTime(),
  )
  return { rule: rule?.name ?? null, state, due_at: new Date(dueAt), reasons }
}
