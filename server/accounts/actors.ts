import type { By, LoggedChange } from '../audit/audit.ts'
import type { Connection } from '../database/connect.ts'
import type { Clock } from '../lib/time/clock.ts'
import { namesOf } from './people.ts'

/** Who is signed in, as the audit log names them, and when. */
export function byOf({ id }: { id: string }, clock: Clock): By {
  return { at: new Date(clock()), actor: `user ${id}` }
}

/** The id of the person behind an actor; undefined for any other. */
export function userOf(actor: string): string | undefined {
  return actor.startsWith('user ') ? actor.slice('user '.length) : undefined
}

export type NamedChange = Omit<LoggedChange, 'actor'> & { who: string }

/** Changes with the names of the people who made them; whoever is gone is shown as `user`. */
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
