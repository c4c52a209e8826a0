import type { ChildProcess } from 'node:child_process'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '../../lib/problem.ts'
import { syncFolder } from '../../lib/sync-folder.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { majorOf } from './major.ts'
import { movedTo } from './moved.ts'
import { isAlive, type Postmaster, readPostmaster, removeStaleLocks } from './postmaster.ts'
import { checkRunAs, chooseRunAs, handOver, type RunAs, spawnAs } from './run-as.ts'
import { serverSettings } from './server-settings.ts'
import { socketFolderFor } from './socket-folder.ts'
import { refuseUnfinishedUpgrade } from './unfinished-upgrade.ts'

export type Embedded = {
  /** Starts the server over the data folder, or attaches to a running one. Resolves when it is ready. */
  ensureRunning: () => Promise<Postmaster>
  /** Stops the server cleanly, whichever process started it. Resolves when it is gone. */
  stop: () => Promise<void>
  /** Whether its database is the one in use: false once it was moved elsewhere. */
  isInUse: () => boolean
}

export type EmbeddedOptions = {
  dataDir: string
  /** npm package with the binaries, or its folder. Default: the package for this machine. */
  binaries?: string
  /** Overrides the settings sized to the machine: `{ fsync: 'off' }` for a temporary database. */
  settings?: Record<string, string>
  forbidNamespace?: boolean
}

/** A folder in the data folder while a backup is restored into it. */
export const unfinishedRestore = 'unfinished-restore'

/**
 * A real PostgreSQL in its own process over `dataDir`: on a Unix socket only, readable by one user. It outlives a
 * killed Node, so the next start attaches to it and nothing is lost.
 */
export function embedded(options: EmbeddedOptions): Embedded {
  const dataDir = resolve(options.dataDir)
  const folder = join(dataDir, 'postgres')

  async function ensureRunning(): Promise<Postmaster> {
    const running = await readyServer(folder)
    if (running) return running
    refuseUnfinishedRestore(dataDir)
    refuseUnfinishedUpgrade(dataDir)
    makeDataDir(dataDir)
    const binaries = findBinaries(options.binaries)
    const as = chooseRunAs(folder, options.forbidNamespace)
    await initialise(dataDir, folder, binaries, as)
    return await start(dataDir, folder, binaries, as, options.settings ?? {})
  }

  async function stop(): Promise<void> {
    const running = readPostmaster(folder)
    if (!running || !isAlive(running.pid, folder)) return
    process.kill(running.pid, 'SIGINT')
    // A clean stop writes a checkpoint, which takes as long as the disk needs. It is never interrupted.
    while (isAlive(running.pid, folder)) await pause(10)
  }

  return { ensureRunning, stop, isInUse: () => !movedTo(dataDir) }
}

function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, unfinishedRestore))) return
  throw new Problem(
    `A backup is being restored into ${dataDir}, or its restore was interrupted.`,
    `If no restore is running, empty ${dataDir} and restore again.`,
  )
}

function makeDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Problem(
      `The data folder ${dataDir} cannot be used: ${(error as Error).message}.`,
      `Set DATA_DIR to a folder in which the user ${process.getuid?.()} may write.`,
    )
  }
}

