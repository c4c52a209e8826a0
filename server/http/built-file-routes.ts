import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/errors.ts'
import { type BuiltFiles, sendBuiltFile } from './built-files.ts'

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
      reply.headers({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'timing-allow-origin': '*',
      })
      return sendBuiltFile(request, reply, file)
    },
  }
}
