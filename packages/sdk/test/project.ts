import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

export const checkout = join(import.meta.dirname, '../../..')
export const execute = promisify(execFile)

/** A project of its own, with a package as npm installs it. */
export type Project = {
  folder: string
  /** A file of the installed package. */
  installed: (name: string) => string
  write: (name: string, text: string) => void
  /** Runs a file of the project, or of what it has installed, and returns what it printed. */
  run: (name: string, ...args: string[]) => Promise<string>
  /** Compiles files of the project, strictly, and with the types of browsers alone. Returns the errors. */
  compile: (names: string[], ...options: string[]) => Promise<string>
  close: () => void
}

/**
 * Packs `packages/<name>`, which must be built, and installs it in an empty project. `links` are packages of other
 * folders that the project has too: installing them would need a registry.
 */
export async function installPacked(name: string, links: Record<string, string> = {}): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const pack = ['pack', '--json', '--pack-destination', folder, `./packages/${name}`]
  const { stdout } = await execute('npm', pack, { cwd: checkout })
  const [{ filename }] = JSON.parse(stdout)
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write('package.json', '{ "name": "shop", "private": true, "type": "module" }')
  const install = ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`]
  await execute('npm', install, { cwd: folder })
  for (const [linked, from] of Object.entries(links)) {
    const place = join(folder, 'node_modules', linked)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(checkout, from, linked), place)
  }
  return {
    folder,
    installed: file => readFileSync(join(folder, 'node_modules/@realword', name, file), 'utf8'),
    write,
    run: async (file, ...args) =>
      (await execute(process.execPath, [join(folder, file), ...args], { cwd: folder })).stdout,
    compile: (files, ...options) => compile(folder, [...options, ...files]),
    close: () => rmSync(folder, { recursive: true }),
  }
}

/** The samples of pages in TypeScript. */
export function samplesOf(...pages: string[]): string[] {
  return pages.flatMap(page => {
    const text = readFileSync(join(checkout, page), 'utf8')
    return [...text.matchAll(/^```tsx?\n(.*?)^```/gms)].map(([, code = '']) => code)
  })
}

async function compile(folder: string, more: string[]): Promise<string> {
  const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--module', 'nodenext']
  const libraries = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--types', '']
  const tsc = join(checkout, 'node_modules/typescript-7/bin/tsc')
  return await execute(process.execPath, [tsc, ...options, ...libraries, ...more], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  )
}
