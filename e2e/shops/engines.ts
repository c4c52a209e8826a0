import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { extract } from 'tar'
import { expect } from 'vitest'
import { readPostmaster } from '../../server/foundation/database/embedded/postmaster.ts'
import { listen } from '../../server/test/network/listen.ts'
import { listFences } from '../docs/pages.ts'
import { checkout, onCleanUp, type Service } from '../service.ts'
import { query } from '../store.ts'

const execute = promisify(execFile)

/** Installs packages from npm in a folder of their own, which later runs use again. Returns the folder. */
export async function installEngine(name: string, packages: string[]): Promise<string> {
  const folder = join(checkout, 'node_modules/.cache', name)
  const installed = join(folder, 'installed')
  if (existsSync(installed)) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true }))
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages]
  await execute('npm', args, { cwd: folder })
  writeFileSync(installed, '')
  return folder
}

/** Puts a package of `packages/` into the engine's folder, as `npm pack` makes it. `npm run build:packages` built it. */
export async function installPlugin(folder: string, name: 'medusa' | 'vendure'): Promise<void> {
  const args = ['pack', '--json', '--pack-destination', folder, `./packages/${name}`]
  const { stdout } = await execute('npm', args, { cwd: checkout }).catch(error =>
    Promise.reject(new Error(error.stderr, { cause: error })),
  )
  const [{ filename }] = JSON.parse(stdout)
  const plugin = join(folder, 'node_modules/@realword', name)
  rmSync(plugin, { recursive: true, force: true })
  mkdirSync(plugin, { recursive: true })
  await extract({ file: join(folder, filename), cwd: plugin, strip: 1 })
}

export type Started = { printed: () => string; signal: (name: NodeJS.Signals) => void }

/** Starts a program of an engine's folder, which `cleanUp` ends. `printed`: what it has printed, and how it ended. */
export function startProgram(
  folder: string,
  [program = '', ...args]: string[],
  env: Record<string, string>,
): Started {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  const add = (chunk: Buffer | string) => {
    text += chunk.toString()
  }
  child.stdout.on('data', add)
  child.stderr.on('data', add)
  const ended = new Promise<void>(resolve => {
    child.once('close', (code, signal) => {
      add(`ended: ${code ?? signal}`)
      resolve()
    })
    child.once('error', error => {
      add(`ended: ${error}`)
      resolve()
    })
  })
  onCleanUp(() => {
    killGroup(child)
    return ended
  })
  return { printed: () => text, signal: name => void child.kill(name) }
}

/** The engines' own processes outlive them. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}

/** A database of an engine in the service's PostgreSQL. The engines connect by TCP alone, and it has only a socket. */
export async function makeDatabase({ dataDir }: Service, database: string): Promise<{ port: number }> {
  const { socketFolder, port } =
    readPostmaster(join(dataDir, 'postgres')) ?? expect.unreachable('No PostgreSQL.')
  await query(dataDir, `create database ${database}`, [], 'postgres')
  const server = createServer(client => {
    const postgres = connect(join(socketFolder, `.s.PGSQL.${port}`))
    client.pipe(postgres).pipe(client)
    client.on('error', () => postgres.destroy())
    postgres.on('error', () => client.destroy())
  })
  const proxy = await listen(server)
  onCleanUp(proxy.close)
  return { port: proxy.port }
}

/** The code of a page whose first line names this file: `// src/realword-plugin.ts`. */
export function codeOf(page: string, file: string): string {
  const found = listFences(page).find(({ code }) => /^(\/\/|#) (\S+)/.exec(code)?.[2] === file)
  if (!found) throw new Error(`${page} has no code of ${file}`)
  return found.code
}
