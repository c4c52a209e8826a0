import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PictureStore } from './picture-store.ts'

/** A folder on this machine. Instances on several machines must share it. */
export function openFolder(folder: string): PictureStore {
  // A subfolder per first two letters keeps each folder small enough to list.
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
  return {
    put: async (name, bytes) => {
      const path = pathOf(name)
      const draft = `${path}.${randomUUID()}`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await writeFile(draft, bytes, { flush: true, mode: 0o600 })
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    get: async name => {
      try {
        return await readFile(pathOf(name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: name => rm(pathOf(name), { force: true }),
  }
}
