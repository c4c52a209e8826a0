import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readyDataDir, type Service, startService, temporaryFolder } from '../service.ts'
import { createStore, query } from '../store.ts'

export type Report = { imported: number; skipped: number; refused: unknown[]; refused_more?: number }

export type ImportPlace = {
  service: Service
  folder: string
  storeId: string
  /** Writes a file into the folder, and returns its path. */
  write: (name: string, text: string) => string
  /** The rows that a store has in a table. */
  count: (table: 'orders' | 'reviews', storeId: string) => Promise<number>
}

/** A running service with a store, and a folder for its files. `cleanUp` ends both. */
export async function startImportPlace(): Promise<ImportPlace> {
  const service = await startService({ dataDir: readyDataDir() })
  const folder = temporaryFolder()
  const { store_id: storeId } = await createStore(service)
  return {
    service,
    folder,
    storeId,
    write: (name, text) => {
      const path = join(folder, name)
      writeFileSync(path, text)
      return path
    },
    count: async (table, store) =>
      (await query(service.dataDir, `select from ${table} where store_id = $1`, [store])).length,
  }
}
