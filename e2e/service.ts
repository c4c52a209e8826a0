import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isAlive, readPostmaster } from '../server/foundation/database/embedded/postmaster.ts'
import { copyTemplate } from './copy-template.ts'

/** Runs the command as a separate process with its own data folder. */

export const checkout = fileURLToPath(new URL('..', import.meta.url))

const compileCache = process.env.NODE_COMPILE_CACHE // set in vitest.config.ts

export type RunOptions = {
  dataDir?: string
  env?: Record<string, string>
  /** Run as this user, which only root can do. */
  uid?: number
  /** The checkout to run; this one by default. */
  cwd?: string
}

export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type Service = {
  url: string
  pid: number
  dataDir: string
  /** All output so far. */
  output: () => string
  /** Resolves when the process has ended. */
  ended: Promise<Ended>
  kill: (signal: NodeJS.Signals) => void
}

const started = new Set<ChildProcess>()
const dataDirs = new Set<string>()
const folders = new Set<string>()
const undoings: (() => unknown)[] = []

/**
 * Registers a function that `cleanUp` calls after all our processes have ended, before our folders are deleted. The last
 * one is called first.
 */
export function onCleanUp(undo: () => unknown): void {
  undoings.push(undo)
}

/** A temporary folder owned by `uid`, which `cleanUp` deletes. */
export function temporaryFolder({ parent = tmpdir(), uid }: { parent?: string; uid?: number } = {}): string {
  const folder = mkdtempSync(join(parent, 'realword-e2e-'))
  folders.add(folder)
  if (uid !== undefined) chownSync(folder, uid, uid)
  return folder
}

/** A data folder that does not exist yet. `cleanUp` stops what runs on it. */
export function newDataDir(name = 'data', options: { parent?: string; uid?: number } = {}): string {
  const dataDir = join(temporaryFolder(options), name)
  dataDirs.add(dataDir)
  return dataDir
}

/** A data folder with an empty database, without the five seconds of a first start. `cleanUp` stops what runs on it. */
export function readyDataDir(): string {
  const dataDir = newDataDir()
  copyTemplate(dataDir)
  return dataDir
}

/** Runs `npm` with `args` until it exits. */
export async function runNpm(args: string[], options: RunOptions = {}): Promise<Ended> {
  return await endOf(launch('npm', args, options))
}

/** Runs `./realword` with `args` until it exits. */
export async function run(args: string[], options: RunOptions = {}): Promise<Ended> {
  return await endOf(launch('./realword', args, options))
}

/** Runs `./realword` with `args`, to be killed. */
export function begin(
  args: string[],
  options: RunOptions = {},
): { pid: number; ended: Promise<Ended>; kill: (signal: NodeJS.Signals) => void } {
  const child = launch('./realword', args, options)
  return { pid: child.pid as number, ended: endOf(child), kill: signal => child.kill(signal) }
}

/** The same with standard input. */
export async function runWithInput(args: string[], input: string, options: RunOptions = {}): Promise<Ended> {
  const child = launch('./realword', args, { ...options, input: 'pipe' })
  const ended = endOf(child)
  child.stdin?.end(input)
  return await ended
}

/** Runs a command with `--json` and parses its output. Throws if it failed. */
export async function runJson<T>(args: string[], options: RunOptions = {}): Promise<T> {
  const ended = await run([...args, '--json'], options)
  if (ended.code !== 0) throw new Error(`realword ${args.join(' ')}: ${ended.stdout}${ended.stderr}`)
  return JSON.parse(ended.stdout) as T
}

/** Starts the service and waits for its address. `program: 'npm'` runs it as `npm start`. */
export async function startService(
  options: RunOptions & { dataDir: string; program?: 'npm'; flags?: string[] },
): Promise<Service> {
  const child = launch(options.program ?? './realword', ['start', ...(options.flags ?? [])], options)
  let printed = ''
  child.stdout?.on('data', text => {
    printed += text
  })
  const ended = endOf(child)
  let over: Ended | undefined
  void ended.then(how => {
    over = how
  })
  const url = await waitFor('the address', () => {
    if (over) throw new Error(`The service did not start:\n${over.stdout}${over.stderr}`)
    return /answers at (https?:\S+),/.exec(printed)?.[1]
  })
  return {
    url,
    pid: child.pid as number,
    dataDir: options.dataDir,
    output: () => printed,
    ended,
    kill: signal => {
      child.kill(signal)
    },
  }
}

