import { setTimeout as pause } from 'node:timers/promises'
import { requireWidgets } from '../../../api/widgets/built-widgets.ts'
import type { Config } from '../../../foundation/config/config.ts'
import { waitUntilDistributed } from '../../../foundation/database/citus/distribution.ts'
import { type Database, isUnavailable } from '../../../foundation/database/connect.ts'
import { embedded as embeddedServer } from '../../../foundation/database/embedded/embedded.ts'
import { findServer } from '../../../foundation/database/find-server.ts'
import { migrate } from '../../../foundation/database/migrations/migrate.ts'
import { type Opened, openDatabase } from '../../../foundation/database/open.ts'
import { proveServer } from '../../../foundation/database/prove-server.ts'
import { isLoopback } from '../../../foundation/http/loopback.ts'
import { makeOutboxToken, outboxUrl } from '../../../foundation/http/outbox-token.ts'
import { noteUrl, urlOf } from '../../../foundation/http/public-url.ts'
import { installJobs } from '../../../foundation/jobs/install.ts'
import { createAnnouncer, createLog, type Log } from '../../../foundation/lib/logging/log.ts'
import { noteOwnPort } from '../../../foundation/lib/network/own-ports.ts'
import { readPostgresAddress } from '../../../foundation/lib/network/postgres-address.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { makeSetupToken, setupMinutes } from '../../../tenants/accounts/sign-in/setup.ts'
import { backUpBeforeMigrating } from '../../../upkeep/backups/before-migrating.ts'
import { startBackups } from '../../../upkeep/backups/schedule.ts'
import { startWalArchive } from '../../../upkeep/backups/wal/archive.ts'
import { checkConnections, connectionsFor, processesOf } from '../../../upkeep/doctor/connections-check.ts'
import { checkClock } from '../../../upkeep/doctor/database-checks.ts'
import { withFormerKeys } from '../../../upkeep/secrets/former-keys.ts'
import { measureConnections } from '../../../upkeep/watch/process-metrics.ts'
import { createWorkers } from '../../workers.ts'
import type { Front } from '../http/front.ts'
import type { Boot } from '../http/http-process.ts'
import { bold } from '../output.ts'
import { listenForShutdown } from './shutdown.ts'
import { traceIfWanted } from './trace.ts'

const drainFor = 30_000 // ms for slow requests to finish after a signal

/** Runs the service until a signal stops it. */
export async function runService(settings: Config, demo: boolean): Promise<void> {
  const config = settings.SMTP_URL
    ? settings
    : { ...settings, OUTBOX_TOKEN: settings.OUTBOX_TOKEN ?? makeOutboxToken() }
  requireWidgets()
  const shutdown = listenForShutdown(() => stopAtOnce(config))
  const closing: (() => Promise<void>)[] = []
  const count = processesOf(config)
  const embedded = { dataDir: config.DATA_DIR, ...(count > 1 && { settings: serverFor(count) }) }
  const { format, announce, logger, log } = openLog(config, demo)
  closing.unshift(await traceIfWanted(config, log))
  try {
    const opened = await openDatabase({
      databaseUrl: config.DATABASE_URL,
      embedded,
      role: 'service',
      log,
    })
    closing.unshift(opened.close)
    const { database } = opened
    await opened.asOwner(async owner => {
      // Before the first write, of which a pooler would lose some.
      if (config.DATABASE_URL) await proveServer(await findServer(readPostgresAddress(config.DATABASE_URL)))
      const onWait = (sentence: string) => logger.warn(sentence)
      await waitUntilDistributed(owner, onWait)
      await backUpBeforeMigrating(config, owner, systemClock)
      await migrate(owner, undefined, onWait)
      await warnOfClock(owner, log)
      await installJobs(owner)
    })
    // Stops after all that writes.
    const wal = await startWalArchive(config, systemClock, logger)
    closing.unshift(wal.stop)
    const demos = demo ? await import('./demo.ts') : undefined
    const demoStore = await demos?.ensureDemoStore(database, config, systemClock)
    // The demo shop is on this machine: allow checks of its pages when only this machine can reach the service.
    const allowedNetworks = demoStore && isLoopback(config.HOST) ? ['127.0.0.0/8', '::1/128'] : []
    const front = await openFront(
      {
        processes: count,
        config: { ...config, LOG_FORMAT: format },
        demo: demoStore,
        allowedNetworks,
        embedded,
      },
      opened,
      logger,
    )
    closing.unshift(front.close)
    await warnOfFewConnections(database, count, log)
    // Before listening: contradictory mail settings stop the start.
    const workers = createWorkers({
      metrics: front.metrics,
      config,
      database,
      clock: systemClock,
      secrets: await withFormerKeys(database, readSecrets(config)),
      address: () => address,
      log,
      allowedNetworks,
    })
    const listening = await front.listen()
    noteOwnPort(listening.port) // also if other processes listen
    const address = config.PUBLIC_URL ?? urlOf(listening)
    const removeUrl = noteUrl(config.DATA_DIR, address)
    closing.unshift(async () => removeUrl())
    closing.unshift(workers.stop)
    await workers.start()
    const backups = startBackups(config, systemClock, logger)
    closing.unshift(backups.stop)
    announce(`${bold('Realword')} answers at ${address}, reference at ${address}/docs`)
    if (count > 1) announce(`${count} processes answer requests.`)
    if (config.OUTBOX_TOKEN && !config.SMTP_URL) announce(mailNotice(address, config.OUTBOX_TOKEN))
    if (demoStore) demos?.printDemo(demoStore, address, config)
    else announce(await firstSignIn(database, address))
    if (needsHttps(address)) announce(httpsNotice)
    await drain(front, await shutdown.asked, config.DRAIN_DELAY)
  } finally {
    await shutdown.within(drainFor, async () => {
      for (const close of closing) await close()
    })
  }
}

