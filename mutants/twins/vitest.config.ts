import { defineConfig } from 'vitest/config'
import { compiledTexts } from '../../texts/vite-plugin.ts'
import { marks } from './marks.ts'

export default defineConfig({
  plugins: [marks(), compiledTexts()],
  test: {
    include: ['mutants/twins/pass.ts'],
    globalSetup: ['server/test/database/server.ts'],
    testTimeout: 6 * 60 * 60_000,
    disableConsoleIntercept: true,
    // The marks depend on the rules, which Vitest does not see when it keeps a transformed module.
    fsModuleCache: false,
  },
})
