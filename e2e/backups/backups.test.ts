import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '../../server/foundation/config/config.ts'
import { Problem } from '../../server/foundation/lib/problem.ts'
import { openPlace, requireBackups } from '../../server/upkeep/backups/destinations/place.ts'
import { restoreBackup } from '../../server/upkeep/backups/restore.ts'
import { makeBackupKey } from '../../server/upkeep/backups/sealing.ts'
import { verifyInBackground } from '../../server/upkeep/backups/verify-in-background.ts'
import { checkBackups } from '../../server/upkeep/doctor/backup-check.ts'
import { examine } from '../examine.ts'
import {
  begin,
  cleanUp,
  newDataDir,
  postmasterOf,
  readyDataDir,
  run,
  runJson,
  type Service,
  startService,
  temporaryFolder,
  waitFor,
} from '../service.ts'
import { smallDisk } from '../small-disk.ts'
import { createStore, hold, orderText, post, query, type Store } from '../store.ts'

type Made = { backup_id: string; pictures: number }
type Settings = { BACKUP_URL: string; [name: string]: string }

const picture = `${'a'.repeat(40)}-1600.webp`

// One service for all tests. Each uses what those before it made.
let service: Service
let store: Store
let own: Settings // where the service's own backups go
let sealed: Settings // where encrypted ones go
let made: Made // an encrypted one
let link: string // made before it
beforeAll(async () => {
  const folder = temporaryFolder()
  own = { BACKUP_URL: join(folder, 'own'), BACKUP_EVERY: '24h' }
  sealed = { BACKUP_URL: join(folder, 'sealed'), BACKUP_KEY_FILE: join(folder, 'backup.key') }
  service = await startService({ dataDir: readyDataDir(), env: own })
  store = await createStore(service)
})
afterEach(() => {
  vi.unstubAllEnvs()
})
afterAll(cleanUp)

describe('the service', () => {
  test('backs up and verifies by itself, and reports both', async () => {
    await waitFor('the first check', () => existsSync(join(service.dataDir, 'backup-state/verified.json')))
    const [id] = readdirSync(own.BACKUP_URL)
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(metrics).toMatch(/realword_backup_last_success_timestamp_seconds(\{.*\})? [1-9]/)
    expect(metrics).toMatch(/realword_backup_last_verified_timestamp_seconds(\{.*\})? [1-9]/)
    expect(metrics).toMatch(/realword_backup_overdue(\{.*\})? 0\n/)
    expect(metrics).toMatch(/realword_backup_verify_overdue(\{.*\})? 0\n/)
    const found = await examine({ dataDir: service.dataDir, env: own })
    expect(found.of('backups')).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(new RegExp(`the last one \\(${id}\\) .*, verified: ${id}`)),
    })
    await waitFor('the copy to be deleted', () => copiesIn(service.dataDir).length === 0)
    expect(await list(own)).toMatchObject([{ backup_id: id, verified_at: expect.stringMatching(/^20/) }])
  })
})

