import type { KeepRule } from '../../foundation/lib/time/periods.ts'
import { isBackupId, listBackupIds, readManifest } from './manifest.ts'
import { isPictureCopy, picturesOf } from './pictures.ts'
import { removeBackup } from './remove.ts'
import type { Place } from './sealed-stream.ts'
import { removeUnusedWal } from './wal/keep.ts'

const abandonedAfter = 3_600_000 // ms: a running backup writes an object every ten minutes at least

/**
 * Deletes backups that the rule does not keep, incomplete ones, and pictures that no backup has. The newest
 * two always stay, and so do those of `inUse`. Returns the ids that it deleted.
 */
export async function thinOut(
  place: Place,
  rule: KeepRule,
  now: number,
  inUse: string[] = [],
): Promise<string[]> {
  const ids = await listBackupIds(place.destination)
  const kept = keptBy(rule, ids)
  for (const id of inUse) if (ids.includes(id)) kept.add(id)
  const removed = ids.filter(id => !kept.has(id))
  for (const id of removed) await removeBackup(place, id)
  await removeAbandoned(place, kept, now)
  if (removed.length > 0) await removeUnusedPictures(place, [...kept])
  await removeUnusedWal(place, [...kept], now)
  return removed
}

/**
 * The newest backup of each of the last days, weeks and months that have one, in UTC. The newest two always stay: who makes a backup
 * after a mistake must not delete the one before it.
 */
export function keptBy(rule: KeepRule, ids: string[]): Set<string> {
  const newestFirst = ids.toSorted().reverse()
  const kept = new Set(newestFirst.slice(0, 2))
  for (const [count, periodOf] of [
    [rule.days, dayOf],
    [rule.weeks, weekOf],
    [rule.months, monthOf],
  ] as const) {
    const periods = new Set<string>()
    for (const id of newestFirst) {
      const period = periodOf(id)
      if (periods.has(period)) continue
      if (periods.size === count) break
      periods.add(period)
      kept.add(id)
    }
  }
  return kept
}

const dayOf = (id: string) => id.slice(0, 8)
const monthOf = (id: string) => id.slice(0, 6)

/** The Monday of its week. */
function weekOf(id: string): string {
  const day = new Date(`${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

async function removeAbandoned({ destination }: Place, kept: Set<string>, now: number): Promise<void> {
  const lastWritten = new Map<string, number>()
  for await (const { name, at } of destination.list('2')) {
    const [id = ''] = name.split('/')
    // Other things may be kept in the same place.
    if (isBackupId(id) && !kept.has(id)) lastWritten.set(id, Math.max(lastWritten.get(id) ?? 0, at.getTime()))
  }
  for (const [id, at] of lastWritten) if (now - at > abandonedAfter) await removeBackup({ destination }, id)
}

// If one of the backups cannot be read, such as one with another key, its pictures are unknown: nothing is deleted.
async function removeUnusedPictures(place: Place, ids: string[]): Promise<void> {
  const { destination, seal } = place
  const used = new Set<string>()
  try {
    for (const id of ids) {
      const { pictures } = await readManifest(place, id)
      for (const { name } of await picturesOf(place, id, pictures.parts))
        used.add(`${seal.poolOfPictures}/${name}`)
    }
  } catch {
    return
  }
  for await (const { name } of destination.list('pictures/'))
    if (isPictureCopy(name) && !used.has(name)) await destination.remove(name)
}
