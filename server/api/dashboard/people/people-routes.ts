import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { logChanges } from '../../../foundation/events/audit/audit.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { leavingOf } from '../../../foundation/http/leaving.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { eraseInTurn, exportPerson, previewErasure } from '../../../upkeep/people/people.ts'
import { inTurn } from '../../../upkeep/people/turns.ts'

const named = z.strictObject({ email: text(2048, 1) })

const exported = z
  .object({
    /** Null: nothing is known of the person. */
    person: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ title: 'PersonExport' })

/** POST /admin/api/stores/{store_id}/people/export: everything the store has about a person. */
export function exportOnePerson({ database, secrets, clock, draining }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'exportPerson',
      summary: 'Export what is kept of a person',
      params: storePath,
      body: named,
      response: { 200: exported },
    },
    handler: async ({ params, body, user }, reply) => {
      const store = await readStore(database, params.storeId)
      const address = addressIn(body)
      const read = () => exportPerson(database, secrets, store, address)
      const found = await inTurn(database, store.store_id, read, leavingOf(reply, draining))
      if (found) {
        const by = byOf(user, clock)
        await logChanges(database, store.store_id, [
          { ...by, action: 'export', record: 'person', recordId: uuid(), fields: [] },
        ])
      }
      return { person: found ?? null }
    },
  })
}

const toErase = named.extend({
  dry_run: z
    .boolean()
    .default(false)
    .meta({ description: 'Answers what would be erased, and erases nothing' }),
})

const erased = z
  .object({
    /** Null: there was nothing. */
    erased: z
      .object({
        orders: z.int(),
        requests: z.int(),
        mailings: z.int(),
        reviews: z.int(),
        questions: z.int(),
        answers: z.int(),
        names: z
          .array(z.string())
          .optional()
          .meta({ description: 'Of a dry run: the names on these reviews, questions and answers' }),
      })
      .nullable(),
  })
  .meta({ title: 'PersonErasure' })

/**
 * POST /admin/api/stores/{store_id}/people/erase: what they bought and wrote stays without them. A dry run says before how
 * much that is, because an address may stand for more than one person: an import gives it to every row that has it.
 */
export function eraseOnePerson({ database, secrets, clock, draining }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'erasePerson',
      summary: 'Erase a person',
      params: storePath,
      body: toErase,
      response: { 200: erased },
    },
    handler: async ({ params, body, user }, reply) => {
      const store = await readStore(database, params.storeId)
      const address = addressIn(body)
      if (body.dry_run) {
        const preview = () => previewErasure(database, secrets, store, address)
        return {
          erased: (await inTurn(database, store.store_id, preview, leavingOf(reply, draining))) ?? null,
        }
      }
      const how = { ...byOf(user, clock), signal: draining.signal }
      const erase = () => eraseInTurn(database, secrets, store, address, how)
      const done = await inTurn(database, store.store_id, erase, leavingOf(reply, draining))
      return { erased: done ?? null }
    },
  })
}

function addressIn({ email }: { email: string }): string {
  const address = comparableAddress(email)
  if (address) return address
  throw new ApiError('body_invalid', { problems: [{ path: 'email', problem: 'email' }] })
}
