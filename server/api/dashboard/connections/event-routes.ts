import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { listEvents, retryEvent, retryFailedEvents } from '../../../links/connections/events/events.ts'
import { connectionPath, eventFilter, eventPage, retried } from './connection-schemas.ts'

/** GET /admin/api/stores/{store_id}/connections/{connection_id}/events: the log of 30 days, newest first. */
export function eventsOfConnection({ database }: Pick<Dependencies, 'database'>) {
  return endpoint({
    schema: {
      operationId: 'listConnectionEvents',
      summary: 'What the shop sent, and what became of it',
      params: connectionPath,
      querystring: eventFilter,
      response: { 200: eventPage },
    },
    handler: async ({ params, query: { after, state, limit } }) => {
      const { storeId, connectionId } = params
      const page = { cursor: after, state, limit }
      const { events, next_cursor } = await listEvents(database, storeId, connectionId, page)
      return { result: events, next: next_cursor }
    },
  })
}

/** POST /admin/api/stores/{store_id}/connections/{connection_id}/retry: all failed events. */
export function retryAllEvents({ database }: Pick<Dependencies, 'database'>) {
  return endpoint({
    schema: {
      operationId: 'retryConnectionEvents',
      summary: 'Try all failed events of a connection again',
      params: connectionPath,
      response: { 200: retried },
    },
    handler: async ({ params }) => {
      const { storeId, connectionId } = params
      return { retried: await database.transaction(tx => retryFailedEvents(tx, storeId, connectionId)) }
    },
  })
}

const eventPath = connectionPath.extend({
  eventId: z.string().meta({ format: 'uuid', description: 'The id of the event' }),
})

/** POST /admin/api/stores/{store_id}/connections/{connection_id}/events/{event_id}/retry */
export function retryOneEvent({ database }: Pick<Dependencies, 'database'>) {
  return endpoint({
    schema: {
      operationId: 'retryConnectionEvent',
      summary: 'Try one event again',
      params: eventPath,
    },
    handler: async ({ params }, reply) => {
      const { storeId, connectionId, eventId } = params
      await database.transaction(tx => retryEvent(tx, storeId, connectionId, eventId))
      return reply.status(204).send()
    },
  })
}
