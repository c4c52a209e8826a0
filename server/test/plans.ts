import pg from 'pg'
import sql from 'sql-template-tag'
import { vi } from 'vitest'
import type { Connection, Database } from '../foundation/database/connect.ts'
import type { Prepared } from '../foundation/database/pipeline.ts'

/**
 * The most shards that a part of a statement asks; 0 if it asks none. `copies`: the coordinator sends rows to the
 * shard that it has read itself. `nodes` are the addresses, `host:port`, of the nodes that it asks.
 */
export type TaskCount = { text: string; tasks: number; copies: boolean; nodes: string[] }

/** As it is sent to PostgreSQL, without a name. */
type Statement = Prepared & { name: '' }

/** The statements that `act` sends to PostgreSQL, over any connection of this process: each text once. */
export async function statementsOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await act()
    const sent = query.mock.calls.map(([first, values]) => asStatement(first, values))
    return [...new Map(sent.map(statement => [statement.text, statement])).values()].filter(isPlanned)
  } finally {
    query.mockRestore()
  }
}

/** Plans a statement for the given values, without running it. */
export async function countTasks(client: pg.Client, { text, values }: Statement): Promise<TaskCount> {
  const { rows } = await client.query({ text: `explain (format json, costs off) ${text}`, values })
  const plan = rows[0]['QUERY PLAN']
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    // Citus runs each inserting CTE by itself.
    tasks: Math.max(0, ...everyValue(plan, 'Task Count').map(Number)),
    nodes: [...new Set(everyValue(plan, 'Node').map(node => addressOf(String(node))))],
    copies: everyValue(plan, 'Custom Plan Provider').includes('Citus INSERT ... SELECT'),
  }
}

/** The names of the indexes that PostgreSQL would read for a statement. */
export async function indexesOf(db: Connection, { text, values }: Statement): Promise<string[]> {
  const explain = { name: '', text: `explain (format json) ${text}`, values }
  const [row] = await db.query<{ 'QUERY PLAN': unknown }>(explain)
  // On a cluster, the index of a shard has its number.
  return everyValue(row?.['QUERY PLAN'], 'Index Name').map(name => String(name).replace(/_\d{6}$/, ''))
}

/** The conditions by which PostgreSQL would look rows up in indexes for a statement. */
export async function lookUpsOf(db: Connection, { text, values }: Statement): Promise<string[]> {
  const explain = { name: '', text: `explain (format json) ${text}`, values }
  const [row] = await db.query<{ 'QUERY PLAN': unknown }>(explain)
  return everyValue(row?.['QUERY PLAN'], 'Index Cond').map(String)
}

/**
 * How many rows of tables PostgreSQL reads to run a statement, also those that it then leaves out. Sequential scans are
 * disabled, so the plan is that of a large table.
 */
export async function rowsRead(db: Database, { text, values }: Statement): Promise<number> {
  return await db.transaction(async tx => {
    await tx.query(sql`
      select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`)
    const explain = {
      name: '',
      text: `explain (analyze, timing off, buffers off, format json) ${text}`,
      values,
    }
    const [row] = await tx.query<{ 'QUERY PLAN': unknown }>(explain)
    return rowsIn(row?.['QUERY PLAN'])
  })
}

function rowsIn(plan: unknown): number {
  if (Array.isArray(plan)) return plan.reduce((sum, one) => sum + rowsIn(one), 0)
  if (typeof plan !== 'object' || plan === null) return 0
  const node = plan as Record<string, unknown>
  const read = ['Actual Rows', 'Rows Removed by Filter'].reduce(
    (sum, name) => sum + Number(node[name] ?? 0),
    0,
  )
  const own = 'Relation Name' in node ? Math.round(read * Number(node['Actual Loops'])) : 0
  return own + rowsIn(Object.values(node))
}

// Such as `host=127.0.0.1 port=5432 dbname=realword`.
function addressOf(node: string): string {
  const [, host, port] = /host=(\S+) port=(\d+)/.exec(node) ?? []
  return `${host}:${port}`
}

function asStatement(first: unknown, values: unknown): Statement {
  if (typeof first === 'string') return { name: '', text: first, values: Array.isArray(values) ? values : [] }
  const { text, values: own = [] } = first as Statement
  return { name: '', text, values: own }
}

function isPlanned({ text }: Statement): boolean {
  return /^\s*(with|select|insert|update|delete)\b/i.test(text) && !/;\s*\S/.test(text)
}

/** The values of this name, wherever they are in a plan. */
function everyValue(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap(item => everyValue(item, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === name ? [inner] : everyValue(inner, name)))
}
