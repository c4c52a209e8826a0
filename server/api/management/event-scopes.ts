import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type EventType, eventTypes } from '../../foundation/events/event-types.ts'
import type { Scope } from '../../tenants/stores/scopes.ts'

const scopesOf: Record<string, Scope> = {
  review: 'reviews:read',
  question: 'questions:read',
  answer: 'questions:read',
  order: 'orders:read',
  request: 'orders:read',
}

/**
 * Requires the scopes of what the events of a webhook report: a key without `reviews:read` would otherwise read reviews through a webhook.
 * `import.finished` and `endpoint.test` have counts and ids alone. Throws `scope_missing`, which names the scope.
 */
export function requireEventScopes(
  { apiKey }: Pick<FastifyRequest, 'apiKey'>,
  events: readonly EventType[],
): void {
  for (const type of events.length === 0 ? eventTypes : events) {
    const scope = scopesOf[type.split('.')[0] ?? '']
    if (scope && !apiKey.scopes.includes(scope)) throw new ApiError('scope_missing', { moreInfo: { scope } })
  }
}
