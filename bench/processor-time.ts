import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const tick = 10 // ms: Linux counts processor time in hundredths of a second

/** The processor time of a process in ms, with all its threads. */
export function processorTime(pid: number): number {
  const { user, system } = statOf(pid)
  return (user + system) * tick
}

/** The processor time in ms of all processes that this one started and that have ended, with those they waited for. */
export function endedChildrenTime(): number {
  return statOf(process.pid).endedChildren * tick
}

/** The processor time of a data folder's PostgreSQL in ms: its postmaster, its backends, and ended ones. */
export function databaseTime(dataDir: string): number {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const own = statOf(postmaster)
  const living = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => statOf(Number(name)))
    .filter(({ parent }) => parent === postmaster)
    .reduce((sum, { user, system }) => sum + user + system, 0)
  return (own.user + own.system + own.endedChildren + living) * tick
}

/** The resident memory of a process in MB. */
export function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

type Stat = { parent: number; user: number; system: number; endedChildren: number }

// A process that ends before it is read counts as zero.
function statOf(pid: number): Stat {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      index => fields[index],
    )
    return { parent, user, system, endedChildren: endedUser + endedSystem }
  } catch {
    return { parent: 0, user: 0, system: 0, endedChildren: 0 }
  }
}
