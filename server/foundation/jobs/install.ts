import sql, { raw } from 'sql-template-tag'
import type { Connection, Database } from '../database/connect.ts'
import { fairIndex, isPendingText } from './fair-fetch.ts'
import { jobSchema, queues } from './queues.ts'

// The schema version of the pg-boss in package.json; a test compares it.
export const jobSchemaVersion = 43

/** The index that counts failed jobs without reading completed ones. */
const failedIndex = 'job_failed'

/** Creates or upgrades pg-boss's schema and our queues. Of concurrent instances, one does it. */
export async function installJobs(database: Database): Promise<void> {
  if (await isInstalled(database)) return
  // Loaded only when needed: most commands find the schema in place.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: bossDatabase(database),
    schema: jobSchema,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const [name, options] of Object.entries(queues)) {
      const { policy, ...rest } = options
      await boss.createQueue(name, options)
      await boss.updateQueue(name, rest)
    }
    await database.transaction(createIndexes)
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function createIndexes(tx: Connection): Promise<void> {
  // Two instances that create an index of one name at once would both fail.
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${fairIndex}))`)
  await tx.query(sql`
    create index if not exists ${raw(fairIndex)}
    on ${raw(jobSchema)}.job_common (name, (data ->> 'store_id'), created_on)
    where ${raw(isPendingText)}`)
  await tx.query(sql`
    create index if not exists ${raw(failedIndex)}
    on ${raw(jobSchema)}.job_common (name)
    where state = 'failed'`)
}

/** The connection in the form pg-boss expects. A script of several statements returns the rows of all. */
export function bossDatabase(db: Connection) {
  return {
    executeSql: async (text: string, values?: unknown[]) => ({
      rows: await db.query<never>(values ? ({ text, values } as never) : raw(text)),
    }),
  }
}

async function isInstalled(db: Connection): Promise<boolean> {
  const [table] = await db.query<{ there: boolean }>(sql`
    select to_regclass(${`${jobSchema}.version`}) is not null
      and to_regclass(${`${jobSchema}.${fairIndex}`}) is not null
      and to_regclass(${`${jobSchema}.${failedIndex}`}) is not null as there`)
  if (!table?.there) return false
  const [found] = await db.query<{ version: number; names: string[] }>(sql`
    select version, array(select name from ${raw(jobSchema)}.queue) as names
    from ${raw(jobSchema)}.version`)
  return (
    found !== undefined &&
    found.version >= jobSchemaVersion &&
    Object.keys(queues).every(name => found.names.includes(name))
  )
}
