import type { DueEndpoint } from './claims.ts'
import { createResultWriter } from './delivery-results.ts'
import { holdClaims } from './held-claims.ts'
import { createRequestSlots } from './request-slots.ts'
import { type SendDependencies, sendToEndpoint } from './send-endpoint.ts'

export type EndpointRuns = {
  /** Sends to the endpoint in a slot of its own, unless it is queued for one already. Never throws. */
  start: (storeId: string, endpoint: DueEndpoint) => Promise<void>
  stop: () => Promise<void>
}

/** `wake`: reads again what is due in a store, after `wait` ms. */
type Around = { wake: (storeId: string, wait: number) => void; isStopped: () => boolean }

/**
 * An endpoint has one request in flight, over all instances: its row says who sends. It is claimed when it has its slot, so
 * that those that wait can be sent by other instances, and are sent to their newest address.
 */
export function createEndpointRuns(
  dependencies: SendDependencies,
  { wake, isStopped }: Around,
): EndpointRuns {
  const { database, clock, log } = dependencies
  const slots = createRequestSlots()
  const claims = holdClaims(dependencies)
  const write = createResultWriter(database, clock)
  const started = new Map<string, { isDueAgain: boolean }>()

  async function start(storeId: string, endpoint: DueEndpoint): Promise<void> {
    const { webhook_id, responsive, claimed_until } = endpoint
    const key = `${storeId} ${webhook_id}`
    const earlier = started.get(key)
    if (earlier) {
      earlier.isDueAgain = true
      return
    }
    // The other instance may be killed: what it has is due again when its claim ends.
    if (claimed_until) return wake(storeId, claimed_until.getTime() - clock())
    const run = { isDueAgain: false }
    started.set(key, run)
    try {
      await slots.run(storeId, responsive, async onLate => {
        run.isDueAgain = false
        await send(storeId, webhook_id, onLate)
      })
    } catch (error) {
      log(`could not send to webhook ${webhook_id}`, error)
    }
    started.delete(key)
    if (run.isDueAgain) wake(storeId, 0)
  }

  async function send(storeId: string, webhookId: string, onLate: () => void): Promise<void> {
    if (isStopped()) return
    const held = await claims.take(storeId, webhookId)
    if (!held) return wake(storeId, 0)
    const mayContinue = () => held.isOurs && !isStopped()
    try {
      await sendToEndpoint(dependencies, write, held.endpoint, mayContinue, onLate)
    } catch (error) {
      // Without a release: the claim ends by itself, and the scheduler tries again.
      claims.drop(held)
      throw error
    }
    const next = await claims.release(held)
    if (next) wake(storeId, next.getTime() - clock())
  }

  return { start, stop: claims.stop }
}
