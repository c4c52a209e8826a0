import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { waitUntilDistributed } from './distribution.ts'

let it: TestDatabase
beforeAll(async () => {
  it = await createTestDatabase()
})
afterAll(() => it.close())

/** The lock that `migrate --citus` holds until all tables are distributed. */
const lock = 7_267_004

test('a process that starts waits while another one distributes the tables', async () => {
  const other = new pg.Client(it.target)
  await other.connect()
  try {
    await other.query('select pg_advisory_lock($1)', [lock])
    const order: string[] = []
    await it.database.query(sql`select`) // opens the connection
    const waiting = waitUntilDistributed(it.database).then(() => order.push('started'))
    // Longer than a start that does not wait.
    for (let n = 0; n < 20; n++) await it.database.query(sql`select`)
    order.push('distributed')
    await other.query('select pg_advisory_unlock($1)', [lock])
    await waiting
    expect(order).toEqual(['distributed', 'started'])
  } finally {
    await other.end()
  }
})

test('it does not wait for another database of the server', async () => {
  const other = new pg.Client({ ...it.target, database: 'postgres' })
  await other.connect()
  try {
    await other.query('select pg_advisory_lock_shared($1)', [lock])
    await waitUntilDistributed(it.database)
  } finally {
    await other.end()
  }
})
