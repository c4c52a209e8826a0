import { spawnSync } from 'node:child_process'
import { onCleanUp, temporaryFolder, waitFor } from './service.ts'

/** A disk of this size in MiB; undefined if none can be created. */
export function smallDisk(size: number): string | undefined {
  const disk = temporaryFolder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'realword', disk]).status !== 0)
    return undefined
  // An ended process may hold its files for another moment.
  onCleanUp(() => waitFor('the disk to be free', () => spawnSync('umount', [disk]).status === 0))
  return disk
}
