import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { closingLine } from './e2e/closing-line.ts'
import { noOtherUsers } from './e2e/other-users.ts'
import { findCitus } from './server/test/database/citus.ts'
import { retryAfterStall } from './server/test/stalls/retry.ts'
import { watchStalls } from './server/test/stalls/watch.ts'
import { compiledTexts } from './texts/vite-plugin.ts'

// An optional package, for Linux on x64 alone.
const hasOldest = existsSync(new URL('node_modules/postgres-15-linux-x64', import.meta.url))
if (!hasOldest) console.log('Skipped: the tests on PostgreSQL 15, which is not installed here.')
const hasCitus = Boolean(process.env.CITUS_URL || findCitus())
if (!hasCitus)
  console.log('Skipped: the tests on a Citus cluster. Set CITUS_URL, or install PostgreSQL with Citus.')
if (noOtherUsers) console.log(`Skipped: the tests that start the service as another user: ${noOtherUsers}.`)

// What Node has compiled is kept for the processes that the tests start, some six hundred: it saves each 0.2 s of
// a core.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url))

// Files of all projects run side by side, two more than there are cores: each has a database, a data folder,
// a port or a browser of its own, and waits for a process, a disk or a clock half of its time. Vitest's own
// number is one fewer than the cores, so on two of them everything took its turn: 15 minutes.
const sideBySide = { maxWorkers: availableParallelism() + 2 }

// A condition that comes true is waited for as long as a busy machine needs: axe alone has taken 15 s. Where a time is
// promised, the test names it.
const patient = { expect: { poll: { timeout: 60_000 } } }

// A machine may stall for seconds, and every time limit expires meanwhile: see decision 139.
process.env.STALLS_FILE = join(tmpdir(), `realword-stalls-${randomUUID()}`)
watchStalls(process.env.STALLS_FILE)

// What hangs ends: no promise about how long anything takes. The longest need a minute where much else runs.
const enough = { testTimeout: 300_000, hookTimeout: 300_000 }

const overHttp = {
  ...sideBySide,
  ...patient,
  ...retryAfterStall,
  globalSetup: ['server/test/database/server.ts'],
  ...enough,
}

// One file after another in the same process: loading the service anew for each was two fifths of the time of the files
// in server/, and a seventh of those in e2e/widgets/.
// Most objects of a test are short-lived. In V8's default semi-space, collecting them took a tenth of the time.
const inOneProcess = { isolate: false, execArgv: ['--max-semi-space-size=64'] }

// Tests of what only Citus has.
const onCitus = 'server/**/*.citus.test.ts'

// What depends on PostgreSQL.
const withSql = [
  'server/*/{database,dispatch,orders,products,questions,requests,reviews,stores}/**/*.test.ts',
  'server/api/dashboard/{orders,products,questions,reviews,settings}/*.test.ts',
  'server/exchange/imports/imports.test.ts',
]

// Without `npm run test:pg15` and `npm run test:citus`, those whose statements differ most.
const mostDifferent = [
  'server/*/{database,dispatch,orders}/**/*.test.ts',
  'server/answers/reviews/storefront/*.test.ts',
]

// The longest of them test our own waits and retries, on the newest PostgreSQL and with `npm run test:pg15`. Every
// migration runs on the oldest one before its first test.
const ourOwn = [
  'server/foundation/database/migrations/migrate.test.ts',
  'server/asking/orders/{concurrency,database-trouble}.test.ts',
]

const isAllOfOldest = process.env.PG15_TESTS === 'all'
const isAllOfCitus = process.env.CITUS_TESTS === 'all'

function citusFiles(): string[] {
  if (!hasCitus) return []
  if (isAllOfCitus) return ['server/**/*.test.ts']
  return [onCitus, ...mostDifferent]
}

// Long random sequences, once on the newest PostgreSQL.
const long = 'server/**/random-*.test.ts'

// Tests of connections, which are the same everywhere.
const connecting =
  'server/foundation/database/{find-server,migrations/rules,prove-server,refusals,silence}.test.ts'

// Tests that start whole clusters: eight minutes of `npm run test:citus`.
const lossOfNodes = [
  'e2e/crash/{citus,migrate-citus,worker-down}.test.ts',
  'e2e/moving/move-to-citus.test.ts',
]

