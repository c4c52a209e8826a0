import type { Command } from 'commander'
import { distributeTables } from '../database/citus.ts'
import { migrate } from '../database/migrate.ts'
import { print, say } from './output.ts'
import { openConfigured } from './with-database.ts'

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('apply pending database migrations; start does this too')
    .option('--citus', 'distribute the tables over the nodes of a Citus cluster; safe to repeat')
    .option('--json', 'print JSON')
    .action(async ({ citus, json }: { citus?: boolean; json?: boolean }) => {
      const opened = await openConfigured()
      try {
        const applied = (await migrate(opened.database)).map(({ version, name }) => ({ version, name }))
        const distributed = citus ? await distributeTables(opened.database) : []
        print(json, { applied, ...(citus && { distributed }) }, () => {
          for (const { version, name } of applied) say(`Applied ${version} ${name}.`)
          if (applied.length === 0) say('The database is up to date.')
          for (const { name, distribution } of distributed) say(`Distributed ${name} ${distribution}.`)
          if (citus && distributed.length === 0) say('All tables are distributed.')
        })
      } finally {
        await opened.close()
      }
    })
}
