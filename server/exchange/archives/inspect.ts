import type { KeptFiles } from '../../foundation/storage/files/kept-files.ts'
import { openKeptArchive } from './kept-archive.ts'

/** How an archive describes itself. */
export type ArchiveSummary = {
  store: string
  made_by: string
  exported_at: string
  rows: Record<string, number>
  pictures: number
}

/** Reads the description of an archive. Throws FileError if the file is not an archive. */
export async function inspectArchive(kept: KeptFiles, fileId: string, size: number): Promise<ArchiveSummary> {
  const archive = await openKeptArchive(kept, fileId, size)
  archive.close()
  const { store, made_by, exported_at, tables, pictures } = archive.manifest
  return {
    store: store.name,
    made_by,
    exported_at,
    rows: Object.fromEntries(Object.entries(tables).map(([table, { rows }]) => [table, rows])),
    pictures: Object.keys(pictures).length,
  }
}
