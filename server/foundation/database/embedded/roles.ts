import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { type Connection, connect, type Database } from '../connect.ts'
import { whileLocked } from '../migrations/lock.ts'
import type { Postmaster } from './postmaster.ts'

/**
 * The roles of the embedded server. `owner` is its superuser and owns all tables: for migrations, backups and moves.
 * `service` reads and writes rows.
 */
export const roles = { owner: 'realword', service: 'realword_service' } as const

export type Role = keyof typeof roles

/** The embedded database, as pg takes it. */
export function placeOf({ socketFolder, port }: Postmaster, role: Role = 'owner'): pg.ClientConfig {
  return { host: socketFolder, port, user: roles[role], database: 'realword' }
}

// Nobody is a member of another role, so no `set role` leads from this one to the owner.
const makeService = `
  create role ${roles.service}
  login nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls`

/** Creates the role of the service, unless it exists. `target`: any database of the server, as its owner. */
export async function createService(target: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(target)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(makeService)
  } catch (error) {
    // 42710, 23505: it exists, or another process created it a moment ago.
    if (!['42710', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}

/** Runs `act` as the owner, over connections that close when it ends. Then the service may use what `act` has made. */
export async function actAsOwner<T>(
  place: () => pg.ClientConfig,
  act: (owner: Database) => Promise<T>,
): Promise<T> {
  const owner = connect(() => ({ ...place(), user: roles.owner }))
  try {
    const result = await act(owner)
    await grantToService(owner)
    return result
  } finally {
    await owner.close()
  }
}

/**
 * Gives the service its rights on the tables that lack them. Changes nothing if none does, as at most starts, or if its role
 * does not exist yet.
 */
export async function grantToService(owner: Database): Promise<void> {
  const [role] = await owner.query(sql`select from pg_roles where rolname = ${roles.service}`)
  if (!role) return
  if ((await missingGrants(owner)).length === 0) return
  // Two that change the rights of one table at once would both fail.
  await whileLocked(owner, async tx => {
    for (const grant of await missingGrants(tx)) await tx.query(raw(grant))
  })
}

/**
 * The statements that are missing. The service only reads which migrations were applied. An import analyzes `products`
 * (`write-rows.ts`), for which PostgreSQL 17 and newer have a right. There are no sequences.
 */
async function missingGrants(db: Connection): Promise<string[]> {
  const { service } = roles
  const rows = await db.query<{ statement: string }>(sql`
    with own_schemas as (
      select oid, nspname
      from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    ),
    own_tables as (
      select oid, case relname
        when 'realword_migrations' then array['select']
        when 'products' then array['select', 'insert', 'update', 'delete'] || maintain
        else array['select', 'insert', 'update', 'delete']
      end as rights
      from pg_class
      cross join (
        select case when current_setting('server_version_num')::integer >= 170000 then array['maintain'] end
      ) as version (maintain)
      where relkind in ('r', 'p') and relnamespace in (select oid from own_schemas)
    )
    select format('revoke temporary on database %I from public', current_database()) as statement
    where has_database_privilege(${service}::name, current_database(), 'temporary')
    union all
    select format('grant usage on schema %I to %I', nspname, ${service}::name)
    from own_schemas
    where not has_schema_privilege(${service}::name, oid, 'usage')
    union all
    select format('grant %s on %s to %I', array_to_string(rights, ', '), oid::regclass, ${service}::name)
    from own_tables
    where exists (
      select from unnest(rights) as one (name) where not has_table_privilege(${service}::name, oid, name)
    )`)
  return rows.map(({ statement }) => statement)
}
