import type { Connection } from '../../foundation/database/connect.ts'
import type { By, LoggedChange } from '../../foundation/events/audit/audit.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { namesOf } from './users.ts'

/** Identifies the user and the time of a change for the audit log. */
export function byOf({ id }: { id: string }, clock: Clock): By {
  return { at: new Date(clock()), actor: `user ${id}` }
}

/** The user id of an actor; undefined for other actors. */
export function userOf(actor: string): string | undefined {
  return actor.startsWith('user ') ? actor.slice('user '.length) : undefined
}

export type NamedChange = Omit<LoggedChange, 'actor'> & { who: string }

/** Adds user names to logged changes. A deleted user is shown as `user`. */
export async function nameActors(db: Connection, changes: LoggedChange[]): Promise<NamedChange[]> {
  const names = await namesOf(
    db,
    changes.flatMap(({ actor }) => userOf(actor) ?? []),
  )
  return changes.map(({ actor, ...rest }) => {
    const userId = userOf(actor)
    return { ...rest, who: userId === undefined ? actor : (names.get(userId) ?? 'user') }
  })
}
