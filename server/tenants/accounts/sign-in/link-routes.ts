import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { openInvitation } from '../account-schemas.ts'
import { askAuth, endReplacedSession } from '../sessions.ts'
import { linkToken, newPassword, signInEmail } from '../sign-in-fields.ts'
import { acceptInvitation, findInvitation } from '../team/invitations.ts'
import { deviceCookie } from './known-devices.ts'
import { mailPasswordLink, resetPassword } from './password-links.ts'

const forgotten = z.strictObject({ email: signInEmail, language: text(35, 2) })

const answerAfter = 500 // ms: longer than it takes to queue a mail, so that nobody can tell whether one was

/** POST /admin/api/password-links: the answer, and its time, do not reveal whether the address has an account. */
export function askPasswordLink({ database, secrets, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'requestPasswordLink',
      summary: 'Ask for a link to set a new password',
      body: forgotten,
    },
    handler: async (request, reply) => {
      const given = { ...request.body, at: new Date(clock()) }
      request.namedEmail = given.email
      await Promise.all([mailPasswordLink(database, secrets, given), pause(answerAfter)])
      return reply.status(204).send()
    },
  })
}

const reset = z.strictObject({ token: linkToken, password: newPassword })

/** POST /admin/api/password: a new password with the link of a mail; all sessions end. */
export function setNewPassword({ database, secrets, clock }: Dependencies) {
  return endpoint({
    schema: { operationId: 'resetPassword', summary: 'Set a new password by a link', body: reset },
    handler: async (request, reply) => {
      const given = request.body
      const { email } = await resetPassword(database, secrets, { ...given, at: new Date(clock()) })
      request.namedEmail = email
      return reply.status(204).send()
    },
  })
}

const opened = z.strictObject({ token: linkToken })

/** POST /admin/api/invitations/look: what a link is for. A POST, so that no log contains the token. */
export function readInvitation({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getInvitation',
      summary: 'Look at an invitation',
      body: opened,
      response: { 200: openInvitation },
    },
    handler: async request => await findInvitation(database, request.body.token, new Date(clock())),
  })
}

const joining = z.strictObject({ token: linkToken, name: text(255, 1), password: newPassword })
const joined = z.object({ store_id: z.uuid() })

/** POST /admin/api/invitations/join: creates a user, and signs them in. */
export function joinByInvitation({ auth, database, secrets, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'joinStore',
      summary: 'Join by an invitation with a new account',
      body: joining,
      response: { 201: joined },
    },
    handler: async (request, reply) => {
      const { token, ...who } = request.body
      const { store_id, email } = await acceptInvitation(database, token, who, new Date(clock()))
      request.namedEmail = email
      const credentials = { email, password: who.password }
      const { cookies } = await askAuth(auth, request, '/sign-in/email', credentials, 'login_wrong')
      await endReplacedSession(auth, database, request)
      const device = await deviceCookie(database, secrets, request, email, new Date(clock()))
      return reply
        .status(201)
        .header('set-cookie', [...cookies, device])
        .send({ store_id })
    },
  })
}

/** POST /admin/api/invitations/acceptance: for the signed-in user. */
export function acceptMyInvitation({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation',
      body: opened,
      response: { 201: joined },
    },
    handler: async ({ body, user }, reply) => {
      const { token } = body
      const { store_id } = await acceptInvitation(database, token, user, new Date(clock()))
      return reply.status(201).send({ store_id })
    },
  })
}
