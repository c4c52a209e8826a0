import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { buildCompat } from './compat.ts'
import { compress } from './compress.ts'
import { describeElements } from './manifest.ts'

/**
 * After the build: writes `compat.js`, the description of the elements, compressed forms of each file, and the hashes
 * for `integrity`.
 */
export function finish(): Plugin {
  let folder = ''
  return {
    name: 'realword-finish',
    apply: 'build',
    configResolved: config => {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      await buildCompat(folder)
      describeElements(folder)
      writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(hashesOf(folder), null, 2)}\n`)
      for (const file of filesOf(folder)) compress(join(folder, file))
    },
  }
}

function filesOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names.filter(name => statSync(join(folder, name)).isFile() && !/\.(br|gz)$/.test(name))
}

function hashesOf(folder: string): Record<string, string> {
  const scripts = filesOf(folder).filter(name => name.endsWith('.js'))
  return Object.fromEntries(scripts.map(name => [name, integrityOf(readFileSync(join(folder, name)))]))
}

function integrityOf(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}
