import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Problem } from '../../foundation/lib/problem.ts'
import type { Manifest } from './manifest.ts'

/** Throws Problem if the disk of a folder, which need not exist, has no room for so many copies of a backup. */
export function requireDiskSpace(folder: string, { database, pictures }: Manifest, copies: number): void {
  const { bavail, bsize } = statfsSync(nearest(folder))
  const needed = copies * (database.bytes + pictures.bytes)
  if (bavail * bsize >= needed) return
  throw new Problem(
    `The restored backup needs ${inMegabytes(needed)}, and the disk of ${folder} has ${inMegabytes(bavail * bsize)} free.`,
    'Free disk space, or give a folder on another disk. Nothing was restored.',
  )
}

function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path))
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`
