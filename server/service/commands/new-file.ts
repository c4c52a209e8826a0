import { access, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { Problem } from '../../foundation/lib/problem.ts'

/**
 * Writes a file that only its owner may read: whole, or not at all. `write` ends what it is given. Deletes what killed
 * calls left in the folder. Throws Problem where the file is there already, or cannot be written.
 */
export async function writeNewFile<Made>(
  file: string,
  write: (out: Writable) => Promise<Made>,
): Promise<{ made: Made; bytes: number }> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw new Problem(`${file} already exists.`, 'Give the path of a new file.')
  await dropAbandoned(dirname(file))
  // Under another name until it is whole: what is broken off never looks like a file that is.
  const draft = join(dirname(file), `.${basename(file)}.realword-${process.pid}`)
  const handle = await open(draft, 'wx', 0o600).catch(error => throwUnwritable(file, error))
  try {
    const made = await write(handle.createWriteStream())
    await rename(draft, file)
    const { size } = await stat(file)
    return { made, bytes: size }
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(draft, { force: true })
    return throwUnwritable(file, error)
  }
}

const idle = 60_000 // ms
const day = 24 * 60 * 60 * 1000 // ms

// Another machine may write to the same folder: its processes look dead here, but their drafts grow.
async function dropAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = /^\..*\.realword-(\d+)$/.exec(name)?.[1]
    if (!pid) continue
    const draft = join(folder, name)
    const found = await stat(draft).catch(() => undefined)
    const age = Date.now() - (found?.mtimeMs ?? Date.now())
    if (age > day || (age > idle && !isAlive(Number(pid)))) await rm(draft, { force: true }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // of another user
  }
}

function throwUnwritable(file: string, error: unknown): never {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (!/^(ENOENT|EACCES|EISDIR|ENOTDIR|ENOSPC|EDQUOT|EROFS)$/.test(code)) throw error
  throw new Problem(
    `${file} cannot be written: ${message}.`,
    'Give a path in a writable folder with free space.',
  )
}
