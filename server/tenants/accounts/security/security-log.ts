import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../foundation/database/connect.ts'
import type { ErrorName } from '../../../foundation/errors/codes.ts'
import { logChanges } from '../../../foundation/events/audit/audit.ts'
import { boundEvents } from '../../../foundation/lib/bounded-events.ts'
import { networkOf } from '../../../foundation/lib/network/networks.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { listMemberships } from '../members.ts'
import { addressHash } from '../sign-in/sign-in-failures.ts'
import { findUser } from '../users.ts'
import { eventOf, type SecurityEvent } from './security-events.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that the request ended with; set by `answerError`. */
    refusal: ErrorName | null
    /** The address given to sign in or to set a password. Logged as a user id or a keyed hash only. */
    namedEmail: string | null
    /** The event, where the route alone does not determine it. */
    securityEvent: string | null
  }
}

type Options = {
  database: Database
  secrets: Secrets
  clock: Clock
  /** Processes that log for the same service: each writes its part of what one may write. */
  processes: number
}

const minute = 60_000

/**
 * Logs each security event as one JSON line, and in the audit log of the stores it concerns. See docs/decisions/0028.
 */
export function logSecurityEvents(app: FastifyInstance, options: Options): void {
  const part = (most: number) => Math.ceil(most / options.processes)
  const lines = boundEvents(options.clock, { most: part(10), length: minute })
  const totals = boundEvents(options.clock, { most: part(300), length: minute })
  const rows = boundEvents(options.clock, { most: part(3), length: 10 * minute })
  app.decorateRequest('refusal', null)
  app.decorateRequest('namedEmail', null)
  app.decorateRequest('securityEvent', null)
  app.addHook('onResponse', async (request, reply) => {
    const event = request.url.startsWith('/admin/api/') && eventOf(request, reply.statusCode)
    if (!event) return
    const subject = await subjectOf(request, options).catch(() => ({}))
    const kind = [event.event, event.outcome, ...Object.values(subject)].join(' ')
    if (lines.shouldWrite(kind) && totals.shouldWrite(`${event.event} ${event.outcome}`))
      writeLine(request, event, subject)
    if (isActOfUser(event) || rows.shouldWrite(kind))
      await audit(request, event, subject, options).catch(error => request.log.warn({ err: error }, 'audit'))
  })
  const report = (all?: boolean) => {
    // Their counts are already logged. Taking them frees the memory.
    rows.flush(all)
    for (const { kind, count } of [...lines.flush(all), ...totals.flush(all)]) {
      const [event, outcome] = kind.split(' ')
      app.log.warn({ event, outcome, repeated: count }, 'security event')
    }
  }
  const timer = setInterval(report, minute).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    report(true)
  })
}

type Subject = { user?: string; account?: string; network?: string }

// A user is identified by id. An address without an account is logged as a keyed hash.
async function subjectOf(request: FastifyRequest, { database, secrets }: Options): Promise<Subject> {
  const network = networkOf(request.ip)
  if (request.user) return { user: request.user.id, network }
  if (request.namedEmail === null) return { network }
  const known = await findUser(database, request.namedEmail)
  if (known) return { user: known.id, network }
  return { account: addressHash(secrets.current, request.namedEmail).toString('hex').slice(0, 16), network }
}

function writeLine(request: FastifyRequest, { event, outcome }: SecurityEvent, subject: Subject): void {
  const { storeId, userId } = (request.params ?? {}) as { storeId?: string; userId?: string }
  const line = {
    event,
    outcome,
    ...subject,
    ...(request.refusal && { refusal: request.refusal }),
    // Other text may be anything that somebody typed, so it is not logged.
    ...(isId(storeId) && { store: storeId }),
    ...(isId(userId) && { member: userId }),
    ...(event === 'access' && { route: request.routeOptions.url }),
  }
  if (outcome === 'success') request.log.info(line, 'security event')
  else request.log.warn(line, 'security event')
}

function isId(text: string | undefined): boolean {
  return text !== undefined && /^[0-9a-f-]{36}$/i.test(text)
}

const ofUsers = /^(sign_in|second_factor|password|sessions_end)/

// Verbs that change a store log the change themselves, in their own transaction.
async function audit(
  request: FastifyRequest,
  { event, outcome }: SecurityEvent,
  { user }: Subject,
  { database, clock }: Options,
): Promise<void> {
  if (!user) return
  const { storeId } = (request.params ?? {}) as { storeId?: string }
  const isRoleRefused = request.refusal === 'role_missing' && storeId !== undefined
  if (!isRoleRefused && !ofUsers.test(event)) return
  const stores = isRoleRefused ? [storeId] : (await listMemberships(database, user)).map(one => one.store_id)
  const isSignedIn = request.user !== null && request.user !== undefined
  const change = {
    at: new Date(clock()),
    actor: isSignedIn || isActOfUser({ event, outcome }) ? (`user ${user}` as const) : ('system' as const),
    action: outcome === 'success' ? event : `${event} ${outcome}`,
    record: 'session' as const,
    recordId: user,
    fields: [],
  }
  for (const id of stores) await logChanges(database, id, [change])
}

// Anybody may request a password link, so a request is not attributed to the user.
function isActOfUser({ event, outcome }: Pick<SecurityEvent, 'event' | 'outcome'>): boolean {
  return outcome === 'success' && event !== 'password_link'
}
