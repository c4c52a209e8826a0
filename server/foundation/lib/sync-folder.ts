import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Writes the names in a folder to disk, such as the one that a rename has just changed. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
