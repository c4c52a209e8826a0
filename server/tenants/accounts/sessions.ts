import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { ErrorName } from '../../foundation/errors/codes.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type Auth, authUrl, peerHeader } from './auth.ts'

export type OpenSession = {
  id: string
  created_at: Date
  used_at: Date
  user_agent: string | null
  address: string | null
}

/**
 * A session ends after 14 days without use. better-auth extends active sessions without limit, so they end after this
 * time as well.
 */
export const longestSession = 90 * 24 * 60 * 60 * 1000 // ms

/** A user's sessions, last used first. */
export async function listSessions(db: Connection, userId: string, now: Date): Promise<OpenSession[]> {
  return await db.query<OpenSession>(sql`
    select "id", "createdAt" as created_at, "updatedAt" as used_at, "userAgent" as user_agent,
      "ipAddress" as address
    from accounts."session"
    where "userId" = ${userId} and "expiresAt" > ${now}
      and "createdAt" > ${new Date(now.getTime() - longestSession)}
    order by "updatedAt" desc, "id"`)
}

/** Ends one session of the user, or all. Their cookies are invalid from the next request on. */
export async function endSessions(db: Connection, userId: string, sessionId?: string): Promise<void> {
  if (sessionId?.includes('\0')) return // no id contains NUL, and PostgreSQL rejects it in text
  await db.query(
    sessionId === undefined
      ? sql`delete from accounts."session" where "userId" = ${userId}`
      : sql`delete from accounts."session" where "userId" = ${userId} and "id" = ${sessionId}`,
  )
}

/** Ends the session with this token. */
export async function endSessionOf(db: Connection, token: string): Promise<void> {
  await db.query(sql`delete from accounts."session" where "token" = ${token}`)
}

/** Ends the session of the request's cookie, if it has one: after a sign-in, a copy of the old cookie is worth nothing. */
export async function endReplacedSession(auth: Auth, db: Connection, request: FastifyRequest): Promise<void> {
  const { cookie } = request.headers
  if (!cookie) return
  const { api } = await auth(request.browserSide)
  const replaced = await api.getSession({ headers: new Headers({ cookie }) }).catch(refuseUnavailable)
  if (replaced) await endSessions(db, replaced.user.id, replaced.session.id)
}

export type AuthAnswer = { body: Record<string, unknown>; cookies: string[] }

/**
 * Calls better-auth on behalf of a request, with its cookies and its peer's address, which rate limits count by. Throws
 * `refusal` if better-auth refuses, `too_many` beyond a rate limit, and `unavailable` if it cannot use the database.
 */
export async function askAuth(
  auth: Auth,
  request: FastifyRequest,
  path: string,
  body: Record<string, unknown>,
  refusal: ErrorName,
): Promise<AuthAnswer> {
  const headers = new Headers({
    'content-type': 'application/json',
    origin: new URL(authUrl).origin,
    'user-agent': request.headers['user-agent']?.slice(0, 500) ?? '',
    [peerHeader]: request.ip,
  })
  if (request.headers.cookie) headers.set('cookie', request.headers.cookie)
  const { handler } = await auth(request.browserSide)
  const response = await handler(
    new Request(authUrl + path, { method: 'POST', headers, body: JSON.stringify(body) }),
  ).catch(refuseUnavailable)
  if (response.status === 429) {
    throw new ApiError('too_many', {
      headers: { 'retry-after': response.headers.get('x-retry-after') ?? '60' },
    })
  }
  // better-auth answers 401 if it cannot read a session that the guard has just read. For a wrong password it answers
  // 400.
  const isSessionUnread = response.status === 401 && refusal === 'password_wrong'
  if (response.status >= 500 || isSessionUnread) {
    const cause = new Error(`better-auth answered ${response.status} to ${path}`)
    throw new ApiError('unavailable', { cause })
  }
  if (!response.ok) throw new ApiError(refusal)
  const text = await response.text()
  return { body: text ? JSON.parse(text) : {}, cookies: response.headers.getSetCookie() }
}

/**
 * Throws `unavailable` for better-auth's 500, which means that the database is unreachable or no connection became free
 * in time.
 */
export function refuseUnavailable(error: unknown): never {
  const { statusCode } = error as { statusCode?: number }
  throw statusCode === 500 ? new ApiError('unavailable', { cause: error }) : error
}
