import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { ApiError } from '../../errors/errors.ts'
import { endpoint } from '../../http/endpoint.ts'
import { publicFile, readPublicFile } from '../pictures/public-files.ts'
import { nameOfCheck, readVideoName } from './names.ts'
import { streamParts } from './parts.ts'

const videoPath = z.object({ file: z.string() })

/**
 * GET /videos/:file, with one range of bytes (RFC 9110, 14). Only of a video that was checked.
 */
export function video({ pictures }: Dependencies) {
  return endpoint({
    schema: { hide: true, params: videoPath },
    handler: async (request, reply) => {
      const { file } = request.params
      const found = readVideoName(file)
      const checked = found && (await readPublicFile(pictures, nameOfCheck(found.id)))
      if (!found || checked?.toString() !== file) throw new ApiError('route_unknown')
      const { bytes, type } = found
      reply
        .type(`video/${type}`)
        .header('accept-ranges', 'bytes')
        .headers(publicFile)
        .header('etag', `"${file}"`)
      const range = readRange(request.headers.range, bytes, isSame(request.headers['if-range'], file))
      if (range === 'outside') {
        // Not for a year: a shared cache could answer the whole video with it.
        const headers = { 'content-range': `bytes */${bytes}`, 'cache-control': 'no-store' }
        return reply.status(416).headers(headers).type('text/plain').send('')
      }
      if (range) reply.status(206).header('content-range', `bytes ${range[0]}-${range[1]}/${bytes}`)
      const [first, last] = range ?? [0, bytes - 1]
      // Fastify reads the body of a HEAD request to its end, and drops it.
      const content = request.method === 'HEAD' ? [] : streamParts(pictures, found.id, first, last + 1)
      return reply.header('content-length', last - first + 1).send(Readable.from(content))
    },
  })
}

type Range = [first: number, last: number]

function isSame(ifRange: string | string[] | undefined, file: string): boolean {
  return ifRange === undefined || ifRange === `"${file}"`
}

// Several ranges, other units and nonsense are answered with the whole, as the standard allows.
function readRange(header: string | undefined, size: number, isSame: boolean): Range | 'outside' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (!isSame || first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') return Number(last) === 0 ? 'outside' : [Math.max(0, size - Number(last)), size - 1]
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= size) return 'outside'
  return [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
}
