import { z } from 'zod'
import type { Database } from '../../../foundation/database/connect.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { bodyErrors, commonErrors, errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { recordReports } from './bounces.ts'
import { type Notification, readReports } from './report.ts'

const bounce = z
  .strictObject({
    report: text(1_000_000)
      .optional()
      .meta({ description: 'A whole report (RFC 3464 or RFC 5965); then nothing else is read' }),
    kind: z.enum(['bounce', 'delay', 'complaint']).optional(),
    status: text(20).optional().meta({ description: 'An enhanced status such as 5.1.1' }),
    answer: text(2048).optional().meta({ description: 'What the other server said' }),
    message_id: text(2048).optional().meta({ description: 'The Message-ID of our mail' }),
    recipient: text(2048).optional().meta({ description: 'Whom it was for' }),
  })
  .meta({
    examples: [
      { kind: 'bounce', status: '5.1.1', recipient: 'ana@example.com', answer: '550 5.1.1 no such user' },
    ],
  })

/** POST /mail/bounces */
export function receiveBounce({ database, clock }: { database: Database; clock: Clock }) {
  return endpoint({
    schema: {
      operationId: 'reportBounce',
      summary: 'Report a bounce',
      description: 'With `Authorization: Bearer` and the BOUNCE_TOKEN of the operator.',
      tags: ['Mail'],
      security: [{ bounceToken: [] }],
      body: bounce,
      response: {
        200: z.object({ matched: z.int(), suppressed: z.int() }),
        ...errorResponses(['route_unknown', ...bodyErrors, ...commonErrors]),
      },
    },
    handler: async request => {
      const body = request.body
      const notifications = body.report === undefined ? [eventOf(body)] : readReports(body.report)
      return await recordReports(database, notifications, new Date(clock()))
    },
  })
}

function eventOf({
  kind = 'bounce',
  status = '',
  answer,
  message_id = '',
  recipient,
}: z.infer<typeof bounce>): Notification {
  return { reports: [{ kind, status, answer: answer ?? status, recipient }], text: message_id }
}
