import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { freePort } from '../../test/network/listen.ts'
import { readPostgresAddress } from '../lib/network/postgres-address.ts'
import { embedded } from './embedded/embedded.ts'
import { findServer } from './find-server.ts'
import { type Opened, openDatabase } from './open.ts'

let home: TestDatabase
let there: string
beforeAll(async () => {
  home = await createTestDatabase()
  const { host, port } = inject('postgres')
  there = `${encodeURIComponent(host)}:${port}`
})
afterAll(() => home.close())

const database = () => String(home.target.database)
const login = () => [inject('postgres').user, inject('postgres').password].filter(Boolean).join(':')

async function open(hosts: string, parameters: string): Promise<Opened> {
  const databaseUrl = `postgres://${login()}@${hosts}/${database()}?${parameters}`
  const opened = await openDatabase({ databaseUrl, embedded: { dataDir: '/nowhere' } })
  onTestFinished(opened.close)
  return opened
}

describe('of several hosts', () => {
  const writable = 'target_session_attrs=read-write'

  test('the first that accepts writes is used', async () => {
    const { database } = await open(`127.0.0.1:1,${there}`, writable)
    expect(await database.query({ name: 'one', text: 'select 1 as one', values: [] })).toEqual([{ one: 1 }])
  })

  test('none that accepts writes is an error that names each', async () => {
    const admin = new pg.Client({ ...home.target, database: 'postgres' })
    await admin.connect()
    const readOnly = (value: string) =>
      admin.query(`alter database ${database()} set default_transaction_read_only = ${value}`)
    await readOnly('on')
    onTestFinished(async () => {
      await readOnly('off')
      await admin.end()
    })
    await expect(open(`127.0.0.1:1,${there}`, writable)).rejects.toThrow(
      /No host of DATABASE_URL can be used: 127\.0\.0\.1:1: .*ECONNREFUSED.*: accepts no writes\./,
    )
  })
})

test('options of the address are merged with ours', async () => {
  const { database } = await open(there, 'options=-c%20work_mem%3D17MB%20-c%20search_path%3Dpublic')
  const accounts = await database.schemaPool('accounts').query('show search_path')
  expect(accounts.rows).toEqual([{ search_path: 'accounts' }])
  for (const one of [database, database.pipeline])
    expect(await one.query({ name: 'mem', text: 'show work_mem', values: [] })).toEqual([
      { work_mem: '17MB' },
    ])
})

const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version'], { stdio: 'pipe' }).length > 0
  } catch {
    console.log('Skipped: TLS to PostgreSQL, which needs openssl.')
    return false
  }
})()

describe.runIf(hasOpenssl)('sslmode', () => {
  let folder: string
  let port: number
  let stop: () => Promise<void>

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'realword-tls-'))
    port = await freePort()
    const settings = {
      fsync: 'off',
      shared_buffers: '16MB',
      listen_addresses: '127.0.0.1',
      port: String(port),
    }
    const server = embedded({ dataDir: folder, settings })
    stop = server.stop
    const { socketFolder: host } = await server.ensureRunning()
    makeCertificate(join(folder, 'postgres'))
    await offerTls({ host, port }, 'on')
  })
  afterAll(async () => {
    await stop()
    rmSync(folder, { recursive: true })
  })

  /** Whether the connection is encrypted. */
  async function isEncrypted(host: string, parameters: string): Promise<boolean> {
    const address = readPostgresAddress(`postgres://realword@${host}:${port}/postgres?${parameters}`)
    const client = new pg.Client(await findServer(address))
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')).rows[0].ssl
    } finally {
      await client.end().catch(() => {})
    }
  }
  const root = () => `sslrootcert=${join(folder, 'postgres', 'server.crt')}`

  test.each([
    ['127.0.0.1', 'disable', '', false],
    ['127.0.0.1', 'prefer', '', true],
    ['127.0.0.1', 'require', '', true],
    ['127.0.0.1', 'require', 'root', true],
    ['127.0.0.1', 'verify-ca', 'root', true],
    ['localhost', 'verify-full', 'root', true],
  ])('%s, %s %s: encrypted is %s', async (host, mode, named, expected) => {
    expect(await isEncrypted(host, `sslmode=${mode}&${named && root()}`)).toBe(expected)
  })

  test.each([
    ['127.0.0.1', 'verify-full', 'root', /does not match certificate/],
    ['localhost', 'verify-full', '', /self-signed certificate/],
    ['localhost', 'verify-ca', '', /self-signed certificate/],
  ])('%s, %s %s is refused', async (host, mode, named, message) => {
    await expect(isEncrypted(host, `sslmode=${mode}&${named && root()}`)).rejects.toThrow(message)
  })

  test('a server without TLS is used by prefer, and refused by require', async () => {
    await offerTls({ host: '127.0.0.1', port }, 'off')
    expect(await isEncrypted('127.0.0.1', '')).toBe(false)
    await expect(isEncrypted('127.0.0.1', 'sslmode=require')).rejects.toThrow('does not support SSL')
  })
})

async function offerTls(place: { host: string; port: number }, value: 'on' | 'off'): Promise<void> {
  const admin = new pg.Client({ ...place, user: 'realword', database: 'postgres' })
  await admin.connect()
  try {
    await admin.query(`alter system set ssl = ${value}`)
    await admin.query('select pg_reload_conf()')
    await vi.waitFor(
      async () => expect((await admin.query('show ssl')).rows).toEqual([{ ssl: value }]),
      120_000,
    )
  } finally {
    await admin.end()
  }
}

/** A certificate of `localhost`, owned by the user that PostgreSQL runs as. */
function makeCertificate(folder: string): void {
  const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', `${key}.new`, '-out', certificate]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files],
    {
      stdio: 'pipe',
    },
  )
  writeFileSync(key, readFileSync(`${key}.new`), { mode: 0o600 })
  const { uid, gid } = statSync(folder)
  for (const file of [certificate, key]) chownSync(file, uid, gid)
}
