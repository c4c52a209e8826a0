import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { newestOrder } from '../../asking/orders/reads/newest-order.ts'
import type { Config } from '../../foundation/config/config.ts'
import { type Database, isUnavailable } from '../../foundation/database/connect.ts'
import { findServer } from '../../foundation/database/find-server.ts'
import { migrate, pendingMigrations } from '../../foundation/database/migrations/migrate.ts'
import { type Opened, openDatabase } from '../../foundation/database/open.ts'
import { proveServer } from '../../foundation/database/prove-server.ts'
import { readPostgresAddress } from '../../foundation/lib/network/postgres-address.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { openPictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { checkCampaigns } from './campaigns-check.ts'
import { type Check, check, error, type Finding, ok, warning } from './check.ts'
import { checkCitus } from './citus-check.ts'
import { checkConnections, processesOf } from './connections-check.ts'
import { checkQuestions, checkRatings } from './count-checks.ts'
import { checkDays } from './day-check.ts'
import { checkChannels } from './external/channels-check.ts'
import { checkModels } from './external/models-check.ts'
import { checkShops } from './external/shop-check.ts'
import { checkWebhooks } from './external/webhooks-check.ts'
import { checkPictures } from './pictures-check.ts'
import { checkRequests } from './request-check.ts'
import { checkSearch } from './search-check.ts'
import { checkSecret } from './secret-check.ts'
import { checkStoreZones } from './store-zones-check.ts'
import { noProgress, type Progress } from './stores-in-batches.ts'
import { checkVideos } from './videos-check.ts'

/**
 * Checks the database. Connects to it, or starts the embedded one for the duration of the check. Creates nothing.
 * `progressOf` receives the name of each check that inspects store after store.
 */
export async function checkDatabase(
  config: Config,
  clock: Clock,
  fix: boolean,
  progressOf: (name: string) => Progress = () => noProgress,
): Promise<Check[]> {
  const missing = await absence(config).catch(() => undefined)
  if (missing) return [{ name: 'database', ...missing }, await check('clock', () => checkYear(clock))]
  const checks: Check[] = []
  const inspect = async () => {
    const opened = await openDatabase({
      databaseUrl: config.DATABASE_URL,
      embedded: { dataDir: config.DATA_DIR },
    })
    try {
      const found = await checkVersion(opened.database)
      if (config.DATABASE_URL) await proveServer(await findServer(readPostgresAddress(config.DATABASE_URL)))
      const migrations = await check('migrations', () => checkMigrations(opened, fix))
      checks.push(migrations)
      checks.push(await check('clock', () => checkClock(opened.database, clock)))
      if (config.DATABASE_URL)
        checks.push(await check('connections', () => checkConnections(opened.database, processesOf(config))))
      // A database without all migrations may lack these tables.
      if (migrations.status === 'ok') {
        checks.push(await check('citus', () => checkCitus(opened.database)))
        checks.push(await check('webhooks', () => checkWebhooks(opened.database)))
        checks.push(await check('language models', () => checkModels(opened.database, clock)))
        checks.push(await check('channels', () => checkChannels(opened.database, clock)))
        checks.push(await check('secret', () => checkSecret(opened.database, config, clock)))
        checks.push(await check('ratings', () => checkRatings(opened.database, fix, progressOf('ratings'))))
        checks.push(
          await check('questions', () => checkQuestions(opened.database, fix, progressOf('questions'))),
        )
        checks.push(await check('requests', () => checkRequests(opened.database)))
        checks.push(await check('campaigns', () => checkCampaigns(opened.database, fix)))
        checks.push(
          await check('shops', () => checkShops(opened.database, config, clock, progressOf('shops'))),
        )
        checks.push(await check('search', () => checkSearch(opened.database, fix, progressOf('search'))))
        checks.push(await check('store zones', () => checkStoreZones(opened.database, clock)))
        checks.push(await check('pictures', () => checkPictures(opened.database)))
        checks.push(await check('videos', () => checkVideos(opened.database, openPictureStore(config))))
        checks.push(await check('days', () => checkDays(opened.database, fix, progressOf('days'))))
      }
      return found
    } finally {
      await opened.close()
    }
  }
  const reached = await check('database', inspect)
  if (checks.length === 0) checks.push(await check('clock', () => checkYear(clock)))
  return [reached, ...checks]
}

