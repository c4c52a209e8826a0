import { type Command, InvalidArgumentError } from 'commander'
import { readPlanUse } from '../../../answers/insights/plan-use.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { isLimitName, largestLimit } from '../../../tenants/stores/limits.ts'
import { type PlanLimit, planLimits, planOf, planSettings } from '../../../tenants/stores/plan.ts'
import type { Store, StoreSettings } from '../../../tenants/stores/stores.ts'

export type LimitFlags = { orderLimit?: number | 'none'; limit?: Map<PlanLimit, number | null> }

/** The flags of the plan's limits. */
export function withLimits(command: Command): Command {
  return command
    .option(
      '--limit <name=value>',
      `limit of the plan, repeatable; NAME=none removes it; names: ${planLimits.join(', ')}`,
      oneLimit,
    )
    .option('--order-limit <n|none>', 'the same as --limit orders_per_month=<n|none>', (text: string) => {
      const value = readValue(text, 'orders_per_month')
      // Not null: commander would turn that into an empty text.
      return value === null ? ('none' as const) : value
    })
}

function oneLimit(
  text: string,
  given: Map<PlanLimit, number | null> = new Map(),
): Map<PlanLimit, number | null> {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [undefined, text]
  if (name !== 'orders_per_month' && !isLimitName(name))
    throw new InvalidArgumentError(`It takes NAME=VALUE with one of these names: ${planLimits.join(', ')}.`)
  if (!text.includes('=')) throw new InvalidArgumentError(`It takes a value: ${name}=VALUE.`)
  if (given.has(name)) throw new InvalidArgumentError(`${name} is given twice.`)
  return new Map([...given, [name, readValue(value, name)]])
}

function readValue(text: string, name: PlanLimit): number | null {
  if (text === 'none') return null
  const largest = largestLimit(name)
  if (/^\d{1,16}$/.test(text) && Number(text) <= largest) return Number(text)
  throw new InvalidArgumentError(`It takes a whole number from 0 to ${largest}, or none.`)
}

/** The settings with the given limits, for a store that has `limits`. Throws Problem if one limit is given in both ways. */
export function toLimits(
  { orderLimit, limit = new Map() }: LimitFlags,
  limits: StoreSettings['limits'],
): Pick<Partial<StoreSettings>, 'order_limit' | 'limits'> {
  const { orders_per_month, ...others } = Object.fromEntries(limit)
  if (orderLimit !== undefined && orders_per_month !== undefined)
    throw new Problem(
      'The orders of a month are limited twice.',
      'Give --order-limit or --limit orders_per_month, not both.',
      2,
    )
  const monthly = orderLimit === 'none' ? null : (orderLimit ?? orders_per_month)
  return planSettings({ ...others, ...(monthly !== undefined && { orders_per_month: monthly }) }, limits)
}

/** A store as the commands print it: every limit, null if there is none, and the use of those that are set. */
export async function withPlan(db: Connection, store: Store, now: number) {
  return { ...store, limits: planOf(store), use: await readPlanUse(db, store, now) }
}
