import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../foundation/errors/errors.ts'
import { etagIn, namesEtag, tagOf } from '../../foundation/http/etag.ts'

/** The ETag of a thing as it is answered. */
export function etagOf(thing: object): string {
  return etagIn('identity', tagOf(JSON.stringify(thing)))
}

/** Answers with the thing and its ETag. */
export function withEtag<Thing extends object>(reply: FastifyReply, thing: Thing): Thing {
  reply.header('etag', etagOf(thing))
  return thing
}

/**
 * Compares If-Match with the thing, which `read` must have locked. Without the header, nothing is read. Throws
 * `body_stale`.
 */
export async function requireMatch(
  { headers }: Pick<FastifyRequest, 'headers'>,
  read: () => Promise<object>,
): Promise<void> {
  const wanted = headers['if-match']
  if (wanted === undefined) return
  const current = etagOf(await read())
  if (!namesEtag(wanted, current)) throw new ApiError('body_stale', { headers: { etag: current } })
}
