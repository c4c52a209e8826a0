import type pg from 'pg'
import type { Config } from '../../../foundation/config/config.ts'
import { embedded } from '../../../foundation/database/embedded/embedded.ts'
import { placeOf } from '../../../foundation/database/embedded/roles.ts'
import { isInside } from '../../../foundation/lib/is-inside.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { openPictureStore } from '../../../foundation/storage/pictures/picture-store.ts'
import type { BackupSource } from '../create.ts'
import type { Place } from '../sealed-stream.ts'
import { openSeal } from '../sealing.ts'
import { openDestination } from './destination.ts'

/**
 * Where backups are, and their key. Throws Problem if no address is given and BACKUP_URL is not set. `patience`: for how many
 * milliseconds a request to a bucket is repeated.
 */
export function openPlace(
  config: Pick<Config, 'BACKUP_URL' | 'BACKUP_KEY'>,
  to = config.BACKUP_URL,
  patience?: number,
): Place {
  if (!to)
    throw new Problem(
      'BACKUP_URL is not set.',
      'Set it to the folder or bucket of the backups, or name one in the command.',
      2,
    )
  return { destination: openDestination(to, patience), seal: openSeal(config.BACKUP_KEY) }
}

/** What is backed up: the embedded server of these settings, which it starts if needed. */
export async function openSource(config: Config, clock: Clock): Promise<BackupSource> {
  return {
    target: await openTarget(config),
    pictures: openPictureStore(config),
    secrets: readSecrets(config),
    clock,
  }
}

/** The embedded server of these settings, which it starts if needed. */
export async function openTarget({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<pg.ClientConfig> {
  return placeOf(await embedded({ dataDir: DATA_DIR }).ensureRunning())
}

/**
 * Throws Problem if these settings allow no backup to `place`: another server than the embedded one, a folder in DATA_DIR,
 * or a bucket without encryption, unless `plain` allows it.
 */
export function requireBackups(config: Config, { destination, seal }: Place, plain = false): void {
  if (config.DATABASE_URL)
    throw new Problem(
      'DATABASE_URL is set: Realword backs up its embedded database only.',
      'Back up your own server with pg_basebackup or WAL-G, and the folder or bucket of the pictures with their own tools.',
    )
  if (!destination.address.startsWith('s3:') && isInside(destination.address, config.DATA_DIR))
    throw new Problem(
      `The backup folder ${destination.address} is inside the data folder, and would be lost with it.`,
      'Set BACKUP_URL to a folder on another disk.',
    )
  if (seal.isEncrypted || plain || !destination.address.startsWith('s3:')) return
  throw new Problem(
    `BACKUP_KEY is not set, and ${destination.address} is not on this machine.`,
    'Make a key with `../realword backup key` and set BACKUP_KEY_FILE. `backup create --plain` makes one without a key.',
  )
}
