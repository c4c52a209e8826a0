import type { Command } from 'commander'
import sql from 'sql-template-tag'
import { type Config, readConfig } from '../../../foundation/config/config.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { readSecrets, type Secrets } from '../../../foundation/lib/secret.ts'
import { dropPreviousFile, replaceSecretFile } from '../../../foundation/lib/secret-files.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { type Count, readRotation, rotateSecret } from '../../../upkeep/secrets/rotate.ts'
import { print, say } from '../output.ts'
import { withDatabase } from '../with-database.ts'

export function addSecretCommands(program: Command): void {
  program
    .command('secret')
    .description('replace the secret that everything is derived from')
    .command('rotate')
    .description('encrypt under the new SECRET what the previous one, or an earlier algorithm, encrypts')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(process.env)
      const rotated = await withDatabase(db => rotate(db, config))
      print(json, toJson(rotated), () => report(rotated, config))
      if (rotated.counts.some(({ unknown }) => unknown > 0)) process.exitCode = 1
    })
}

/** `hasPrevious`: the values of a previous secret were encrypted again, not only those of an earlier algorithm. */
type Rotated = { counts: Count[]; hasPrevious: boolean; previousUntil: Date | undefined; isOver: boolean }

async function rotate(db: Database, config: Config): Promise<Rotated> {
  const isForAlgorithm = await needsOnlyAlgorithm(db, readSecrets(config))
  if (!isForAlgorithm && !config.SECRET && !config.SECRET_PREVIOUS) await replaceFile(db, config)
  const secrets = readSecrets(config)
  if (secrets.all.length === 1 && !isForAlgorithm)
    throw new Problem(
      'SECRET_PREVIOUS is not set, so nothing is encrypted under another secret than SECRET.',
      'Set SECRET to a new secret and SECRET_PREVIOUS to the old one, restart Realword, and run this again.',
    )
  const now = systemClock()
  const counts = await rotateSecret(db, secrets, new Date(now))
  const { previousUntil } = await readRotation(db, secrets)
  const isOver = previousUntil !== undefined && previousUntil.getTime() <= now
  if (isOver && !config.SECRET && counts.every(({ unknown }) => unknown === 0))
    dropPreviousFile(config.DATA_DIR)
  return { counts, hasPrevious: secrets.all.length > 1, previousUntil, isOver }
}

/** There is one secret, and a release replaced the algorithm: that needs no new secret, and no stop of the service. */
async function needsOnlyAlgorithm(db: Database, secrets: Secrets): Promise<boolean> {
  if (secrets.all.length > 1) return false
  const { counts } = await readRotation(db, secrets)
  return counts.some(({ outdated }) => outdated > 0)
}

/** Replaces the secret in DATA_DIR, unless a rotation has begun. Throws Problem if a process uses the present one. */
export async function replaceFile(db: Database, { DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<void> {
  // One process at a time: of two that replace the secret at once, one would lose the other's.
  await db.longTransaction(async tx => {
    await tx.query(sql`select pg_advisory_xact_lock(${rotationLock})`)
    if (readSecrets({ DATA_DIR }).all.length > 1) return
    const [others] = await tx.query<{ count: number }>(sql`
      select count(*)::integer as count
      from pg_stat_activity
      where datname = current_database() and application_name = 'realword session'`)
    if ((others?.count ?? 0) > 1)
      throw new Problem(
        'Realword is running with the present secret.',
        'Stop it, run this again, and start it. Nothing was changed.',
      )
    replaceSecretFile(DATA_DIR)
  })
}

const rotationLock = 7_267_047 // advisory lock

function toJson({ counts, previousUntil }: Rotated) {
  const values = counts.map(({ what, current, outdated, previous, unknown }) => {
    return { what, reencrypted: previous + outdated, current_before: current, unreadable: unknown }
  })
  return { values, previous_until: previousUntil ?? null }
}

function report({ counts, hasPrevious, previousUntil, isOver }: Rotated, config: Config): void {
  for (const { what, current, outdated, previous, unknown } of counts) {
    say(`${what}: ${previous + outdated} encrypted again, ${current} were already.`)
    if (unknown > 0)
      say(`  ${unknown} cannot be read. Set SECRET_PREVIOUS to the secret before, and run this again.`)
  }
  if (!hasPrevious) {
    const more = config.SECRET ? '' : ' To replace the secret too, stop Realword and run this again.'
    say(`The secret is the same as before: only the algorithm was replaced.${more}`)
    return
  }
  const name = config.SECRET ? 'SECRET_PREVIOUS' : `${config.DATA_DIR}/secret.previous`
  const until = previousUntil?.toISOString().slice(0, 16).replace('T', ' ')
  if (!isOver) say(`Keep ${name} until ${until} UTC: emails being retried and kept files need it.`)
  else if (config.SECRET) say('SECRET_PREVIOUS is no longer needed. Remove it, and restart Realword.')
  else say(`The rotation is complete. Removed ${name}.`)
}
