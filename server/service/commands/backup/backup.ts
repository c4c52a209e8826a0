import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { type Config, readConfig } from '../../../foundation/config/config.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { openPictureStore } from '../../../foundation/storage/pictures/picture-store.ts'
import { createBackup } from '../../../upkeep/backups/create.ts'
import { openPlace, openSource, requireBackups } from '../../../upkeep/backups/destinations/place.ts'
import { isBackupId, listBackupIds, type Manifest, readManifest } from '../../../upkeep/backups/manifest.ts'
import { restoreBackup } from '../../../upkeep/backups/restore.ts'
import { backUpNow } from '../../../upkeep/backups/schedule.ts'
import type { Place } from '../../../upkeep/backups/sealed-stream.ts'
import { makeBackupKey } from '../../../upkeep/backups/sealing.ts'
import { readVerified } from '../../../upkeep/backups/verify.ts'
import { reachOf } from '../../../upkeep/backups/wal/replay.ts'
import { toInstant } from '../access/key.ts'
import { bold, print, say, sayTable } from '../output.ts'
import { openConfigured } from '../with-database.ts'
import { addVerify } from './verify.ts'

type Flags = { plain?: boolean; dataDir: string; at?: Date; json?: boolean }

export function addBackupCommands(program: Command): void {
  const backup = program.command('backup').description('back up and restore the embedded database')
  addKey(backup)
  addCreate(backup)
  addList(backup)
  addVerify(backup)
  addRestore(backup)
}

function addKey(backup: Command): void {
  backup
    .command('key')
    .description('make a key that encrypts backups')
    .argument('[file]', 'path of the new file', 'backup.key')
    .option('--json', 'print JSON')
    .action(async (path: string, { json }: Flags) => {
      const file = resolve(path)
      await writeKey(file)
      print(json, { file }, () => {
        say(`${bold('A new key for backups')} is in ${file}.`)
        say(
          'Without this file, nobody can restore the backups that it encrypts, not even you: keep a copy away from',
        )
        say('this machine and away from the backups. Use it with:')
        say(`  BACKUP_KEY_FILE=${file}`)
      })
    })
}

async function writeKey(file: string): Promise<void> {
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(`${makeBackupKey()}\n`)
    await handle.sync()
    await handle.close()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST')
      throw new Problem(
        `${file} already exists, and may be the key of your backups.`,
        'Give the path of a new file.',
      )
    throw new Problem(
      `${file} cannot be written: ${message}.`,
      'Give a path in a folder in which you may write.',
    )
  }
}

function addCreate(backup: Command): void {
  backup
    .command('create')
    .description('back up the running service: database, pictures and secret')
    .argument('[to]', 'a folder, or s3://KEY:SECRET@HOST/BUCKET (BACKUP_URL)')
    .option('--plain', 'store it in a bucket without encryption')
    .option('--json', 'print JSON')
    .action(async (to: string | undefined, { plain, json }: Flags) => {
      const config = readConfig(process.env)
      const place = openPlace(config, to)
      requireBackups(config, place, plain)
      const began = performance.now()
      const made = await create(config, to, place)
      const seconds = Math.round((performance.now() - began) / 100) / 10
      print(json, { ...describe(made), address: place.destination.address, seconds }, () => {
        say(`${bold(`Backup ${made.backup_id}`)} is in ${place.destination.address}.`)
        say(
          `${inMegabytes(made.database.bytes)} of database and ${made.pictures.count} pictures, in ${seconds} s.`,
        )
        if (!place.seal.isEncrypted)
          say('It is not encrypted and contains personal data and the secret: protect it like DATA_DIR.')
      })
    })
}

/** A backup in BACKUP_URL counts as one of the service; another one is the operator's own. */
async function create(config: Config, to: string | undefined, place: Place): Promise<Manifest> {
  const opened = await openConfigured()
  const onWait = () => process.stderr.write('Another backup is running. This one starts after it.\n')
  try {
    if (to === undefined) return await backUpNow(config, systemClock, { onWait })
    return await createBackup(await openSource(config, systemClock), place, { onWait })
  } finally {
    await opened.close()
  }
}

