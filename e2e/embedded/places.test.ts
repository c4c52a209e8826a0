import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { embedded } from '../../server/foundation/database/embedded/embedded.ts'
import { isRoot, nobody, noOtherUsers } from '../other-users.ts'
import {
  cleanUp,
  newDataDir,
  postmasterOf,
  type RunOptions,
  run,
  startService,
  temporaryFolder,
} from '../service.ts'
import { createStore, orderText, post, query } from '../store.ts'

afterEach(cleanUp)

const nameless = 54_321 // as in containers started with --user

/** Starts, stores an order, restarts and finds it. */
async function expectToServe(options: RunOptions & { dataDir: string }): Promise<void> {
  const first = await startService(options)
  const store = await createStore(options)
  expect((await post(first.url, store, orderText('kept'))).status).toBe(201)
  first.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)
  expect(postmasterOf(options.dataDir)).toBeUndefined()
  const second = await startService(options)
  expect((await post(second.url, store, orderText('kept'))).status).toBe(422)
  // No other user may enter, because there is no password.
  expect(statSync(join(options.dataDir, 'postgres')).mode & 0o077).toBe(0)
}

describe('the data folder can be', () => {
  test('one with spaces, accents and quotes in its path', async () => {
    const dataDir = newDataDir(`my "dätä", it's here`)
    await expectToServe({ dataDir })
  })

  test('one whose path is too long for a socket, which is then under /tmp', async () => {
    const dataDir = newDataDir('d'.repeat(150))
    await expectToServe({ dataDir })
    expect(existsSync(join(dataDir, 'run'))).toBe(false)
    const [row] = await query<{ folder: string }>(
      dataDir,
      `select current_setting('unix_socket_directories') as folder`,
    )
    expect(row?.folder).toMatch(/^\/tmp\/realword-[0-9a-f]{16}$/)
    expect(statSync(row?.folder as string).mode & 0o777).toBe(0o700)
  })

  test.skipIf(!isRoot)('as root, below a folder that only root can enter', async () => {
    const dataDir = newDataDir('x', { parent: '/root' })
    await expectToServe({ dataDir })
  })

  test("as an ordinary user, that user's own", async ({ skip }) => {
    if (!isRoot) return expectToServe({ dataDir: newDataDir() })
    if (noOtherUsers) return skip(noOtherUsers)
    const dataDir = newDataDir('data', { uid: nobody })
    await expectToServe({ dataDir, uid: nobody })
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody)
  })

  test.skipIf(noOtherUsers)('as a user id without an account, its own', async () => {
    const dataDir = newDataDir('data', { uid: nameless })
    await expectToServe({ dataDir, uid: nameless })
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(nameless)
  })

  test.skipIf(noOtherUsers)('as root, one that an ordinary user created', async () => {
    const dataDir = newDataDir('data', { uid: nobody })
    const first = await startService({ dataDir, uid: nobody })
    first.kill('SIGTERM')
    await first.ended
    await expectToServe({ dataDir })
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody)
  })

  test.skipIf(noOtherUsers)("never another user's, which is reported", async () => {
    const dataDir = newDataDir('data', { uid: nobody })
    const first = await startService({ dataDir, uid: nobody })
    first.kill('SIGTERM')
    await first.ended
    await expectToBeTold({ dataDir, uid: nobody - 1 })
    // Even if that user can enter the parent folder.
    chmodSync(dataDir, 0o777)
    await expectToBeTold({ dataDir, uid: nobody - 1 })
    await expectToServe({ dataDir, uid: nobody })
  })
})

describe.skipIf(!isRoot)('root without user namespaces', () => {
  test.skipIf(noOtherUsers)('runs PostgreSQL as an ordinary user, also at later starts', async () => {
    const dataDir = newDataDir()
    chmodSync(dirname(dataDir), 0o755)
    const alone = embedded({ dataDir, forbidNamespace: true })
    await alone.ensureRunning()
    const folder = join(dataDir, 'postgres')
    expect([statSync(folder).uid, statSync(`/proc/${postmasterOf(dataDir)}`).uid]).toEqual([nobody, nobody])
    await alone.stop()
    expect(postmasterOf(dataDir)).toBeUndefined()
    await expectToServe({ dataDir })
  })

  test('below a folder that only root can enter, says what to do', async () => {
    const dataDir = newDataDir('x', { parent: '/root' })
    const start = embedded({ dataDir, forbidNamespace: true }).ensureRunning()
    await expect(start).rejects.toMatchObject({
      name: 'Problem',
      message: expect.stringContaining('refuses to run as root'),
      fix: expect.stringContaining('ordinary user'),
    })
    expect(readdirSync(dataDir).filter(name => name === 'postgres')).toEqual([])
  })
})

test('a data folder below a file is reported in one sentence, without a stack trace', async () => {
  const dataDir = join(temporaryFolder(), 'file', 'data')
  spawnSync('touch', [join(dataDir, '..')])
  await expectToBeTold({ dataDir })
})

test('a data folder that cannot be created is reported, without endless retries', async () => {
  await expectToBeTold({ dataDir: '/proc/realword' })
})

test("another user's data folder, which PostgreSQL as root cannot enter, is reported with a remedy", async ({
  skip,
}) => {
  if (!isRoot) return skip()
  const dataDir = newDataDir()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chownSync(dataDir, 1234, 1234)
  await expectToBeTold({ dataDir })
})

/** Expects exit code 1 and one sentence about DATA_DIR, without a stack trace. */
async function expectToBeTold(options: RunOptions & { dataDir: string }): Promise<void> {
  const { code, stderr } = await run(['store', 'list'], options)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Error: .*\n.*DATA_DIR.*\n$/)
}
