import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const entry = fileURLToPath(new URL('../compat/compat.ts', import.meta.url))

/** Writes `compat.js` to the folder. It is a build of its own, because a classic script cannot share chunks. */
export async function buildCompat(folder: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      outDir: folder,
      emptyOutDir: false,
      lib: { entry, formats: ['iife'], name: 'realwordCompat', fileName: () => 'compat.js' },
      reportCompressedSize: false,
      rolldownOptions: { output: { minify: true, comments: false } },
    },
  })
}
