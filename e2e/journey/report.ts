import { bold, say, sayTable } from '../../server/commands/output.ts'
import type { Columns } from './columns.ts'
import type { DueCount } from './due-counts.ts'
import type { Answer, Pass } from './send.ts'

/** The results of the journey. */
export type Outcome = { first: Pass; again: Pass; due: DueCount[] }

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function printColumns(columns: Columns): void {
  const found = Object.entries(columns).map(([field, column]) => `${field} from ${column}`)
  say(`Columns: ${found.join(', ')}; the rest is derived.`)
}

export function printOutcome({ first, again, due }: Outcome): void {
  const passes = [first, again]
  const statuses = [
    ...new Set([201, 422, ...passes.flatMap(({ answers }) => answers.map(one => one.status))]),
  ]
  say()
  say(bold('Answers'))
  sayTable(
    ['sent', ...statuses.map(String), 'seconds', 'orders/s'].map(right),
    passes.map((pass, index) => [
      right(index === 0 ? 'first' : 'again'),
      ...statuses.map(status => right(pass.answers.filter(one => one.status === status).length)),
      right(pass.seconds.toFixed(2)),
      right(Math.round(pass.answers.length / pass.seconds)),
    ]),
  )
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
  const requests = sum(due)
  const ids = new Set(first.answers.map(({ body }) => (body as { id?: string }).id))
  const weekend = sum(due.filter(({ weekday }) => weekday >= 6))
  const unscheduled = sum(due.filter(({ state }) => state !== 'scheduled'))
  return [
    unexpected('sent first', first.answers, ({ status }) => status === 201),
    unexpected('sent again', again.answers, isDuplicate),
    ids.size !== orders && `${orders} orders were given ${ids.size} different ids.`,
    requests !== orders && `${orders} orders have ${requests} review requests.`,
    weekend > 0 && `${weekend} requests fall due on a Saturday or Sunday.`,
    unscheduled > 0 && `${unscheduled} requests are not scheduled.`,
  ].filter(line => line !== false)
}

function isDuplicate({ status, body }: Answer): boolean {
  return status === 422 && (body as { error_code?: number }).error_code === 103
}

function unexpected(
  when: string,
  answers: Answer[],
  isExpected: (answer: Answer) => boolean,
): string | false {
  const wrong = answers.filter(answer => !isExpected(answer)).sort((a, b) => a.row - b.row)
  const examples = wrong
    .slice(0, 3)
    .map(({ row, status, body }) => `\n  row ${row}: ${status} ${wordsOf(body)}`)
  return (
    wrong.length > 0 && `${wrong.length} orders ${when} were not answered as expected:${examples.join('')}`
  )
}

function wordsOf(body: unknown): string {
  const { user_message } = body as { user_message?: { en_us: string } }
  return user_message?.en_us.slice(0, 200) ?? JSON.stringify(body)
}

function sum(counts: DueCount[]): number {
  return counts.reduce((total, { requests }) => total + requests, 0)
}

function right(value: string | number): string {
  return (typeof value === 'number' ? value.toLocaleString('en') : value).padStart(8)
}
