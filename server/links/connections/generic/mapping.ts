import { hash } from 'node:crypto'
import type { ShopOrder } from '../platform.ts'
import { type Sentence, sentence, uniqueSentences } from '../sentences.ts'
import { messageIn } from '../shop/parse-json.ts'
import { expressionProblem, expressionsOf, inField, neededFields, neededForParcels } from './fields.ts'
import { orderOf } from './orders.ts'
import { evaluate } from './sandbox/pool.ts'

/**
 * The orders of a body, and what is wrong in the others. `unread`: the ids of those, as far as they are known. `notes`: the
 * fields that were left out of orders, and why.
 */
export type Mapped = { orders: ShopOrder[]; problems: Sentence[]; unread?: string[]; notes?: Sentence[] }

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
    const words = why.name === 'sandboxJson' ? messageIn(body) : ''
    if (words) return { orders: [], problems: [sentence('sandboxJsonSaying', { words })] }
    return { orders: [], problems: [field ? inField(field, why) : why] }
  }
  const mapped: Required<Mapped> = { orders: [], problems: [], unread: [], notes: [] }
  for (const found of verdict.found) {
    const read = orderOf(found)
    if ('order' in read) {
      mapped.orders.push(read.order)
      mapped.notes.push(...read.notes)
    } else {
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
    ...neededFields
      .filter(name => !options[name]?.trim())
      .map(name => inField(name, sentence('fieldNeeded'))),
    ...expressions.flatMap(([name, expression]) => {
      const problem = expressionProblem(expression)
      return problem ? [inField(name, problem)] : []
    }),
    ...dateProblems(options),
    ...parcelProblems(options),
  ]
  if (problems.length > 0) return { orders: [], problems }
  const { notes = [], ...mapped } = await mapBody(owner, options, sample)
  // An event would be read without these fields. A trial names them.
  return notes.length > 0 ? { orders: [], problems: [...mapped.problems, ...uniqueSentences(notes)] } : mapped
}

/** Without one of these dates, every order would wait for its delivery forever. */
export function dateProblems(options: Record<string, string>): Sentence[] {
  const isMapped = ['', 'product_', 'parcel_']
    .flatMap(prefix => [`${prefix}shipped_at`, `${prefix}delivered_at`])
    .some(name => options[name]?.trim())
  return isMapped ? [] : [inField('delivered_at', sentence('dateNeeded', { field: 'shipped_at' }))]
}

/** Parcels say nothing without the lines in them. */
export function parcelProblems(options: Record<string, string>): Sentence[] {
  if (!options.parcels?.trim()) return []
  return neededForParcels
    .filter(name => !options[name]?.trim())
    .map(name => inField(name, sentence('parcelsNeeded')))
}
