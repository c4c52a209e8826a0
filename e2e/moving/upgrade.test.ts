import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { embedded } from '../../server/foundation/database/embedded/embedded.ts'
import { inventory } from '../inventory.ts'
import { begin, cleanUp, newDataDir, postmasterOf, run, startService, waitFor } from '../service.ts'
import { smallDisk } from '../small-disk.ts'
import { createStore, orderText, post, query, type Store } from '../store.ts'

const older = 'postgres-15-linux-x64'
const hasOlder = existsSync(new URL(`../../node_modules/${older}`, import.meta.url))

afterEach(cleanUp)

/** A stopped service of an older release: PostgreSQL 15 with a store and its order. */
async function olderService(dataDir = newDataDir()): Promise<{ dataDir: string; store: Store }> {
  await embedded({ dataDir, binaries: older }).ensureRunning()
  const service = await startService({ dataDir })
  const store = await createStore({ dataDir })
  expect((await post(service.url, store, orderText('before'))).status).toBe(201)
  service.kill('SIGTERM')
  await service.ended
  expect(versionOf(join(dataDir, 'postgres'))).toBe('15')
  return { dataDir, store }
}

const versionOf = (folder: string) => readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()

/** A store with a review in German, which its PostgreSQL 15 has stemmed. */
async function germanStore(dataDir: string): Promise<Store> {
  await embedded({ dataDir, binaries: older }).ensureRunning()
  const service = await startService({ dataDir })
  const store = await createStore({ dataDir }, ['--locale', 'de'])
  const file = join(dataDir, 'reviews.csv')
  writeFileSync(file, 'product_id,rating,body\nP-1,5,"Ein gutes System, die Größe stimmt."\n')
  expect(await run(['review', 'import', '--store', store.store_id, file], { dataDir })).toMatchObject({
    code: 0,
  })
  expect(await found(service.url, store, 'System')).toBe(1)
  service.kill('SIGTERM')
  await service.ended
  return store
}

async function found(url: string, { store_id, store_key }: Store, terms: string): Promise<number> {
  const query = new URLSearchParams({ store_id, store_key, product_id: 'P-1', terms })
  const answer = await fetch(`${url}/api/v1/reviews.json?${query}`)
  return ((await answer.json()) as { count: number }).count
}

async function expectUpgraded(dataDir: string, store: Store): Promise<string> {
  expect(readdirSync(dataDir)).not.toContain('upgrade')
  expect([versionOf(join(dataDir, 'postgres')), versionOf(join(dataDir, 'postgres-15-old'))]).toEqual([
    '18',
    '15',
  ])
  const service = await startService({ dataDir })
  expect((await post(service.url, store, orderText('before'))).status).toBe(422)
  expect((await post(service.url, store, orderText('after'))).status).toBe(201)
  const counts = await query(dataDir, 'select count(*)::integer as orders from orders')
  expect(counts).toEqual([{ orders: 2 }])
  return service.url
}

