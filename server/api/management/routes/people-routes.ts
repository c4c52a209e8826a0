import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { logChanges } from '../../../foundation/events/audit/audit.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { eraseInTurn, exportPerson } from '../../../upkeep/people/people.ts'
import { byProgram } from '../by-program.ts'
import { post } from '../post.ts'

const named = z
  .strictObject({ email: text(2048, 1).meta({ format: 'email' }) })
  .meta({ examples: [{ email: 'ana@example.com' }] })

const exported = z
  .object({
    person: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'null: nothing is kept of the person' }),
  })
  .meta({ title: 'PersonExport' })

/** POST /manage/v1/people/export */
export function exportManagedPerson(deps: Dependencies) {
  const { secrets, clock } = deps
  return post(deps, {
    schema: { operationId: 'exportPerson', summary: 'Export what is kept of a person', body: named },
    status: 200,
    answer: exported,
    isSecret: true,
    isInTurn: true,
    handler: async (tx, { apiKey, body }) => {
      const store = await readStore(tx, apiKey.storeId)
      const found = await exportPerson(tx, secrets, store, addressIn(body))
      const change = { action: 'export', record: 'person', recordId: uuid() } as const
      if (found) await logChanges(tx, store.store_id, [{ ...byProgram(clock), ...change, fields: [] }])
      return { person: found ? { ...found } : null }
    },
  })
}

const count = z.int()

const erased = z
  .object({
    erased: z
      .object({
        ...{ orders: count, requests: count, mailings: count },
        ...{ reviews: count, questions: count, answers: count },
      })
      .nullable()
      .meta({ description: 'How many records of each kind; null: there was nothing' }),
  })
  .meta({ title: 'PersonErasure' })

/** POST /manage/v1/people/erase: in a transaction of its own, because it needs one snapshot of all tables. */
export function eraseManagedPerson(deps: Dependencies) {
  const { database, secrets, clock, draining } = deps
  return post(deps, {
    schema: {
      operationId: 'erasePerson',
      summary: 'Erase a person',
      description: 'What they bought and wrote stays without them, and they receive no more email.',
      body: named,
    },
    status: 200,
    answer: erased,
    isInTurn: true,
    handler: async (tx, { apiKey, body }) => {
      const store = await readStore(tx, apiKey.storeId)
      const { at, actor } = byProgram(clock)
      const how = { at, actor, signal: draining.signal }
      const done = await eraseInTurn(database, secrets, store, addressIn(body), how)
      return { erased: done ?? null }
    },
  })
}

function addressIn({ email }: z.infer<typeof named>): string {
  const address = comparableAddress(email)
  if (address) return address
  throw new ApiError('body_invalid', { problems: [{ path: 'email', problem: 'email' }] })
}