/**
 * Sends a second signal to a service that stops. Signals within half a second count as one, so it is repeated until it takes
 * effect. Not often, because a signal during Node's exit, after its handlers are removed, changes the exit status.
 */
export async function endAtOnce(service: Service, signal: NodeJS.Signals): Promise<Ended> {
  let over: Ended | undefined
  void service.ended.then(how => {
    over = how
  })
  let askedAt = performance.now()
  return await waitFor('the end', () => {
    if (!over && performance.now() - askedAt > 1500) {
      askedAt = performance.now()
      service.kill(signal)
    }
    return over
  })
}

/** The process id of the PostgreSQL running on a data folder; undefined if there is none. */
export function postmasterOf(dataDir: string): number | undefined {
  const folder = join(dataDir, 'postgres')
  const running = readPostmaster(folder)
  return running && isAlive(running.pid, folder) ? running.pid : undefined
}

/**
 * Polls until `look` returns a truthy value. Throws after `within` milliseconds. Pauses are four times as long as a
 * look, because one that connects to PostgreSQL every 10 ms keeps half a core busy.
 */
export async function waitFor<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  within = 150_000,
): Promise<T> {
  const deadline = Date.now() + within
  for (;;) {
    const began = performance.now()
    const seen = await look()
    if (seen !== undefined && seen !== false) return seen
    if (Date.now() > deadline) throw new Error(`Timed out after ${within} ms waiting for ${what}.`)
    await pause(Math.min(Math.max(10, 4 * (performance.now() - began)), 500))
  }
}

/** Ends our processes and deletes our folders, whatever the test's result. */
export async function cleanUp(): Promise<void> {
  for (const child of started) killGroup(child)
  await waitFor('our processes to end', () => started.size === 0)
  for (const dataDir of dataDirs) await stopPostgres(dataDir)
  dataDirs.clear()
  for (const undo of undoings.splice(0).reverse()) await undo()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
}

// Includes child processes: npm starts Node. PostgreSQL has a session of its own.
function killGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid as number), 'SIGKILL')
  } catch {
    started.delete(child)
  }
}

async function stopPostgres(dataDir: string): Promise<void> {
  const socketFolder = readPostmaster(join(dataDir, 'postgres'))?.socketFolder
  const pid = postmasterOf(dataDir)
  if (pid !== undefined) process.kill(pid, 'SIGQUIT')
  await waitFor('PostgreSQL to end', () => postmasterOf(dataDir) === undefined)
  // The socket of a path that is too long is under /tmp.
  if (socketFolder && dirname(socketFolder) === '/tmp') rmSync(socketFolder, { recursive: true, force: true })
}

function launch(
  program: string,
  args: string[],
  { dataDir, env = {}, uid, cwd = checkout, input = 'ignore' }: RunOptions & { input?: 'ignore' | 'pipe' },
): ChildProcess {
  if (dataDir) dataDirs.add(dataDir)
  const child = spawn(program, args, {
    cwd,
    detached: true,
    stdio: [input, 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      LOG_LEVEL: 'warn',
      // No proxy needs to see that the service is not ready.
      DRAIN_DELAY: '0',
      // WORKERS=2 npx vitest run … runs the same tests over a service of several processes.
      WORKERS: process.env.WORKERS ?? '1',
      ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
      ...(dataDir && { DATA_DIR: dataDir }),
      ...env,
    },
    ...(uid !== undefined && { uid, gid: uid }),
  })
  started.add(child)
  // Emitted after its last printing descendant has ended.
  child.once('close', () => started.delete(child))
  child.once('error', () => started.delete(child))
  return child
}

function endOf(child: ChildProcess): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', text => {
    stdout += text
  })
  child.stderr?.on('data', text => {
    stderr += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
}
