import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../../database/connect.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { readStore } from '../../stores/stores.ts'
import { invitations } from '../account-schemas.ts'
import { byOf } from '../actors.ts'
import { roles } from '../roles.ts'
import { signInEmail } from '../sign-in-fields.ts'
import { invite, listInvitations, revokeInvitation } from './invitations.ts'

type InvitationPath = { storeId: string; id: string }

/** GET /admin/api/stores/{store_id}/invitations: those that can still be accepted. */
export function storeInvitations({ database, clock }: Dependencies) {
  return {
    schema: { summary: 'List the invitations', response: { 200: invitations } },
    handler: async ({ params }: FastifyRequest) => ({
      result: await listInvitations(database, (params as InvitationPath).storeId, new Date(clock())),
    }),
  }
}

const newMember = z.strictObject({ email: signInEmail, role: z.enum(roles) })

/** POST /admin/api/stores/{store_id}/invitations: by mail, in the store's language. */
export function inviteMember({
  database,
  secrets,
  clock,
}: {
  database: Database
  secrets: Secrets
  clock: Clock
}) {
  return {
    schema: {
      summary: 'Invite somebody by mail',
      body: newMember,
      response: { 201: invitations.shape.result.element },
    },
    handler: async ({ params, body, person }: FastifyRequest, reply: FastifyReply) => {
      const { store_id, locale } = await readStore(database, (params as InvitationPath).storeId)
      const by = byOf(person, clock)
      const given = { ...(body as z.infer<typeof newMember>), language: locale }
      return reply.status(201).send(await invite(database, secrets, store_id, given, by))
    },
  }
}

/** DELETE /admin/api/stores/{store_id}/invitations/{id} */
export function withdrawInvitation({ database, clock }: Dependencies) {
  return {
    schema: { summary: 'Withdraw an invitation' },
    handler: async ({ params, person }: FastifyRequest, reply: FastifyReply) => {
      const { storeId, id } = params as InvitationPath
      const by = byOf(person, clock)
      await database.transaction(tx => revokeInvitation(tx, storeId, id, by))
      return reply.status(204).send()
    },
  }
}
