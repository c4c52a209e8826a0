import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { embedded } from '../../foundation/database/embedded/embedded.ts'
import { chooseRunAs } from '../../foundation/database/embedded/run-as.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import type { Place } from './sealed-stream.ts'

const copies = 2 // room for as much again: a check must never fill the disk of the service

/**
 * Restores a backup into a temporary folder, passes that folder to `examine`, and deletes it. If `examine` does not throw,
 * the backup is marked as verified at `now`. Nothing listens on the network, and no job runs. `interrupted` rejects to end
 * it early.
 */
export async function verifyBackup<T>(
  place: Place,
  backupId: string,
  now: number,
  examine: (dataDir: string) => Promise<T>,
  interrupted: Promise<never>,
): Promise<{ manifest: Manifest; found: T }> {
  // Before a folder is made.
  await readManifest(place, backupId)
  await removeAbandoned()
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  // Then PostgreSQL runs as another user, who must be able to enter it.
  if (chooseRunAs(join(folder, 'data/postgres')).kind === 'user') await chmod(folder, 0o711)
  inUse.add(folder)
  const dataDir = join(folder, 'data')
  const verify = async () => {
    const manifest = await restoreBackup(place, backupId, { dataDir, copies })
    const found = await examine(dataDir)
    await place.destination.put(`${backupId}/verified`, Buffer.from(new Date(now).toISOString()))
    return { manifest, found }
  }
  const running = verify()
  try {
    return await Promise.race([running, interrupted])
  } finally {
    await remove(folder)
    // A restore that was interrupted may write the folder again. If this fails, the next check deletes it.
    running
      .catch(() => {})
      .then(() => removeLater(folder))
      .catch(() => {})
      .finally(() => inUse.delete(folder))
  }
}

const prefix = 'realword-verify-'

/** The copies of this process that are checked, or deleted after it. */
const inUse = new Set<string>()

// A killed process leaves a copy of everything, and its PostgreSQL may still run.
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = /^realword-verify-(\d+)-/.exec(name) ?? []
    const folder = join(tmpdir(), name)
    if (!pid || inUse.has(folder) || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue
    const found = await lstat(folder).catch(() => undefined)
    // Others may write to the temporary folder.
    if (found?.isDirectory() && found.uid === process.getuid?.()) await remove(folder)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function remove(folder: string): Promise<void> {
  await embedded({ dataDir: join(folder, 'data') }).stop()
  // PostgreSQL, or a restore that was interrupted, may still write.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

const mostTries = 10

/** Tries for some seconds: a PostgreSQL that a restore had just started may not have ended. */
async function removeLater(folder: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await remove(folder)
    } catch (error) {
      if (tries === mostTries) throw error
    }
    await pause(1_000, undefined, { ref: false })
  }
}

/** When the backup was last verified, on whichever machine; null: never. */
export async function readVerified({ destination }: Place, backupId: string): Promise<string | null> {
  const text = (await destination.get(`${backupId}/verified`))?.toString() ?? ''
  return Number.isNaN(Date.parse(text)) ? null : text
}
