import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { text } from '../http/fields.ts'
import type { Parts } from '../parts.ts'
import { factorOffer } from './account-schemas.ts'
import { deviceCookie } from './known-devices.ts'
import { knownOf } from './password-links.ts'
import { renamePerson } from './people.ts'
import { checkCode } from './second-factor.ts'
import { askAuth } from './sessions.ts'
import { newPassword } from './sign-in-fields.ts'
import { refuseWeak } from './weak-passwords.ts'

const ownName = z.strictObject({ name: text(255, 1) })

/** PATCH /admin/api/account */
export function renameMyself({ database, clock }: Parts) {
  return {
    schema: { summary: 'Change one’s name', body: ownName },
    handler: async ({ body, person }: FastifyRequest, reply: FastifyReply) => {
      await renamePerson(database, person.id, (body as z.infer<typeof ownName>).name, new Date(clock()))
      return reply.status(204).send()
    },
  }
}

const passwordChange = z.strictObject({ password: text(256, 1), new_password: newPassword })

/** POST /admin/api/account/password: all other sessions end. */
export function changeMyPassword({ auth, database, secrets, clock }: Parts) {
  return {
    schema: { summary: 'Change one’s password', body: passwordChange },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { password, new_password } = request.body as z.infer<typeof passwordChange>
      await refuseWeak(new_password, await knownOf(database, request.person))
      const change = { currentPassword: password, newPassword: new_password, revokeOtherSessions: true }
      const { cookies } = await askAuth(auth, request, '/change-password', change, 'password_wrong')
      const device = await deviceCookie(database, secrets, request, request.person.email, new Date(clock()))
      return reply
        .header('set-cookie', [...cookies, device])
        .status(204)
        .send()
    },
  }
}

const ownPassword = z.strictObject({ password: text(256, 1) })

/** POST /admin/api/account/second-factor: a secret and recovery codes; nothing is asked for before a code proves it. */
export function offerFactor({ auth }: Parts) {
  return {
    schema: {
      summary: 'Begin to turn the second step on',
      body: ownPassword,
      response: { 200: factorOffer },
    },
    handler: async (request: FastifyRequest) => {
      const asked = { ...(request.body as z.infer<typeof ownPassword>), method: 'totp' }
      const { body } = await askAuth(auth, request, '/two-factor/enable', asked, 'password_wrong')
      return { uri: body.totpURI as string, recovery_codes: body.backupCodes as string[] }
    },
  }
}

const proof = z.strictObject({ code: z.string().regex(/^\d{6}$/) })

/** POST /admin/api/account/second-factor/proof: from now on a code is asked for. */
export function proveFactor({ auth, database }: Parts) {
  return {
    schema: { summary: 'Prove the second step with a code', body: proof },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { code } = request.body as z.infer<typeof proof>
      const { cookies } = await checkCode({ auth, database }, request, code)
      return reply.header('set-cookie', cookies).status(204).send()
    },
  }
}

/** POST /admin/api/account/second-factor/removal */
export function removeFactor({ auth }: Parts) {
  return {
    schema: { summary: 'Turn the second step off', body: ownPassword },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const asked = request.body as z.infer<typeof ownPassword>
      const { cookies } = await askAuth(auth, request, '/two-factor/disable', asked, 'password_wrong')
      return reply.header('set-cookie', cookies).status(204).send()
    },
  }
}
