import { existsSync, readdirSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar'
import { findBinaries } from '../../foundation/database/embedded/binaries.ts'
import { unfinishedRestore } from '../../foundation/database/embedded/embedded.ts'
import { majorOf } from '../../foundation/database/embedded/major.ts'
import { isInside } from '../../foundation/lib/is-inside.ts'
import { makeFolder } from '../../foundation/lib/make-folder.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { writePreviousFile } from '../../foundation/lib/secret-files.ts'
import { openFolder } from '../../foundation/storage/pictures/folder.ts'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { requireDiskSpace } from './disk-space.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { restorePictures } from './pictures.ts'
import { type Place, readParts } from './sealed-stream.ts'
import { replay, requireReach } from './wal/replay.ts'

export type RestoreOptions = {
  /** An empty or absent folder. */
  dataDir: string
  /** Where the pictures go; by default a folder in `dataDir`. A picture that is there is kept. */
  pictures?: PictureStore | undefined
  /** The moment to restore, in milliseconds since 1970, from the archived WAL. Default: the end of the backup. */
  at?: number | undefined
  /** For how many copies there must be room. */
  copies?: number
}

/**
 * Restores a backup into an empty folder, as DATA_DIR of a service: all of it or nothing. Until the last moment, everything
 * is in a folder of its own inside, with which no service starts. Throws Problem if anything is missing or damaged, and
 * then leaves the folder as it was.
 */
export async function restoreBackup(
  place: Place,
  backupId: string,
  { dataDir, pictures, at, copies = 1 }: RestoreOptions,
): Promise<Manifest> {
  requireEmpty(dataDir)
  requireOutside(place, backupId, dataDir)
  const manifest = await readManifest(place, backupId)
  requireSameServer(manifest)
  const reach = at === undefined ? undefined : await requireReach(place, manifest, at)
  requireDiskSpace(dataDir, manifest, copies)
  const isNew = !existsSync(dataDir)
  const work = await makeWorkFolder(dataDir)
  try {
    await restoreDatabase(place, manifest, join(work, 'postgres'))
    await restorePictures(place, backupId, manifest.pictures.parts, saveIn(pictures, join(work, 'pictures')))
    await writeFile(join(work, 'secret'), `${manifest.secret}\n`, { mode: 0o600 })
    if (manifest.previous_secret) writePreviousFile(work, manifest.previous_secret)
    if (reach) await replay(place, work, reach, at as number)
    await syncAll(work)
    // The database last: without it, nothing here looks like a data folder.
    for (const name of ['secret', 'secret.previous', 'pictures', 'postgres'])
      if (existsSync(join(work, name))) await rename(join(work, name), join(dataDir, name))
    await syncPath(dataDir)
    await rm(work, { recursive: true })
    return manifest
  } catch (error) {
    await rm(work, { recursive: true, force: true })
    if (isNew) await rmdir(dataDir).catch(() => {})
    return explain(dataDir, error)
  }
}

function requireEmpty(dataDir: string): void {
  const entries = entriesOf(dataDir)
  if (entries.includes(unfinishedRestore)) throw alreadyRestoring(dataDir)
  if (entries.length > 0)
    throw new Problem(
      `${dataDir} is not empty.`,
      'Give a new or empty folder. Nothing was restored, and nothing in that folder was changed.',
    )
}

function alreadyRestoring(dataDir: string): Problem {
  return new Problem(
    `${join(dataDir, unfinishedRestore)} is the rest of an interrupted restore, or another one is running.`,
    `If none is running, empty ${dataDir} and run the command again.`,
  )
}

function requireOutside({ destination: { address } }: Place, backupId: string, dataDir: string): void {
  if (address.startsWith('s3:') || !isInside(dataDir, join(address, backupId))) return
  throw new Problem(
    `${dataDir} is inside the backup itself, and would be deleted with it.`,
    'Give a folder elsewhere. Nothing was restored.',
  )
}

// Of two restores into one folder, one makes it.
async function makeWorkFolder(dataDir: string): Promise<string> {
  const work = join(dataDir, unfinishedRestore)
  try {
    await makeFolder(dataDir)
    await mkdir(work, { mode: 0o700 })
    return work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyRestoring(dataDir)
    return explain(dataDir, error)
  }
}

function entriesOf(dataDir: string): string[] {
  try {
    // Every new file system of type ext4 has this folder.
    return readdirSync(dataDir).filter(name => name !== 'lost+found')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new Problem(
      `${dataDir} cannot be used: ${(error as Error).message}.`,
      'Give a new or empty folder in which this user may write.',
    )
  }
}

// PostgreSQL's files depend on its major version and on the processor.
function requireSameServer({ postgres, platform, backup_id }: Manifest): void {
  const { major } = findBinaries()
  if (postgres !== major)
    throw new Problem(
      `The backup ${backup_id} is of PostgreSQL ${postgres}, and this Realword brings PostgreSQL ${major}.`,
      'Restore it with the release of Realword that made it, then upgrade.',
    )
  const here = `${process.platform}-${process.arch}`
  if (platform !== here)
    throw new Problem(
      `The backup ${backup_id} was made on ${platform}, and this machine is ${here}: PostgreSQL cannot read its files here.`,
      `Restore it on a machine with ${platform}.`,
    )
}

async function restoreDatabase(place: Place, manifest: Manifest, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  const { backup_id, database } = manifest
  let unexpected: string | undefined
  const unpack = extract({
    cwd: folder,
    strict: true,
    preserveOwner: false,
    filter: (path, entry) => {
      const isUsual = 'type' in entry && ['File', 'Directory'].includes(entry.type)
      if (!isUsual) unexpected ??= path
      return isUsual
    },
  })
  // A prepared backup could unpack to any size, and fill the disk beside a service.
  let left = database.bytes
  async function* bounded(tar: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of tar) {
      left -= chunk.length
      if (left < 0) throw unusable(backup_id, 'it is larger than its manifest says')
      yield chunk
    }
  }
  await pipeline(
    Readable.from(readParts(place, backup_id, 'database', database.parts)),
    createZstdDecompress(),
    bounded,
    unpack,
  )
  if (unexpected !== undefined) throw unusable(backup_id, `${unexpected} is no file`)
  if (majorOf(folder) === undefined) throw unusable(backup_id, 'PG_VERSION is missing or damaged')
}