/** The finding for a missing database, which the first start creates; undefined if it exists. */
async function absence(config: Config): Promise<Finding | undefined> {
  if (!config.DATABASE_URL) {
    if (existsSync(join(config.DATA_DIR, 'postgres'))) return undefined
    return ok('none yet; the first ./realword start creates it')
  }
  const server = await findServer(readPostgresAddress(config.DATABASE_URL))
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...server })
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (failure) {
    if ((failure as { code?: string }).code !== '3D000') return undefined
    return warning(
      `the server has no database "${client.database}" yet. The first ./realword start creates it if its user may create databases; otherwise create it yourself.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

async function checkVersion(db: Database): Promise<Finding> {
  const [row] = await db.query<{ version: string; name: string }>(
    sql`select current_setting('server_version') as version, current_database() as name`,
  )
  return ok(`PostgreSQL ${row?.version}, connected to database "${row?.name}"`)
}

async function checkMigrations({ database, asOwner }: Opened, fix: boolean): Promise<Finding> {
  const pending = await pendingMigrations(database)
  if (pending.length === 0) return ok('the database is up to date')
  const names = pending.map(({ version, name }) => `${version} ${name}`).join(', ')
  if (!fix) return warning(`pending migrations: ${names}. Run: ./realword migrate`)
  await asOwner(migrate)
  return ok(`applied migrations: ${names}`)
}

const earliest = Date.UTC(2026, 0, 1) // before the first release, so a clock that shows this was never set
const latest = Date.UTC(2200, 0, 1) // the last date an order may have

function checkYear(clock: Clock): Finding {
  const now = clock()
  if (now >= earliest && now < latest) return ok(`${new Date(now).toISOString()} is plausible`)
  return error(`${new Date(now).toISOString()} is implausible. Set this machine's clock.`)
}

/** Compares the clock with the database's, and with its newest order. */
export async function checkClock(db: Database, clock: Clock): Promise<Finding> {
  const year = checkYear(clock)
  if (year.status !== 'ok') return year
  const before = clock()
  const [row] = await db.query<{ now: Date }>(sql`select clock_timestamp() as now`)
  const after = clock()
  const theirs = (row as { now: Date }).now.getTime()
  // The server read its clock between the two.
  const apart = Math.max(before - theirs, theirs - after, 0) / 1000
  if (apart > 60)
    return error(`this machine and the database are ${apart.toFixed()} s apart. Synchronise both with NTP.`)
  const ahead = await newestOrderAhead(db, clock()).catch(failure => {
    if (!isUnavailable(failure)) throw failure
    return failure as Error
  })
  if (ahead instanceof Error)
    return warning(
      `${apart > 5 ? `this machine and the database are ${apart.toFixed()} s apart, and ` : ''}the newest orders could not be read to compare the clock with them: ${ahead.message.split('\n')[0]}`,
    )
  if (ahead !== undefined)
    return error(
      `the newest order was received ${ahead.toFixed()} s in the future: this machine's clock is behind, or was ahead when the order arrived. Synchronise it with NTP.`,
    )
  if (apart > 5)
    return warning(`this machine and the database are ${apart.toFixed()} s apart. Synchronise both with NTP.`)
  return ok(`agrees with the database's to ${Math.max(apart, 0.1).toFixed(1)} s`)
}

/** Seconds; undefined if there is no order, or the newest is in the past. */
async function newestOrderAhead(db: Database, now: number): Promise<number | undefined> {
  const [table] = await db.query<{ there: boolean }>(sql`select to_regclass('orders') is not null as there`)
  const newest = table?.there ? await newestOrder(db) : undefined
  const ahead = newest ? (newest.getTime() - now) / 1000 : 0
  return ahead > 60 ? ahead : undefined
}