// One by one from the top: below /proc, `recursive` of Node 24 never returns.
function makeFolders(path: string): void {
  if (existsSync(path)) return
  makeFolders(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // A concurrent start was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The running server over `folder`, once it is ready; undefined when none is running. */
async function readyServer(folder: string): Promise<Postmaster | undefined> {
  for (;;) {
    const running = readPostmaster(folder)
    if (!running || !isAlive(running.pid, folder)) return undefined
    if (running.status === 'ready') return running
    if (running.status === 'standby') {
      throw new Problem(`${folder} is a standby of another server.`, 'Promote it, or set DATABASE_URL.')
    }
    await pause(20)
  }
}

// Created next to its final path and moved there whole. Two concurrent first starts, or a killed one, never leave
// half a data folder; the slower start finds the path taken.
async function initialise(dataDir: string, folder: string, binaries: Binaries, as: RunAs): Promise<void> {
  // An empty folder, such as a fresh mount, counts as missing.
  if (existsSync(folder) && !isEmptyFolder(folder)) return checkDataFolder(folder, binaries)
  const fresh = join(dataDir, `postgres.new-${process.pid}-${Date.now()}`)
  handOver(fresh, dataDir, as)
  checkRunAs(binaries.folder, existsSync(fresh) ? fresh : dataDir, as)
  const args = ['-D', fresh, '-U', 'realword', '-A', 'trust', '--locale=C.UTF-8', '-E', 'UTF8']
  await run(
    dataDir,
    join(binaries.folder, 'bin', 'initdb'),
    [...args, '--data-checksums', '--no-instructions'],
    as,
  )
  try {
    renameSync(fresh, folder)
    syncFolder(dataDir)
  } catch (error) {
    rmSync(fresh, { recursive: true }) // created above; nothing else uses it
    const { code = '' } = error as NodeJS.ErrnoException
    if (['EBUSY', 'EXDEV'].includes(code))
      throw new Problem(
        `${folder} is a mount of its own, which a new database cannot be moved to.`,
        `Mount it at ${dataDir} instead.`,
      )
    if (!['ENOTEMPTY', 'EEXIST'].includes(code)) throw error
  }
}

function isEmptyFolder(path: string): boolean {
  return statSync(path).isDirectory() && readdirSync(path).length === 0
}

function checkDataFolder(folder: string, binaries: Binaries): void {
  const major = majorOf(folder)
  if (major === undefined) {
    throw new Problem(
      `${folder} exists but holds no PostgreSQL data.`,
      'Set DATA_DIR to another folder, or move this one. Realword changed nothing in it.',
    )
  }
  if (major === binaries.major) return
  throw new Problem(
    `${folder} was made by PostgreSQL ${major}, and this Realword brings PostgreSQL ${binaries.major}.`,
    major < binaries.major
      ? 'Run ./realword upgrade. Realword changed nothing in it.'
      : 'Start the Realword version that created it. Realword changed nothing in it.',
  )
}

async function start(
  dataDir: string,
  folder: string,
  binaries: Binaries,
  as: RunAs,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const socketFolder = socketFolderFor(dataDir, as)
  handOver(folder, dataDir, as)
  checkRunAs(binaries.folder, folder, as)
  const args = Object.entries({ ...serverSettings(socketFolder, dataDir), ...settings }).flatMap(([k, v]) => [
    '-c',
    `${k}=${v}`,
  ])
  const deadline = Date.now() + 20_000
  for (;;) {
    removeStaleLocks(folder, socketFolder)
    const log = openLog(dataDir)
    const from = statSync(logFile(dataDir)).size
    const child = spawnAs(as, join(binaries.folder, 'bin', 'postgres'), ['-D', folder, ...args], log)
    closeSync(log)
    const ready = await readyOrGone(folder, child)
    child.unref()
    if (ready) return ready
    const words = readFileSync(logFile(dataDir), 'utf8').slice(from)
    // A concurrent start was faster, or children of a killed server are still running. Both are temporary.
    const passes = /lock file "|pre-existing shared memory block/.test(words)
    if (!passes || Date.now() > deadline) throw didNotStart(words, dataDir)
    await pause(100)
    const other = await readyServer(folder)
    if (other) return other
  }
}

/** The server once it is ready; undefined if the process ended first. Recovery has no time limit. */
async function readyOrGone(folder: string, child: ChildProcess): Promise<Postmaster | undefined> {
  let gone = false
  child.once('exit', () => {
    gone = true
  })
  child.once('error', () => {
    gone = true
  })
  for (;;) {
    const running = readPostmaster(folder)
    if (running?.pid === child.pid && running?.status === 'ready') return running
    if (gone) return undefined
    await pause(10)
  }
}

async function run(dataDir: string, program: string, args: string[], as: RunAs): Promise<void> {
  const log = openLog(dataDir)
  const from = statSync(logFile(dataDir)).size
  const child = spawnAs(as, program, args, log)
  closeSync(log)
  const code = await new Promise(done => {
    child.once('exit', done)
    child.once('error', done)
  })
  if (code !== 0) throw didNotStart(readFileSync(logFile(dataDir), 'utf8').slice(from), dataDir)
}

function didNotStart(words: string, dataDir: string): Problem {
  if (/No space left on device/.test(words) || isFull(dataDir)) {
    return new Problem(
      `PostgreSQL cannot start: the disk of ${dataDir} is full.`,
      'Make room; nothing is lost.',
    )
  }
  if (/^initdb: error: could not (access|create) (directory|file)/m.test(words)) {
    return new Problem(
      `PostgreSQL cannot write to the data folder ${dataDir}, which belongs to the user ${statSync(dataDir).uid}.`,
      'Give the folder to the user who starts Realword (chown, chmod 700), or set DATA_DIR to another one.',
    )
  }
  const lines = words.trim().split('\n')
  const fatal =
    lines.findLast(line => /FATAL|PANIC|error:|could not/.test(line)) ||
    lines.at(-1) ||
    'it ended without a word.'
  return new Problem(`PostgreSQL did not start: ${fatal.trim()}`, `Its whole log is ${logFile(dataDir)}.`)
}

// On a full disk, PostgreSQL may not be able to write the reason, and its end frees a little.
// It cannot start without room for a segment of its WAL.
function isFull(dataDir: string): boolean {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize < 16 * 1024 * 1024
}

function logFile(dataDir: string): string {
  return join(dataDir, 'postgres.log')
}

// A file, never a pipe: the server must outlive a killed Node.
function openLog(dataDir: string): number {
  const file = logFile(dataDir)
  mkdirSync(dirname(file), { recursive: true })
  if (existsSync(file) && statSync(file).size > 10 * 1024 * 1024) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}