function addList(backup: Command): void {
  backup
    .command('list')
    .description('list the backups in BACKUP_URL')
    .option('--json', 'print JSON')
    .action(async ({ json }: Flags) => {
      const place = openPlace(readConfig(process.env))
      const found: Awaited<ReturnType<typeof describeOne>>[] = []
      for (const id of await listBackupIds(place.destination)) found.push(await describeOne(place, id))
      print(json, found, () => {
        if (found.length === 0)
          return say(`No backup in ${place.destination.address} yet. Make one: ./realword backup create`)
        sayTable(
          ['id', 'database', 'pictures', 'stored', 'verified', 'any moment until', 'problem'],
          found.map(one =>
            'problem' in one
              ? [one.backup_id, '', '', '', '', '', one.problem]
              : [
                  one.backup_id,
                  inMegabytes(one.database_bytes),
                  one.pictures,
                  inMegabytes(one.stored_bytes),
                  one.verified_at,
                  one.restorable_until,
                  one.is_wal_missing ? 'a part of the WAL is missing after that' : '',
                ],
          ),
        )
      })
    })
}

async function describeOne(place: Place, backupId: string) {
  try {
    const manifest = await readManifest(place, backupId)
    const reach = await reachOf(place, manifest)
    return {
      ...describe(manifest),
      verified_at: await readVerified(place, backupId),
      // With --at; null: only the end of the backup.
      restorable_until: reach ? new Date(reach.until).toISOString() : null,
      is_wal_missing: reach?.hasGap ?? false,
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { backup_id: backupId, problem: error.message }
  }
}

function addRestore(backup: Command): void {
  backup
    .command('restore')
    .description('restore a backup into a new folder')
    .argument('<id>', 'a backup of BACKUP_URL, or the path of its folder')
    .requiredOption('--data-dir <folder>', 'a new or empty folder')
    .option(
      '--at <instant>',
      'ISO 8601, such as 2026-11-23T20:15:00Z: needs BACKUP_WAL=on (the end of the backup)',
      toInstant,
    )
    .option('--json', 'print JSON')
    .action(async (id: string, { dataDir, at, json }: Flags) => {
      const config = readConfig(process.env)
      const { place, backupId } = findBackup(config, id)
      const folder = resolve(dataDir)
      const pictures = config.PICTURES_URL ? openPictureStore(config) : undefined
      const manifest = await restoreBackup(place, backupId, { dataDir: folder, pictures, at: at?.getTime() })
      const until = at?.toISOString() ?? manifest.created_at
      print(json, { ...describe(manifest), restored_until: until, data_dir: folder }, () => {
        say(`${bold(`Restored ${backupId}`)} into ${folder}: everything until ${until}.`)
        if (config.SECRET && config.SECRET !== manifest.secret)
          say(
            `SECRET is set to another one than that of the backup: links in sent emails need the one in ${folder}/secret.`,
          )
        say('Start it with:')
        say(`  DATA_DIR=${folder} ./realword start`)
      })
    })
}

/** A backup by its id, or by the path of its folder or of its manifest, or its address in a bucket. */
function findBackup(config: Config, text: string): { place: Place; backupId: string } {
  if (isBackupId(text)) return { place: openPlace(config), backupId: text }
  const path = text.replace(/\/+(manifest)?$/, '').replace(/\/manifest$/, '')
  const backupId = basename(path)
  if (isBackupId(backupId)) {
    const parent = path.startsWith('s3:') ? path.slice(0, -backupId.length - 1) : dirname(resolve(path))
    return { place: openPlace(config, parent), backupId }
  }
  throw new Problem(
    `${text} is neither the id nor the folder of a backup.`,
    existsSync(join(text))
      ? 'Give the path of one of its folders, such as …/20261123T195131Z-9f3a2c41.'
      : 'List the backups: ./realword backup list',
    2,
  )
}

function describe({ backup_id, created_at, realword, wal, database, pictures }: Manifest) {
  return {
    backup_id,
    created_at,
    realword,
    database_bytes: database.bytes,
    stored_bytes: database.stored + pictures.bytes,
    pictures: pictures.count,
    wal_end: wal.end,
  }
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
