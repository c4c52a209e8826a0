import type { Delivery } from './deliveries.ts'

/**
 * The headers of the newest attempt; null before the first. Without its signature, which is not kept: whoever reads it
 * could send the request again.
 */
export function attemptHeaders({
  event_id,
  last_at,
  last_ms,
}: Pick<Delivery, 'event_id' | 'last_at' | 'last_ms'>): Record<string, string> | null {
  if (!last_at) return null
  return {
    'content-type': 'application/json',
    'webhook-id': event_id,
    'webhook-timestamp': String(Math.floor((last_at.getTime() - (last_ms ?? 0)) / 1000)),
  }
}
