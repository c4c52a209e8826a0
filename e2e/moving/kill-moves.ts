import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '../crash/random.ts'
import { prove, proveWhole, type RowsOf, startWriting } from '../crash/rounds.ts'
import { begin, newDataDir, onCleanUp, run, type Service, startService, waitFor } from '../service.ts'
import { createStore, query, type Store } from '../store.ts'
import { startTargetServer, type TargetServer } from './target-server.ts'

export type KilledMoves = {
  rounds: number
  /** Moves that had finished when they were killed. */
  moved: number
  accepted: number
}

type Installation = { dataDir: string; service: Service; store: Store; sent: number }

const pace = { writers: 8, retryIn: 20, orderIn: 50 }

/**
 * Kills a move with SIGKILL at a random moment of each round, while orders arrive. Throws at the first order that was
 * answered 201 but is missing in the database in use, or exists twice, and if a killed move leaves a replication slot or
 * a publication behind, or writes stopped. Then lets a move finish.
 */
export async function killMoves(
  rounds: number,
  seed: number,
  onRound: (tally: KilledMoves, last: string) => void = () => {},
): Promise<KilledMoves> {
  const random = seededRandom(seed)
  const target = await startTargetServer()
  onCleanUp(target.stop)
  const longest = await timeMove(target)
  const tally: KilledMoves = { rounds: 0, moved: 0, accepted: 0 }
  let here = await install()
  for (let round = 0; round < rounds; round++) {
    const name = `round_${round}`
    const writing = startWriting(round, here.store, () => here.service.url, pace)
    await waitFor('orders', () => writing.accepted.size > 20)
    await killMove(here, target, name, { isLate: round % 2 === 1, after: random(), longest })
    const known = writing.accepted.size
    await waitFor('orders after the kill', () => writing.accepted.size > known + 20)
    await writing.stop()
    const isMoved = existsSync(join(here.dataDir, 'moved.json'))
    if (!isMoved) await waitFor('nothing of the move', () => isSwept(here.dataDir))
    const rowsOf: RowsOf = (text, values) =>
      isMoved ? target.query(name, text, values) : query(here.dataDir, text, values)
    here.sent += await prove(rowsOf, here.store, here.service.url, writing)
    await proveWhole(rowsOf, here.store, here)
    tally.rounds++
    tally.accepted += writing.accepted.size
    if (isMoved) tally.moved++
    onRound(tally, `${round + 1}: ${isMoved ? 'moved' : 'undone'}, ${writing.accepted.size} × 201`)
    if (isMoved) here = await replace(here)
  }
  await finish(here, target)
  return tally
}

type Longest = { all: number; afterRows: number } // ms

/** `isLate`: creating the tables takes most of the time, so every other move is killed after it copied rows. */
async function killMove(
  { dataDir }: Installation,
  target: TargetServer,
  name: string,
  { isLate, after, longest }: { isLate: boolean; after: number; longest: Longest },
): Promise<void> {
  const moving = begin(['move', '--to', target.urlOf(name)], { dataDir })
  if (isLate) await waitFor('rows', () => hasRows(target, name))
  await pause(after * (isLate ? longest.afterRows : longest.all))
  moving.kill('SIGKILL')
  await moving.ended
}

/** How long a move takes, and how long it takes after the first rows arrived. */
async function timeMove(target: TargetServer): Promise<Longest> {
  const here = await install()
  const began = performance.now()
  const moving = begin(['move', '--to', target.urlOf('timed')], { dataDir: here.dataDir })
  await waitFor('rows', () => hasRows(target, 'timed'))
  const rowsAt = performance.now()
  const { code, stderr } = await moving.ended
  if (code !== 0) throw new Error(stderr)
  const ended = performance.now()
  here.service.kill('SIGKILL')
  return { all: ended - began, afterRows: ended - rowsAt }
}

async function install(): Promise<Installation> {
  const dataDir = newDataDir()
  const service = await startService({ dataDir })
  return { dataDir, service, store: await createStore({ dataDir }), sent: 0 }
}

async function replace({ service }: Installation): Promise<Installation> {
  service.kill('SIGKILL')
  await service.ended
  return await install()
}

async function finish({ dataDir, store, sent }: Installation, target: TargetServer): Promise<void> {
  const { code, stderr } = await run(['move', '--to', target.urlOf('finished')], { dataDir })
  if (code !== 0) throw new Error(stderr)
  await proveWhole((text, values) => target.query('finished', text, values), store, { sent })
}

async function hasRows(target: TargetServer, name: string): Promise<boolean> {
  const rows = await target.query(name, 'select from stores limit 1').catch(() => [])
  return rows.length > 0
}

async function isSwept(dataDir: string): Promise<boolean> {
  const [left] = await query<{ count: number }>(
    dataDir,
    'select (select count(*) from pg_publication)::integer + (select count(*) from pg_replication_slots)::integer as count',
  )
  return left?.count === 0
}
