import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { openSession } from './session.ts'

let home: TestDatabase
let admin: pg.Client
let name: string
beforeAll(async () => {
  home = await createTestDatabase({ empty: true })
  await home.close() // only its name is needed: the sessions below belong to the tests
  admin = new pg.Client({ ...home.target, database: 'postgres' })
  await admin.connect()
  name = admin.escapeIdentifier(String(home.target.database))
})
afterAll(() => admin.end())

const open = () => openSession({ target: async () => home.target })

describe('a session has one connection', () => {
  test('and none once it is closed, however often it is opened', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const session = await open()
      expect(session.isListening()).toBe(true)
      expect(await connections()).toHaveLength(1)
      await session.close()
      await untilConnections(0)
    }
  })

  test('after every loss, and listens again', async () => {
    const session = await open()
    const heard: string[] = []
    session.onNotify(payload => heard.push(payload))
    for (const turn of ['first', 'second', 'third']) {
      const [lost] = await connections()
      await endConnections()
      await vi.waitFor(async () => {
        const now = await connections()
        expect(now).toHaveLength(1)
        expect(now).not.toEqual([lost])
        expect(session.isListening()).toBe(true)
      }, 120_000)
      await notify(turn)
      await vi.waitFor(() => expect(heard).toContain(turn), 120_000)
    }
    expect(heard).toEqual(['first', 'second', 'third'])
    await session.close()
    await untilConnections(0)
  })

  test('and none if it was closed while it reconnected', async () => {
    const gate = Promise.withResolvers<void>()
    const back = Promise.withResolvers<void>()
    let opened = false
    const session = await openSession({
      target: async () => {
        if (opened) await gate.promise
        return home.target
      },
      log: message => message === 'Reconnected to the database' && back.resolve(),
    })
    opened = true
    await endConnections()
    await vi.waitFor(() => expect(session.isListening()).toBe(false), 120_000)
    const closed = session.close()
    gate.resolve()
    await Promise.all([closed, back.promise])
    await untilConnections(0)
  })
})

describe('a server with synchronous_commit', () => {
  test('off is refused, and no connection stays behind', async () => {
    await admin.query(`alter database ${name} set synchronous_commit = off`)
    await expect(open()).rejects.toMatchObject({
      name: 'Problem',
      message: expect.stringContaining('synchronous_commit = off'),
      fix: expect.stringContaining('set synchronous_commit = on'),
    })
    await untilConnections(0)
  })

  test.each(['local', 'remote_write', 'on', 'remote_apply'])('%s is accepted', async value => {
    await admin.query(`alter database ${name} set synchronous_commit = ${value}`)
    const session = await open()
    await session.close()
  })
})

async function connections(): Promise<number[]> {
  const { rows } = await admin.query(
    `select pid from pg_stat_activity where datname = $1 and application_name = 'realword session'`,
    [home.target.database],
  )
  return rows.map(({ pid }) => pid)
}

async function untilConnections(count: number): Promise<void> {
  await vi.waitFor(async () => expect(await connections()).toHaveLength(count), 120_000)
}

async function endConnections(): Promise<void> {
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    home.target.database,
  ])
}

async function notify(payload: string): Promise<void> {
  const client = new pg.Client(home.target)
  await client.connect()
  await client.query('select pg_notify($1, $2)', ['realword', payload])
  await client.end()
}
