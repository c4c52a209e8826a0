import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type { Config } from '../../foundation/config/config.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import type { Destination } from './destinations/destination.ts'
import { markerOf, recordBackupEvent } from './state.ts'

const file = 'realword-backups'

/** At the first start, the backups and the archive of the WAL may ask at once. */
const oneAtATime = pLimit(1)

/**
 * Throws Problem unless the destination is the one of the earlier backups, which a file in it proves; the first use
 * writes that file. The folder of a disk that is not mounted is empty: backups and WAL would fill the disk of the
 * system, and nobody would notice.
 */
export async function requireMarker(config: Config, destination: Destination, now: number): Promise<void> {
  await oneAtATime(async () => {
    const [known, found] = [markerOf(config.DATA_DIR), await readMarker(destination)]
    if (known === undefined) return await adopt(config, destination, now, found)
    if (known !== undefined && known === found) return
    throw new Problem(
      `${destination.address} has none of the earlier backups: its file ${file} is ${found ? 'of another installation' : 'missing'}. Is its disk mounted?`,
      'Mount it, or correct BACKUP_URL. To begin anew there, run: ./realword backup create',
    )
  })
}

/** From now on, the destination is the one of all backups. */
export async function adoptDestination(config: Config, destination: Destination, now: number): Promise<void> {
  await oneAtATime(async () => await adopt(config, destination, now, await readMarker(destination)))
}

async function adopt(
  { DATA_DIR }: Config,
  destination: Destination,
  now: number,
  found: string | undefined,
): Promise<void> {
  const id = found ?? randomUUID()
  if (!found) await destination.put(file, Buffer.from(`${id}\n`))
  if (markerOf(DATA_DIR) !== id) recordBackupEvent(DATA_DIR, 'marker', now, id)
}

async function readMarker(destination: Destination): Promise<string | undefined> {
  return (await destination.get(file))?.toString().trim() || undefined
}