function unusable(backupId: string, why: string): Problem {
  return new Problem(
    `The backup ${backupId} holds no usable database: ${why}.`,
    'Restore another backup: ./realword backup list. Nothing was restored.',
  )
}

function saveIn(pictures: PictureStore | undefined, folder: string) {
  if (!pictures) return openFolder(folder).put
  return async (name: string, bytes: Buffer) => {
    if (!(await pictures.get(name))) await pictures.put(name, bytes)
  }
}

// The restored database must survive a power cut like any other.
async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncAll(path)
    else await syncPath(path)
  }
  await syncPath(folder)
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

function explain(dataDir: string, error: unknown): never {
  if (error instanceof Problem) throw error
  const { code = '', message } = error as NodeJS.ErrnoException
  if (/^(ENOSPC|EDQUOT)$/.test(code))
    throw new Problem(
      `The disk of ${dataDir} is full.`,
      'Free disk space and run the command again. Nothing was restored.',
    )
  if (/^(EACCES|ENOENT|EPERM|EROFS|ENOTDIR)$/.test(code))
    throw new Problem(
      `${dataDir} cannot be written: ${message}.`,
      'Give a folder in which this user may write.',
    )
  if (/^(Z_|ZSTD_|ERR_ZSTD|TAR_)/.test(code))
    throw new Problem(
      `The backup cannot be unpacked: ${message}.`,
      'Restore another backup: ./realword backup list. Nothing was restored.',
    )
  throw error
}
