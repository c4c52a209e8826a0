import { z } from 'zod'
import { ApiError } from '../../errors/errors.ts'
import { endpoint } from '../endpoint.ts'
import { type BuiltFiles, sendBuiltFile } from './built-files.ts'

const filePath = z.object({ '*': z.string() })

/**
 * GET /widgets/v1/*: the files of the widgets, compressed at build time. A file with a hash in its name never changes.
 * The entry keeps its name, so browsers revalidate it after ten minutes.
 */
export function builtFile(files: BuiltFiles) {
  return endpoint({
    schema: { hide: true, params: filePath },
    handler: async (request, reply) => {
      const file = files.find(request.params['*'])
      if (!file) throw new ApiError('route_unknown')
      reply.headers({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'timing-allow-origin': '*',
      })
      return sendBuiltFile(request, reply, file)
    },
  })
}
