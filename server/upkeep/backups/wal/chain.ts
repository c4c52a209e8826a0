import type pg from 'pg'
import type { Place } from '../sealed-stream.ts'
import { type Chunk, followingOn, listChunks, readChunk, UnusableChunk } from './chunks.ts'
import { readPosition, startOfSegment } from './positions.ts'
import { claimSlot, makeSlot, type Slot } from './slot.ts'

/**
 * Where the archive continues, and until when everything answered is stored before that: 0 if nothing is. `begun`: why it
 * began a new chain; absent if it continues the stored one.
 */
export type Resumed = { slot: Slot; from: bigint; until: number; begun?: string }

/**
 * Continues the chain of this database at its stored end, or begins one if that is not possible. `hasStored`: whether
 * a part of this chain was ever stored. Until then, its slot keeps all of it.
 */
export async function resumeChain(
  db: pg.Client,
  place: Place,
  hasStored: (chain: string) => boolean,
): Promise<Resumed> {
  const slot = await claimSlot(db)
  if (!slot) return await begin(db, 'the archive is new')
  if (slot.isLost) return await begin(db, 'PostgreSQL removed WAL that could not be stored for too long')
  const stored = await listChunks(place.destination, slot.chain)
  const end = endOf(stored)
  if (end === undefined && !hasStored(slot.chain))
    return { slot, from: startOfSegment(slot.oldest), until: 0 }
  if (end === undefined) return await begin(db, 'BACKUP_URL holds nothing of the archive any more')
  if (end === 'gap') return await begin(db, 'a part of the archive is missing in BACKUP_URL')
  if (end < startOfSegment(slot.oldest))
    return await begin(db, 'the newest parts of the archive are missing in BACKUP_URL')
  const until = await readUntil(place, stored.at(-1) as Chunk)
  if (until === undefined)
    return await begin(db, 'the newest part of the archive is damaged, or sealed with another BACKUP_KEY')
  const { rows } = await db.query('select pg_current_wal_flush_lsn()::text as flushed')
  if (end > readPosition(rows[0].flushed))
    return await begin(db, 'the database was replaced by an older copy of itself')
  return { slot, from: end, until }
}

async function readUntil(place: Place, chunk: Chunk): Promise<number | undefined> {
  try {
    return (await readChunk(place, chunk)).until
  } catch (error) {
    if (error instanceof UnusableChunk) return undefined
    throw error
  }
}

async function begin(db: pg.Client, begun: string): Promise<Resumed> {
  const slot = await makeSlot(db)
  return { slot, from: startOfSegment(slot.oldest), until: 0, begun }
}

function endOf(stored: Chunk[]): bigint | 'gap' | undefined {
  const [first] = stored
  if (!first) return undefined
  const end = followingOn(stored, first.from).at(-1)?.to as bigint
  return stored.some(({ to }) => to > end) ? 'gap' : end
}
