import type { Connection } from '../../../foundation/database/connect.ts'
import type { AppliedRule } from '../../../tenants/stores/settings/request-rules.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { appliedOf, noFacts } from '../../rules/choose.ts'
import { readFacts } from '../../rules/facts.ts'
import { divideByRule } from '../../rules/plan.ts'
import type { OrderWithLines } from './locked-lines.ts'
import type { OrderLine } from './order-lines.ts'

/** Lines of an order for which the same rule counts, or none. */
export type RuledGroup = { rule: AppliedRule | undefined; lines: OrderLine[] }

/**
 * Divides lines of an order by the rules of its store. Products that are not asked about join the first group. Without
 * rules, all lines are one group, and nothing is read.
 */
export async function groupByRule(
  tx: Connection,
  { store_id, request_rules }: Pick<Store, 'store_id' | 'request_rules'>,
  order: OrderWithLines,
  lines: OrderLine[],
): Promise<RuledGroup[]> {
  if (request_rules.length === 0) return [{ rule: undefined, lines }]
  const byId = new Map(lines.map(line => [line.product_id, line]))
  const products = order.products.filter(({ product_id }) => byId.has(product_id))
  const facts = (await readFacts(tx, store_id, request_rules, [order])).get(order.order_id) ?? noFacts
  const unasked = new Set(lines.filter(({ is_asked }) => is_asked === false).map(one => one.product_id))
  const divided = divideByRule({ ...order, products }, request_rules, { ...facts, unasked })
  return divided.map(({ rule, productIds }, index) => ({
    rule: rule && appliedOf(rule, order.order_id),
    lines: [...productIds, ...(index === 0 ? unasked : [])].flatMap(id => byId.get(id) ?? []),
  }))
}
