import pgBoss from 'pg-boss/package.json' with { type: 'json' }
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { installJobs, jobSchemaVersion } from './install.ts'
import { queues } from './queues.ts'

const database = openForTests(() => createTestDatabase({ empty: true }))

test('the schema version is that of the installed pg-boss', () => {
  expect(jobSchemaVersion).toBe(pgBoss.pgboss.schema)
})

test('several instances that start at once create the queues once', async () => {
  await Promise.all([1, 2, 3].map(() => installJobs(database.database)))
  const rows = await database.database.query<{ name: string; heartbeat_seconds: number }>(
    sql`select name, heartbeat_seconds from pgboss.queue where name not like '\\_\\_%'`,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(queues).sort())
  for (const { heartbeat_seconds } of rows) expect(heartbeat_seconds).toBe(20)
})

test('a new queue is created beside the others', async () => {
  await database.database.query(sql`delete from pgboss.queue where name = 'send-mailing'`)
  await installJobs(database.database)
  const [row] = await database.database.query(
    sql`select policy from pgboss.queue where name = 'send-mailing'`,
  )
  expect(row).toEqual({ policy: 'exclusive' })
})
