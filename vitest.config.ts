import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// An optional package, for Linux on x64 alone.
const hasOldest = existsSync(new URL('node_modules/postgres-15-linux-x64', import.meta.url))
if (!hasOldest) console.log('Skipped: the tests on PostgreSQL 15, which is not installed here.')

const overHttp = {
  globalSetup: ['server/test/server.ts', 'server/test/mails.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}
const withSql = 'server/{database,orders,products,questions,requests,reviews,stores}/**/*.test.ts'

export default defineConfig({
  test: {
    projects: [
      {
        // Through HTTP to a real PostgreSQL, one server for all files, one database for each.
        test: { ...overHttp, name: 'server', include: ['server/**/*.test.ts'] },
      },
      {
        // What depends on PostgreSQL, once more on the oldest we support.
        test: {
          ...overHttp,
          name: 'postgres 15',
          include: hasOldest ? [withSql, 'server/imports/imports.test.ts'] : [],
        },
      },
      {
        // The widgets in a real browser, on a shop of another origin, over the real service.
        test: {
          ...overHttp,
          globalSetup: ['server/test/server.ts', 'e2e/widgets/build.ts'],
          name: 'widgets',
          include: ['e2e/widgets/**/*.test.ts'],
          fileParallelism: false,
        },
      },
      {
        // The buyer's pages in a real browser, over the real service.
        test: { ...overHttp, name: 'forms', include: ['e2e/forms/**/*.test.ts'], fileParallelism: false },
      },
      {
        // The dashboard in a real browser, over the real service.
        test: {
          ...overHttp,
          globalSetup: ['server/test/server.ts', 'e2e/dashboard/build.ts'],
          name: 'dashboard',
          include: ['e2e/dashboard/**/*.test.ts', 'dashboard/**/*.test.ts'],
          fileParallelism: false,
        },
      },
      {
        // The command itself, as a process of its own, over a data folder of its own.
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/widgets/**', 'e2e/forms/**', 'e2e/dashboard/**'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
