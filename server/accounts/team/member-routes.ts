import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import { changeMember, listMembers } from '../members.ts'
import { roles } from '../roles.ts'

const member = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  created_at: z.date(),
})

type MemberPath = { storeId: string; userId: string }

/** GET /admin/api/stores/{store_id}/members */
export function storeMembers({ database }: Dependencies) {
  return {
    schema: { summary: 'List the members', response: { 200: z.object({ result: z.array(member) }) } },
    handler: async ({ params }: FastifyRequest) => ({
      result: await listMembers(database, (params as MemberPath).storeId),
    }),
  }
}

const newRole = z.strictObject({ role: z.enum(roles) })

/** PATCH /admin/api/stores/{store_id}/members/{user_id} */
export function giveRole({ database, clock }: Dependencies) {
  return {
    schema: { summary: 'Give a member another role', body: newRole },
    handler: async ({ params, body, person }: FastifyRequest, reply: FastifyReply) => {
      const { storeId, userId } = params as MemberPath
      const { role } = body as z.infer<typeof newRole>
      const by = { at: new Date(clock()), userId: person.id }
      await database.transaction(tx => changeMember(tx, storeId, userId, role, by))
      return reply.status(204).send()
    },
  }
}

/** DELETE /admin/api/stores/{store_id}/members/{user_id} */
export function dismissMember({ database, clock }: Dependencies) {
  return {
    schema: { summary: 'Remove a member' },
    handler: async ({ params, person }: FastifyRequest, reply: FastifyReply) => {
      const { storeId, userId } = params as MemberPath
      const by = { at: new Date(clock()), userId: person.id }
      await database.transaction(tx => changeMember(tx, storeId, userId, null, by))
      return reply.status(204).send()
    },
  }
}
