import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../errors/errors.ts'

/** Whether the service is about to close its listener. `signal` aborts then, for requests that only wait. */
export type Draining = { begin: () => void; hasBegun: () => boolean; signal: AbortSignal }

export function createDraining(): Draining {
  const begun = new AbortController()
  return {
    begin: () => begun.abort(new ApiError('unavailable', { headers: { 'retry-after': '1' } })),
    hasBegun: () => begun.signal.aborted,
    signal: begun.signal,
  }
}

/**
 * While draining, answers every request as usual with `Connection: close`, so that clients and proxies send their next
 * request over another connection, to another instance. Closing drains too.
 */
export function closeConnectionsWhile(app: FastifyInstance, draining: Draining): void {
  app.addHook('preClose', async () => draining.begin())
  // Requests that arrived earlier.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.hasBegun()) reply.header('connection', 'close')
    done()
  })
  app.server.prependListener('request', (_request, response) => {
    if (draining.hasBegun()) response.setHeader('connection', 'close')
  })
}
