import type { FastifyRequest } from 'fastify'
import type { Connection } from '../database/connect.ts'
import { ApiError } from '../errors/errors.ts'
import type { StorePath } from '../http/input/paths.ts'
import type { Auth } from './auth.ts'
import { readRole } from './members.ts'
import type { Person } from './people.ts'
import { mayActAs, type Role } from './roles.ts'
import { longestSession, refuseUnavailable } from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; set by `requirePerson`. */
    person: Person & { sessionId: string; hasSecondFactor: boolean }
    /** What they may do in the store of the address; set by `requireRole`. */
    role: Role
  }
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** A header that no form and no picture can send, so that only our own page's script can. */
const pageHeader = 'x-realword-page'

/**
 * Refuses what another site makes a browser send: a change needs our page's header, and its origin, where the
 * browser tells one, must be our own.
 */
export function requireOwnPage({ PUBLIC_URL }: { PUBLIC_URL?: string | undefined }) {
  return async (request: FastifyRequest): Promise<void> => {
    if (safeMethods.includes(request.method)) return
    const { origin, 'sec-fetch-site': site } = request.headers
    // Without PUBLIC_URL the Host header names our address. No page can forge it; a trusted proxy may report it.
    const own = PUBLIC_URL ? new URL(PUBLIC_URL).host : request.host
    const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === own)
    const isSameSite = site === undefined || site === 'same-origin'
    if (!isOwn || !isSameSite || request.headers[pageHeader] === undefined) throw new ApiError('page_foreign')
  }
}

/** Lets in who is signed in. Throws `session_missing`. Sessions are looked up each time: an ended one is out. */
export function requirePerson(auth: Auth) {
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
    request.person = {
      id,
      name,
      email,
      sessionId: found.session.id,
      hasSecondFactor: twoFactorEnabled === true,
    }
  }
}

/**
 * Lets passwords through where nobody on the way can read them: over https, or on this machine itself. Throws
 * `https_missing`.
 */
export async function requireHttps(request: FastifyRequest): Promise<void> {
  if (request.browserSide === 'plain') throw new ApiError('https_missing')
}

/**
 * Lets in who has at least the role in the store of the address, as it is now. For whoever does not belong to
 * it the store is not there (`store_unknown`); a member whose role is too small gets `role_missing`.
 */
export function requireRole(db: Connection, needed: Role) {
  return async (request: FastifyRequest): Promise<void> => {
    const { storeId } = request.params as StorePath
    const role = await readRole(db, storeId, request.person.id)
    if (!role) throw new ApiError('store_unknown')
    if (!mayActAs(role, needed)) throw new ApiError('role_missing')
    request.role = role
  }
}