describe('a backup', () => {
  /** Which the last `backup create` adopted. */
  let destination: string
  test('waits while another one runs, then is made with the key', async () => {
    addPicture(service.dataDir, picture, 'a picture')
    expect((await post(service.url, store, orderText('before'))).status).toBe(201)
    link = await makeUser(service.dataDir)
    const { stdout } = await run(['backup', 'key', sealed.BACKUP_KEY_FILE as string])
    expect(stdout).toContain('Without this file, nobody can restore')
    expect(statSync(sealed.BACKUP_KEY_FILE as string).mode & 0o777).toBe(0o600)

    const running = await hold(service.dataDir, 'select pg_advisory_lock($1)', [7_267_045])
    const waiting = begin(['backup', 'create', '--json'], { dataDir: service.dataDir, env: sealed })
    await waitFor('the backup to wait', running.isAwaited)
    expect(existsSync(sealed.BACKUP_URL)).toBe(false)
    await running.release()
    const { code, stdout: printed, stderr } = await waiting.ended
    expect([code, stderr]).toEqual([0, expect.stringContaining('This one starts after it')])
    made = JSON.parse(printed)
    expect(made.pictures).toBe(1)
    expect((await post(service.url, store, orderText('after'))).status).toBe(201)
  })

  test('does not exist while it is incomplete, and removes what it stored when it fails', async () => {
    const target = join(temporaryFolder(), 'backups')
    // A folder in place of the copy cannot be replaced.
    mkdirSync(join(target, `pictures/plain/${picture}/taken`), { recursive: true })
    const options = { dataDir: service.dataDir, env: { BACKUP_URL: own.BACKUP_URL } }
    const { code, stderr } = await run(['backup', 'create', target], options)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Error: The backup folder .* cannot be used/)])
    expect(readdirSync(target)).toEqual(['pictures'])
  })

  test('stays although a clock that was ahead dated others after it', async () => {
    const target = join(temporaryFolder(), 'backups')
    const later = ['20991230T000000Z-00000000', '20991231T000000Z-00000000']
    for (const id of later) {
      mkdirSync(join(target, id), { recursive: true })
      writeFileSync(join(target, id, 'manifest'), '')
    }
    const options = { dataDir: service.dataDir, env: { BACKUP_URL: target, BACKUP_KEEP: '1d' } }
    const { backup_id } = await runJson<Made>(['backup', 'create'], options)
    expect(idsIn(target).sort()).toEqual([backup_id, ...later])
    destination = target
  })

  test('is not stored in the data folder, also by a link', () => {
    const link = join(temporaryFolder(), 'link')
    symlinkSync(service.dataDir, link)
    const config = useEnvironment({ BACKUP_URL: join(link, 'backups'), DATA_DIR: service.dataDir })
    expect(() => requireBackups(config, openPlace(config))).toThrow('is inside the data folder')
  })

  test('is made before a migration, and nothing is migrated without it', async () => {
    const { dataDir } = service
    const forget = "delete from realword_migrations where name = 'connections' returning *"
    const [forgotten] = await query<{ version: number; name: string }>(dataDir, forget)
    const folder = temporaryFolder()
    const unusable = { BACKUP_URL: join(folder, 'file') }
    writeFileSync(unusable.BACKUP_URL, '')
    const refused = await run(['migrate'], { dataDir, env: unusable })
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/the backup before that failed: The backup folder .*\nNothing was changed/),
    ])
    // Its tables are there, so the migration itself fails: after the backup.
    const unmounted = { BACKUP_URL: join(folder, 'backups') }
    expect((await run(['migrate'], { dataDir, env: unmounted })).stderr).toMatch(
      /the backup before that failed: .* its file realword-backups is missing\. .*\nNothing was changed/,
    )
    const off = { ...unmounted, BACKUP_BEFORE_MIGRATING: 'off' }
    expect((await run(['migrate'], { dataDir, env: off })).stderr).toContain('already exists')
    expect(existsSync(unmounted.BACKUP_URL)).toBe(false)
    const env = { BACKUP_URL: destination }
    const before = idsIn(destination)
    expect((await run(['migrate'], { dataDir, env })).stderr).toContain('already exists')
    expect(idsIn(destination).filter(id => !before.includes(id))).toHaveLength(1)
    const columns = Object.keys(forgotten ?? {})
    await query(
      dataDir,
      `insert into realword_migrations (${columns}) values (${columns.map((_, at) => `$${at + 1}`)})`,
      Object.values(forgotten ?? {}),
    )
  })
})

