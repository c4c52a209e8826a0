import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { examine } from './examine.ts'
import {
  begin,
  cleanUp,
  newDataDir,
  run,
  runJson,
  startService,
  temporaryFolder,
  waitFor,
} from './service.ts'
import { createStore, hold, orderText, post, query } from './store.ts'

afterEach(cleanUp)

type Made = { backup_id: string; pictures: number; problem?: string }

describe('a backup of the running service', () => {
  test('restores orders, pictures and links into a new folder', async () => {
    const { service, store, env, backups } = await startWithBackups()
    const picture = `${'a'.repeat(40)}-1600.webp`
    addPicture(service.dataDir, picture, 'a picture')
    expect((await post(service.url, store, orderText('before'))).status).toBe(201)
    const link = await makeUser(service.dataDir)
    const made = await create(service.dataDir, env)
    expect(made.pictures).toBe(1)
    expect((await post(service.url, store, orderText('after'))).status).toBe(201)
    service.kill('SIGKILL')
    await service.ended

    const copy = newDataDir('copy')
    await runJson(['backup', 'restore', made.backup_id, '--data-dir', copy], { env })
    expect(readdirSync(copy).sort()).toEqual(['pictures', 'postgres', 'secret'])
    expect(statSync(join(copy, 'postgres')).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(copy, 'secret'))).toEqual(readFileSync(join(service.dataDir, 'secret')))
    const restored = await startService({ dataDir: copy })
    const rows = await query<{ order_id: string }>(copy, 'select order_id from orders')
    expect(rows).toEqual([{ order_id: 'before' }])
    expect((await post(restored.url, store, orderText('before'))).status).toBe(422)
    expect((await post(restored.url, store, orderText('new'))).status).toBe(201)
    expect(await (await fetch(`${restored.url}/pictures/${picture}`)).text()).toBe('a picture')
    expect(await opens(restored.url, link)).toBe(true)
    // Nothing of it may be read by other users.
    for (const file of readdirSync(backups, { recursive: true }) as string[])
      expect(statSync(join(backups, file)).mode & 0o077, file).toBe(0)
  })

  test('waits while another one runs, then makes its own', async () => {
    const { service, env } = await startWithBackups()
    const running = await hold(service.dataDir, 'select pg_advisory_lock($1)', [7_267_045])
    const waiting = begin(['backup', 'create'], { dataDir: service.dataDir, env })
    await waitFor('the backup to wait', running.isAwaited)
    expect(await list(env)).toEqual([])
    await running.release()
    const { code, stderr } = await waiting.ended
    expect([code, stderr]).toEqual([0, expect.stringContaining('This one starts after it')])
    expect(await list(env)).toHaveLength(1)
  })

  test('does not exist while it is incomplete, and removes what it stored when it fails', async () => {
    const { service, env, backups } = await startWithBackups()
    // A folder in place of the copy cannot be replaced.
    mkdirSync(join(backups, 'pictures/plain/good.webp/taken'), { recursive: true })
    addPicture(service.dataDir, 'good.webp', 'y')
    const { code, stderr } = await run(['backup', 'create'], { dataDir: service.dataDir, env })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Error: The backup folder .* cannot be used/)])
    expect(await list(env)).toEqual([])
    expect(readdirSync(backups)).toEqual(['pictures'])
  })
})

