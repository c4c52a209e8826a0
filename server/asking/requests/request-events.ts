import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { EventType } from '../../foundation/events/event-types.ts'
import { type NewEvent, recordEvents } from '../../foundation/events/record.ts'
import { type Reason, wordReasons } from './reasons.ts'
import type { RequestState } from './requests.ts'

/** A request after a change, as statements return it. It has no address. */
export type ReportedRequest = {
  id: string
  order_id: string
  part: number
  state: RequestState
  due_at: Date
  reasons: Reason[]
}

/** SQL: its columns, and the day on which it counts. */
export const reportedColumns = raw(
  ['id', 'order_id', 'part', 'state', 'due_at', 'reasons', 'created_at']
    .map(name => `review_requests.${name}`)
    .join(', '),
)

const reportedAs: Partial<Record<RequestState, EventType>> = {
  scheduled: 'request.scheduled',
  sent: 'request.sent',
  failed: 'request.bounced',
  cancelled: 'request.cancelled',
  suppressed: 'request.cancelled',
  expired: 'request.cancelled',
}

/** Reports the states of requests that changed, in the transaction of the change. */
export async function reportRequests(
  tx: Connection,
  storeId: string,
  requests: ReportedRequest[],
  at: Date,
): Promise<void> {
  await recordEvents(tx, storeId, requests.flatMap(requestEvents), at)
}

/** The event that reports the state of a request. */
export function requestEvents(request: ReportedRequest): NewEvent[] {
  const type = reportedAs[request.state]
  return type ? [requestEvent(type, request)] : []
}

function requestEvent(
  type: EventType,
  { id, order_id, part, state, due_at, reasons }: ReportedRequest,
): NewEvent {
  const data = { request_id: id, order_id, part, state, due_at, reason: wordReasons(reasons) }
  return { type, subject: id, data }
}

/** Reports that the buyer of a mailing unsubscribed. `firstMailingId` is the mailing of its requests. */
export async function reportUnsubscribed(
  tx: Connection,
  storeId: string,
  firstMailingId: string,
  at: Date,
): Promise<void> {
  const requests = await tx.query<ReportedRequest>(sql`
    select ${reportedColumns}
    from review_requests
    where store_id = ${storeId} and mailing_id = ${firstMailingId}
    order by due_at, id`)
  const events = requests.map(request => requestEvent('request.unsubscribed', request))
  await recordEvents(tx, storeId, events, at)
}
