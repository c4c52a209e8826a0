import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { examine } from '../examine.ts'
import { startTargetServer, type TargetServer } from '../moving/target-server.ts'
import { findProgram } from '../programs/programs.ts'
import { cleanUp, newDataDir, run } from '../service.ts'
import { startPgBouncer } from './pgbouncer.ts'

const pgbouncer = findProgram('pgbouncer')
if (!pgbouncer) console.log('Skipped: the tests of a pooler, which need the program pgbouncer.')

let server: TargetServer
beforeAll(async () => {
  server = await startTargetServer()
})
afterAll(() => server.stop())
afterEach(cleanUp)

describe.skipIf(!pgbouncer)('PgBouncer', () => {
  test.each([
    ['session', []],
    ['transaction', []],
    ['session', ['statement_timeout', 'options']],
    ['transaction', ['statement_timeout', 'options']],
  ] as const)('in %s mode that ignores [%s] is refused in one sentence, by start and doctor', async (mode, ignored) => {
    const name = `${mode}_${ignored.length}`
    await server.query('postgres', `create database ${name}`)
    const { port } = new URL(server.urlOf(name))
    const pooler = await startPgBouncer(pgbouncer as string, Number(port), mode, [...ignored])
    const env = { DATABASE_URL: `postgres://realword:not-checked@127.0.0.1:${pooler}/${name}` }
    const started = await run(['start'], { dataDir: newDataDir(), env })
    const { code, of } = await examine({ dataDir: newDataDir(), env })
    const words = /DATABASE_URL names a pooler, .*Set it to the address of PostgreSQL itself\./s
    expect(started).toMatchObject({ code: 1, stderr: expect.stringMatching(words) })
    expect(code).toBe(1)
    expect(of('database')).toMatchObject({ status: 'error', detail: expect.stringMatching(words) })
  })
})
