import type { FastifyRequest } from 'fastify'

/** The value of a cookie that `writeCookie` set, or ''. */
export function readCookie(request: FastifyRequest, name: string): string {
  const start = `${prefixOf(request)}${name}=`
  const pair = (request.headers.cookie ?? '').split('; ').find(one => one.startsWith(start))
  return pair?.slice(start.length) ?? ''
}

/** A Set-Cookie header: `__Host-` and Secure over https; for this session, or for `lifetime` seconds. */
export function writeCookie(request: FastifyRequest, name: string, value: string, lifetime?: number): string {
  const age = lifetime === undefined ? '' : `; Max-Age=${lifetime}`
  const secure = isSecure(request) ? '; Secure' : ''
  return `${prefixOf(request)}${name}=${value}; Path=/${age}; HttpOnly; SameSite=Lax${secure}`
}

function prefixOf(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-' : ''
}

function isSecure({ browserSide }: FastifyRequest): boolean {
  return browserSide === 'https'
}
