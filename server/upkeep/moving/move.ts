import type pg from 'pg'
import { Problem } from '../../foundation/lib/problem.ts'
import { differingTables, type Rows, readRows, writeRows } from './apply.ts'
import { openClient } from './clients.ts'
import { compareTables, type Difference } from './compare.ts'
import { copyRows } from './copy.ts'
import { endWhenSilent, trackSockets, unlessSilent } from './silent-target.ts'
import { readSnapshot } from './snapshot.ts'
import { openSource, type Source } from './source.ts'
import { completeTarget, findTarget, prepareTarget, unmarkTarget } from './target.ts'

export type MoveOptions = {
  /** The embedded server. */
  source: pg.ClientConfig
  /** The address of the new database. */
  to: string
  /** Deletes the rows that an unfinished move left there. */
  startOver: boolean
  report: (step: string) => void
  /** Makes the new database the one in use. Until it resolves, the old one is; nothing may fail afterwards. */
  take: () => void
}

export type Moved = { tables: number; rows: number; changes: number; stoppedFor: number }

/**
 * Copies the database while it is in use, follows its changes, compares both, and stops writes for the last changes.
 * `stoppedFor`: milliseconds without writes. If anything fails, the old database continues as before. Throws Problem if
 * the target is not usable, is lost, or differs.
 */
export async function move({ source: config, to, startOver, report, take }: MoveOptions): Promise<Moved> {
  const source = await openSource(config)
  let destroyTarget = () => {}
  let isTaken = false
  try {
    await prepareTarget(to, source.tables, startOver)
    const tracked = trackSockets(await findTarget(to))
    destroyTarget = tracked.destroy
    const target = await unlessSilent(tracked, openClient(tracked.config))
    await endWhenSilent(tracked)
    const rows = await copyAll(source, target, report)
    report(`Copied ${rows} rows. Following the changes.`)
    let changes = await follow(source, target)
    const compared = await compareAll(source, target)
    changes += compared.changes
    report(`Compared ${compared.rows} rows of ${source.tables.length} tables: all are the same.`)
    changes += await follow(source, target)
    const began = performance.now()
    changes += await within(longestStop, switchOver(source, target))
    take()
    isTaken = true
    const stoppedFor = performance.now() - began
    await unmarkTarget(target).catch(() => {}) // it only says that the move was not finished
    return {
      tables: source.tables.length,
      rows: compared.rows,
      changes,
      stoppedFor,
    }
  } catch (error) {
    throw error instanceof Problem ? error : interrupted(error as Error)
  } finally {
    destroyTarget()
    // A process may stop the old server once the new database is in use, and if it was lost, our session undoes the move.
    await source.close(isTaken).catch(() => {})
  }
}

async function copyAll(source: Source, target: pg.Client, report: (step: string) => void): Promise<number> {
  const { reader, stream, tables } = source
  await reader.query('begin isolation level repeatable read read only')
  await reader.query(`set transaction snapshot '${stream.snapshot}'`)
  stream.begin()
  report(`Copying ${tables.length} tables.`)
  let rows = 0
  for (const table of tables) rows += await copyRows(reader, target, table)
  await reader.query('commit')
  await target.query('analyze')
  return rows
}

const shortRound = 2_000 // ms
const mostRounds = 100

/** Applies changes until they are nearly all applied. Returns their number. */
async function follow(source: Source, target: pg.Client): Promise<number> {
  let changes = 0
  for (let round = 0; round < mostRounds; round++) {
    const began = performance.now()
    changes += await applyRound(source, target, async () => {})
    if (performance.now() - began < shortRound) return changes
  }
  throw new Problem(
    'The new database cannot follow: more rows change than it can write.',
    'Run this again with --start-over at a calmer time. The old database continues as before.',
  )
}

/** Applies changes, and compares all tables with what the source held at that moment. */
async function compareAll(source: Source, target: pg.Client): Promise<{ rows: number; changes: number }> {
  let compared = { rows: 0, differences: [] as Difference[] }
  const changes = await applyRound(source, target, async () => {
    compared = await compareTables(source.reader, target, source.tables)
  })
  if (compared.differences.length > 0) throw differs(compared.differences)
  return { rows: compared.rows, changes }
}

/** Stops writes, applies the last changes, and compares them. Nothing was written since, when it resolves. */
async function switchOver(source: Source, target: pg.Client): Promise<number> {
  await source.stopWrites()
  const changes = await applyRound(source, target, async changes => {
    const differing = await differingTables(target, changes)
    if (differing.length > 0) throw changedRowsDiffer(differing)
  })
  await completeTarget(target)
  await source.proveStopped()
  return changes
}

/**
 * Brings the target to what one snapshot of the source sees. Returns the number of changed rows. `check` runs while
 * both are the same.
 */
async function applyRound(
  { reader, stream, tables, catchUp }: Source,
  target: pg.Client,
  check: (changes: Rows[]) => Promise<void>,
): Promise<number> {
  await reader.query('begin isolation level repeatable read read only')
  try {
    const { rows } = await reader.query('select pg_current_snapshot()::text as snapshot')
    await catchUp()
    const changes = await readChanged(reader, tables, stream.take(readSnapshot(rows[0].snapshot)))
    await target.query('begin')
    await target.query("select set_config('citus.multi_shard_modify_mode', 'sequential', true)")
    await writeRows(target, changes)
    await target.query('commit')
    await check(changes)
    return changes.reduce((sum, { keys }) => sum + keys.length, 0)
  } finally {
    await reader.query('commit')
  }
}

async function readChanged(
  reader: pg.Client,
  tables: Source['tables'],
  changes: Map<string, string[][]>,
): Promise<Rows[]> {
  const read: Rows[] = []
  for (const table of tables) {
    const keys = changes.get(table.path)
    if (keys) read.push({ table, keys, rows: await readRows(reader, table, keys) })
  }
  return read
}

const longestStop = 30_000 // ms without writes; then the move is given up

async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () =>
      reject(
        new Problem(
          `The switch took longer than ${limit / 1_000} seconds and was abandoned.`,
          'The old database continues as before. Run this again with --start-over at a calmer time.',
        ),
      ),
    limit,
  )
  work.catch(() => {})
  return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function differs(differences: Difference[]): Problem {
  const lines = differences.map(
    ({ table, source, target }) =>
      `  ${table}: ${source.rows} rows here, ${target.rows} there${source.rows === target.rows ? ', with other values' : ''}`,
  )
  return new Problem(`The copy differs from the database:\n${lines.join('\n')}`, unfinished)
}

function changedRowsDiffer(tables: string[]): Problem {
  return new Problem(`The last changes are not the same in the copy: ${tables.join(', ')}.`, unfinished)
}

function interrupted(error: Error & { code?: string }): Problem {
  return new Problem(`The move was interrupted: ${error.message || error.code}.`, unfinished)
}

const unfinished =
  'The old database continues as before. The copy is left as it is: inspect it, and run this again with --start-over, which deletes it and starts again.'
