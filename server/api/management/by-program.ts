import type { By } from '../../foundation/events/audit/audit.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'

/** The store's own program, at this time, for the audit log. */
export function byProgram(clock: Clock): By {
  return { at: new Date(clock()), actor: 'api' }
}
