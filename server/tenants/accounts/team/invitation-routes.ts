import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storeItemPath, storePath } from '../../../foundation/http/input/paths.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { readStore } from '../../stores/stores.ts'
import { invitation, invitations } from '../account-schemas.ts'
import { byOf } from '../actors.ts'
import { roles } from '../roles.ts'
import { signInEmail } from '../sign-in-fields.ts'
import { invite, listInvitations, revokeInvitation } from './invitations.ts'

/** GET /admin/api/stores/{store_id}/invitations: those that can still be accepted. */
export function storeInvitations({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listInvitations',
      summary: 'List the invitations',
      params: storePath,
      response: { 200: invitations },
    },
    handler: async ({ params }) => ({
      result: await listInvitations(database, params.storeId, new Date(clock())),
    }),
  })
}

const newMember = z.strictObject({ email: signInEmail, role: z.enum(roles) })

/** POST /admin/api/stores/{store_id}/invitations: sent by email, in the store's language. */
export function inviteMember({
  database,
  secrets,
  clock,
}: {
  database: Database
  secrets: Secrets
  clock: Clock
}) {
  return endpoint({
    schema: {
      operationId: 'createInvitation',
      summary: 'Invite somebody by mail',
      params: storePath,
      body: newMember,
      response: { 201: invitation },
    },
    handler: async ({ params, body, user }, reply) => {
      const { store_id, locale } = await readStore(database, params.storeId)
      const by = byOf(user, clock)
      const given = { ...body, language: locale }
      return reply.status(201).send(await invite(database, secrets, store_id, given, by))
    },
  })
}

/** DELETE /admin/api/stores/{store_id}/invitations/{id} */
export function withdrawInvitation({ database, clock }: Dependencies) {
  return endpoint({
    schema: { operationId: 'deleteInvitation', summary: 'Withdraw an invitation', params: storeItemPath },
    handler: async ({ params, user }, reply) => {
      const { storeId, id } = params
      const by = byOf(user, clock)
      await database.transaction(tx => revokeInvitation(tx, storeId, id, by))
      return reply.status(204).send()
    },
  })
}
