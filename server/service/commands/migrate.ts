import type { Command } from 'commander'
import { distributeTables } from '../../foundation/database/citus/distribution.ts'
import { type Migration, migrate } from '../../foundation/database/migrations/migrate.ts'
import { print, say } from './output.ts'
import { backUpFirst, openConfigured } from './with-database.ts'

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('apply pending database migrations; start does this too')
    .option('--citus', 'distribute the tables over the nodes of a Citus cluster; safe to repeat')
    .option('--json', 'print JSON')
    .action(async ({ citus, json }: { citus?: boolean; json?: boolean }) => {
      const opened = await openConfigured('service')
      try {
        let applied: Migration[] = []
        const distributed = await opened.asOwner(async owner => {
          const prepare = async () => {
            await backUpFirst(owner)
            applied = await migrate(owner)
          }
          return citus ? await distributeTables(owner, { session: opened.session, prepare }) : await prepare()
        })
        const names = applied.map(({ version, name }) => ({ version, name }))
        print(json, { applied: names, ...(distributed && { distributed }) }, () => {
          for (const { version, name } of applied) say(`Applied ${version} ${name}.`)
          if (applied.length === 0) say('The database is up to date.')
          for (const { name, distribution } of distributed ?? []) say(`Distributed ${name} ${distribution}.`)
          if (distributed?.length === 0) say('All tables are distributed.')
        })
      } finally {
        await opened.close()
      }
    })
}
