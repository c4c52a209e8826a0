import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examine } from '../examine.ts'
import { cleanUp, newDataDir, run, startService, temporaryFolder } from '../service.ts'
import { createStore, orderText, post } from '../store.ts'
import { certify, hasOpenssl, makeAuthority } from './certificates.ts'
import { type Server, startServer } from './servers.ts'

if (!hasOpenssl) console.log('Skipped: the tests of TLS to PostgreSQL, which need openssl.')

// Every character that RFC 3986 reserves, those that SQL and shells do, and letters beyond ASCII.
const password = `a:b/c?d#e[f]g@h!i$j&k'l(m)n*o+p,q;r=s%t u\\v"w|x<y>{z}^\`~ção`
const encoded = encodeURIComponent(password)

let server: Server
let authority: string
let stranger: string

// Trust is for the tests' own connections; `shop` must come over TLS and with its password.
const rules = 'hostssl all shop 127.0.0.1/32 scram-sha-256\nhost all realword 127.0.0.1/32 trust\n'

describe.skipIf(!hasOpenssl)('a server that only accepts TLS and passwords', () => {
  beforeAll(async () => {
    const folder = temporaryFolder()
    authority = makeAuthority(folder, 'authority')
    stranger = makeAuthority(folder, 'stranger')
    server = await startServer(data => {
      certify(data, authority)
      appendFileSync(join(data, 'postgresql.conf'), '\nssl = on\n')
      writeFileSync(join(data, 'pg_hba.conf'), rules)
    })
    await server.query(`create role shop login password '${password.replaceAll("'", "''")}'`)
    await server.query('create database shop owner shop')
  })
  afterAll(cleanUp)

  const addressOf = (parameters: string, { host = 'localhost', secret = encoded } = {}) => ({
    DATABASE_URL: `postgres://shop:${secret}@${host}:${server.port}/shop?${parameters}`,
  })
  const trusted = () => `sslmode=verify-full&sslrootcert=${authority}`

  test('is used with verify-full, the certificate of its issuer and a password of reserved characters', async () => {
    const env = addressOf(`${trusted()}&channel_binding=require&options=-c%20work_mem%3D9MB`)
    const dataDir = newDataDir()
    const service = await startService({ dataDir, env })
    const store = await createStore({ dataDir, env })
    expect((await post(service.url, store, orderText('first'))).status).toBe(201)
    expect((await examine({ dataDir, env })).of('database')?.status).toBe('ok')
    const connections = await server.query<{ ssl: boolean }>(
      "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'shop'",
    )
    expect(connections).toEqual([{ ssl: true }])
    service.kill('SIGTERM')
    expect((await service.ended).code).toBe(0)
  })

  test.each([
    ['require', () => addressOf('sslmode=require')],
    ['prefer', () => addressOf('')],
    [
      'verify-ca by number',
      () => addressOf(`sslmode=verify-ca&sslrootcert=${authority}`, { host: '127.0.0.1' }),
    ],
  ])('is used with %s', async (_, address) => {
    const { code, of } = await examine({ dataDir: newDataDir(), env: address() })
    expect([code, of('database')?.status]).toEqual([0, 'ok'])
  })

  test.each([
    [
      'the certificate of another issuer',
      () => addressOf(`sslmode=verify-full&sslrootcert=${stranger}`),
      /The certificate of the database is not trusted: .*\.\s+Name the certificate of its issuer in DATABASE_URL: sslrootcert=FILE\./,
    ],
    [
      'no certificate',
      () => addressOf('sslmode=verify-full'),
      /The certificate of the database is not trusted: .*\.\s+Name the certificate of its issuer/,
    ],
    [
      'another name than that of the certificate',
      () => addressOf(trusted(), { host: '127.0.0.1' }),
      /The certificate of the database is not trusted: .*does not match/,
    ],
    [
      'no TLS',
      () => addressOf('sslmode=disable'),
      /The database refuses the user of DATABASE_URL: no pg_hba\.conf entry .*no encryption.*\.\s+Create the role, or allow it in pg_hba\.conf/,
    ],
    [
      'a wrong password',
      () => addressOf(trusted(), { secret: 'hunter2' }),
      /The database refuses the password of DATABASE_URL\.\s+Correct the user and password there\. Percent-encode/,
    ],
    [
      'a password that is not percent-encoded',
      () => addressOf(trusted(), { secret: 'hun@ter2' }),
      /whose user and password have reserved characters percent-encoded: @ as %40/,
    ],
  ])('is not used with %s, which start and doctor say in one sentence', async (_, address, words) => {
    const env = address()
    const started = await run(['start'], { dataDir: newDataDir(), env })
    expect(started.code).not.toBe(0)
    expect(started.stderr).toMatch(words)
    const examined = await run(['doctor'], { dataDir: newDataDir(), env })
    expect(examined.code).not.toBe(0)
    expect(examined.stdout + examined.stderr).toMatch(words)
    for (const secret of [password, encoded, 'ter2'])
      expect(started.stderr + examined.stdout + examined.stderr).not.toContain(secret)
  })
})
