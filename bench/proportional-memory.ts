import { readdirSync, readFileSync } from 'node:fs'

/** Memory in MB: `node` of the service's processes; of PostgreSQL, what its processes share and what each has for itself. */
export type Memory = { node: number; shared: number; own: number; sum: number }

/**
 * The proportional memory (PSS) of a process and of all that descend from it: pages that several processes share are
 * counted once, by parts. A resident size (RSS) would count PostgreSQL's buffers once for each connection.
 */
export function memoryOf(pid: number): Memory {
  const memory: Memory = { node: 0, shared: 0, own: 0, sum: 0 }
  for (const one of treeOf(pid)) {
    const { isPostgres, all, shared } = read(one)
    memory.sum += all
    if (!isPostgres) memory.node += all
    else {
      memory.shared += shared
      memory.own += all - shared
    }
  }
  return memory
}

function treeOf(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap(task =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...children.flatMap(treeOf)]
  } catch {
    return [] // It ended meanwhile.
  }
}

function read(pid: number): { isPostgres: boolean; all: number; shared: number } {
  try {
    const sizes = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const size = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(sizes)?.[1] ?? 0) / 1024
    const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
    return { isPostgres, all: size('Pss'), shared: size('Pss_Shmem') }
  } catch {
    return { isPostgres: false, all: 0, shared: 0 }
  }
}
