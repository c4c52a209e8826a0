import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { type Claimed, claimEndpoint, releaseClaim, renewClaims } from './claims.ts'
import type { SendDependencies } from './send-endpoint.ts'

/** The endpoints that this instance sends to. Their claims are renewed until they end. */
export type HeldClaims = {
  /** Undefined if another instance has the endpoint, or it has nothing to send any more. */
  take: (storeId: string, webhookId: string) => Promise<HeldClaim | undefined>
  /** Ends the claim. Returns when the endpoint's next delivery is due; undefined for none. */
  release: (held: HeldClaim) => Promise<Date | undefined>
  /** Renews the claim no more: it ends by itself, after up to ten seconds. */
  drop: (held: HeldClaim) => void
  stop: () => Promise<void>
}

export type HeldClaim = { endpoint: Claimed; isOurs: boolean }

const every = 3_000 // ms

export function holdClaims({ database, clock, log }: SendDependencies): HeldClaims {
  const worker = uuid()
  const held = new Set<HeldClaim>()
  let renewal: Promise<void> | undefined
  const timer = setInterval(() => {
    renewal = renew()
  }, every)
  timer.unref()

  async function renew(): Promise<void> {
    for (const [storeId, ofStore] of Map.groupBy(held, ({ endpoint }) => endpoint.store_id)) {
      const ids = ofStore.map(({ endpoint }) => endpoint.webhook_id)
      try {
        const kept = new Set(await renewClaims(database, storeId, ids, worker, clock()))
        for (const one of ofStore) one.isOurs = kept.has(one.endpoint.webhook_id)
      } catch (error) {
        log('could not renew the claims of webhooks', error)
      }
    }
  }

  return {
    take: async (storeId, webhookId) => {
      const endpoint = await claimEndpoint(database, storeId, webhookId, worker, clock())
      if (!endpoint) return undefined
      const one = { endpoint, isOurs: true }
      held.add(one)
      return one
    },
    release: async one => {
      held.delete(one)
      return await releaseClaim(database, one.endpoint.store_id, one.endpoint.webhook_id, worker)
    },
    drop: one => void held.delete(one),
    stop: async () => {
      clearInterval(timer)
      await renewal
    },
  }
}