// Tests that kill, copy or build whole services, again and again, or need servers of their own. `npm run test:long`.
const kills = [
  'e2e/backups/{bucket,full-disk}.test.ts',
  'e2e/{campaigns,compiled,ignored-scripts,transfers,video-kills}.test.ts',
  'e2e/databases/*.test.ts',
  'e2e/embedded/{folders,full-disk,places}.test.ts',
  'e2e/examples/*.test.ts',
  'e2e/**/kills.test.ts',
  'e2e/imports/{files,pictures}.test.ts',
  'e2e/secrets/rotate.test.ts',
  'e2e/moving/{attacks,move,upgrade}.test.ts',
  'e2e/release/build.test.ts',
]
// Tests of which `npm test` runs a part.
const partly = ['e2e/crash/crash.test.ts', 'e2e/journey/journey.test.ts']
const isLong = process.env.LONG_TESTS === 'all'

// Installs the engines of shops, 700 MB: `npm run test:shops`.
const withShops = process.env.SHOP_TESTS === 'all'

// Starts real reverse proxies and clamd, which are packages of Debian: `npm run test:proxies`.
const withProxies = process.env.PROXY_TESTS === 'all'

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    projects: [
      {
        // Through HTTP to a real PostgreSQL, one server for all files, one database for each.
        plugins: [compiledTexts()],
        test: {
          ...overHttp,
          ...inOneProcess,
          name: 'server',
          include: ['{server,texts,widgets}/**/*.test.ts', 'packages/*/test/*.test.ts'],
          exclude: [onCitus],
        },
      },
      {
        // Once more on the oldest PostgreSQL we support: all that depends on it with `npm run test:pg15`.
        test: {
          ...overHttp,
          ...inOneProcess,
          name: 'postgres 15',
          include: !hasOldest ? [] : isAllOfOldest ? withSql : mostDifferent,
          exclude: [onCitus, long, connecting, ...(isAllOfOldest ? [] : ourOwn)],
        },
      },
      {
        // Once more on a Citus cluster: all of it with `npm run test:citus`.
        test: {
          ...overHttp,
          ...inOneProcess,
          name: 'citus',
          include: citusFiles(),
          exclude: [connecting],
        },
      },
      {
        // The widgets in a real browser, on a shop of another origin, over the real service.
        test: {
          ...overHttp,
          ...inOneProcess,
          globalSetup: [...overHttp.globalSetup, 'e2e/widgets/build.ts'],
          name: 'widgets',
          include: ['e2e/widgets/**/*.test.ts'],
        },
      },
      {
        // The buyer's pages in a real browser, over the real service.
        test: {
          ...overHttp,
          ...inOneProcess,
          name: 'forms',
          include: ['e2e/forms/**/*.test.ts'],
          env: { PSEUDO_LANGUAGES: 'on' },
        },
      },
      {
        // The dashboard in a real browser, over the real service.
        plugins: [compiledTexts()],
        test: {
          ...overHttp,
          ...inOneProcess,
          globalSetup: [...overHttp.globalSetup, 'e2e/dashboard/build.ts'],
          name: 'dashboard',
          include: ['e2e/dashboard/**/*.test.ts', 'dashboard/**/*.test.ts'],
        },
      },
      {
        // The command itself, as a process of its own, over a data folder of its own.
        test: {
          ...sideBySide,
          ...patient,
          ...retryAfterStall,
          globalSetup: ['e2e/data-template.ts'],
          name: 'e2e',
          include: ['e2e/**/*.test.ts', 'mutants/**/*.test.ts'],
          exclude: ['e2e/{widgets,forms,dashboard,shops,proxies,scanner}/**', ...lossOfNodes, ...kills],
          ...enough,
        },
      },
      {
        test: {
          ...sideBySide,
          ...patient,
          ...retryAfterStall,
          globalSetup: isLong ? ['e2e/data-template.ts'] : [],
          name: 'long',
          include: isLong ? [...kills, ...partly] : [],
          ...enough,
        },
      },
      {
        test: {
          ...sideBySide,
          ...patient,
          ...retryAfterStall,
          globalSetup: withShops ? ['e2e/data-template.ts'] : [],
          name: 'shops',
          include: withShops ? ['e2e/shops/**/*.test.ts'] : [],
          ...enough,
          testTimeout: 1_200_000,
        },
      },
      {
        test: {
          ...sideBySide,
          ...patient,
          ...retryAfterStall,
          globalSetup: withProxies ? ['e2e/data-template.ts'] : [],
          name: 'proxies',
          include: withProxies ? ['e2e/{proxies,scanner}/**/*.test.ts'] : [],
          ...enough,
          testTimeout: 600_000,
        },
      },
      {
        test: {
          ...sideBySide,
          ...patient,
          ...retryAfterStall,
          name: 'e2e on citus',
          include: hasCitus && isAllOfCitus ? lossOfNodes : [],
          ...enough,
        },
      },
    ],
  },
})
