import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { embedded } from '../server/foundation/database/embedded/embedded.ts'
import { hash } from './mutant.ts'
import { root } from './sources.ts'

// Outside the working tree, whose sources are never changed. One place per clone, so that a run finds the remains of a
// killed one.
const workspace = join(tmpdir(), `realword-mutants-${hash(root)}`)
export const tree = join(workspace, 'tree')
/** The folder for temporary files of the tests, including those of PostgreSQL. */
export const temporary = join(workspace, 'tmp')
const owner = join(workspace, 'pid')

/** Copies the working tree. Throws when another run of this clone is using the copy. */
export async function makeCopy(files: string[]): Promise<void> {
  const pid = existsSync(owner) ? Number(readFileSync(owner, 'utf8')) : 0
  if (pid !== process.pid && isRunning(pid))
    throw new Error(`Mutants are already running, as process ${pid}.`)
  await removeCopy()
  mkdirSync(temporary, { recursive: true })
  writeFileSync(owner, String(process.pid))
  for (const file of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    cpSync(join(root, file), join(tree, file), { preserveTimestamps: true })
  }
  // Keep modification times, so that the tests do not build again.
  if (existsSync(join(root, 'build')))
    cpSync(join(root, 'build'), join(tree, 'build'), { recursive: true, preserveTimestamps: true })
  linkPackages()
}

// The process that evaluates expressions may read this package at its real path only: through a link, its tests fail
// without any mutant, and would be left out.
const copied = 'jsonata'

function linkPackages(): void {
  const [from, to] = [join(root, 'node_modules'), join(tree, 'node_modules')]
  mkdirSync(to)
  for (const name of readdirSync(from).filter(one => one !== copied))
    symlinkSync(join(from, name), join(to, name))
  cpSync(join(from, copied), join(to, copied), { recursive: true })
}

/** Removes the copy and stops its PostgreSQL servers, which outlive a killed process. */
export async function removeCopy(): Promise<void> {
  await stopServers()
  rmSync(workspace, { recursive: true, force: true })
}

/** Stops the PostgreSQL servers that the tests started, and removes their data. */
export async function stopServers(): Promise<void> {
  if (!existsSync(temporary)) return
  for (const name of readdirSync(temporary)) {
    const dataDir = join(temporary, name)
    if (name.startsWith('realword-test-')) await embedded({ dataDir }).stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export function writeInCopy(file: string, text: string): string {
  writeFileSync(join(tree, file), text)
  return join(tree, file)
}

function isRunning(pid: number): boolean {
  try {
    if (pid > 0) return process.kill(pid, 0)
  } catch {}
  return false
}
