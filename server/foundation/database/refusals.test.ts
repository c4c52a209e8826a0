import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { Problem } from '../lib/problem.ts'
import { migrate } from './migrations/migrate.ts'
import { openDatabase } from './open.ts'
import { refusalOf, refusalOfStatement } from './refusals.ts'

let home: TestDatabase
let admin: pg.Client
let role: string
beforeAll(async () => {
  home = await createTestDatabase({ empty: true })
  role = `plain_${home.target.database}`
  admin = new pg.Client({ ...home.target, database: 'postgres' })
  await admin.connect()
  await admin.query(`create role ${role} login password 'plain'`)
})
afterAll(async () => {
  await home.close()
  await admin.query(`drop role ${role}`)
  await admin.end()
})

/** Opens and migrates the database as an operator's settings do. */
async function use(user: string, database: string, host?: string): Promise<void> {
  const there = inject('postgres')
  const address = `postgres://${user}:plain@${host ?? `${encodeURIComponent(there.host)}:${there.port}`}`
  const opened = await openDatabase({
    databaseUrl: `${address}/${database}`,
    embedded: { dataDir: '/nowhere' },
  })
  try {
    await migrate(opened.database)
  } finally {
    await opened.close()
  }
}

async function problemOf(attempt: Promise<void>): Promise<Problem> {
  const error = await attempt.then(
    () => undefined,
    thrown => thrown,
  )
  const problem = error instanceof Problem ? error : refusalOfStatement(error)
  if (!problem) throw new Error('no sentence', { cause: error })
  return problem
}

const ownDatabase = () => String(home.target.database)

describe('the database refuses', () => {
  test('a user without rights on the schema', async () => {
    const { message, fix } = await problemOf(use(role, ownDatabase()))
    expect(message).toBe('The user of DATABASE_URL lacks a right: permission denied for schema public.')
    expect(fix).toContain('grant create on schema public')
  })

  test('a user that does not exist', async () => {
    const { message } = await problemOf(use('nobody_at_all', ownDatabase()))
    expect(message).toMatch(/refuses the (user|password) of DATABASE_URL/)
  })

  test('to create a database', async () => {
    const { message, fix } = await problemOf(use(role, 'missing_entirely'))
    expect(message).toContain('does not exist, and its user may not create it')
    expect(fix).toContain('create database')
  })

  test('more connections than it allows', async () => {
    await admin.query(`alter role ${role} connection limit 0`)
    const { message, fix } = await problemOf(use(role, ownDatabase()))
    await admin.query(`alter role ${role} connection limit -1`)
    expect(message).toBe('The database accepts no more connections.')
    expect(fix).toContain('max_connections')
  })

  test('to write when it is read-only', async () => {
    await admin.query(`alter role ${role} set default_transaction_read_only = on`)
    const { message, fix } = await problemOf(use(role, ownDatabase()))
    await admin.query(`alter role ${role} reset default_transaction_read_only`)
    expect(message).toContain('standby or read-only')
    expect(fix).toContain('target_session_attrs=read-write')
  })
})

test('a closed port is said so', async () => {
  const { message, fix } = await problemOf(use(role, ownDatabase(), '127.0.0.1:1'))
  expect(message).toContain('ECONNREFUSED')
  expect(fix).toContain('that the server runs')
})

// What poolers and servers of others say, word for word.
test.each([
  ['08P01', 'unsupported startup parameter: statement_timeout', 'names a pooler'],
  ['42P05', 'prepared statement "lock-store" already exists', 'names a pooler'],
  ['28P01', 'password authentication failed for user "rw"', 'refuses the password'],
  ['0A000', 'extension "pg_trgm" is not available', 'lacks an extension'],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND ss', 'of DATABASE_URL is unknown'],
  ['', 'The server does not support SSL connections', 'offers no TLS'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'is not trusted'],
])('%s %s: %s', (code, message, sentence) => {
  expect(refusalOf(Object.assign(new Error(message), { code }))?.message).toContain(sentence)
})

test('a wrong statement is a bug, not a refusal', () => {
  expect(refusalOf(Object.assign(new Error('syntax error'), { code: '42601' }))).toBeUndefined()
  const ofAnotherServer = Object.assign(new Error('getaddrinfo ENOTFOUND mail'), { code: 'ENOTFOUND' })
  expect(refusalOfStatement(ofAnotherServer)).toBeUndefined()
})
