import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a running server says of itself in postmaster.pid (PostgreSQL's miscinit.c, AddToDataDirLockFile). */
export type Postmaster = { pid: number; port: number; socketFolder: string; status: string }

/** Reads the lock file of the server over `folder`; undefined when there is none or it is half written. */
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

/** The text of a lock file; empty when there is none. */
function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Whether `pid` is a running PostgreSQL over `folder`. A number used again after a crash by another program,
 * or by another PostgreSQL, is not.
 */
export function isAlive(pid: number, folder: string): boolean {
  if (!isTaken(pid)) return false
  try {
    const [, name, state] = /\((.*)\) (\w)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    if (state === 'Z' || name !== 'postgres') return false
  } catch {
    // No /proc: not Linux, so believe the signal.
    return !existsSync('/proc/self/stat')
  }
  return worksIn(pid, folder)
}

// A PostgreSQL works in its data folder, before it writes its lock there.
function worksIn(pid: number, folder: string): boolean {
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(folder)]
    return its.dev === ours.dev && its.ino === ours.ino
  } catch (error) {
    // Another user's process does not show where it works: believe its name.
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

const youngest = 5_000 // ms: PostgreSQL makes a lock and fills it at once

/**
 * After a crash the number in a lock file of PostgreSQL's may belong to another program, or to a dead process
 * nobody has waited for, or the file may be empty; PostgreSQL would refuse to start for ever. Only then the
 * lock (which is no data) is taken away: PostgreSQL still finds out by its shared memory whether somebody
 * uses the folder.
 */
export function removeStaleLocks(folder: string, socketFolder: string): void {
  removeStaleLock(join(folder, 'postmaster.pid'), folder)
  removeStaleLock(join(socketFolder, '.s.PGSQL.5432.lock'), folder)
}

function removeStaleLock(file: string, folder: string): void {
  const lock = statSync(file, { throwIfNoEntry: false })
  if (!lock) return
  // Negative where `postgres --single` runs.
  const pid = Math.abs(Number.parseInt(readLock(file), 10))
  const isStale = pid > 0 ? !isAlive(pid, folder) && isTaken(pid) : Date.now() - lock.mtimeMs > youngest
  if (isStale) rmSync(file, { force: true })
}

// Where nobody has the number PostgreSQL clears its own lock.
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