function openLog(config: Config, demo: boolean) {
  const format = demo ? 'pretty' : (config.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json'))
  const logger = createLog({ level: config.LOG_LEVEL, format })
  return {
    format,
    logger,
    announce: createAnnouncer({ format }),
    log: (message: string, error?: unknown): void =>
      error === undefined ? logger.warn(message) : logger.warn({ err: error }, message),
  } as const
}

// A proxy sends no more requests once it has seen that we are not ready. A terminal has none, so Ctrl-C does not wait.
async function drain(front: Front, signal: string, delay: number): Promise<void> {
  if (signal !== 'SIGTERM') return
  front.drain()
  await pause(delay)
}

// Only the chosen way is loaded.
async function openFront(
  { processes, embedded, ...options }: Omit<Boot, 'name'>,
  { database, session }: Opened,
  log: Log,
): Promise<Front> {
  if (processes > 1) {
    const { manyProcesses } = await import('../http/many-processes.ts')
    const front = manyProcesses({ ...options, processes, embedded, log })
    measureConnections(front.metrics, database)
    return front
  }
  const { oneProcess } = await import('../http/one-process.ts')
  return await oneProcess({ ...options, database, session, clock: systemClock, log })
}

function serverFor(processes: number): Record<string, string> {
  return { max_connections: String(Math.max(100, connectionsFor(processes))) }
}

async function warnOfClock(database: Database, log: (message: string) => void): Promise<void> {
  const { status, detail } = await checkClock(database, systemClock)
  if (status !== 'ok') log(`clock: ${detail}`)
}

// Any server may allow fewer, and so may an embedded one that another process started.
async function warnOfFewConnections(
  database: Database,
  processes: number,
  log: (message: string) => void,
): Promise<void> {
  if (processes === 1) return
  const { status, detail } = await checkConnections(database, processes)
  if (status !== 'ok') log(`connections: ${detail}`)
}

function mailNotice(address: string, token: string): string {
  return `No mail leaves while SMTP_URL is not set. Read it here:\n  ${outboxUrl(address, token)}`
}

/** Whether users reach us over a network without https. Signing in is refused then: a password could be read. */
function needsHttps(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopback(hostname)
}

const httpsNotice =
  'Signing in needs https here: put a proxy with a certificate before us and set PUBLIC_URL=https://…'

// The token is in the fragment, which browsers do not send and proxies do not log.
async function firstSignIn(database: Database, address: string): Promise<string> {
  const token = await makeSetupToken(database, systemClock).catch(error => {
    // The connection was just lost and will return; the next start prints the link.
    if (!isUnavailable(error)) throw error
  })
  if (!token) return `Sign in: ${address}/admin`
  return `Make yourself the owner of the first store, within ${setupMinutes} minutes:\n  ${bold(`${address}/admin#setup=${token}`)}`
}

// After a second Ctrl-C, or when the drain time is over, requests in flight are abandoned. PostgreSQL receives its
// signal and stops cleanly on its own.
function stopAtOnce(config: Config): void {
  if (!config.DATABASE_URL) void embeddedServer({ dataDir: config.DATA_DIR }).stop()
}
