import { hash } from 'node:crypto'
import type { ShopOrder } from '../platform.ts'
import { quoteMessage } from '../shop/parse-json.ts'
import { expressionProblem, expressionsOf, neededFields } from './fields.ts'
import { orderOf } from './orders.ts'
import { evaluate } from './sandbox/pool.ts'
import { notJson } from './sandbox/protocol.ts'

/** The orders of a body, and what is wrong in the others. `unread`: the ids of those, as far as they are known. */
export type Mapped = { orders: ShopOrder[]; problems: string[]; unread?: string[] }

/**
 * Reads the orders of a body with the expressions among `options`. Those for which `when` is false are left out.
 * `owner` names the store: owners take turns, and share no memory. `count` receives the processor time, in ms.
 */
export async function mapBody(
  owner: string,
  options: Record<string, string>,
  body: string,
  count?: (ms: number) => void,
): Promise<Mapped> {
  const expressions = expressionsOf(options)
  const verdict = await evaluate(hash('sha256', owner), { expressions, body }, count)
  if ('refusal' in verdict) {
    const { field, why } = verdict.refusal
    if (why === notJson) return { orders: [], problems: [`${notJson}${quoteMessage(body)}.`] }
    return { orders: [], problems: [field ? `${field}: ${why}` : why] }
  }
  const mapped = { orders: [] as ShopOrder[], problems: [] as string[], unread: [] as string[] }
  for (const found of verdict.found) {
    const read = orderOf(found)
    if ('order' in read) mapped.orders.push(read.order)
    else {
      mapped.problems.push(...read.problems)
      if (read.orderId) mapped.unread.push(read.orderId)
    }
  }
  return mapped
}

/** Tries a mapping on a sample, and names everything that is missing or wrong. Stores nothing. */
export async function tryMapping(
  owner: string,
  options: Record<string, string>,
  sample: string,
): Promise<Mapped> {
  const expressions = Object.entries(expressionsOf(options))
  const problems = [
    ...neededFields.filter(name => !options[name]?.trim()).map(name => `${name}: an expression is needed`),
    ...expressions.flatMap(([name, expression]) => {
      const problem = expressionProblem(expression)
      return problem ? [`${name}: ${problem}`] : []
    }),
    ...dateProblems(options),
  ]
  return problems.length > 0 ? { orders: [], problems } : mapBody(owner, options, sample)
}

/** Without one of these dates, every order would wait for its delivery forever. */
export function dateProblems(options: Record<string, string>): string[] {
  const isMapped = ['shipped_at', 'delivered_at', 'product_shipped_at', 'product_delivered_at'].some(name =>
    options[name]?.trim(),
  )
  return isMapped ? [] : ['delivered_at: an expression for this field or for shipped_at is needed']
}
