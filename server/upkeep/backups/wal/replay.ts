import { existsSync } from 'node:fs'
import { open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { embedded } from '../../../foundation/database/embedded/embedded.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import type { Manifest } from '../manifest.ts'
import type { Place } from '../sealed-stream.ts'
import { type Chunk, followingOn, listChunks, readChunk, UnusableChunk } from './chunks.ts'
import { readPosition, segmentBytes, segmentOf, startOfSegment } from './positions.ts'

/** The moments to which a backup can be restored, in milliseconds since 1970, and the chunks that this needs. */
export type Reach = {
  from: number
  until: number
  chunks: Chunk[]
  /** Whether later chunks are there, but cannot be used, because one before them is missing. */
  hasGap: boolean
}

/** Undefined if the WAL after this backup was not archived. Reads the names of the chunks and the newest usable one. */
export async function reachOf(place: Place, { wal }: Manifest): Promise<Reach | undefined> {
  if (wal.chain === undefined || wal.ended_at === undefined) return undefined
  const all = await listChunks(place.destination, wal.chain)
  const end = readPosition(wal.end)
  const chunks = followingOn(all, end)
  const until = await lastMoment(place, chunks)
  const last = chunks.at(-1)
  const from = Date.parse(wal.ended_at)
  if (!last || until < from) return undefined
  return { from, until, chunks, hasGap: all.some(({ to }) => to > last.to) }
}

/** Removes unusable chunks from the end. Zero if none is left. */
async function lastMoment(place: Place, chunks: Chunk[]): Promise<number> {
  for (;;) {
    const last = chunks.at(-1)
    if (!last) return 0
    try {
      return (await readChunk(place, last)).until
    } catch (error) {
      if (!(error instanceof UnusableChunk)) throw error
      chunks.pop()
    }
  }
}

/** Throws Problem if a part of the WAL after a backup is missing in the archive. */
export async function requireWholeWal(place: Place, manifest: Manifest): Promise<Reach | undefined> {
  const reach = await reachOf(place, manifest)
  if (!reach?.hasGap) return reach
  throw new Problem(
    `The backup ${manifest.backup_id} is complete, but a part of the archived WAL is missing after ${iso(reach.until)}: no later moment can be restored from it.`,
    'Make another backup, from which later moments can be restored: ./realword backup create',
  )
}

/** Throws Problem if a backup cannot be restored to this moment. */
export async function requireReach(place: Place, manifest: Manifest, at: number): Promise<Reach> {
  const { backup_id } = manifest
  const reach = await reachOf(place, manifest)
  if (!reach)
    throw new Problem(
      `The WAL after the backup ${backup_id} was not archived: it can be restored without --at only.`,
      'Restore it without --at, or choose another backup: ./realword backup list',
    )
  const { from, until, hasGap } = reach
  const moments = `${iso(from)} to ${iso(until)}`
  if (at < from)
    throw new Problem(
      `The backup ${backup_id} can be restored to moments from ${moments}, and ${iso(at)} is before them.`,
      'Choose an older backup: ./realword backup list',
    )
  if (at > until)
    throw new Problem(
      hasGap
        ? `A part of the archived WAL is missing after ${iso(until)}: the backup ${backup_id} can be restored to moments from ${moments}.`
        : `The archived WAL goes until ${iso(until)}: the backup ${backup_id} can be restored to moments from ${moments}.`,
      'Choose one of these moments, or a newer backup: ./realword backup list',
    )
  return reach
}

/**
 * Brings a restored database in `dataDir` to the moment `at`: writes the archived WAL into it, and starts PostgreSQL once,
 * which replays it up to the last commit before that moment. Throws Problem at the first damaged chunk.
 */
export async function replay(place: Place, dataDir: string, { chunks }: Reach, at: number): Promise<void> {
  const folder = join(dataDir, 'postgres')
  let reached = 0
  for (const chunk of chunks) {
    const { bytes, until } = await readOrExplain(place, chunk, reached)
    await writeWal(join(folder, 'pg_wal'), chunk, bytes)
    if (until > at) break
    reached = Math.max(reached, until)
  }
  await writeFile(join(folder, 'recovery.signal'), '', { mode: 0o600 })
  await recover(dataDir, at)
}

async function readOrExplain(place: Place, chunk: Chunk, reached: number) {
  try {
    return await readChunk(place, chunk)
  } catch (error) {
    if (!(error instanceof UnusableChunk) || reached === 0) throw error
    throw new Problem(
      `${error.message.replace(/\.$/, '')}: without it, the copy goes until ${iso(reached)}.`,
      `Restore to that moment: --at ${iso(reached)}. Nothing was restored.`,
    )
  }
}

/** Writes a chunk into the files of pg_wal, of which the backup has the first. */
async function writeWal(folder: string, { timeline, from, to }: Chunk, bytes: Buffer): Promise<void> {
  for (let at = from; at < to; ) {
    const start = startOfSegment(at)
    const end = start + segmentBytes < to ? start + segmentBytes : to
    const file = join(folder, segmentOf(timeline, at))
    const handle = await open(file, existsSync(file) ? 'r+' : 'w', 0o600)
    try {
      await handle.truncate(Number(segmentBytes))
      await handle.write(bytes, Number(at - from), Number(end - at), Number(at - start))
    } finally {
      await handle.close()
    }
    at = end
  }
}

async function recover(dataDir: string, at: number): Promise<void> {
  const server = embedded({
    dataDir,
    settings: {
      // All of it is in pg_wal already.
      restore_command: 'exit 1',
      recovery_target_time: iso(at).replace('T', ' ').replace('Z', '+00'),
      recovery_target_action: 'promote',
      // Until it is promoted, it counts as starting.
      hot_standby: 'off',
    },
  })
  await server.ensureRunning().finally(() => server.stop())
  await rm(join(dataDir, 'postgres.log'), { force: true })
}

const iso = (time: number) => new Date(time).toISOString()
