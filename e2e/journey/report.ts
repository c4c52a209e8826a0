import { Problem } from '../../server/foundation/lib/problem.ts'
import { bold, say, sayTable } from '../../server/service/commands/output.ts'
import type { Columns } from './columns.ts'
import type { DueCount } from './due-counts.ts'
import type { Answer, Pass } from './send.ts'
import type { Arrived } from './webhooks.ts'

/** The results of the journey. */
export type Outcome = { first: Pass; again: Pass; due: DueCount[] }

/** The results of a journey from a shop. */
export type ShopOutcome = { arrived: Arrived; due: DueCount[] }

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function printColumns(columns: Columns): void {
  const found = Object.entries(columns).map(([field, column]) => `${field} from ${column}`)
  say(`Columns: ${found.join(', ')}; the rest is derived.`)
}

export function printOutcome({ first, again, due }: Outcome): void {
  const passes = [first, again]
  const statuses = statusesOf([201, 422], passes)
  say()
  say(bold('Answers'))
  sayTable(
    ['sent', ...statuses.map(String), 'seconds', 'orders/s'].map(right),
    passes.map((pass, index) => [right(index === 0 ? 'first' : 'again'), ...measured(pass, statuses)]),
  )
  printRequests(due)
}

export function printShopOutcome({ arrived: { passes }, due }: ShopOutcome): void {
  const statuses = statusesOf([200], passes)
  say()
  say(bold('Webhooks'))
  sayTable(
    ['sent', ...statuses.map(String), 'seconds', 'sent/s', 'applied in'].map(right),
    passes.map(pass => [right(pass.name), ...measured(pass, statuses), right(pass.applying.toFixed(2))]),
  )
  printRequests(due)
}

function statusesOf(expected: number[], passes: Pass[]): number[] {
  return [...new Set([...expected, ...passes.flatMap(({ answers }) => answers.map(one => one.status))])]
}

function measured({ answers, seconds }: Pass, statuses: number[]): string[] {
  return [
    ...statuses.map(status => right(answers.filter(one => one.status === status).length)),
    right(seconds.toFixed(2)),
    right(Math.round(answers.length / seconds)),
  ]
}

function printRequests(due: DueCount[]): void {
  say()
  say(bold('Requests by the weekday they are due'))
  sayTable(
    [right('requests'), 'weekday'],
    weekdays.map((name, index) => [right(sum(due.filter(({ weekday }) => weekday === index + 1))), name]),
  )
  say()
  say(bold('Requests by the reason of their date'))
  const reasons = Map.groupBy(due, ({ state, reason }) => `${state}: ${reason}`)
  sayTable(
    [right('requests'), 'why'],
    [...reasons]
      .map(([why, counts]) => [sum(counts), why] as const)
      .sort(([a], [b]) => b - a)
      .map(([count, why]) => [right(count), why]),
  )
}

/** Broken promises, in sentences; empty if all are kept. */
export function brokenPromises({ first, again, due }: Outcome): string[] {
  const orders = first.answers.length
  const ids = new Set(first.answers.map(({ body }) => (body as { id?: string }).id))
  return [
    unexpected('orders sent first', first.answers, ({ status }) => status === 201),
    unexpected('orders sent again', again.answers, isDuplicate),
    ids.size !== orders && `${orders} orders were given ${ids.size} different ids.`,
    ...brokenRequests(orders, due),
  ].filter(line => line !== false)
}

/** The same for a journey from a shop: every webhook is accepted, and repeats change nothing. */
export function brokenShopPromises({ arrived, due }: ShopOutcome): string[] {
  const { passes, orders, unfinished, problem } = arrived
  const purchases = passes[0]?.answers.length ?? 0
  return [
    ...passes.map(({ name, answers }) =>
      unexpected(`webhooks (${name})`, answers, ({ status }) => status === 200),
    ),
    unfinished > 0 && `${unfinished} webhooks are not worked through. ${problem ?? ''}`.trim(),
    orders !== purchases && `${purchases} purchases became ${orders} orders.`,
    ...brokenRequests(purchases, due),
  ].filter(line => line !== false)
}

function brokenRequests(orders: number, due: DueCount[]): (string | false)[] {
  const requests = sum(due)
  const weekend = sum(due.filter(({ weekday }) => weekday >= 6))
  const unscheduled = sum(due.filter(({ state }) => state !== 'scheduled'))
  return [
    requests !== orders && `${orders} orders have ${requests} review requests.`,
    weekend > 0 && `${weekend} requests fall due on a Saturday or Sunday.`,
    unscheduled > 0 && `${unscheduled} requests are not scheduled.`,
  ]
}

/** Throws Problem if there are any. */
export function keepPromises(broken: string[]): void {
  if (broken.length > 0) throw new Problem(broken.join('\n'), 'This is not as promised.')
}

function isDuplicate({ status, body }: Answer): boolean {
  return status === 422 && (body as { error_code?: number }).error_code === 103
}

function unexpected(
  what: string,
  answers: Answer[],
  isExpected: (answer: Answer) => boolean,
): string | false {
  const wrong = answers.filter(answer => !isExpected(answer)).sort((a, b) => a.row - b.row)
  const examples = wrong
    .slice(0, 3)
    .map(({ row, status, body }) => `\n  row ${row}: ${status} ${wordsOf(body)}`)
  return wrong.length > 0 && `${wrong.length} ${what} were not answered as expected:${examples.join('')}`
}

function wordsOf(body: unknown): string {
  const { user_message } = body as { user_message?: { en_us: string } }
  return user_message?.en_us.slice(0, 200) ?? JSON.stringify(body)
}

function sum(counts: DueCount[]): number {
  return counts.reduce((total, { requests }) => total + requests, 0)
}

function right(value: string | number): string {
  return (typeof value === 'number' ? value.toLocaleString('en') : value).padStart(10)
}
