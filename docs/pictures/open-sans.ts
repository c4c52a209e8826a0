import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A style that loads Open Sans as `family` from the browser's package: a bare machine has no fonts. */
export function openSans(family: string): string {
  const build = fileURLToPath(new URL('../../build/', import.meta.url))
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' })
  const face = (weight: string, name: string) => {
    const file = files.find(path => path.endsWith(`/${name}.ttf`))
    if (!file) return ''
    const data = readFileSync(join(build, file)).toString('base64')
    return `@font-face { font-family: "${family}"; font-weight: ${weight}; src: url(data:font/ttf;base64,${data}) }`
  }
  return face('400 500', 'OpenSans-Regular') + face('550 700', 'OpenSans-Bold')
}