describe('the service', () => {
  test('backs up by itself, and reports the last backup and the last verified one', async () => {
    const backups = join(temporaryFolder(), 'backups')
    const env = { BACKUP_URL: backups, BACKUP_EVERY: '24h' }
    const service = await startService({ dataDir: newDataDir(), env })
    await createStore(service)
    const [made] = await waitFor('the first backup', async () => {
      const found = await list(env)
      return found.length > 0 && found
    })
    const state = join(service.dataDir, 'backup-state/success.json')
    await waitFor('the backup to be recorded', () => existsSync(state))
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(metrics).toMatch(/realword_backup_last_success_timestamp_seconds(\{.*\})? [1-9]/)
    expect(metrics).not.toMatch(/^realword_backup_last_verified_timestamp_seconds/m)
    expect(metrics).toMatch(/realword_backup_overdue(\{.*\})? 0\n/)
    expect(await backupsOf(service.dataDir, env)).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('none was verified yet'),
    })

    const TMPDIR = temporaryFolder()
    chmodSync(TMPDIR, 0o777)
    const options = { dataDir: service.dataDir, env: { ...env, TMPDIR } }
    const verified = await runJson<{ backup_id: string; rows: number }>(['backup', 'verify'], options)
    expect(verified.backup_id).toBe(made?.backup_id)
    expect(verified.rows).toBeGreaterThan(20)
    expect(readdirSync(TMPDIR)).toEqual([])
    expect(await list(env)).toMatchObject([{ verified_at: expect.stringMatching(/^20/) }])
    expect((await backupsOf(service.dataDir, env))?.detail).toContain(`verified: ${made?.backup_id}`)

    // Overdue: the last success is two days old, and the place is not usable any more.
    writeFileSync(state, JSON.stringify({ at: Date.now() - 48 * 3_600_000, text: made?.backup_id }))
    expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(
      /realword_backup_overdue(\{.*\})? 1\n/,
    )
    const broken = { BACKUP_URL: join(TMPDIR, 'file') }
    writeFileSync(broken.BACKUP_URL, '')
    expect((await run(['backup', 'create'], { dataDir: service.dataDir, env: broken })).code).toBe(1)
    expect(await backupsOf(service.dataDir, env)).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(
        /^overdue: .* is of 48\.0 h ago\. The last attempt failed .* cannot be used/,
      ),
    })
  })

  test('backs up before it migrates, and migrates nothing without that backup', async () => {
    const dataDir = newDataDir()
    const service = await startService({ dataDir })
    const forget =
      'delete from realword_migrations where version = (select max(version) from realword_migrations)'
    await query(dataDir, forget)
    const folder = temporaryFolder()
    const unusable = { BACKUP_URL: join(folder, 'file') }
    writeFileSync(unusable.BACKUP_URL, '')
    const refused = await run(['migrate'], { dataDir, env: unusable })
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/the backup before that failed: The backup folder .*\nNothing was changed/),
    ])
    // Its tables are there, so the migration itself fails: after the backup.
    const env = { BACKUP_URL: join(folder, 'backups') }
    const off = { ...env, BACKUP_BEFORE_MIGRATING: 'off' }
    expect((await run(['migrate'], { dataDir, env: off })).stderr).toContain('already exists')
    expect(await list(env)).toEqual([])
    expect((await run(['migrate'], { dataDir, env })).stderr).toContain('already exists')
    expect(await list(env)).toHaveLength(1)
    service.kill('SIGKILL')
  })

  test('does not start with backups that would be lost or readable by others', async () => {
    const dataDir = newDataDir()
    const words = async (BACKUP_URL: string) =>
      (await run(['start'], { dataDir, env: { BACKUP_URL } })).stderr
    expect(await words(join(dataDir, 'backups'))).toContain('is inside the data folder')
    expect(await words('s3://key:hunter2@127.0.0.1:1/bucket')).toMatch(
      /^Error: BACKUP_KEY is not set, and s3:\/\/127\.0\.0\.1:1\/bucket is not on this machine/,
    )
  })
})

