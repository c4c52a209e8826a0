import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Secrets } from '../../foundation/lib/secret.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { type Extent, startBaseBackup } from './base-backup.ts'
import { withBackupLock } from './lock.ts'
import { type Manifest, newBackupId, writeManifest } from './manifest.ts'
import { backUpPictures } from './pictures.ts'
import { removeBackup } from './remove.ts'
import { type Place, writeParts } from './sealed-stream.ts'
import { findSlot } from './wal/slot.ts'

export type BackupSource = {
  /** The running embedded server. */
  target: pg.ClientConfig
  pictures: PictureStore
  secrets: Secrets
  clock: Clock
}

export type CreateOptions = {
  signal?: AbortSignal
  /** Another backup is running. */
  onWait?: () => void
  /** Called before anything is stored, while no other backup runs. */
  prepare?: () => Promise<void>
  /** Called with the complete backup, before another one may start. */
  onComplete?: (manifest: Manifest) => Promise<void>
}

/**
 * Backs up the running server, the pictures and the secret. Waits for a backup that runs already, then makes another. A
 * backup that fails or is aborted removes what it stored; one whose process was killed is removed later.
 */
export async function createBackup(
  source: BackupSource,
  place: Place,
  { signal, onWait, prepare, onComplete }: CreateOptions = {},
): Promise<Manifest> {
  const act = async (db: pg.Client) => {
    await prepare?.()
    const manifest = await backUp(source, place, db, signal)
    await onComplete?.(manifest)
    return manifest
  }
  return await withBackupLock(source.target, act, onWait)
}

async function backUp(
  source: BackupSource,
  place: Place,
  db: pg.Client,
  signal: AbortSignal | undefined,
): Promise<Manifest> {
  const created = new Date(source.clock())
  const id = newBackupId(created)
  try {
    signal?.throwIfAborted()
    // Before the backup begins: the WAL after it is archived then.
    const chain = (await findSlot(db))?.chain
    const { wal, database } = await backUpDatabase(source.target, place, id, signal)
    const ended_at = new Date(source.clock()).toISOString()
    signal?.throwIfAborted()
    const pictures = await backUpPictures(place, id, source.pictures)
    signal?.throwIfAborted()
    const manifest: Manifest = {
      format: 1,
      backup_id: id,
      created_at: created.toISOString(),
      realword: packageJson.version,
      platform: `${process.platform}-${process.arch}`,
      ...(await describeServer(db)),
      wal: { ...wal, ended_at, ...(chain !== undefined && { chain }) },
      database,
      pictures,
      secret: source.secrets.current,
      previous_secret: source.secrets.all[1],
    }
    await writeManifest(place, manifest)
    return manifest
  } catch (error) {
    await removeBackup(place, id).catch(() => {})
    throw error
  }
}

async function backUpDatabase(
  target: pg.ClientConfig,
  place: Place,
  id: string,
  signal: AbortSignal | undefined,
): Promise<{ wal: Extent; database: Manifest['database'] }> {
  const base = await startBaseBackup(target, id)
  let bytes = 0
  async function* counted(tar: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of tar) {
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    const compressed = createZstdCompress()
    const read = pipeline(base.tar, counted, compressed, { ...(signal && { signal }) })
    const [{ parts, bytes: stored }] = await Promise.all([
      writeParts(place, id, 'database', compressed),
      read,
    ])
    return { wal: await base.done, database: { parts, stored, bytes } }
  } finally {
    await base.close()
  }
}

async function describeServer(db: pg.Client): Promise<Pick<Manifest, 'postgres' | 'migration' | 'system'>> {
  const { rows } = await db.query(`
    select current_setting('server_version_num')::integer / 10000 as postgres,
      (select coalesce(max(version), 0) from realword_migrations) as migration,
      (select system_identifier::text from pg_control_system()) as system`)
  return rows[0]
}
