import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '../../../foundation/database/connect.ts'
import { createAlarms } from './alarms.ts'
import { readDueEndpoints } from './claims.ts'
import { createEndpointRuns } from './endpoint-runs.ts'
import type { SendDependencies } from './send-endpoint.ts'

export type Sender = {
  /** Sends what is due in the store, soon. Never throws. */
  wake: (storeId: string) => void
  /** Resolves when nothing is being sent, and nothing is queued. */
  idle: () => Promise<void>
  /** Starts no attempt any more, and waits for those in flight, for at most `timeout` ms. */
  stop: (timeout: number) => Promise<void>
}

const soonest = 60_000 // ms; what is due later is found by the scheduler's next minute

/** The sender of one instance. */
export function createSender(dependencies: SendDependencies): Sender {
  const { database, clock } = dependencies
  const log: SendDependencies['log'] = (message, error) => {
    if (!isUnavailable(error) || !isStopped) dependencies.log(message, error)
  }
  const alarms = createAlarms(clock, wake)
  const runs = createEndpointRuns({ ...dependencies, log }, { wake: wakeLater, isStopped: () => isStopped })
  const woken = new Set<string>()
  const tasks = new Set<Promise<void>>()
  let isReading = false
  let isStopped = false

  function wake(storeId: string): void {
    if (isStopped) return
    woken.add(storeId)
    if (!isReading) follow(readWoken())
  }

  function wakeLater(storeId: string, wait: number): void {
    if (wait <= 0) wake(storeId)
    else if (wait < soonest && !isStopped) alarms.set(storeId, wait)
  }

  // One store at a time: a set keeps the order of waking.
  async function readWoken(): Promise<void> {
    isReading = true
    for (const storeId of woken) {
      woken.delete(storeId)
      if (isStopped) break
      await startDue(storeId).catch(error => log('could not read the webhooks that are due', error))
    }
    isReading = false
  }

  async function startDue(storeId: string): Promise<void> {
    for (const endpoint of await readDueEndpoints(database, storeId, clock()))
      follow(runs.start(storeId, endpoint))
  }

  function follow(task: Promise<void>): void {
    const followed = task.finally(() => tasks.delete(followed))
    tasks.add(followed)
  }

  async function idle(): Promise<void> {
    while (tasks.size > 0) await Promise.all(tasks)
  }

  return {
    wake,
    idle,
    stop: async timeout => {
      isStopped = true
      alarms.clear()
      await Promise.race([Promise.all([idle(), runs.stop()]), pause(timeout, undefined, { ref: false })])
    },
  }
}
