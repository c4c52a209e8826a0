import type { ReasonName } from './reasons.ts'
import type { PartRequest } from './requests-of-order.ts'
import { nextSendingTime, type ScheduleSettings } from './schedule.ts'

const oldest = 30 * 24 * 60 * 60 * 1000 // ms; a request of longer ago is not mailed

/**
 * A request that was stopped, as it is sent after all: on its date, or at the next sending time if that is over. `why`
 * is added to its reasons.
 */
export function resumed(
  request: PartRequest,
  settings: ScheduleSettings,
  now: number,
  why: ReasonName,
): PartRequest {
  const due = request.due_at.getTime()
  const isOver = due < now
  return {
    ...request,
    state: due < now - oldest ? 'expired' : 'scheduled',
    due_at: isOver && due >= now - oldest ? new Date(nextSendingTime(now, settings)) : request.due_at,
    reasons: [...request.reasons, { name: why }],
    mailing_id: null,
  }
}
