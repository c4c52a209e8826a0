import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { compiledTexts } from '../../texts/vite-plugin.ts'
import { removed } from './removed.ts'

const ids = readFileSync(process.env.REMOVED_FILE ?? '/dev/null', 'utf8').split('\n')

export default defineConfig({
  plugins: [removed(new Set(ids)), compiledTexts()],
  test: {
    include: ['server/**/*.test.ts'],
    exclude: ['server/**/*.citus.test.ts'],
    globalSetup: ['server/test/database/server.ts'],
    isolate: false,
    maxWorkers: availableParallelism() + 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // What is removed is no part of the name of a kept module.
    fsModuleCache: false,
  },
})
