import { readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

/** What a running server says of itself in postmaster.pid (PostgreSQL's miscinit.c, AddToDataDirLockFile). */
export type Postmaster = { pid: number; port: number; socketFolder: string; status: string }

/** Reads the lock file of the server over `folder`; undefined when there is none or it is half written. */
export function readPostmaster(folder: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid, , , port, socketFolder, , , status] = lines
  if (!pid || !Number(pid)) return undefined
  return {
    pid: Number(pid),
    port: Number(port ?? 0),
    socketFolder: socketFolder ?? '',
    status: status?.trim() ?? 'starting',
  }
}

/** Whether `pid` is a running PostgreSQL. A number used again by another program after a crash is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    const [, name, state] = /\((.*)\) (\w)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return state !== 'Z' && name === 'postgres'
  } catch {
    // No /proc: not Linux, so believe the signal.
    return true
  }
}

/**
 * After a crash of the machine or a container, the number in the lock file may belong to another program,
 * and PostgreSQL would refuse to start for ever. Only then the lock (which is no data) is taken away.
 */
export function removeStaleLock(folder: string): void {
  const running = readPostmaster(folder)
  if (!running || isAlive(running.pid)) return
  try {
    process.kill(running.pid, 0)
  } catch {
    return // nobody has the number: PostgreSQL clears its own lock, and checks shared memory first
  }
  unlinkSync(join(folder, 'postmaster.pid'))
}