describe('a check by the service', () => {
  test('that fails is reported, and leaves nothing behind', async () => {
    const config = useEnvironment(sealed)
    const part = join(sealed.BACKUP_URL, made.backup_id, 'database.000001')
    const good = readFileSync(part)
    truncateSync(part, 1_000_000)
    await expect(verify(config)).rejects.toThrow(/^database\.000001 .*is damaged/)
    writeFileSync(part, good)
    expect(copiesIn(service.dataDir)).toEqual([])
    expect(checkBackups(config, Date.now)).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(/The last check failed 0\.0 h ago: database\.000001 .*is damaged/),
    })
  })

  test('that is stopped or killed leaves no copy and no PostgreSQL for long', async () => {
    const config = useEnvironment(sealed)
    // Killed with SIGKILL, it cannot clean up: the next one does.
    const killed = begin(['backup', 'verify', made.backup_id], {
      dataDir: service.dataDir,
      env: { ...sealed, TMPDIR: service.dataDir },
    })
    const copy = await waitFor('the copy', () => copiesIn(service.dataDir)[0])
    const orphan = await waitFor('its PostgreSQL', () => postmasterOf(join(service.dataDir, copy, 'data')))
    expect(runs(orphan)).toBe(true)
    killed.kill('SIGKILL')
    await killed.ended
    expect(copiesIn(service.dataDir)).toEqual([copy])

    const ending = new AbortController()
    const stopped = verify(config, ending.signal)
    stopped.catch(() => {})
    await waitFor('another copy', () => copiesIn(service.dataDir).some(name => name !== copy))
    expect(runs(orphan)).toBe(false)
    ending.abort()
    await expect(stopped).rejects.toThrow('The check was interrupted')
    await expect.poll(() => copiesIn(service.dataDir)).toEqual([])
  })

  test('needs room for two copies', async ({ skip }) => {
    const TMPDIR = smallDisk(100)
    if (!TMPDIR) return skip('a disk cannot be mounted here: only root may')
    await expect(verify(useEnvironment({ ...sealed, TMPDIR }))).rejects.toThrow(
      /needs 1\d\d MB, and the disk of .* has 105 MB free/,
    )
    expect(readdirSync(TMPDIR)).toEqual([])
  })
})

describe('a restore', () => {
  test('refuses bad backups, keys and folders in words, and changes nothing', async () => {
    const config = useEnvironment(sealed)
    const copy = newDataDir('copy')
    const refusal = async (id: string, dataDir: string, settings = config) => {
      await expect(restoreBackup(openPlace(settings), id, { dataDir })).rejects.toBeInstanceOf(Problem)
      return await restoreBackup(openPlace(settings), id, { dataDir }).catch(error => error.message)
    }
    expect(await refusal(made.backup_id, copy, { ...config, BACKUP_KEY: undefined })).toContain(
      'BACKUP_KEY is not set',
    )
    expect(await refusal(made.backup_id, copy, { ...config, BACKUP_KEY: makeBackupKey() })).toContain(
      'was encrypted with another key',
    )
    expect(await refusal('20261123T200914Z-e6aabbcd', copy)).toContain('There is no backup')
    expect(await refusal('../../etc', copy)).toContain('There is no backup')
    expect(await refusal(made.backup_id, service.dataDir)).toContain('is not empty')
    expect(await refusal(made.backup_id, sealed.BACKUP_KEY_FILE as string)).toContain('cannot be used')
    const within = join(sealed.BACKUP_URL, made.backup_id, 'copy')
    expect(await refusal(made.backup_id, within)).toContain('inside the backup itself')

    const part = join(sealed.BACKUP_URL, made.backup_id, 'database.000001')
    const good = readFileSync(part)
    truncateSync(part, 1_000_000)
    expect(await refusal(made.backup_id, copy)).toMatch(/database\.000001 .*is damaged/)
    expect(existsSync(copy)).toBe(false)
    mkdirSync(copy)
    expect(await refusal(made.backup_id, copy)).toContain('is damaged')
    rmSync(part)
    expect(await refusal(made.backup_id, copy)).toContain('is missing')
    expect(readdirSync(copy)).toEqual([])
    writeFileSync(part, good, { mode: 0o600 })
  })

  test('into the folder of another one is refused, and harms neither', async () => {
    const copy = newDataDir('copy')
    const place = openPlace(useEnvironment(sealed))
    const restores = [1, 2].map(() => restoreBackup(place, made.backup_id, { dataDir: copy }))
    const ended = await Promise.allSettled(restores)
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [refused] = ended.filter(one => one.status === 'rejected')
    expect(refused?.reason.message).toContain('another one is running')
    expect(readdirSync(copy).sort()).toEqual(['pictures', 'postgres', 'secret'])
  })

  test('that is killed leaves a folder on which nothing starts and which is not restored over', async () => {
    const copy = newDataDir('copy')
    const restore = ['backup', 'restore', made.backup_id, '--data-dir', copy]
    const killed = begin(restore, { env: sealed })
    await waitFor('the restore to write', () => existsSync(join(copy, 'unfinished-restore/postgres/base')))
    killed.kill('SIGKILL')
    await killed.ended
    expect(readdirSync(copy)).toEqual(['unfinished-restore'])
    const started = await run(['start'], { dataDir: copy })
    expect([started.code, started.stderr]).toEqual([
      1,
      expect.stringContaining('its restore was interrupted'),
    ])
    const again = await run(restore, { env: sealed })
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining('is the rest of an interrupted restore'),
    ])
  })

  test('has everything that was committed before: orders, pictures and links', async () => {
    const secret = readFileSync(join(service.dataDir, 'secret'))
    service.kill('SIGKILL')
    await service.ended
    const copy = newDataDir('copy')
    const { BACKUP_KEY_FILE = '' } = sealed
    const path = `${join(sealed.BACKUP_URL, made.backup_id)}/`
    await runJson(['backup', 'restore', path, '--data-dir', copy], { env: { BACKUP_KEY_FILE } })
    expect(readdirSync(copy).sort()).toEqual(['pictures', 'postgres', 'secret'])
    expect(statSync(join(copy, 'postgres')).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(copy, 'secret'))).toEqual(secret)
    const restored = await startService({ dataDir: copy })
    const rows = await query<{ order_id: string }>(copy, 'select order_id from orders')
    expect(rows).toEqual([{ order_id: 'before' }])
    expect((await post(restored.url, store, orderText('before'))).status).toBe(422)
    expect((await post(restored.url, store, orderText('new'))).status).toBe(201)
    expect(await (await fetch(`${restored.url}/pictures/${picture}`)).text()).toBe('a picture')
    expect(await opens(restored.url, link)).toBe(true)
    // Nothing of it may be read by other users.
    for (const file of readdirSync(sealed.BACKUP_URL, { recursive: true }) as string[])
      expect(statSync(join(sealed.BACKUP_URL, file)).mode & 0o077, file).toBe(0)
  })
})

