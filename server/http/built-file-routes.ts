import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { BuiltFile, BuiltFiles, Coding } from './built-files.ts'

/**
 * GET /widgets/v1/*: the widgets' files, compressed when they were built. What has a hash in its name never
 * changes; the entry, whose name stays, is asked for again after ten minutes.
 */
export function builtFile(files: BuiltFiles) {
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const file = files.find((request.params as { '*': string })['*'])
      if (!file) throw new ApiError('route_unknown')
      const coding = codingFor(file, request.headers['accept-encoding'])
      const etag = `"${file.etag}-${coding}"`
      reply.headers({
        etag,
        vary: 'Accept-Encoding',
        'cache-control': file.isHashed
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=600, stale-while-revalidate=86400',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'timing-allow-origin': '*',
      })
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
      if (coding !== 'identity') reply.header('content-encoding', coding)
      return reply.type(file.type).send(file.forms.get(coding))
    },
  }
}

function codingFor(file: BuiltFile, accepted = ''): Coding {
  const refused = (coding: string) =>
    new RegExp(`\\b${coding}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`, 'i').test(accepted)
  const wanted = (coding: Coding) =>
    file.forms.has(coding) && new RegExp(`\\b${coding}\\b`, 'i').test(accepted) && !refused(coding)
  return (['br', 'gzip'] as const).find(wanted) ?? 'identity'
}

// A proxy may have made the tag weak.
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some(one => ['*', etag].includes(one.trim().replace(/^W\//, '')))
}
