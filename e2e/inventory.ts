import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a folder with its size and modification time. */
export function inventory(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => {
      const { size, mtimeMs } = lstatSync(join(folder, name))
      return `${name} ${size} ${mtimeMs}`
    })
    .sort()
}
