import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newDataDir, runJson, startService, temporaryFolder, waitFor } from '../service.ts'
import { createStore } from '../store.ts'
import { countRequests, loseMachine } from './lost-machine.ts'
import { startWriting } from './rounds.ts'

export type WalTally = { accepted: number; before: number; restored: number; seconds: number }

/**
 * Sixteen writers post orders after a backup, with the WAL archive on. The service is killed with SIGKILL and started again.
 * Then a moment is chosen, everything is killed and deleted once that moment is archived, and the backup is restored to it.
 * Throws unless each order that was answered before the moment is there, and none that was sent after it.
 */
export async function killAfterMoment(round: number): Promise<WalTally> {
  const dataDir = newDataDir()
  const folder = temporaryFolder()
  const key = join(folder, 'backup.key')
  await runJson(['backup', 'key', key])
  const env = {
    BACKUP_URL: join(folder, 'backups'),
    BACKUP_KEY_FILE: key,
    BACKUP_EVERY: 'off',
    BACKUP_WAL: 'on',
  }
  let service = await startService({ dataDir, env })
  const store = await createStore({ dataDir })
  const { backup_id } = await runJson<{ backup_id: string }>(['backup', 'create'], { dataDir, env })
  const writing = startWriting(round, store, () => service.url)
  await waitFor('orders', () => writing.accepted.size > 100)
  service.kill('SIGKILL')
  await service.ended
  service = await startService({ dataDir, env })
  const known = writing.accepted.size
  await waitFor('orders after the kill', () => writing.accepted.size > known + 100)

  const before = [...writing.accepted.keys()]
  const at = Date.now() + 1
  await waitFor('the moment to pass', () => Date.now() > at)
  const sent = lastTurns(writing.accepted.keys())
  await waitFor('orders after the moment', () => writing.accepted.size > before.length + 200)
  await waitFor('the moment to be archived', () => archivedUntil(dataDir) > at, 200_000)
  const accepted = writing.accepted.size
  await loseMachine(service, writing)

  const copy = newDataDir('copy')
  const moment = new Date(at).toISOString()
  const began = performance.now()
  await runJson(['backup', 'restore', backup_id, '--data-dir', copy, '--at', moment], { env })
  const seconds = (performance.now() - began) / 1000
  await startService({ dataDir: copy })
  const requests = await countRequests(copy)
  for (const orderId of before)
    if (requests.get(orderId) !== 1) throw new Error(`Lost: ${orderId} was answered before ${moment}.`)
  for (const orderId of requests.keys()) {
    const [writer, turn] = turnOf(orderId)
    // One order of each writer was in flight.
    if (turn > (sent.get(writer) ?? -1) + 1) throw new Error(`${orderId} was sent after ${moment}.`)
  }
  return { accepted, before: before.length, restored: requests.size, seconds }
}

/** Of each writer, the last order that was answered. */
function lastTurns(orderIds: Iterable<string>): Map<number, number> {
  const turns = new Map<number, number>()
  for (const orderId of orderIds) {
    const [writer, turn] = turnOf(orderId)
    turns.set(writer, Math.max(turns.get(writer) ?? -1, turn))
  }
  return turns
}

// A writer sends `round-writer-turn` one after another.
function turnOf(orderId: string): [writer: number, turn: number] {
  const [, writer, turn] = orderId.split('-').map(Number)
  return [writer as number, turn as number]
}

function archivedUntil(dataDir: string): number {
  const file = join(dataDir, 'backup-state/wal.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).at : 0
}
