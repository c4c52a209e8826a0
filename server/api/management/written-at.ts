import { ApiError } from '../../foundation/errors/errors.ts'
import { readInstant } from '../../foundation/lib/time/instant.ts'

const mostAhead = 5 * 60_000 // ms, of a program's clock

/**
 * When something from elsewhere was written: by default, now. Throws `body_invalid` for the future: the record would be the
 * newest of every list until then, and its later changes would have no later date.
 */
export function writtenAt(createdAt: string | undefined, now: Date): Date {
  if (createdAt === undefined) return now
  const at = new Date(readInstant(createdAt) as number)
  if (at.getTime() > now.getTime() + mostAhead)
    throw new ApiError('body_invalid', { problems: [{ path: 'created_at', problem: 'future' }] })
  return at < now ? at : now
}