describe.skipIf(!hasOlder)('from PostgreSQL 15', () => {
  test('a start says what to type and touches nothing; the upgrade keeps everything, until it is finished', async () => {
    const { dataDir, store } = await olderService()
    const german = await germanStore(dataDir)
    const before = inventory(join(dataDir, 'postgres'))
    expect(await run(['start'], { dataDir })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /was made by PostgreSQL 15, .* brings PostgreSQL 18\.\nRun \.\/realword upgrade\./,
      ),
    })
    expect(inventory(join(dataDir, 'postgres'))).toEqual(before)
    expect(await run(['upgrade', '--finish'], { dataDir })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was deleted.'),
    })
    const upgraded = await run(['upgrade'], { dataDir })
    expect(upgraded).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/Compared \d+ rows/),
    })
    const url = await expectUpgraded(dataDir, store)
    // PostgreSQL 18 stems both words otherwise than 15.
    await expect.poll(() => found(url, german, 'System')).toBe(1)
    expect(await found(url, german, 'Groesse')).toBe(1)
    expect((await run(['upgrade'], { dataDir })).stdout).toBe('There is nothing to upgrade.\n')
    const finished = await run(['upgrade', '--finish', '--json'], { dataDir })
    expect(JSON.parse(finished.stdout)).toEqual({ deleted: [join(dataDir, 'postgres-15-old')] })
    expect(readdirSync(dataDir)).not.toContain('postgres-15-old')
  })

  test('is refused without twice the space of the database, and changes nothing', async ({ skip }) => {
    const disk = smallDisk(200)
    if (!disk) return skip('a disk cannot be mounted here: only root may')
    const dataDir = join(disk, 'data')
    await embedded({ dataDir, binaries: older }).ensureRunning()
    await createStore({ dataDir })
    await embedded({ dataDir }).stop()
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(60 * 1024 * 1024))
    const before = inventory(dataDir)
    expect(await run(['upgrade'], { dataDir })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/needs \d+ MiB of free space in .*, and there are \d+ MiB/),
    })
    expect(inventory(dataDir)).toEqual(before)
  })

  test('is refused while the service runs, and continues after a kill during the copy', async () => {
    const { dataDir, store } = await olderService()
    await embedded({ dataDir, binaries: older }).ensureRunning()
    const service = await startService({ dataDir })
    expect(await run(['upgrade'], { dataDir })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Error: A service or a command uses the database/),
    })
    service.kill('SIGTERM')
    await service.ended
    const upgrading = begin(['upgrade'], { dataDir })
    const ended = upgrading.ended
    await waitFor('the new server', () => postmasterOf(join(dataDir, 'upgrade')))
    upgrading.kill('SIGKILL')
    expect((await ended).signal).toBe('SIGKILL')
    expect(await run(['upgrade'], { dataDir })).toMatchObject({ code: 0, stderr: '' })
    await expectUpgraded(dataDir, store)
  })

  test('continues when it was killed while it exchanged the folders', async () => {
    const { dataDir, store } = await olderService()
    expect(await run(['upgrade'], { dataDir })).toMatchObject({ code: 0 })
    const place = (name: string) => join(dataDir, name)
    const state = String(statSync(place('postgres-15-old/global/pg_control')).mtimeMs)
    const interrupt = () => {
      mkdirSync(place('upgrade'))
      renameSync(place('postgres'), place('upgrade/postgres'))
      writeFileSync(place('upgrade/complete.json'), JSON.stringify({ from: 15, to: 18, state }))
    }
    const expectRefused = async () =>
      expect(await run(['start'], { dataDir })).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/was interrupted\.\nContinue it: \.\/realword upgrade/),
      })
    // After the first of the two renames: there is no database.
    interrupt()
    await expectRefused()
    expect(await run(['upgrade'], { dataDir })).toMatchObject({ code: 0, stderr: '' })
    // Before it.
    interrupt()
    renameSync(place('postgres-15-old'), place('postgres'))
    await expectRefused()
    expect(await run(['upgrade'], { dataDir })).toMatchObject({ code: 0, stderr: '' })
    // After both.
    mkdirSync(place('upgrade'))
    writeFileSync(place('upgrade/complete.json'), JSON.stringify({ from: 15, to: 18, state }))
    expect(await run(['upgrade'], { dataDir })).toMatchObject({ code: 0, stderr: '' })
    await expectUpgraded(dataDir, store)
  })

  test('an order that the old release took after the copy is copied too', async () => {
    const { dataDir, store } = await olderService()
    mkdirSync(join(dataDir, 'upgrade'))
    writeFileSync(
      join(dataDir, 'upgrade/complete.json'),
      JSON.stringify({ from: 15, to: 18, state: 'older' }),
    )
    expect(await run(['upgrade'], { dataDir })).toMatchObject({ code: 0, stderr: '' })
    await expectUpgraded(dataDir, store)
  })
})
