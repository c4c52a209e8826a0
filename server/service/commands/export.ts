import type { Command } from 'commander'
import type { TableName } from '../../exchange/archives/write-table.ts'
import { readConfig } from '../../foundation/config/config.ts'
import { urlForCommands } from '../../foundation/http/public-url.ts'
import { writeNewFile } from './new-file.ts'
import { bold, print, say } from './output.ts'
import { withDatabaseInBackground } from './with-database.ts'

const described: Record<TableName, string> = {
  reviews: 'export all reviews of a store to a CSV file that import can read',
  questions: 'export all questions of a store to a CSV file that import can read',
  answers: "export all shoppers' answers to questions of a store to a CSV file",
}

/** Adds `export` to the commands of a review, question or answer. */
export function addExportCommand(group: Command, table: TableName): void {
  group
    .command('export')
    .description(described[table])
    .argument('<file>', 'path of the new file')
    .requiredOption('--store <id>', 'the store they belong to')
    .option('--json', 'print JSON')
    .action(async (file: string, { store, json }: { store: string; json?: boolean }) => {
      const { made, bytes } = await exportTo(store, table, file)
      print(json, { file, bytes, exported: made }, () => {
        say(`${bold(`Exported ${made} ${made === 1 ? table.slice(0, -1) : table}`)} into ${file}.`)
        say('It holds personal data: protect it like your database.')
      })
    })
}

async function exportTo(store: string, table: TableName, file: string) {
  // What only this command needs is loaded by it alone.
  const { writeTable } = await import('../../exchange/archives/write-table.ts')
  const publicUrl = urlForCommands(readConfig(process.env))
  return await writeNewFile(file, out =>
    withDatabaseInBackground(db => writeTable(db, store, { table, publicUrl }, out)),
  )
}
