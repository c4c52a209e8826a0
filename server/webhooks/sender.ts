import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '../database/connect.ts'
import { uuid } from '../lib/uuid.ts'
import { type Claimed, claimEndpoints, otherClaimEnd, releaseClaim, renewClaims } from './claims.ts'
import { createResultWriter } from './delivery-results.ts'
import { type SendDependencies, sendToEndpoint } from './send-endpoint.ts'

export type Sender = {
  /** Sends what is due in the store, soon. Never throws. */
  wake: (storeId: string) => void
  /** Resolves when nothing is being sent, and nothing is queued. */
  idle: () => Promise<void>
  /** Starts no attempt any more, and waits for those in flight, for at most `timeout` ms. */
  stop: (timeout: number) => Promise<void>
}

/** Requests in flight. Each is to another endpoint. */
const mostInFlight = 100
const renewing = 3_000 // ms
const soonest = 60_000 // ms; what is due later is found by the scheduler's next minute

type Place = { endpoint: Claimed; isOurs: boolean }

type Alarm = { at: number; timer: NodeJS.Timeout }

/**
 * The sender of one instance. An endpoint has one request in flight, over all instances: its row says who sends. Those
 * of all stores take their places in turn. A killed sender loses its claims after ten seconds.
 */
export function createSender(dependencies: SendDependencies): Sender {
  const { database, clock, log } = dependencies
  const worker = uuid()
  const write = createResultWriter(database)
  const woken = new Set<string>()
  const queued: Claimed[] = []
  const running = new Map<string, Place>()
  const tasks = new Set<Promise<void>>()
  const alarms = new Map<string, Alarm>()
  let inFlight = 0
  let isStopped = false
  let isClaiming = false
  const renewal = setInterval(() => void follow(renew()), renewing)
  renewal.unref()

  function wake(storeId: string): void {
    if (isStopped) return
    woken.add(storeId)
    if (!isClaiming) void follow(claim())
  }

  // One store at a time: a set keeps the order of waking, so each store has its turn.
  async function claim(): Promise<void> {
    isClaiming = true
    try {
      for (const storeId of woken) {
        woken.delete(storeId)
        if (isStopped) return
        await claimStore(storeId)
      }
    } finally {
      isClaiming = false
    }
  }

  async function claimStore(storeId: string): Promise<void> {
    try {
      const claimed = await claimEndpoints(database, storeId, worker, clock())
      for (const endpoint of claimed) {
        running.set(endpoint.webhook_id, { endpoint, isOurs: true })
        queued.push(endpoint)
      }
      fill()
      // Other workers may have been killed: what they had is due when their claims end.
      const ends = await otherClaimEnd(database, storeId, worker, clock())
      if (ends) remember(storeId, ends.getTime() - clock())
    } catch (error) {
      report(error, 'could not claim webhooks')
    }
  }

  /** Gives free places to queued endpoints. */
  function fill(): void {
    while (inFlight < mostInFlight) {
      const next = queued.shift()
      if (!next) return
      void follow(run(next))
    }
  }

  async function run(endpoint: Claimed): Promise<void> {
    inFlight++
    const place = running.get(endpoint.webhook_id) as Place
    try {
      await sendToEndpoint(dependencies, write, endpoint, () => place.isOurs && !isStopped)
      await release(endpoint)
    } catch (error) {
      // Without a release: the claim ends by itself, and the scheduler tries again.
      running.delete(endpoint.webhook_id)
      report(error, `could not send to webhook ${endpoint.webhook_id}`)
    } finally {
      inFlight--
      fill()
    }
  }

  /** If more is due, the endpoint is claimed anew, behind the others. */
  async function release({ store_id, webhook_id }: Claimed): Promise<void> {
    running.delete(webhook_id)
    const next = await releaseClaim(database, store_id, webhook_id, worker)
    const wait = next ? next.getTime() - clock() : Number.POSITIVE_INFINITY
    if (wait <= 0) wake(store_id)
    else if (wait < soonest) remember(store_id, wait)
  }

  /** Wakes the store after `wait` ms, unless it is woken sooner. */
  function remember(storeId: string, wait: number): void {
    const at = clock() + wait
    const earlier = alarms.get(storeId)
    if (isStopped || (earlier && earlier.at <= at)) return
    clearTimeout(earlier?.timer)
    const timer = setTimeout(() => {
      alarms.delete(storeId)
      wake(storeId)
    }, wait)
    alarms.set(storeId, { at, timer: timer.unref() })
  }

  async function renew(): Promise<void> {
    const stores = Map.groupBy(running.values(), ({ endpoint }) => endpoint.store_id)
    for (const [storeId, places] of stores) {
      try {
        const ours = new Set(await renewClaims(database, storeId, worker, clock()))
        for (const place of places) place.isOurs = ours.has(place.endpoint.webhook_id)
      } catch (error) {
        report(error, 'could not renew the claims of webhooks')
      }
    }
  }

  function report(error: unknown, message: string): void {
    if (!isUnavailable(error) || !isStopped) log(message, error)
  }

  function follow(task: Promise<void>): Promise<void> {
    const followed = task.finally(() => tasks.delete(followed))
    tasks.add(followed)
    return followed
  }

  async function idle(): Promise<void> {
    while (tasks.size > 0) await Promise.all(tasks)
  }

  return {
    wake,
    idle,
    stop: async timeout => {
      isStopped = true
      clearInterval(renewal)
      for (const { timer } of alarms.values()) clearTimeout(timer)
      for (const endpoint of queued.splice(0)) void follow(release(endpoint))
      await Promise.race([idle(), pause(timeout, undefined, { ref: false })])
    },
  }
}
