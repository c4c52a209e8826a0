import { stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { readConfig } from '../../../foundation/config/config.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { openPictureStore } from '../../../foundation/storage/pictures/picture-store.ts'
import { watchScans } from '../../../upkeep/watch/scan-metrics.ts'
import { writeNewFile } from '../new-file.ts'
import { bold, print, say } from '../output.ts'
import { withDatabaseInBackground } from '../with-database.ts'

/** Adds `export` and `import` of whole stores. */
export function addStoreArchive(store: Command): void {
  store
    .command('export')
    .description('export all data of a store to a ZIP file')
    .argument('<id>')
    .argument('<file>', 'path of the new file')
    .option('--json', 'print JSON')
    .action(async (id: string, file: string, { json }: { json?: boolean }) => {
      const made = await exportTo(id, file)
      print(json, made, () => {
        say(`${bold(`Exported ${made.rows} rows and ${made.pictures} pictures`)} into ${file}.`)
        say('It holds personal data: protect it like your database.')
      })
    })
  store
    .command('import')
    .description('import an exported store into an empty store, in one transaction')
    .argument('<id>', 'a store without products, orders or reviews')
    .argument('<file>', 'the ZIP file of an export')
    .option('--notify-authors', 'mail authors about later decisions and replies')
    .option('--json', 'print JSON')
    .action(async (id: string, file: string, { json, notifyAuthors }: ImportFlags) => {
      const restored = await importFrom(id, file, notifyAuthors)
      print(json, restored, () => {
        say(`${bold(`Imported ${restored.rows} rows and ${restored.pictures} pictures.`)}`)
        say('Its review requests are paused. Resume them with:')
        say(`  ./realword store update ${id} --paused false`)
      })
    })
}

async function exportTo(
  id: string,
  file: string,
): Promise<{ file: string; bytes: number; rows: number; pictures: number }> {
  const { writeArchive } = await import('../../../exchange/archives/write-archive.ts')
  const pictures = openPictureStore(readConfig(process.env))
  const { made, bytes } = await writeNewFile(file, out =>
    withDatabaseInBackground(db => writeArchive(db, pictures, id, new Date(systemClock()), out)),
  )
  const rows = Object.values(made.tables).reduce((sum, table) => sum + table.rows, 0)
  return { file, bytes, rows, pictures: Object.keys(made.pictures).length }
}

type ImportFlags = { json?: boolean; notifyAuthors?: boolean }

async function importFrom(
  id: string,
  file: string,
  notifyAuthors: boolean | undefined,
): Promise<{ rows: number; pictures: number }> {
  await stat(file).catch(error => {
    throw new Problem(
      `${file} cannot be read: ${error.message}.`,
      'Give the path of the ZIP file of an export.',
    )
  })
  // What only this command needs is loaded by it alone.
  const { openPromise } = await import('yauzl')
  const { openArchive } = await import('../../../exchange/archives/read-archive.ts')
  const { restoreArchive } = await import('../../../exchange/archives/restore.ts')
  const archive = await openArchive(() => openPromise(file, { autoClose: false }))
  try {
    const config = readConfig(process.env)
    // Of malware, the error names the file, and this line the signature.
    const noteScan = watchScans(undefined, message => void process.stderr.write(`${message}\n`))
    const pictures = openPictureStore(config, noteScan)
    const by = { at: new Date(systemClock()), actor: 'command' } as const
    const address = config.PUBLIC_URL
    return await withDatabaseInBackground(db =>
      restoreArchive(db, pictures, id, archive, by, { address, notifyAuthors }),
    )
  } finally {
    archive.close()
  }
}
