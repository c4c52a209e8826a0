import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { changeMember, listMembers } from '../members.ts'
import { roles } from '../roles.ts'

const member = z
  .object({
    user_id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    created_at: z.date(),
  })
  .meta({ title: 'Member' })

const memberPath = storePath.extend({ userId: z.string().meta({ description: 'The id of the user' }) })

/** GET /admin/api/stores/{store_id}/members */
export function storeMembers({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listMembers',
      summary: 'List the members',
      params: storePath,
      response: { 200: z.object({ result: z.array(member) }) },
    },
    handler: async ({ params }) => ({
      result: await listMembers(database, params.storeId),
    }),
  })
}

const newRole = z.strictObject({ role: z.enum(roles) })

/** PATCH /admin/api/stores/{store_id}/members/{user_id} */
export function giveRole({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'updateMember',
      summary: 'Give a member another role',
      params: memberPath,
      body: newRole,
    },
    handler: async ({ params, body, user }, reply) => {
      const { storeId, userId } = params
      const { role } = body
      const by = { at: new Date(clock()), userId: user.id }
      await database.transaction(tx => changeMember(tx, storeId, userId, role, by))
      return reply.status(204).send()
    },
  })
}

/** DELETE /admin/api/stores/{store_id}/members/{user_id} */
export function dismissMember({ database, clock }: Dependencies) {
  return endpoint({
    schema: { operationId: 'deleteMember', summary: 'Remove a member', params: memberPath },
    handler: async ({ params, user }, reply) => {
      const { storeId, userId } = params
      const by = { at: new Date(clock()), userId: user.id }
      await database.transaction(tx => changeMember(tx, storeId, userId, null, by))
      return reply.status(204).send()
    },
  })
}
