import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embedded } from '../database/embedded/embedded.ts'
import { type Manifest, readManifest } from './manifest.ts'
import type { Place } from './parts.ts'
import { restoreBackup } from './restore.ts'

/**
 * Restores a backup into a temporary folder, passes that folder to `examine`, and deletes it. If `examine` does not throw,
 * the backup is marked as verified at `now`. Nothing listens on the network, and no job runs.
 */
export async function verifyBackup<T>(
  place: Place,
  backupId: string,
  now: number,
  examine: (dataDir: string) => Promise<T>,
): Promise<{ manifest: Manifest; found: T }> {
  // Before a folder is made.
  await readManifest(place, backupId)
  const folder = await mkdtemp(join(tmpdir(), 'realword-verify-'))
  const dataDir = join(folder, 'data')
  try {
    const manifest = await restoreBackup(place, backupId, { dataDir })
    const found = await examine(dataDir)
    await place.destination.put(`${backupId}/verified`, Buffer.from(new Date(now).toISOString()))
    return { manifest, found }
  } finally {
    await embedded({ dataDir }).stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** When the backup was last verified, on whichever machine; null: never. */
export async function readVerified({ destination }: Place, backupId: string): Promise<string | null> {
  const text = (await destination.get(`${backupId}/verified`))?.toString() ?? ''
  return Number.isNaN(Date.parse(text)) ? null : text
}
