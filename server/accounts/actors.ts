import sql from 'sql-template-tag'
import type { LoggedChange } from '../audit/audit.ts'
import type { Connection } from '../database/connect.ts'

export type NamedChange = Omit<LoggedChange, 'actor'> & { who: string }

/** Changes with the names of the people who made them; whoever is gone is shown as `user`. */
export async function nameActors(db: Connection, changes: LoggedChange[]): Promise<NamedChange[]> {
  const ids = changes.map(({ actor }) => actor).filter(actor => actor.startsWith('user '))
  const rows = await db.query<{ id: string; name: string }>(sql`
    select "id" as id, "name" as name
    from accounts."user"
    where "id" = any(${ids.map(actor => actor.slice('user '.length))})`)
  const names = new Map(rows.map(({ id, name }) => [`user ${id}`, name]))
  return changes.map(({ actor, ...rest }) => ({
    ...rest,
    who: names.get(actor) ?? actor.replace(/^user .*/, 'user'),
  }))
}