describe('restore', () => {
  test('refuses bad backups, keys and folders in words, and changes nothing', async () => {
    const dataDir = newDataDir()
    await createStore({ dataDir })
    const folder = temporaryFolder()
    const BACKUP_KEY_FILE = join(folder, 'backup.key')
    const { stdout } = await run(['backup', 'key', BACKUP_KEY_FILE])
    expect(stdout).toContain('Without this file, nobody can restore')
    expect(statSync(BACKUP_KEY_FILE).mode & 0o777).toBe(0o600)
    expect((await run(['backup', 'key', BACKUP_KEY_FILE])).stderr).toContain('already exists')
    const env = { BACKUP_URL: join(folder, 'backups'), BACKUP_KEY_FILE }
    const made = await create(dataDir, env)
    const copy = newDataDir('copy')

    const refusal = async (id: string, to: string, changed: Record<string, string> = env) => {
      const { code, stderr } = await run(['backup', 'restore', id, '--data-dir', to], { env: changed })
      expect(code).toBeGreaterThan(0)
      return stderr
    }
    expect(await refusal(made.backup_id, copy, { BACKUP_URL: env.BACKUP_URL })).toContain(
      'BACKUP_KEY is not set',
    )
    expect(await refusal('20261123T200914Z-e6aabbcd', copy)).toContain('There is no backup')
    expect(await refusal('../../etc', copy)).toContain('is neither the id nor the folder of a backup')
    expect(await refusal(made.backup_id, dataDir)).toContain('is not empty')
    expect(await refusal(made.backup_id, BACKUP_KEY_FILE)).toContain('cannot be used')

    const part = join(env.BACKUP_URL, made.backup_id, 'database.000001')
    const good = readFileSync(part)
    truncateSync(part, 1_000_000)
    expect(await refusal(made.backup_id, copy)).toMatch(/database\.000001 .*is damaged/)
    expect(existsSync(copy)).toBe(false)
    mkdirSync(copy)
    expect(await refusal(made.backup_id, copy)).toContain('is damaged')
    expect(readdirSync(copy)).toEqual([])
    writeFileSync(part, good)

    // Killed half-way: no service starts on the rest, and it is not restored over.
    const killed = begin(['backup', 'restore', made.backup_id, '--data-dir', copy], { env })
    await waitFor('the restore to write', () => existsSync(join(copy, 'unfinished-restore/postgres/base')))
    killed.kill('SIGKILL')
    await killed.ended
    expect(readdirSync(copy)).toEqual(['unfinished-restore'])
    const started = await run(['start'], { dataDir: copy })
    expect([started.code, started.stderr]).toEqual([
      1,
      expect.stringContaining('its restore was interrupted'),
    ])
    expect(await refusal(made.backup_id, copy)).toContain('is the rest of an interrupted restore')

    // Everything in that folder is still fine.
    rmSync(copy, { recursive: true })
    const path = dirname(part)
    await runJson(['backup', 'restore', `${path}/`, '--data-dir', copy], { env: { BACKUP_KEY_FILE } })
    expect(await runJson(['store', 'list'], { dataDir: copy })).toHaveLength(1)
    chmodSync(copy, 0o700)
  })

  test('DATABASE_URL is refused with the tools to use', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x', BACKUP_URL: temporaryFolder() }
    const { code, stderr } = await run(['backup', 'create'], { env })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/pg_basebackup or WAL-G/)])
  })
})

async function startWithBackups() {
  const service = await startService({ dataDir: newDataDir() })
  const store = await createStore(service)
  const backups = join(temporaryFolder(), 'backups')
  return { service, store, backups, env: { BACKUP_URL: backups } }
}

async function create(dataDir: string, env: Record<string, string>): Promise<Made> {
  return await runJson<Made>(['backup', 'create'], { dataDir, env })
}

async function list(env: Record<string, string>): Promise<Made[]> {
  return await runJson<Made[]>(['backup', 'list'], { env })
}

function addPicture(dataDir: string, name: string, content: string): void {
  const folder = join(dataDir, 'pictures', name.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), content)
}

type Linked = { link: string }

async function makeUser(dataDir: string): Promise<string> {
  const flags = ['--email', 'ana@shop.example', '--name', 'Ana']
  return (await runJson<Linked>(['user', 'create', ...flags], { dataDir })).link
}

/** Whether the link, which was made before the backup, still sets a password. */
async function opens(url: string, link: string): Promise<boolean> {
  const token = link.slice(link.indexOf('#reset=') + '#reset='.length)
  const { status } = await fetch(`${url}/admin/api/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-realword-page': '1' },
    body: JSON.stringify({ token, password: 'correct horse battery' }),
  })
  return status === 204
}

async function backupsOf(dataDir: string, env: Record<string, string>) {
  return (await examine({ dataDir, env })).of('backups')
}
