import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Config } from '../../../foundation/config/config.ts'
import { embedded } from '../../../foundation/database/embedded/embedded.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { openPlace, openTarget, requireBackups } from '../destinations/place.ts'
import { requireMarker } from '../marker.ts'
import type { Place } from '../sealed-stream.ts'
import { lastStoredChain, recordBackupEvent } from '../state.ts'
import { resumeChain } from './chain.ts'
import { type Chunk, storeChunk } from './chunks.ts'
import { readPosition } from './positions.ts'
import { chunkBytes, createSealer, type Sealer } from './sealer.ts'
import { dropSlots } from './slot.ts'
import { openWalStream } from './stream.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>

type Archive = {
  config: Config
  place: Place
  target: pg.ClientConfig
  clock: Clock
  log: Log
  every: number
  signal: AbortSignal
  /** Runs when the chain is found or begun. */
  onBegun: () => void
}

const minute = 60_000 // ms
const retryAfter = 5_000 // ms
const longestStart = 10_000 // ms
const longestEnd = 10_000 // ms
const lastChunk = 5_000 // ms that a stopping server waits for us at most
const patience = 5_000 // ms of repeated requests to a bucket; then the stream begins again at the stored end
const mostInMemory = 2 * chunkBytes

/**
 * Copies the WAL of the embedded database to BACKUP_URL while BACKUP_WAL is on: once a minute, and every 16 MiB.
 * PostgreSQL keeps what is not stored yet. Resolves when the chain of this database is found or begun, so that a backup
 * after that can be restored to any later moment. With BACKUP_WAL=off, PostgreSQL keeps nothing for it any more. Throws
 * Problem if the settings contradict each other. Call it in one process of the service.
 */
export async function startWalArchive(
  config: Config,
  clock: Clock,
  log: Log,
  every = minute,
): Promise<{ stop: () => Promise<void> }> {
  if (config.BACKUP_WAL === 'off') {
    await forgetSlots(config).catch(err => log.warn({ err }, 'the slot of the WAL archive was not dropped'))
    return { stop: async () => {} }
  }
  const place = openWalPlace(config)
  const target = await openTarget(config)
  const ending = new AbortController()
  const { signal } = ending
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>()
  const done = keepArchiving({ config, place, target, clock, log, every, signal, onBegun })
  await Promise.race([begun, idle(longestStart)])
  return {
    stop: async () => {
      ending.abort()
      await Promise.race([done, idle(longestEnd)])
    },
  }
}

function openWalPlace(config: Config): Place {
  if (!config.BACKUP_URL && !config.DATABASE_URL)
    throw new Problem(
      'BACKUP_WAL is on, and BACKUP_URL is not set.',
      'Set BACKUP_URL to the folder or bucket of the backups, or BACKUP_WAL to off.',
    )
  const place = openPlace(config, config.BACKUP_URL ?? '.', patience)
  requireBackups(config, place)
  return place
}

// PostgreSQL would keep WAL for it until the disk is full, or its limit is reached.
async function forgetSlots(config: Config): Promise<void> {
  if (config.DATABASE_URL) return
  const db = new pg.Client(await openTarget(config))
  db.on('error', () => {})
  await db.connect()
  await dropSlots(db).finally(() => db.end())
}

async function keepArchiving(archive: Archive): Promise<void> {
  const { config, clock, log, signal, onBegun } = archive
  const server = embedded({ dataDir: config.DATA_DIR })
  let lastMessage = ''
  while (!signal.aborted && server.isInUse()) {
    try {
      await archiveOnce(archive)
    } catch (error) {
      const { message } = error as Error
      if (signal.aborted)
        return log.warn({ err: error }, 'the end of the WAL is not archived; the next start does')
      const fix = error instanceof Problem ? ` ${error.fix}` : ''
      note(config, 'wal-failure', clock(), message + fix)
      if (message !== lastMessage)
        log.warn({ err: error }, 'the WAL archive is interrupted; it continues by itself')
      lastMessage = message
    }
    onBegun()
    await pause(retryAfter, undefined, { signal }).catch(() => {})
  }
}

/** Archives until `signal`, then stores what was written by then. Throws when a connection or the destination fails. */
async function archiveOnce({
  config,
  place,
  target,
  clock,
  log,
  every,
  signal,
  onBegun,
}: Archive): Promise<void> {
  const { db, lost: stopped } = await connect(target)
  let close = () => {}
  let sealer: Sealer | undefined
  try {
    await requireMarker(config, place.destination, clock())
    const {
      slot,
      from,
      until: stored,
      begun,
    } = await resumeChain(db, place, chain => lastStoredChain(config.DATA_DIR) === chain)
    if (begun) {
      note(config, 'wal-chain', clock(), begun)
      log.warn(
        `a new WAL archive starts, because ${begun}: the next backup can be restored to any later moment`,
      )
    }
    onBegun()
    const store = async (chunk: Chunk, bytes: Buffer, until: number) => {
      await requireMarker(config, place.destination, clock())
      await storeChunk(place, chunk, bytes, until)
      stream.acknowledge(chunk.to, true)
      stream.resume()
      if (until > 0) note(config, 'wal', until, chunk.chain)
    }
    const stream = await openWalStream(target, slot.name, from, (at, bytes) => {
      sealer?.add(at, bytes)
      if (sealer && sealer.backlog() > mostInMemory) stream.pause()
    })
    close = stream.close
    sealer = createSealer({ chain: slot.chain, timeline: stream.timeline, from, until: stored }, store)
    const lost = Promise.race([stream.lost, sealer.failed, stopped])
    for (let isLast = false; !isLast; ) {
      isLast = signal.aborted
      await Promise.race([seal(db, clock, sealer), lost])
      if (!isLast) await Promise.race([pause(every, undefined, { signal }).catch(() => {}), lost])
    }
  } finally {
    // A server that stops waits until we have its last WAL.
    await Promise.race([sealer?.flush().catch(() => {}), idle(lastChunk)])
    close()
    await db.end().catch(() => {})
  }
}

async function seal(db: pg.Client, clock: Clock, sealer: Sealer): Promise<void> {
  const until = clock()
  // A commit after `until`: a restore to that moment needs to find where to stop, although nothing else was written.
  await db.query("select pg_logical_emit_message(true, 'realword wal', '')")
  const { rows } = await db.query('select pg_current_wal_flush_lsn()::text as flushed')
  await sealer.sealAfter(readPosition(rows[0].flushed), until)
}

async function connect(target: pg.ClientConfig): Promise<{ db: pg.Client; lost: Promise<never> }> {
  const db = new pg.Client({
    ...target,
    application_name: 'realword WAL archive',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  const { promise: lost, reject } = Promise.withResolvers<never>()
  lost.catch(() => {})
  db.on('error', reject)
  db.on('end', () => reject(new Error('PostgreSQL stopped')))
  await db.connect()
  return { db, lost }
}

// The archive continues while the disk of DATA_DIR is full and this cannot be written.
function note(config: Config, ...event: [Parameters<typeof recordBackupEvent>[1], number, string]): void {
  try {
    recordBackupEvent(config.DATA_DIR, ...event)
  } catch {}
}

async function idle(time: number): Promise<void> {
  await pause(time, undefined, { ref: false })
}
