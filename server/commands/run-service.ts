import type { AddressInfo } from 'node:net'
import { makeSetupToken, setupMinutes } from '../accounts/sign-in/setup.ts'
import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import { type Database, isUnavailable } from '../database/connect.ts'
import { embedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { isLoopback } from '../http/loopback.ts'
import { makeOutboxToken, outboxUrl } from '../http/outbox-token.ts'
import { urlOf } from '../http/public-url.ts'
import { installJobs } from '../jobs/install.ts'
import { Problem } from '../lib/problem.ts'
import { readSecrets } from '../lib/secret.ts'
import { systemClock } from '../lib/time/clock.ts'
import { requireMails } from '../mail/composing/templates.ts'
import { requireWidgets } from '../widgets/built-widgets.ts'
import { createWorkers } from '../workers.ts'
import { ensureDemoStore, printDemo } from './demo.ts'
import { bold, say } from './output.ts'
import { listenForShutdown } from './shutdown.ts'

const drainFor = 30_000 // ms for slow requests to finish after a signal

/** Runs the service until SIGINT or SIGTERM. */
export async function runService(settings: Config, demo: boolean): Promise<void> {
  const config = settings.SMTP_URL
    ? settings
    : { ...settings, OUTBOX_TOKEN: settings.OUTBOX_TOKEN ?? makeOutboxToken() }
  requireWidgets()
  requireMails()
  const shutdown = listenForShutdown(() => stopAtOnce(config))
  const closing: (() => Promise<void>)[] = []
  let log = (message: string, error?: unknown): void => say(`${message} ${error ?? ''}`)
  try {
    const opened = await openDatabase({
      databaseUrl: config.DATABASE_URL,
      embedded: { dataDir: config.DATA_DIR },
      log: (message, error) => log(message, error),
    })
    closing.unshift(opened.close)
    const { database, session } = opened
    await migrate(database)
    await installJobs(database)
    const demoStore = demo ? await ensureDemoStore(database, config, systemClock) : undefined
    // The demo shop is on this machine: allow checks of its pages when only this machine can reach the service.
    const allowedNetworks = demoStore && isLoopback(config.HOST) ? ['127.0.0.0/8', '::1/128'] : []
    const app = await createApp({
      config,
      database,
      session,
      clock: systemClock,
      demo: demoStore,
      allowedNetworks,
    })
    closing.unshift(() => app.close())
    log = (message, error) => app.log.warn({ err: error }, message)
    // Before listening: contradictory mail settings stop the start.
    const workers = createWorkers({
      config,
      database,
      clock: systemClock,
      secrets: readSecrets(config),
      address: () => address,
      log: (message, error) => log(message, error),
    })
    await listen(app, config)
    const address = config.PUBLIC_URL ?? urlOf(app.server.address() as AddressInfo)
    closing.unshift(workers.stop)
    await workers.start()
    say(`${bold('Realword')} answers at ${address}, reference at ${address}/docs`)
    if (config.OUTBOX_TOKEN && !config.SMTP_URL) say(mailNotice(address, config.OUTBOX_TOKEN))
    if (demoStore) printDemo(demoStore, address, config)
    else await printFirstSignIn(database, address)
    if (needsHttps(address)) say(httpsNotice)
    await shutdown.asked
  } finally {
    await shutdown.within(drainFor, async () => {
      for (const close of closing) await close()
    })
  }
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
async function printFirstSignIn(database: Database, address: string): Promise<void> {
  const token = await makeSetupToken(database, systemClock).catch(error => {
    // The connection was just lost and will return; the next start prints the link.
    if (!isUnavailable(error)) throw error
  })
  if (!token) return say(`Sign in: ${address}/admin`)
  say(`Make yourself the owner of the first store, within ${setupMinutes} minutes:`)
  say(`  ${bold(`${address}/admin#setup=${token}`)}`)
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, { HOST, PORT }: Config): Promise<void> {
  try {
    await app.listen({ host: HOST, port: PORT })
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === 'EADDRINUSE')
      throw new Problem(
        `Port ${PORT} of ${HOST} is taken.`,
        'Stop the program that uses it, or set PORT to another one (0 chooses a free port).',
      )
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
      throw new Problem(
        `Cannot listen on ${HOST}:${PORT} (${code}).`,
        'Set HOST and PORT to an address of this machine that you may use.',
      )
    throw error
  }
}

// After a second Ctrl-C, or when the drain time is over, requests in flight are abandoned. PostgreSQL receives its
// signal and stops cleanly on its own.
function stopAtOnce(config: Config): void {
  if (!config.DATABASE_URL) void embedded({ dataDir: config.DATA_DIR }).stop()
}
