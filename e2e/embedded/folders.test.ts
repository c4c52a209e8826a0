import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBinaries } from '../../server/foundation/database/embedded/binaries.ts'
import { embedded } from '../../server/foundation/database/embedded/embedded.ts'
import { inventory } from '../inventory.ts'
import { isRoot, nobody, noOtherUsers } from '../other-users.ts'
import {
  checkout,
  cleanUp,
  newDataDir,
  onCleanUp,
  postmasterOf,
  readyDataDir,
  run,
  startService,
  temporaryFolder,
  waitFor,
} from '../service.ts'
import { createStore, orderText, post, type Store } from '../store.ts'

afterEach(cleanUp)

describe('refused without a change', () => {
  test('data of another major version', async () => {
    const dataDir = readyDataDir()
    const folder = join(dataDir, 'postgres')
    writeFileSync(join(folder, 'PG_VERSION'), '17\n')
    const before = inventory(folder)
    for (const command of [['start'], ['store', 'list']]) {
      const { code, stderr } = await run(command, { dataDir })
      expect(code).toBe(1)
      expect(stderr).toMatch(/was made by PostgreSQL 17, and this Realword brings PostgreSQL 18/)
      expect(stderr).toContain('Run ./realword upgrade.')
    }
    expect(inventory(folder)).toEqual(before)
  })

  test('a folder with other files', async () => {
    const dataDir = newDataDir()
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres', 'letters.txt'), 'mine')
    const { code, stderr } = await run(['store', 'list'], { dataDir })
    expect([code, stderr]).toEqual([1, expect.stringContaining('holds no PostgreSQL data')])
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['letters.txt'])
    expect(readFileSync(join(dataDir, 'postgres', 'letters.txt'), 'utf8')).toBe('mine')
  })
})

test.each(['garbage', ''])('a version file that contains %o, as not being PostgreSQL data', async version => {
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), version)
  const { code, stderr } = await run(['store', 'list'], { dataDir })
  expect([code, stderr]).toEqual([1, expect.stringContaining('holds no PostgreSQL data')])
})

test('an empty database folder, such as a new mount point, is used, and a command says that its database is new', async () => {
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  const { code, stdout, stderr } = await run(['store', 'list'], { dataDir })
  expect([code, stdout]).toEqual([0, expect.stringContaining('No store yet')])
  expect(stderr).toBe(
    `Created a new database in ${dataDir}. If your service runs with another DATA_DIR, set the same one here.\n`,
  )
  expect((await run(['store', 'list'], { dataDir })).stderr).toBe('')
})

describe('a lock file left by a crash does not prevent the next start', () => {
  let dataDir: string
  let store: Store
  let locks: { file: string; text: string }[]

  // As after a crash of the machine: both lock files of a server that no longer exists.
  beforeEach(async () => {
    dataDir = readyDataDir()
    const service = await startService({ dataDir })
    store = await createStore({ dataDir })
    expect((await post(service.url, store, orderText('kept'))).status).toBe(201)
    const files = [join(dataDir, 'postgres', 'postmaster.pid'), join(dataDir, 'run', '.s.PGSQL.5432.lock')]
    locks = files.map(file => ({ file, text: readFileSync(file, 'utf8') }))
    service.kill('SIGKILL')
    process.kill(postmasterOf(dataDir) as number, 'SIGKILL')
    await service.ended
    await waitFor('PostgreSQL to be gone', () => postmasterOf(dataDir) === undefined)
  })

  async function expectToServe(): Promise<void> {
    const service = await startService({ dataDir })
    expect((await post(service.url, store, orderText('kept'))).status).toBe(422)
  }

  function rewriteLocks(pid: number): void {
    for (const { file, text } of locks) writeFileSync(file, text.replace(/^\d+/, String(pid)))
  }

  test('if its process id now belongs to another program', async () => {
    rewriteLocks(process.pid)
    await expectToServe()
  })

  test('if its process id now belongs to another PostgreSQL', async () => {
    const another = readyDataDir()
    await embedded({ dataDir: another }).ensureRunning()
    const pid = postmasterOf(another) as number
    rewriteLocks(pid)
    await expectToServe()
    expect(postmasterOf(another)).toBe(pid)
  })

  test('if it is empty, or was never written to disk', async () => {
    const before = new Date(Date.now() - 60_000)
    for (const { file } of locks) {
      writeFileSync(file, '\0'.repeat(64))
      utimesSync(file, before, before)
    }
    await expectToServe()
  })
})

describe('libraries without links', () => {
  const packageFolder = dirname(findBinaries().folder)

  /** A copy of the package as `npm ci --ignore-scripts` leaves it. */
  function copyWithoutLinks(): string {
    const copy = join(temporaryFolder(), 'package')
    cpSync(packageFolder, copy, { recursive: true, verbatimSymlinks: true })
    const links = readdirSync(join(copy, 'native', 'lib')).filter(name =>
      lstatSync(join(copy, 'native', 'lib', name)).isSymbolicLink(),
    )
    expect(links.length).toBeGreaterThan(0)
    for (const name of links) rmSync(join(copy, 'native', 'lib', name))
    return copy
  }

  test('are linked at start, and PostgreSQL runs', async () => {
    const copy = copyWithoutLinks()
    const broken = spawnSync(join(copy, 'native', 'bin', 'postgres'), ['--version'])
    expect(broken.status).not.toBe(0)
    await embedded({ dataDir: newDataDir(), binaries: copy }).ensureRunning()
    expect(spawnSync(join(copy, 'native', 'bin', 'postgres'), ['--version']).status).toBe(0)
  })

  // Root can write anywhere, so this needs another user.
  test.skipIf(isRoot && noOtherUsers)('are reported in one sentence if they cannot be linked', () => {
    const copy = copyWithoutLinks()
    spawnSync('chmod', ['-R', 'a+rX', dirname(copy)])
    chmodSync(join(copy, 'native', 'lib'), 0o555)
    onCleanUp(() => chmodSync(join(copy, 'native', 'lib'), 0o755))
    const binaries = join(checkout, 'server/foundation/database/embedded/binaries.ts')
    const script = `import(${JSON.stringify(binaries)}).then(it => it.findBinaries(${JSON.stringify(copy)})).catch(error => console.log(error.name, error.message, error.fix))`
    const { stdout } = spawnSync(process.execPath, ['-e', script], {
      ...(isRoot && { uid: nobody, gid: nobody }),
      encoding: 'utf8',
    })
    expect(stdout).toMatch(/^Problem .*no links yet.*cannot be made.*npm rebuild/)
  })
})
