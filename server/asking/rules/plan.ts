import type { RequestRule } from '../../tenants/stores/settings/request-rules.ts'
import { scheduleByRule } from '../requests/by-rule.ts'
import { type Schedule, type ScheduleSettings, scheduleRequest } from '../requests/schedule.ts'
import { appliedOf, type Country, type RuledLine, type RuleFacts, ruleFor } from './choose.ts'

/** The settings of a store that decide about a request. */
export type RuledSettings = ScheduleSettings & { request_rules?: readonly RequestRule[] }

/** Products of an order for which the same rule counts, or none. */
type RuledLines = { rule: RequestRule | undefined; productIds: string[] }

/** Products of an order that are asked about together, and when. */
export type PlannedPart = { part: number; productIds: string[]; schedule: Schedule }

type PlannedOrder = {
  order_id: string
  products: readonly RuledLine[]
  customers: readonly { country?: Country }[]
}

/**
 * Plans the parts of a new order by the rules of its store: products of different rules are asked about in parts of their
 * own (decision 57). Pure. Without rules, the order is one part.
 */
export function planParts(
  order: PlannedOrder,
  dates: Parameters<typeof scheduleRequest>[0],
  settings: RuledSettings,
  facts: RuleFacts,
  now: number,
): PlannedPart[] {
  const { request_rules: rules = [] } = settings
  if (rules.length === 0)
    return [{ part: 0, productIds: [], schedule: scheduleRequest(dates, settings, now) }]
  return divideByRule(order, rules, facts).map(({ rule, productIds }, part) => ({
    part,
    productIds,
    schedule: scheduleByRule(dates, settings, rule && appliedOf(rule, order.order_id), now),
  }))
}

/**
 * Divides the products that are asked about by the rules that count for them, in the order of the products. Of nothing
 * else, no rule counts.
 */
export function divideByRule(
  { products, customers }: PlannedOrder,
  rules: readonly RequestRule[],
  facts: RuleFacts,
): RuledLines[] {
  const countries = customers.map(({ country }) => country)
  const divided = new Map<RequestRule | undefined, Set<string>>()
  const seen = new Set<string>()
  for (const line of products) {
    if (seen.has(line.product_id) || facts.unasked.has(line.product_id)) continue
    seen.add(line.product_id)
    const rule = ruleFor(rules, line, countries, facts)
    divided.set(rule, (divided.get(rule) ?? new Set()).add(line.product_id))
  }
  const parts = Array.from(divided, ([rule, ids]) => ({ rule, productIds: [...ids] }))
  return parts.length > 0 ? parts : [{ rule: undefined, productIds: [] }]
}
