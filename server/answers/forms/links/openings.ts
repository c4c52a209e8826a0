import type { FastifyRequest } from 'fastify'
import { type Mailing, recordOpened } from '../../../asking/mail/opened-links.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { isPrefetch } from '../../../foundation/http/prefetch.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'

// While commits hang, such as those that wait for a lost standby, more would take all connections of the pages.
const mostAtOnce = 4

/**
 * Returns a function that records when a person first opened the link of a request or of its reminder. It never delays
 * the page, and never fails it: what cannot be recorded now is recorded when the link is opened again.
 */
export function createOpenings(database: Database, clock: Clock) {
  let running = 0
  return (request: FastifyRequest, { storeId, firstMailingId }: Mailing): void => {
    const isCounted = request.method === 'GET' && !isPrefetch(request)
    if (!isCounted || firstMailingId === null || running >= mostAtOnce) return
    running++
    recordOpened(database, storeId, firstMailingId, new Date(clock()))
      .catch(error => request.log.warn({ err: error }, 'an opened link was not recorded'))
      .finally(() => running--)
  }
}
