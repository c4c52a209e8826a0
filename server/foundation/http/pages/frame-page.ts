import type { FastifyReply, FastifyRequest } from 'fastify'

/** A page that the dashboard frames, with its own Content-Security-Policy. */
export function framePage(page: string, policy: string) {
  return {
    schema: { hide: true },
    handler: async (_request: FastifyRequest, reply: FastifyReply) =>
      reply
        .type('text/html; charset=utf-8')
        .headers({
          'content-security-policy': policy,
          'referrer-policy': 'no-referrer',
        })
        .send(page),
  }
}
