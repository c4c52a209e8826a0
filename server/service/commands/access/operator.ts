import type { Command } from 'commander'
import type { Database } from '../../../foundation/database/connect.ts'
import { listOperations } from '../../../foundation/events/audit/operator-log.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { printable } from '../../../foundation/lib/text/printable.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { addOperator, listOperators, removeOperator } from '../../../tenants/accounts/operators.ts'
import { bold, print, say, sayTable, wholeNumber } from '../output.ts'
import { withDatabase } from '../with-database.ts'
import { userWith } from './user.ts'

type Flags = { json?: boolean }

/** `operator`: the users who operate the installation. */
export function addOperatorCommands(program: Command): void {
  const operator = program
    .command('operator')
    .description('allow users to operate the installation: its stores, limits and health')
  operator
    .command('add')
    .description('make a user an operator')
    .argument('<email>')
    .option('--json', 'print JSON')
    .action(async (email: string, { json }: Flags) => {
      const added = await withDatabase(db => add(db, email))
      print(json, added, () => say(`${bold(printable(added.name))} operates this installation.`))
    })
  operator
    .command('remove')
    .description('take the role of an operator away; the user stays')
    .argument('<email>')
    .option('--json', 'print JSON')
    .action(async (email: string, { json }: Flags) => {
      const removed = await withDatabase(db => remove(db, email))
      print(json, removed, () => say(`${bold(printable(removed.name))} does not operate this installation.`))
    })
  addList(operator)
  addLog(operator)
}

function addList(operator: Command): void {
  operator
    .command('list')
    .description('list the operators')
    .option('--json', 'print JSON')
    .action(async ({ json }: Flags) => {
      const operators = await withDatabase(listOperators)
      print(json, operators, () => {
        if (operators.length === 0)
          return say('No operator yet. Make a user one: ./realword operator add EMAIL')
        sayTable(
          ['email', 'name', 'since'],
          operators.map(one => [one.email, one.name, one.added_at]),
        )
      })
    })
}

function addLog(operator: Command): void {
  operator
    .command('log')
    .description('list what operators changed, newest first')
    .option('--limit <n>', 'changes to list (50)', wholeNumber(1, 1_000))
    .option('--store <id>', 'only changes of this store')
    .option('--json', 'print JSON')
    .action(async ({ limit = 50, store, json }: Flags & { limit?: number; store?: string }) => {
      const log = await withDatabase(db => listOperations(db, { limit, storeId: store }))
      print(json, log, () => {
        if (log.length === 0) return say('No change yet.')
        sayTable(
          ['at', 'by', 'action', 'record', 'name', 'id', 'fields'],
          log.map(one => [
            ...[one.at, one.actor, one.action, one.record, one.label, one.record_id, one.fields.join(', ')],
          ]),
        )
      })
    })
}

async function add(db: Database, email: string) {
  const user = await userWith(db, email)
  if (!(await addOperator(db, user.id, byCommand())))
    throw new Problem(`${user.email} is an operator already.`, 'See all: ./realword operator list')
  return { user_id: user.id, email: user.email, name: user.name, operator: true }
}

async function remove(db: Database, email: string) {
  const user = await userWith(db, email)
  if (!(await removeOperator(db, user.id, byCommand())))
    throw new Problem(`${user.email} is no operator.`, 'See all: ./realword operator list')
  return { user_id: user.id, email: user.email, name: user.name, operator: false }
}

const byCommand = () => ({ at: new Date(systemClock()), actor: 'command' }) as const
