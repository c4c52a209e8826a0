import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { StorePath } from '../../foundation/http/input/paths.ts'
import type { Auth } from './auth.ts'
import { readRole } from './members.ts'
import { mayActAs, type Role } from './roles.ts'
import { longestSession, refuseUnavailable } from './sessions.ts'
import type { User } from './users.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; set by `requireUser`. */
    user: User & { sessionId: string; hasSecondFactor: boolean }
    /** The user's role in the store of the address; set by `requireRole`. */
    role: Role
  }
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** A header that forms and pictures cannot send, but our own page's script can. */
const pageHeader = 'x-realword-page'

/**
 * Refuses cross-site requests. A change needs our page's header. The origin, if the browser sends it, must be ours.
 * Throws `page_foreign`.
 */
export function requireOwnPage({ PUBLIC_URL }: { PUBLIC_URL?: string | undefined }) {
  return async (request: FastifyRequest): Promise<void> => {
    if (safeMethods.includes(request.method)) return
    const { origin, 'sec-fetch-site': site } = request.headers
    // Without PUBLIC_URL, the Host header gives our address. No page can forge it; a trusted proxy may set it.
    const own = PUBLIC_URL ? new URL(PUBLIC_URL).host : request.host
    const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === own)
    const isSameSite = site === undefined || site === 'same-origin'
    if (!isOwn || !isSameSite || request.headers[pageHeader] === undefined) throw new ApiError('page_foreign')
  }
}

/**
 * Requires a signed-in user. Reads the session from the database each time, so that an ended one is invalid at once.
 * Throws `session_missing`.
 */
export function requireUser(auth: Auth) {
  return async (request: FastifyRequest): Promise<void> => {
    const { cookie } = request.headers
    const found = cookie
      ? await (await auth(request.browserSide)).api
          .getSession({ headers: new Headers({ cookie }) })
          .catch(refuseUnavailable)
      : null
    if (!found || found.session.createdAt.getTime() + longestSession <= Date.now())
      throw new ApiError('session_missing')
    const { id, name, email, twoFactorEnabled } = found.user
    request.user = {
      id,
      name,
      email,
      sessionId: found.session.id,
      hasSecondFactor: twoFactorEnabled === true,
    }
  }
}

/** Allows passwords only where nobody can intercept them: over https, or on this machine. Throws `https_missing`. */
export async function requireHttps(request: FastifyRequest): Promise<void> {
  if (request.browserSide === 'plain') throw new ApiError('https_missing')
}

/**
 * Requires at least this role in the store of the address, read from the database each time. Throws `store_unknown` for
 * users who are not members, as if there were no such store, and `role_missing` for members with a lesser role.
 */
export function requireRole(db: Connection, needed: Role) {
  return async (request: FastifyRequest): Promise<void> => {
    const { storeId } = request.params as StorePath
    const role = await readRole(db, storeId, request.user.id)
    if (!role) throw new ApiError('store_unknown')
    if (!mayActAs(role, needed)) throw new ApiError('role_missing')
    request.role = role
  }
}

/**
 * Requires that the operator has not suspended the store; after `requireRole`. Of what reaches others: mails, requests to
 * other servers, keys and connections. Throws `store_suspended`.
 */
export function requireActive(db: Connection) {
  return async (request: FastifyRequest): Promise<void> => {
    const { storeId } = request.params as StorePath
    const active = await db.query(sql`select from stores where store_id = ${storeId} and active`)
    if (active.length === 0) throw new ApiError('store_suspended')
  }
}
