import type { Counts } from '../../foundation/http/limits/counts.ts'
import { limitPerKey } from '../../foundation/http/limits/rate-limit.ts'
import { networkOf } from '../../foundation/lib/network/networks.ts'

/** The largest webhook, in bytes. Orders of a thousand lines are below 1 MiB. */
export const longestWebhook = 2 * 1024 * 1024

const mostRefused = 60 // a minute from one network
const mostBytes = 500e6 // a day of one connection; a busy shop sends 50 MB
const day = 24 * 60 * 60 * 1000
const mostConnections = 50_000 // about 200 bytes each

/**
 * Limits webhooks: accepted ones by connection, refused ones by network. A refusal never limits accepted ones of the
 * same network, because the shops of one system share its networks.
 */
export function limitWebhooks(counts: Counts, perMinute: number) {
  const bytes = { name: 'webhook bytes', most: mostBytes, window: day, keys: mostConnections }
  const countRefused = limitPerKey(counts, 'refused webhooks', mostRefused)
  return {
    countWebhook: limitPerKey(counts, 'webhooks', perMinute),
    countWebhookBytes: async (connectionId: string, size: number) =>
      (await counts.add(bytes, connectionId, size)).sum <= mostBytes,
    countRefusedWebhook: (ip: string) => countRefused(networkOf(ip)),
  }
}
