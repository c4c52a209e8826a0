import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { outboxCookie } from '../../../foundation/http/outbox-token.ts'
import { newStore, newStoreKeys } from '../account-schemas.ts'
import { askAuth } from '../sessions.ts'
import { newPassword, signInEmail } from '../sign-in-fields.ts'
import { hasUsers } from '../users.ts'
import { deviceCookie } from './known-devices.ts'
import { checkSetupLink, setUp } from './setup.ts'

const setup = z.strictObject({
  token: text(100, 1),
  name: text(255, 1),
  email: signInEmail,
  password: newPassword,
  store: newStore,
})

const setupLink = z.object({ state: z.enum(['valid', 'unknown', 'over']) })

/** POST /admin/api/setup: the owner and the first store, with the token of the link the first start prints. */
export function doSetup({ config, auth, database, secrets, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'completeSetup',
      summary: 'Make the first owner and the first store',
      body: setup,
      response: { 201: newStoreKeys },
    },
    handler: async (request, reply) => {
      const given = request.body
      const { user, ...store } = await setUp(database, clock, given.token, given)
      request.namedEmail = user.email
      const credentials = { email: user.email, password: given.password }
      const { cookies } = await askAuth(auth, request, '/sign-in/email', credentials, 'login_wrong')
      const device = await deviceCookie(database, secrets, request, user.email, new Date(clock()))
      return reply
        .status(201)
        .header('set-cookie', [...cookies, device, ...outboxCookies(config, request)])
        .send(store)
    },
  })
}

const opened = z.strictObject({ token: text(100, 1) })

/** POST /admin/api/setup/look: whether a setup link works. A POST, so that no log contains the token. */
export function lookAtSetup({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'checkSetupLink',
      summary: 'Whether a setup link still works',
      body: opened,
      response: { 200: setupLink },
    },
    handler: async ({ body }) => ({
      state: await checkSetupLink(database, body.token, new Date(clock())),
    }),
  })
}

// `start` prints the addresses of the setup and of the outbox together, so the owner may read the kept mails without
// returning to the terminal.
function outboxCookies(
  { SMTP_URL, OUTBOX_TOKEN }: Dependencies['config'],
  request: FastifyRequest,
): string[] {
  return OUTBOX_TOKEN && !SMTP_URL ? [outboxCookie(request, OUTBOX_TOKEN)] : []
}

/** GET /admin/api/setup: whether there is no user yet, and whether emails leave. */
export function needsSetup({ config, database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getSetup',
      summary: 'Whether the service still needs its first owner, and sends emails',
      response: { 200: z.object({ needed: z.boolean(), sends_mail: z.boolean() }) },
    },
    handler: async () => ({
      needed: !(await hasUsers(database)),
      sends_mail: config.SMTP_URL !== undefined,
    }),
  })
}
