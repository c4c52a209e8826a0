import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { confirmation, confirmUser } from '../factors/confirm.ts'
import { lacksFactor } from '../factors/required-factor.ts'
import { listMemberships } from '../members.ts'
import { isOperator } from '../operators.ts'
import { askAuth, endReplacedSession, endSessions, listSessions } from '../sessions.ts'
import { mayMakeStores } from '../store-makers.ts'
import { deviceCookie } from './known-devices.ts'
import { askWithPassword } from './password-attempts.ts'
import { checkCode } from './second-factor.ts'
import { me } from './session-schemas.ts'

const credentials = z.strictObject({ email: text(254, 1), password: text(256, 1) })

/** POST /admin/api/session: signs in. With `second_factor` true, a code is still needed. */
export function signIn({ auth, database, secrets, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'signIn',
      summary: 'Sign in',
      body: credentials,
      response: { 200: z.object({ second_factor: z.boolean() }) },
    },
    handler: async (request, reply) => {
      const given = request.body
      request.namedEmail = given.email
      const answer = await askWithPassword({ auth, database, secrets, clock }, request, {
        email: given.email,
        path: '/sign-in/email',
        body: given,
        refusal: 'login_wrong',
      })
      await endReplacedSession(auth, database, request)
      const needsCode = answer.body.twoFactorRedirect === true
      if (needsCode) request.securityEvent = 'sign_in_password'
      const now = new Date(clock())
      const made = needsCode ? [] : [await deviceCookie(database, secrets, request, given.email, now)]
      return reply.header('set-cookie', [...answer.cookies, ...made]).send({ second_factor: needsCode })
    },
  })
}

const factor = z.union([
  z.strictObject({ code: z.string().regex(/^\d{6}$/) }),
  z.strictObject({ recovery_code: text(50, 1) }),
])

/** POST /admin/api/session/second-factor: completes a sign-in that needs a code. A recovery code works once. */
export function giveSecondFactor({ auth, database, secrets, clock }: Dependencies) {
  return endpoint({
    schema: { operationId: 'confirmSecondFactor', summary: 'Finish signing in with a code', body: factor },
    handler: async (request, reply) => {
      const given = request.body
      const { cookies, body } =
        'code' in given
          ? await checkCode({ auth, database, secrets }, request, given.code)
          : await askAuth(
              auth,
              request,
              '/two-factor/verify-backup-code',
              { code: given.recovery_code },
              'code_wrong',
            )
      const { email } = body.user as { email: string }
      request.namedEmail = email
      const device = await deviceCookie(database, secrets, request, email, new Date(clock()))
      return reply
        .header('set-cookie', [...cookies, device])
        .status(204)
        .send()
    },
  })
}

/** GET /admin/api/session: the signed-in user and their stores. */
export function whoAmI({ config, database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getSession',
      summary: 'Who is signed in, and their stores',
      response: { 200: me },
    },
    handler: async ({ user }) => ({
      person: {
        id: user.id,
        name: user.name,
        email: user.email,
        second_factor: user.hasSecondFactor,
      },
      lacks_second_factor: await lacksFactor(database, config, user),
      is_operator: await isOperator(database, user.id),
      may_make_stores: await mayMakeStores(database, user.id),
      stores: await listMemberships(database, user.id),
    }),
  })
}

/** DELETE /admin/api/session: signs out. */
export function signOut({ auth }: Dependencies) {
  return endpoint({
    schema: { operationId: 'signOut', summary: 'Sign out' },
    handler: async (request, reply) => {
      const { cookies } = await askAuth(auth, request, '/sign-out', {}, 'session_missing')
      return reply.header('set-cookie', cookies).status(204).send()
    },
  })
}

const openSession = z
  .object({
    id: z.string(),
    created_at: z.date(),
    used_at: z.date(),
    user_agent: z.string().nullable(),
    address: z.string().nullable(),
    current: z.boolean(),
  })
  .meta({ title: 'Session' })

/** GET /admin/api/sessions: every session of the user. */
export function mySessions({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listSessions',
      summary: 'List one’s sessions',
      response: { 200: z.object({ result: z.array(openSession) }) },
    },
    handler: async ({ user }) => {
      const sessions = await listSessions(database, user.id, new Date(clock()))
      return { result: sessions.map(one => ({ ...one, current: one.id === user.sessionId })) }
    },
  })
}

/** DELETE /admin/api/sessions: signs out everywhere. */
export function endMySessions(dependencies: Dependencies) {
  return endpoint({
    schema: { operationId: 'endSessions', summary: 'End all sessions', body: confirmation },
    handler: async (request, reply) => {
      await confirmUser(dependencies, request, request.body)
      await endSessions(dependencies.database, request.user.id)
      return reply.status(204).send()
    },
  })
}

const sessionPath = z.object({ id: z.string().meta({ description: 'The id of the session' }) })

/** DELETE /admin/api/sessions/{id}: ends one of the user's sessions. */
export function endMySession(dependencies: Dependencies) {
  return endpoint({
    schema: { operationId: 'endSession', summary: 'End a session', params: sessionPath, body: confirmation },
    handler: async (request, reply) => {
      await confirmUser(dependencies, request, request.body)
      await endSessions(dependencies.database, request.user.id, request.params.id)
      return reply.status(204).send()
    },
  })
}
