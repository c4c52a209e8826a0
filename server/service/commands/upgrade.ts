import type { Command } from 'commander'
import { readConfig } from '../../foundation/config/config.ts'
import { refuseMoved } from '../../foundation/database/embedded/moved.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { finishUpgrade, upgrade } from '../../upkeep/moving/upgrade.ts'
import { print, say } from './output.ts'

export function addUpgradeCommand(program: Command): void {
  program
    .command('upgrade')
    .description('copy the embedded database of an older PostgreSQL into the version of this release')
    .option('--finish', 'delete the old database that an upgrade kept')
    .option('--json', 'print JSON')
    .action(async ({ finish, json }: { finish?: boolean; json?: boolean }) => {
      const { DATABASE_URL, DATA_DIR } = readConfig(process.env)
      if (DATABASE_URL)
        throw new Problem(
          'DATABASE_URL is set, so there is no embedded database to upgrade.',
          'Upgrade that server with its own tools, such as pg_upgrade. Nothing was changed.',
        )
      refuseMoved(DATA_DIR)
      if (finish) return finishAndPrint(DATA_DIR, json)
      const upgraded = await upgrade(DATA_DIR, step => json || say(step))
      print(json, { upgraded: upgraded ?? null }, () => {
        if (!upgraded) return say('There is nothing to upgrade.')
        const { from, to, kept } = upgraded
        say(`Upgraded from PostgreSQL ${from} to ${to}. Start the service: ./realword start`)
        say(`The old database is in ${kept}. When all is well, delete it: ./realword upgrade --finish`)
      })
    })
}

function finishAndPrint(dataDir: string, json: boolean | undefined): void {
  const deleted = finishUpgrade(dataDir)
  print(json, { deleted }, () => {
    for (const folder of deleted) say(`Deleted ${folder}.`)
    if (deleted.length === 0) say('There is no old database to delete.')
  })
}
