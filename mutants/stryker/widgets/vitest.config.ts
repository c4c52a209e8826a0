import { defineConfig } from 'vitest/config'

// The tests of the widgets in a copy of the repository whose widgets hold all mutants, one after another in few browsers.
// A mutant that a test notices makes it wait for what never comes, so waits are short here; a test that needs longer without
// a mutant is not used.
// biome-ignore lint/style/noDefaultExport: Vitest requires it
export default defineConfig({
  test: {
    include: process.env.MUTATE_TESTS?.split(' ') ?? [],
    globalSetup: ['server/test/database/server.ts', 'e2e/widgets/build.ts'],
    setupFiles: ['mutants/stryker/widgets/browsers.ts'],
    runner: 'mutants/stryker/widgets/runner.ts',
    isolate: false,
    maxWorkers: Number(process.env.MUTATE_WORKERS ?? 2),
    expect: { poll: { timeout: 4_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
