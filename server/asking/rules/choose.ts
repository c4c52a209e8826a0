import { foldTag } from '../../foundation/lib/text/fold-tag.ts'
import type { AppliedRule, RequestRule } from '../../tenants/stores/settings/request-rules.ts'
import { testKeyOf, variantOf } from './variants.ts'

/** A product of an order, as rules see it. A price of 0 was not sent. */
export type RuledLine = {
  product_id: string
  name: string
  price: number
  /** It is in another currency than the store's. */
  price_is_foreign?: boolean | undefined
  tags?: string[] | undefined
}

/** What rules ask about an order besides its lines. */
export type RuleFacts = {
  /** The groups of its products, by their ids. */
  groups: ReadonlyMap<string, string>
  /** The ids of its products that the store does not ask about. */
  unasked: ReadonlySet<string>
  /** Whether a buyer has an earlier order. */
  isRepeated: boolean
}

export const noFacts: RuleFacts = { groups: new Map(), unasked: new Set(), isRepeated: false }

export type Country = string | undefined

type Prepared = {
  rule: RequestRule
  products: ReadonlySet<string>
  groups: ReadonlySet<string | undefined>
  tags: ReadonlySet<string>
  countries: ReadonlySet<Country>
}

// The rules of a store are one object until they change: the sets are made once.
const prepared = new WeakMap<readonly RequestRule[], Prepared[]>()

/**
 * The first rule that fits the product; undefined if none does. Pure, and cheap: all conditions are look-ups in sets.
 * A product of which the order does not say what a condition is about does not fit it.
 */
export function ruleFor(
  rules: readonly RequestRule[],
  line: RuledLine,
  countries: readonly Country[],
  facts: RuleFacts,
): RequestRule | undefined {
  let ready = prepared.get(rules)
  if (!ready) {
    ready = rules.map(prepare)
    prepared.set(rules, ready)
  }
  return ready.find(one => fits(one, line, countries, facts))?.rule
}

/** What a request of the order keeps of the rule: of one with a test, what its half gets. */
export function appliedOf(rule: RequestRule, orderId: string): AppliedRule {
  const { name, then, test } = rule
  if (!test) return { name, ...then }
  const key = testKeyOf(rule)
  const variant = variantOf(key, orderId)
  const { size: _, ...other } = test
  return { name, ...then, ...(variant === 'b' && other), test: key, variant }
}

function prepare(rule: RequestRule): Prepared {
  const { product_ids, group_ids, tags, countries } = rule.when
  return {
    rule,
    products: new Set(product_ids),
    groups: new Set(group_ids),
    tags: new Set(tags?.map(foldTag)),
    countries: new Set(countries),
  }
}

function fits(one: Prepared, line: RuledLine, countries: readonly Country[], facts: RuleFacts): boolean {
  const { when } = one.rule
  if ((when.product_ids || when.group_ids) && !isAmong(one, line.product_id, facts)) return false
  if (when.tags && !line.tags?.some(tag => one.tags.has(foldTag(tag)))) return false
  if (!isPriced(when, line)) return false
  if (when.countries && !countries.some(code => one.countries.has(code))) return false
  return when.buyer === undefined || (when.buyer === 'repeated') === facts.isRepeated
}

function isAmong({ products, groups }: Prepared, productId: string, facts: RuleFacts): boolean {
  return products.has(productId) || groups.has(facts.groups.get(productId))
}

function isPriced({ price_from, price_to }: RequestRule['when'], line: RuledLine): boolean {
  if (price_from === undefined && price_to === undefined) return true
  const { price, price_is_foreign } = line
  if (price === 0 || price_is_foreign) return false
  return price >= (price_from ?? 0) && price <= (price_to ?? Number.POSITIVE_INFINITY)
}
