import type { Command } from 'commander'
import { migrate } from '../database/migrate.ts'
import { print, say } from './output.ts'
import { openConfigured } from './with-database.ts'

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('apply pending database migrations; start does this too')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const opened = await openConfigured()
      try {
        const applied = (await migrate(opened.database)).map(({ version, name }) => ({ version, name }))
        print(json, { applied }, () => {
          for (const { version, name } of applied) say(`Applied ${version} ${name}.`)
          if (applied.length === 0) say('The database is up to date.')
        })
      } finally {
        await opened.close()
      }
    })
}