async function list(env: Settings): Promise<Made[]> {
  return await runJson<Made[]>(['backup', 'list'], { env })
}

/** The settings of the service with these, also for the processes that it starts. */
function useEnvironment(env: Record<string, string>): Config {
  const all = { ...env, DATA_DIR: service.dataDir, LOG_LEVEL: 'warn', TMPDIR: env.TMPDIR ?? '' }
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value)
  return readConfig(process.env)
}

async function verify(config: Config, signal = new AbortController().signal): Promise<void> {
  await verifyInBackground(config, made.backup_id, Date.now, signal)
}

/** Whether the process still runs; without an init process, an ended orphan stays as a zombie. */
function runs(pid: number): boolean {
  const stat = `/proc/${pid}/stat`
  return existsSync(stat) && !readFileSync(stat, 'utf8').includes(') Z ')
}

const idsIn = (folder: string) => readdirSync(folder).filter(name => name.startsWith('2'))
const copiesIn = (folder: string) => readdirSync(folder).filter(name => name.startsWith('realword-verify'))

function addPicture(dataDir: string, name: string, content: string): void {
  const folder = join(dataDir, 'pictures', name.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), content)
}

async function makeUser(dataDir: string): Promise<string> {
  const flags = ['--email', 'ana@shop.example', '--name', 'Ana']
  return (await runJson<{ link: string }>(['user', 'create', ...flags], { dataDir })).link
}

/** Whether the link, which was made before the backup, still sets a password. */
async function opens(url: string, link: string): Promise<boolean> {
  const { status } = await fetch(`${url}/admin/api/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-realword-page': '1' },
    body: JSON.stringify({ token: link.split('#reset=')[1], password: 'correct horse battery' }),
  })
  return status === 204
}
