import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { factorOffer } from '../account-schemas.ts'
import { confirmation, confirmUser } from '../factors/confirm.ts'
import { refuseWeak } from '../passwords/weak-passwords.ts'
import { askAuth } from '../sessions.ts'
import { newPassword } from '../sign-in-fields.ts'
import { renameUser } from '../users.ts'
import { deviceCookie } from './known-devices.ts'
import { knownOf } from './password-links.ts'
import { checkCode } from './second-factor.ts'

const ownName = z.strictObject({ name: text(255, 1) })

/** PATCH /admin/api/account */
export function renameMyself({ database, clock }: Dependencies) {
  return endpoint({
    schema: { operationId: 'updateAccount', summary: 'Change one’s name', body: ownName },
    handler: async ({ body, user }, reply) => {
      await renameUser(database, user.id, body.name, new Date(clock()))
      return reply.status(204).send()
    },
  })
}

const passwordChange = confirmation.extend({ new_password: newPassword })

/** POST /admin/api/account/password: all other sessions end. */
export function changeMyPassword({ auth, database, secrets, clock }: Dependencies) {
  return endpoint({
    schema: { operationId: 'changePassword', summary: 'Change one’s password', body: passwordChange },
    handler: async (request, reply) => {
      const { new_password, ...confirmed } = request.body
      await refuseWeak(new_password, await knownOf(database, request.user))
      await confirmUser({ auth, database, secrets, clock }, request, confirmed)
      const { cookies } = await askAuth(
        auth,
        request,
        '/change-password',
        { currentPassword: confirmed.password, newPassword: new_password, revokeOtherSessions: true },
        'password_wrong',
      )
      const device = await deviceCookie(database, secrets, request, request.user.email, new Date(clock()))
      return reply
        .header('set-cookie', [...cookies, device])
        .status(204)
        .send()
    },
  })
}

/**
 * POST /admin/api/account/second-factor: a secret and recovery codes. Sign-in needs no code until one has proved it.
 */
export function offerFactor(dependencies: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'offerSecondFactor',
      summary: 'Begin to turn the second step on',
      body: confirmation,
      response: { 200: factorOffer },
    },
    handler: async request => {
      await confirmUser(dependencies, request, request.body)
      const given = { password: request.body.password, method: 'totp' }
      const path = '/two-factor/enable'
      const { body } = await askAuth(dependencies.auth, request, path, given, 'password_wrong')
      return { uri: body.totpURI as string, recovery_codes: body.backupCodes as string[] }
    },
  })
}

const proof = z.strictObject({ code: z.string().regex(/^\d{6}$/) })

/** POST /admin/api/account/second-factor/proof: from now on, sign-in needs a code. */
export function proveFactor({ auth, database, secrets }: Dependencies) {
  return endpoint({
    schema: { operationId: 'enableSecondFactor', summary: 'Prove the second step with a code', body: proof },
    handler: async (request, reply) => {
      const { code } = request.body
      const { cookies } = await checkCode({ auth, database, secrets }, request, code)
      return reply.header('set-cookie', cookies).status(204).send()
    },
  })
}

/** POST /admin/api/account/second-factor/removal */
export function removeFactor(dependencies: Dependencies) {
  return endpoint({
    schema: { operationId: 'disableSecondFactor', summary: 'Turn the second step off', body: confirmation },
    handler: async (request, reply) => {
      await confirmUser(dependencies, request, request.body)
      const given = { password: request.body.password }
      const path = '/two-factor/disable'
      const { cookies } = await askAuth(dependencies.auth, request, path, given, 'password_wrong')
      return reply.header('set-cookie', cookies).status(204).send()
    },
  })
}
