import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { compress } from '../../widgets/build/compress.ts'

/** After the build: brotli and gzip beside each file. */
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
