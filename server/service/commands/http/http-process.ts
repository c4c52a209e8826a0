import type { Dependencies } from '../../../dependencies.ts'
import type { Config } from '../../../foundation/config/config.ts'
import type { EmbeddedOptions } from '../../../foundation/database/embedded/embedded.ts'
import { openDatabase } from '../../../foundation/database/open.ts'
import { createDraining } from '../../../foundation/http/sockets/draining.ts'
import { createMetrics } from '../../../foundation/http/telemetry/metrics.ts'
import { createLog } from '../../../foundation/lib/logging/log.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { stopSignals } from '../service/shutdown.ts'
import { traceIfWanted } from '../service/trace.ts'
import { connectCalls } from './calls.ts'
import { explainTrouble } from './front.ts'
import { askFirstProcess } from './shared-counts.ts'

/**
 * One of several HTTP processes. `many-processes.ts` starts it, sends its settings and asks it to stop. Node ends it when
 * the first process ends, because it is a worker of `node:cluster`.
 */
export type Boot = Pick<Dependencies, 'demo' | 'allowedNetworks'> & {
  name: string
  /** How many there are. */
  processes: number
  config: Config
  embedded: EmbeddedOptions
}

const closing: (() => Promise<void>)[] = []
const draining = createDraining()

const calls = connectCalls(message => void process.send?.(message, undefined, undefined, () => {}), {
  metrics: () => metrics.read(),
  drain: draining.begin,
  stop: async () => {
    try {
      for (const close of closing) await close()
    } finally {
      process.exit()
    }
  },
})
process.on('message', calls.receive)
// A terminal signals all processes of the service. The first one decides when the others stop.
for (const signal of stopSignals) process.on(signal, () => {})
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, error => {
    process.stderr.write(`Unexpected error: ${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  })
}

const { name, processes, config, embedded, ...dependencies } = (await calls.call('boot')) as Boot
const metrics = createMetrics({ name, writeAll: () => calls.call('allMetrics') as Promise<string> })
try {
  await start()
  await calls.call('listening')
} catch (error) {
  if (!(error instanceof Problem)) throw error
  await calls.call('problem', { message: error.message, fix: error.fix })
  process.exit(1)
}

async function start(): Promise<void> {
  // Loading all of it takes a second, in which a signal would end this process.
  const { createApp } = await import('../../app.ts')
  const log = createLog({ level: config.LOG_LEVEL, format: config.LOG_FORMAT ?? 'json' })
  closing.unshift(await traceIfWanted(config, (message, error) => log.warn({ err: error }, message)))
  const opened = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    embedded,
    followMove: true,
    role: 'service',
    log: (message, error) => log.warn({ err: error }, message),
  })
  closing.unshift(opened.close)
  const app = await createApp({
    ...dependencies,
    config,
    database: opened.database,
    session: opened.session,
    clock: systemClock,
    log,
    draining,
    shared: { metrics, processes, ...askFirstProcess(calls.call, processes, systemClock) },
  })
  closing.unshift(() => app.close())
  await explainTrouble(config, () => app.listen({ host: config.HOST, port: config.PORT }))
}
