import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { onCleanUp, waitFor } from '../service.ts'

type User = { uid?: number; gid?: number }

/**
 * Starts a program whose output goes to the file `log`. `as`: the user it runs as, by default that of this process. `enter`: the
 * command that runs it on its machine, which is allowed to root alone. `cleanUp` kills it.
 */
export function launchProgram(
  program: string,
  args: string[],
  {
    log,
    env = {},
    as = {},
    enter = [],
  }: { log: string; env?: Record<string, string>; as?: User; enter?: string[] },
): ChildProcess {
  const output = openSync(log, 'a')
  const { uid, gid } = as
  const asUser =
    uid === undefined ? [] : ['setpriv', '--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups']
  // Each of them becomes the next, so the process is the program.
  const [first = program, ...others] = enter.length > 0 ? [...enter, ...asUser, program] : [program]
  const child = spawn(first, [...others, ...args], {
    detached: true,
    stdio: ['ignore', output, output],
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
    ...(enter.length === 0 && as),
  })
  onCleanUp(async () => {
    signal(familyOf([child.pid as number]), 'SIGKILL')
    await waitFor(`${program} to end`, () => child.exitCode !== null || child.signalCode !== null)
  })
  return child
}

/** These processes and all their descendants. */
export function familyOf(pids: number[]): number[] {
  const parents = new Map(listProcesses().map(pid => [pid, parentOf(pid)]))
  const family = new Set(pids)
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const [pid, parent] of parents) if (parent !== undefined && family.has(parent)) family.add(pid)
  }
  return [...family]
}

/** Processes that have ended are none of anybody's business. */
export function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Undefined without an answer within two seconds. */
export async function answerOf(url: string): Promise<Response | undefined> {
  return await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
}

function listProcesses(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

function parentOf(pid: number): number | undefined {
  try {
    // The name is in parentheses and may contain any character.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(parent)
  } catch {
    return undefined
  }
}
