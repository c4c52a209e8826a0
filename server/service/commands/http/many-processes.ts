import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../../foundation/config/config.ts'
import { limitCostlyReads } from '../../../foundation/database/costly-reads.ts'
import { countInMemory } from '../../../foundation/http/limits/counts.ts'
import {
  createMetrics,
  mergeMetrics,
  type ProcessMetrics,
} from '../../../foundation/http/telemetry/metrics.ts'
import type { Log } from '../../../foundation/lib/logging/log.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { type Calls, connectCalls } from './calls.ts'
import { explainTrouble, type Front } from './front.ts'
import type { Boot } from './http-process.ts'
import { answerHttpProcess } from './shared-counts.ts'

/** The place of an HTTP process and of its replacements, which have the same name. */
type Slot = {
  name: string
  worker?: Worker | undefined
  calls?: Calls | undefined
  /** How many of its last processes died young. */
  shortLives: number
  restart?: NodeJS.Timeout
}

/**
 * Answers in `processes` other processes. This process accepts the connections and hands them out in turn, keeps the counts
 * of all limits, and replaces a process that dies (docs/decisions/0038-answer-in-several-processes.md).
 */
export function manyProcesses({ log, ...options }: Omit<Boot, 'name'> & { log: Log }): Front {
  const slots: Slot[] = Array.from({ length: options.processes }, (_, at) => ({
    name: `http-${at + 1}`,
    shortLives: 0,
  }))
  const shared = { counts: countInMemory(systemClock), costlyReads: limitCostlyReads() }
  const metrics = createMetrics({ name: 'jobs', writeAll })
  metrics.gauge(
    'realword_http_processes',
    'Processes that answer HTTP',
    () => slots.filter(({ worker }) => worker?.isConnected()).length,
  )
  let isDraining = false
  let state: 'starting' | 'running' | 'stopping' = 'starting'

  async function writeAll(): Promise<string> {
    // A process that starts or hangs must not hide the others.
    const others = slots.map(async ({ calls }) => {
      const asked = Promise.resolve(calls?.call('metrics') ?? []).catch(() => [])
      return (await Promise.race([asked, pause(1_000, [])])) as ProcessMetrics
    })
    return await mergeMetrics([await metrics.read(), ...(await Promise.all(others))])
  }

  function launch(slot: Slot, boot: Omit<Boot, 'name'>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const worker = cluster.fork()
    let listensSince = Number.POSITIVE_INFINITY
    const answers = answerHttpProcess(shared)
    const calls = connectCalls(message => worker.isConnected() && worker.send(message, () => {}), {
      ...answers.handlers,
      boot: () => ({ ...boot, name: slot.name }),
      allMetrics: writeAll,
      listening: () => {
        listensSince = performance.now()
        if (isDraining) void calls.call('drain')
        resolve()
      },
      problem: ({ message, fix }: Problem) => reject(new Problem(message, fix)),
    })
    slot.worker = worker
    slot.calls = calls
    worker.on('message', calls.receive)
    closeLostConnections(worker, () => state === 'stopping')
    const end = (how: object) => {
      answers.end()
      reject(new Problem('An HTTP process ended while it started.', 'Its error is printed above.'))
      if (slot.worker === worker) replace(slot, boot, performance.now() - listensSince, how)
    }
    worker.once('exit', (code, signal) => end({ code, signal }))
    worker.on('error', error => end({ err: error }))
    return promise
  }

  function replace(slot: Slot, boot: Omit<Boot, 'name'>, lived: number, how: object): void {
    slot.worker = undefined
    slot.calls = undefined
    if (state !== 'running') return
    slot.shortLives = lived < shortLife ? slot.shortLives + 1 : 0
    const wait = pauseAfter(slot.shortLives)
    log.warn({ process: slot.name, ...how }, `an HTTP process ended; another starts in ${wait} ms`)
    slot.restart = setTimeout(() => {
      launch(slot, boot).then(
        () => log.info({ process: slot.name }, 'an HTTP process was replaced'),
        error => log.error({ process: slot.name, err: error }, 'an HTTP process did not start'),
      )
    }, wait)
  }

  return {
    metrics,
    listen: async () => {
      const address = await findAddress(options.config)
      cluster.schedulingPolicy = cluster.SCHED_RR
      cluster.setupPrimary({ exec: fileURLToPath(new URL('./http-process.ts', import.meta.url)), args: [] })
      const boot = { ...options, config: { ...options.config, PORT: address.port } }
      await Promise.all(slots.map(slot => launch(slot, boot)))
      state = 'running'
      for (const slot of slots) if (!slot.worker) replace(slot, boot, 0, {})
      return address
    },
    drain: () => {
      isDraining = true
      for (const { calls } of slots) void calls?.call('drain')
    },
    close: async () => {
      state = 'stopping'
      for (const { restart } of slots) clearTimeout(restart)
      await Promise.all(slots.map(stop))
    },
  }
}

async function stop({ worker, calls }: Slot): Promise<void> {
  if (!worker || !calls || worker.isDead()) return
  const ended = once(worker, 'exit')
  void calls.call('stop').catch(() => {})
  await ended
}

const shortLife = 30_000 // ms of answering
const longestPause = 5_000 // ms: a start takes about a second of a core

/** Milliseconds until a process is replaced that has died young this many times in a row. */
function pauseAfter(shortLives: number): number {
  return shortLives < 2 ? 0 : Math.min(longestPause, 125 * 2 ** shortLives)
}

/** Reserves nothing, but reports a taken port before any process starts, and chooses one for port 0. */
async function findAddress(config: Config): Promise<AddressInfo> {
  const probe = createServer()
  await explainTrouble(config, () => {
    probe.listen({ host: config.HOST, port: config.PORT })
    return once(probe, 'listening')
  })
  const address = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return address
}

/**
 * Node forgets a connection in two cases: its process ends before reading it, or the last open process refuses it while the
 * service stops. It stays open here, and its client waits. At most one is on its way to each process.
 */
function closeLostConnections({ process }: Worker, isStopping: () => boolean): void {
  const send = process.send.bind(process) as (...message: unknown[]) => boolean
  let underway: { close?: () => void } | undefined
  process.send = ((message: unknown, handle: typeof underway, ...rest: unknown[]) => {
    if (handle) underway = handle
    return send(message, handle, ...rest)
  }) as typeof process.send
  // Before Node's own listener, which sends the next one.
  process.prependListener('internalMessage', ({ accepted }: { accepted?: boolean }) => {
    if (accepted === undefined) return
    const answered = underway
    underway = undefined
    // Node has sent it to another process by then, if there is one.
    if (!accepted && isStopping()) queueMicrotask(() => answered?.close?.())
  })
  process.once('exit', () => underway?.close?.())
}
