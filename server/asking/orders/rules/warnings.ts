import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Connection } from '../../../foundation/database/connect.ts'
import { foldTag } from '../../../foundation/lib/text/fold-tag.ts'
import { unaskedAmong } from '../../../tenants/products/unasked.ts'
import type { RequestRule } from '../../../tenants/stores/settings/request-rules.ts'

/** What is allowed and probably a mistake. `rule` and `by` are positions in the list. */
export const ruleWarning = z.object({
  rule: z.int(),
  /** covered: an earlier rule takes everything; unknown: the store has no such product or group. */
  name: z.enum(['covered', 'unknown_products', 'unknown_groups', 'unasked_products']),
  by: z.int().optional(),
  ids: z.array(z.string()).optional(),
})

type RuleWarning = z.infer<typeof ruleWarning>

const mostIds = 5 // named in a warning

/** Rules that can never count, or that name what the store does not have or does not ask about. */
export async function warnOfRules(
  db: Connection,
  storeId: string,
  rules: RequestRule[],
): Promise<RuleWarning[]> {
  const productIds = rules.flatMap(({ when }) => when.product_ids ?? [])
  const groupIds = rules.flatMap(({ when }) => when.group_ids ?? [])
  const [known, groups, unasked] = await Promise.all([
    knownAmong(db, storeId, productIds),
    groupsAmong(db, storeId, groupIds),
    unaskedAmong(db, storeId, productIds),
  ])
  return rules.flatMap((rule, index): RuleWarning[] => {
    const { product_ids = [], group_ids = [] } = rule.when
    const by = rules.slice(0, index).findIndex(earlier => covers(earlier.when, rule.when))
    return [
      ...(by >= 0 ? [{ rule: index, name: 'covered' as const, by }] : []),
      ...listed(
        index,
        'unknown_products',
        product_ids.filter(id => !known.has(id)),
      ),
      ...listed(
        index,
        'unknown_groups',
        group_ids.filter(id => !groups.has(id)),
      ),
      ...(rule.then.ask === false
        ? []
        : listed(
            index,
            'unasked_products',
            product_ids.filter(id => unasked.has(id)),
          )),
    ]
  })
}

const listed = (rule: number, name: RuleWarning['name'], ids: string[]): RuleWarning[] =>
  ids.length > 0 ? [{ rule, name, ids: ids.slice(0, mostIds) }] : []

type When = RequestRule['when']

/** Whether everything that fits `later` fits `earlier` too. */
export function covers(earlier: When, later: When): boolean {
  const isWider = <Item>(outer: Item[] | undefined, inner: Item[] | undefined) =>
    !outer || inner?.every(item => outer.includes(item)) === true
  return (
    coversProducts(earlier, later) &&
    isWider(earlier.tags?.map(foldTag), later.tags?.map(foldTag)) &&
    isWider(earlier.countries, later.countries) &&
    coversPrices(earlier, later) &&
    (earlier.buyer === undefined || earlier.buyer === later.buyer)
  )
}

// Products and groups are one condition. A product of a group is not looked up here.
function coversProducts(earlier: When, later: When): boolean {
  if (!earlier.product_ids && !earlier.group_ids) return true
  if (!later.product_ids && !later.group_ids) return false
  const isWithin = (inner: string[] = [], outer: string[] = []) => inner.every(id => outer.includes(id))
  return isWithin(later.product_ids, earlier.product_ids) && isWithin(later.group_ids, earlier.group_ids)
}

// A range without a lower end still leaves out what has no price.
function coversPrices(earlier: When, later: When): boolean {
  const isRange = ({ price_from, price_to }: When) => price_from !== undefined || price_to !== undefined
  if (!isRange(earlier)) return true
  const [most, mostLater] = [earlier, later].map(({ price_to = Number.POSITIVE_INFINITY }) => price_to)
  return (
    isRange(later) &&
    (earlier.price_from ?? 0) <= (later.price_from ?? 0) &&
    (most as number) >= (mostLater as number)
  )
}

async function knownAmong(db: Connection, storeId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.query<{ product_id: string }>(sql`
    select product_id
    from products
    where store_id = ${storeId} and product_id = any(${ids}::text[])`)
  return new Set(rows.map(({ product_id }) => product_id))
}

async function groupsAmong(db: Connection, storeId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.query<{ group_id: string }>(sql`
    select distinct group_id
    from products
    where store_id = ${storeId} and group_id = any(${ids}::uuid[])`)
  return new Set(rows.map(({ group_id }) => group_id))
}
