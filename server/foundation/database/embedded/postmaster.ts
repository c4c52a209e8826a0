import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The fields of a running server's postmaster.pid (PostgreSQL's miscinit.c, AddToDataDirLockFile). */
export type Postmaster = { pid: number; port: number; socketFolder: string; status: string }

/** Reads the lock file of the server over `folder`; undefined if it is missing or half written. */
export function readPostmaster(folder: string): Postmaster | undefined {
  const [pid, , , port, socketFolder, , , status] = readLock(join(folder, 'postmaster.pid')).split('\n')
  if (!(Number(pid) > 0)) return undefined
  return {
    pid: Number(pid),
    port: Number(port ?? 0),
    socketFolder: socketFolder ?? '',
    status: status?.trim() ?? 'starting',
  }
}

/** The text of a lock file; empty if it is missing. */
function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Whether `pid` is a running PostgreSQL over `folder`. After a crash, the number may belong to another program, or to
 * another PostgreSQL; then it is not.
 */
export function isAlive(pid: number, folder: string): boolean {
  if (!isTaken(pid)) return false
  try {
    const [, name, state] = /\((.*)\) (\w)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    if (state === 'Z' || name !== 'postgres') return false
  } catch {
    // Without /proc (not Linux), trust the signal.
    return !existsSync('/proc/self/stat')
  }
  return worksIn(pid, folder)
}

// PostgreSQL changes to its data folder before it writes its lock there.
function worksIn(pid: number, folder: string): boolean {
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(folder)]
    return its.dev === ours.dev && its.ino === ours.ino
  } catch (error) {
    // Another user's process hides its working directory: trust its name.
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

const youngest = 5_000 // ms; PostgreSQL creates a lock file and fills it at once

/**
 * Removes a lock file of PostgreSQL after a crash, because PostgreSQL would refuse to start forever. Its number may
 * belong to another program or to a zombie process, or the file may be empty. A lock file contains no data, and
 * PostgreSQL still detects other users of the folder by its shared memory.
 */
export function removeStaleLocks(folder: string, socketFolder: string): void {
  removeStaleLock(join(folder, 'postmaster.pid'), folder)
  removeStaleLock(join(socketFolder, '.s.PGSQL.5432.lock'), folder)
}

function removeStaleLock(file: string, folder: string): void {
  const lock = statSync(file, { throwIfNoEntry: false })
  if (!lock) return
  // Negative for `postgres --single`.
  const pid = Math.abs(Number.parseInt(readLock(file), 10))
  const isStale = pid > 0 ? !isAlive(pid, folder) && isTaken(pid) : Date.now() - lock.mtimeMs > youngest
  if (isStale) rmSync(file, { force: true })
}

// If no process has the number, PostgreSQL removes the lock itself.
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
