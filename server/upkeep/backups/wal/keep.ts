import { readManifest } from '../manifest.ts'
import type { Place } from '../sealed-stream.ts'
import { type Chunk, isUnfinishedChunk, listChunks, pathOf } from './chunks.ts'
import { readPosition } from './positions.ts'

const abandonedAfter = 3_600_000 // ms: a chain that goes on has a new chunk each minute

/**
 * Deletes the chunks that none of these backups needs: those before the oldest one of their chain, and chains without a
 * backup to which nothing was added for an hour, because the first backup of a new chain may still be running. Also what killed writers left.
 */
export async function removeUnusedWal(place: Place, backupIds: string[], now: number): Promise<void> {
  const { destination } = place
  const lastWritten = new Map<string, number>()
  for await (const { name, at } of destination.list('wal/')) {
    if (isUnfinishedChunk(name) && now - at.getTime() > abandonedAfter) await destination.remove(name)
    const [, chain = ''] = name.split('/')
    lastWritten.set(chain, Math.max(lastWritten.get(chain) ?? 0, at.getTime()))
  }
  if (lastWritten.size === 0) return
  // If one of the backups cannot be read, such as one with another key, its chain is unknown: nothing is deleted.
  const starts = await startsOf(place, backupIds).catch(() => undefined)
  if (!starts) return
  const isUnused = ({ chain, to }: Chunk) => {
    const start = starts.get(chain)
    return start === undefined ? now - (lastWritten.get(chain) ?? now) > abandonedAfter : to <= start
  }
  for (const chunk of await listChunks(destination))
    if (isUnused(chunk)) await destination.remove(pathOf(chunk))
}

/** The first position that the oldest backup of each chain needs. */
async function startsOf(place: Place, backupIds: string[]): Promise<Map<string, bigint>> {
  const starts = new Map<string, bigint>()
  for (const id of backupIds) {
    const { wal } = await readManifest(place, id)
    if (wal.chain === undefined) continue
    const start = readPosition(wal.start)
    const oldest = starts.get(wal.chain)
    if (oldest === undefined || start < oldest) starts.set(wal.chain, start)
  }
  return starts
}
