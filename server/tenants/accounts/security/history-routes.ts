import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { listStoreChanges } from '../../../foundation/events/audit/audit.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { userOf } from '../actors.ts'
import { namesOf } from '../users.ts'
import { history } from './history-schemas.ts'

const page = z.object({ before: z.uuid().optional() })

const perPage = 50

/** GET /admin/api/stores/{store_id}/history: changes of the store's settings, with author and time. */
export function storeHistory({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listChanges',
      summary: 'What was changed, by whom',
      params: storePath,
      querystring: page,
      response: { 200: history },
    },
    handler: async ({ params, query }) => {
      const { before } = query
      const { storeId } = params
      const changes = await listStoreChanges(database, storeId, { before, limit: perPage })
      const people = await namesOf(
        database,
        changes.flatMap(({ actor, record, record_id }) => [
          userOf(actor) ?? '',
          record === 'member' ? record_id : '',
        ]),
      )
      return {
        result: changes.map(({ actor, record_id, ...rest }) => ({
          ...rest,
          name: people.get(userOf(actor) ?? '') ?? null,
          actor: actor.replace(/ .*/, ''),
          about: rest.record === 'member' ? (people.get(record_id) ?? null) : null,
        })),
        next: changes.length === perPage ? (changes.at(-1)?.id ?? null) : null,
      }
    },
  })
}
