import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { compress } from '../../widgets/build/compress.ts'

/** Writes a brotli and a gzip copy next to each file after the build. */
export function compressed(): Plugin {
  let folder = ''
  return {
    name: 'realword-compressed',
    apply: 'build',
    configResolved: config => {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle: () => {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
        /\.(js|css)$/.test(name),
      )
      for (const name of names) compress(join(folder, name))
    },
  }
}
