import { access, open, rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { Problem } from '../lib/problem.ts'

/**
 * Writes a file that only its owner may read: whole, or not at all. `write` ends what it is given. Throws Problem
 * where the file is there already, or cannot be written.
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
  // Under another name until it is whole: what is broken off never looks like a file that is.
  const draft = `${file}.${process.pid}`
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

function throwUnwritable(file: string, error: unknown): never {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (!/^(ENOENT|EACCES|EISDIR|ENOTDIR|ENOSPC|EDQUOT|EROFS)$/.test(code)) throw error
  throw new Problem(
    `${file} cannot be written: ${message}.`,
    'Give a path in a writable folder with free space.',
  )
}
