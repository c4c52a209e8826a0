import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../foundation/errors/errors.ts'
import { dashboardPage, dashboardPolicy } from './dashboard-page.ts'

/** GET /admin and every address below it that is neither a file nor the API: the dashboard's page. */
export function dashboard() {
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      // Unknown addresses of the API get an error instead of the page.
      if (request.url.startsWith('/admin/api/')) throw new ApiError('route_unknown')
      const nonce = randomBytes(16).toString('base64')
      const page = dashboardPage(nonce)
      if (page === undefined) throw new ApiError('route_unknown')
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'cache-control': 'no-store',
          'content-security-policy': dashboardPolicy(nonce),
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'x-frame-options': 'DENY',
        })
        .send(page)
    },
  }
}
