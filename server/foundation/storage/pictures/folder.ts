import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../lib/make-folder.ts'
import type { PictureStore } from './picture-store.ts'

/** A folder on this machine. Instances on several machines must share it. */
export function openFolder(folder: string): PictureStore {
  // A subfolder per first two letters keeps each folder small enough to list.
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
  return {
    put: async (name, bytes) => {
      const path = pathOf(name)
      const draft = `${path}.${randomUUID()}`
      await makeFolder(dirname(path))
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
    list: async function* list() {
      for (const part of await entriesOf(folder)) {
        for (const name of await entriesOf(join(folder, part))) {
          if (isDraft.test(name)) continue
          const found = await stat(pathOf(name)).catch(() => undefined)
          if (found?.isFile()) yield { name, bytes: found.size }
        }
      }
    },
  }
}

const isDraft = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Empty if there is no such folder. */
async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
