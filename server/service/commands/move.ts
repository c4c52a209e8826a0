import type { Command } from 'commander'
import { readConfig } from '../../foundation/config/config.ts'
import { embedded } from '../../foundation/database/embedded/embedded.ts'
import { withoutPassword, writeMoved } from '../../foundation/database/embedded/moved.ts'
import { placeOf } from '../../foundation/database/embedded/roles.ts'
import { isInside } from '../../foundation/lib/is-inside.ts'
import { readPostgresAddress } from '../../foundation/lib/network/postgres-address.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { move } from '../../upkeep/moving/move.ts'
import { print, say } from './output.ts'
import { withDatabase } from './with-database.ts'

export function addMoveCommand(program: Command): void {
  program
    .command('move')
    .description('move the embedded database to a PostgreSQL server of your own, while the service runs')
    .requiredOption('--to <address>', 'the new database: postgres://USER:PASSWORD@HOST/DATABASE')
    .option('--start-over', 'delete the incomplete copy that an unfinished move left there')
    .option('--json', 'print JSON')
    .action(async ({ to, startOver, json }: { to: string; startOver?: boolean; json?: boolean }) => {
      const { DATABASE_URL, DATA_DIR: dataDir } = readConfig(process.env)
      checkAddress(to)
      if (DATABASE_URL)
        throw new Problem(
          'DATABASE_URL is set, so there is no embedded database to move.',
          'To move from one server of your own to another, use the tools of PostgreSQL: pg_dump, or a replica. Nothing was changed.',
        )
      const server = embedded({ dataDir })
      const moved = await withDatabase(async () => {
        const running = await server.ensureRunning()
        requireOtherServer(to, running.socketFolder)
        return await move({
          source: placeOf(running),
          to,
          startOver: startOver ?? false,
          report: step => json || say(step),
          take: () => writeMoved(dataDir, { to, at: new Date().toISOString() }),
        })
      })
      // Disconnects everybody from the old database. Processes that run connect to the new one.
      await server.stop()
      const { stoppedFor, ...counts } = moved
      const seconds = Math.round(stoppedFor) / 1_000
      print(json, { ...counts, seconds_without_writes: seconds }, () => {
        say(`Moved. Nothing could be written for ${seconds} s. A running service uses the new database now.`)
        say(`Before its next start, set DATABASE_URL=${withoutPassword(to)}`)
        say(`Keep ${dataDir}: the secret, and pictures unless PICTURES_URL is set, stay there.`)
      })
    })
}

// The embedded server is stopped at the end of a move. It listens on its socket alone.
function requireOtherServer(to: string, socketFolder: string): void {
  const sockets = readPostgresAddress(to).hosts.filter(({ host }) => host.startsWith('/'))
  if (!sockets.some(({ host }) => isInside(host, socketFolder))) return
  throw new Problem(
    '--to names the embedded server itself, which a move replaces.',
    'Give the address of another PostgreSQL server. Nothing was changed.',
  )
}

function checkAddress(to: string): void {
  try {
    readPostgresAddress(to)
    return
  } catch (error) {
    throw new Problem(
      `--to takes ${(error as Error).message}.`,
      'For example: --to postgres://USER:PASSWORD@HOST/DATABASE. Percent-encode reserved characters of the password.',
      2,
    )
  }
}
