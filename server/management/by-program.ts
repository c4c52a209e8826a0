import type { By } from '../audit/audit.ts'
import type { Clock } from '../lib/time/clock.ts'

/** The store's own program, at this time, for the audit log. */
export function byProgram(clock: Clock): By {
  return { at: new Date(clock()), actor: 'api' }
}
