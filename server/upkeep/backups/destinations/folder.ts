import { createHash } from 'node:crypto'
import { open, opendir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { makeFolder } from '../../../foundation/lib/make-folder.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import type { Destination, StoredObject } from './destination.ts'

const draftEnd = '.unfinished'

/** Backups in a folder of this machine. Only its owner may read what is written. */
export function openBackupFolder(path: string): Destination {
  const folder = resolve(path)
  const pathOf = (name: string) => join(folder, name)

  async function put(name: string, bytes: Buffer): Promise<void> {
    const file = pathOf(name)
    const draft = `${file}${draftEnd}`
    await makeFolder(dirname(file))
    try {
      await writeAndCheck(draft, bytes)
      await rename(draft, file)
      await syncFolder(dirname(file))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  return {
    address: folder,
    put: (name, bytes) => put(name, bytes).catch(error => explain(folder, error)),
    get: async name => {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if (isMissing(error)) return undefined
        return explain(folder, error)
      }
    },
    list: prefix => listFiles(folder, prefix),
    remove: async name => {
      await rm(pathOf(name), { force: true })
      // The last file of a backup leaves an empty folder behind.
      if (name.includes('/')) await rmdir(dirname(pathOf(name))).catch(() => {})
    },
  }
}

async function writeAndCheck(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (!sha256(await readFile(file)).equals(sha256(bytes)))
    throw new Problem(
      `${file} does not hold what was written to it.`,
      'The disk or its controller is failing: back up to another one.',
    )
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

async function* listFiles(folder: string, prefix: string): AsyncIterable<StoredObject> {
  // The folder in which all matching names lie.
  const within = join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1))
  for await (const file of filesIn(within)) {
    const name = relative(folder, file)
    if (!name.startsWith(prefix)) continue
    const found = await stat(file).catch(() => undefined)
    if (found) yield { name, bytes: found.size, at: found.mtime }
  }
}

async function* filesIn(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch(error => {
    if (isMissing(error)) return []
    return explain(folder, error)
  })
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile()) yield path
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

function explain(folder: string, error: unknown): never {
  if (error instanceof Problem) throw error
  const { code = '', message } = error as NodeJS.ErrnoException
  if (/^(ENOSPC|EDQUOT)$/.test(code))
    throw new Problem(
      `The disk of the backup folder ${folder} is full.`,
      'Free disk space, keep fewer backups (BACKUP_KEEP), or set BACKUP_URL to a larger disk.',
    )
  throw new Problem(
    `The backup folder ${folder} cannot be used: ${message}.`,
    `Check the disk, and that the user ${process.getuid?.()} may read and write this folder.`,
  )
}
