import { defineConfig } from 'vitest/config'
import { compiledTexts } from '../../texts/vite-plugin.ts'

// The test files of one part, which `main.ts` names: without the set-up that starts PostgreSQL. In one process, as those of
// the project `server`: a mutant of a whole module runs all of them, and loading them anew took longer than the tests.
export default defineConfig({
  plugins: [compiledTexts()],
  test: { include: process.env.MUTATE_TESTS?.split(' ') ?? [], isolate: false, testTimeout: 60_000 },
})
