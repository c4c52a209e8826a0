import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../../lib/problem.ts'

/** How to run PostgreSQL's programs here. They refuse to run as root, or as a user without a name. */
export type RunAs =
  | { kind: 'self' }
  /** For both: in a user namespace where their files belong to an ordinary user. */
  | { kind: 'namespace' }
  /** As root, if namespaces are forbidden or the folder belongs to an ordinary user. */
  | { kind: 'user'; uid: number; gid: number }

const nobody = 65534
const namespace = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`]

/**
 * Decides how to run PostgreSQL over `folder` (which may not exist yet), and prepares the folder for it. Throws
 * Problem if the folder belongs to another user, or if root cannot run PostgreSQL at all.
 */
export function chooseRunAs(folder: string, forbidNamespace = false): RunAs {
  const uid = process.getuid?.() ?? -1
  const owner = existsSync(folder) ? statSync(folder) : undefined
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new Problem(
        `${folder} belongs to the user with the id ${owner.uid}, and this is the user ${uid}.`,
        'Run Realword as that user, or set DATA_DIR to a folder of your own.',
      )
    }
    return hasName() || forbidNamespace || !mayMakeNamespace() ? { kind: 'self' } : { kind: 'namespace' }
  }
  if (owner && owner.uid !== 0) return { kind: 'user', uid: owner.uid, gid: owner.gid }
  if (!forbidNamespace && mayMakeNamespace()) return { kind: 'namespace' }
  return { kind: 'user', uid: nobody, gid: nobody }
}

/** Whether this machine knows the user: containers are often started under an unknown id. */
function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

const mayMakeNamespace = () => spawnSync('unshare', [...namespace, 'true']).status === 0

/** Gives the contents of `folder` to the user that will run PostgreSQL, and lets that user enter the parents. */
export function handOver(folder: string, parent: string, as: RunAs): void {
  if (as.kind !== 'user') return
  chmodSync(parent, 0o711)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownAll(folder, as.uid, as.gid)
}

/** Throws Problem if the programs in `binaries` cannot run that way over `folder`. */
export function checkRunAs(binaries: string, folder: string, as: RunAs): void {
  if (as.kind !== 'user') return
  const options = { uid: as.uid, gid: as.gid, cwd: '/' }
  const canRun = spawnSync(join(binaries, 'bin', 'postgres'), ['--version'], options).status === 0
  const canEnter = spawnSync('test', ['-w', folder], options).status === 0
  if (canRun && canEnter) return
  throw new Problem(
    `PostgreSQL refuses to run as root, user namespaces are forbidden here, and the user ${as.uid} cannot ${canRun ? `enter ${folder}` : `run ${binaries}`}.`,
    'Run Realword as an ordinary user, move it and DATA_DIR out of folders only root may enter, or set DATABASE_URL.',
  )
}

/** Starts a PostgreSQL program in its own session, so that Ctrl-C does not reach it. */
export function spawnAs(as: RunAs, program: string, args: string[], log: number) {
  const command = as.kind === 'namespace' ? 'unshare' : program
  const rest = as.kind === 'namespace' ? [...namespace, program, ...args] : args
  return spawn(command, rest, {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/',
    // LC_ALL: initdb fails on a locale that this machine lacks.
    env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
    ...(as.kind === 'user' ? { uid: as.uid, gid: as.gid } : {}),
  })
}

// Change the owner of links, never of their targets: the folder's owner could point them anywhere.
function chownAll(path: string, uid: number, gid: number): void {
  const there = lstatSync(path)
  if (there.uid !== uid) lchownSync(path, uid, gid)
  if (!there.isDirectory()) return
  for (const name of readdirSync(path)) chownAll(join(path, name), uid, gid)
}
