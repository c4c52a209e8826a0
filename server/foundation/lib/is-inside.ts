import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Whether `path` is `folder` or something in it, also by symbolic links. Both are absolute; neither has to exist. */
export function isInside(path: string, folder: string): boolean {
  return `${realPathOf(path)}/`.startsWith(`${realPathOf(folder)}/`)
}

// What does not exist yet has no links.
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(realPathOf(dirname(path)), basename(path))
  }
}
