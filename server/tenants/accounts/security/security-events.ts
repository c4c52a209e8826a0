import type { FastifyRequest } from 'fastify'
import type { ErrorName } from '../../../foundation/errors/codes.ts'

export type Outcome = 'success' | 'failure' | 'limited' | 'refused'

export type SecurityEvent = { event: string; outcome: Outcome }

const store = '/admin/api/stores/:storeId'

/** Events by route. Success and failure are both logged. Operators read docs/reference/security-events.md. */
export const eventsOfRoutes: Record<string, string> = {
  'POST /admin/api/setup': 'setup',
  'POST /admin/api/session': 'sign_in',
  'POST /admin/api/session/second-factor': 'second_factor',
  'DELETE /admin/api/session': 'sign_out',
  'DELETE /admin/api/sessions': 'sessions_end',
  'DELETE /admin/api/sessions/:id': 'sessions_end',
  'POST /admin/api/password-links': 'password_link',
  'POST /admin/api/password': 'password_reset',
  'POST /admin/api/account/password': 'password_change',
  'POST /admin/api/account/second-factor': 'second_factor_offer',
  'POST /admin/api/account/second-factor/proof': 'second_factor_on',
  'POST /admin/api/account/second-factor/removal': 'second_factor_off',
  'POST /admin/api/invitations/join': 'invitation_join',
  'POST /admin/api/invitations/acceptance': 'invitation_join',
  'POST /admin/api/stores': 'store_create',
  [`POST ${store}/invitations`]: 'invitation_create',
  [`DELETE ${store}/invitations/:id`]: 'invitation_revoke',
  [`PATCH ${store}/members/:userId`]: 'role_change',
  [`DELETE ${store}/members/:userId`]: 'member_remove',
  [`POST ${store}/keys`]: 'key_create',
  [`DELETE ${store}/keys/:keyId`]: 'key_revoke',
  [`POST ${store}/exports`]: 'export_create',
  [`GET ${store}/exports/:id/file`]: 'export_download',
  [`POST ${store}/people/export`]: 'person_export',
  [`POST ${store}/people/erase`]: 'person_erase',
}

const outcomes: Partial<Record<ErrorName, Outcome>> = {
  login_wrong: 'failure',
  code_wrong: 'failure',
  password_wrong: 'failure',
  password_weak: 'failure',
  link_over: 'failure',
  setup_over: 'failure',
  too_many: 'limited',
  session_missing: 'refused',
  role_missing: 'refused',
  store_unknown: 'refused',
  page_foreign: 'refused',
  https_missing: 'refused',
}

/** The security event of a request to the dashboard's API; undefined if there is none. */
export function eventOf(request: FastifyRequest, status: number): SecurityEvent | undefined {
  const outcome = status < 400 ? 'success' : request.refusal && outcomes[request.refusal]
  if (!outcome) return undefined
  const event = request.securityEvent ?? eventsOfRoutes[`${request.method} ${request.routeOptions.url}`]
  if (event && !(outcome === 'refused' && isAnonymous(request))) return { event, outcome }
  return outcome === 'refused' && !isAnonymous(request) ? { event: 'access', outcome } : undefined
}

// Opening the dashboard without a session is normal, and not logged as a refusal.
function isAnonymous({ user, refusal, headers }: FastifyRequest): boolean {
  if (user || refusal !== 'session_missing') return false
  return !/realword\.session_token=/.test(headers.cookie ?? '')
}
