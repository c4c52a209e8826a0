import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../lib/problem.ts'

/** How PostgreSQL's programs are run here: they refuse to run as root, and as a user without a name. */
export type RunAs =
  | { kind: 'self' }
  /** As either of them: inside a user namespace in which their files belong to an ordinary user. */
  | { kind: 'namespace' }
  /** As root where namespaces are forbidden, or over a folder that belongs to an ordinary user. */
  | { kind: 'user'; uid: number; gid: number }

const nobody = 65534
const namespace = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`]

/**
 * Decides how to run PostgreSQL over `folder` (which may not exist yet), and makes the folder usable
 * that way. Throws Problem when the folder is another user's, or when root has no way at all.
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

/** Whether this user is one the machine knows: containers are often started as an id that is none's. */
function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

const mayMakeNamespace = () => spawnSync('unshare', [...namespace, 'true']).status === 0

/** Gives what lies in `folder` to the user who will run PostgreSQL, and lets that user in from above. */
export function handOver(folder: string, parent: string, as: RunAs): void {
  if (as.kind !== 'user') return
  chmodSync(parent, 0o711)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownAll(folder, as.uid, as.gid)
}

/** Throws Problem when the programs in `binaries` cannot be run that way over `folder`. */
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

/** Spawns a program of PostgreSQL's, in a session of its own so that Ctrl-C does not reach it. */
export function spawnAs(as: RunAs, program: string, args: string[], log: number) {
  const command = as.kind === 'namespace' ? 'unshare' : program
  const rest = as.kind === 'namespace' ? [...namespace, program, ...args] : args
  return spawn(command, rest, {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/',
    // LC_ALL: a locale this machine does not have would stop initdb.
    env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
    ...(as.kind === 'user' ? { uid: as.uid, gid: as.gid } : {}),
  })
}

// Links are given away themselves, never what they point at: whoever owns the folder could point anywhere.
function chownAll(path: string, uid: number, gid: number): void {
  const there = lstatSync(path)
  if (there.uid !== uid) lchownSync(path, uid, gid)
  if (!there.isDirectory()) return
  for (const name of readdirSync(path)) chownAll(join(path, name), uid, gid)
}
