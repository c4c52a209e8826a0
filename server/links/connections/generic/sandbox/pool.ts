import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Answer,
  cpuLimit,
  type Evaluation,
  type Limit,
  refusals,
  type Task,
  type Verdict,
} from './protocol.ts'

const most = 2 // processes
const idleFor = 30_000 // ms until an idle process ends
const longest = 30_000 // ms, also on a machine that gives it no processor time

type Child = {
  process: ChildProcess
  ended: Promise<unknown>
  owner: string
  isBusy: boolean
  idle?: NodeJS.Timeout
}
/** Something else than a limit ended the process, which says nothing about the expressions. */
export class ProcessLost extends Error {}

type CountTime = (ms: number) => void
type Waiting = { evaluation: Evaluation; count: CountTime; settle: (verdict: Promise<Verdict>) => void }

const children = new Set<Child>()

/** By owner, in the order in which they are served. */
const queues = new Map<string, Waiting[]>()

/**
 * Evaluates JSONata expressions in another process, which has no secrets and may neither write files nor start
 * processes. It is killed after 200 ms of processor time, or when its heap exceeds 32 MB. At most two such processes
 * run, one for an owner at a time, and owners take turns. `count` receives the processor time in ms. Rejects with
 * ProcessLost if no verdict comes.
 */
export function evaluate(
  owner: string,
  evaluation: Evaluation,
  count: CountTime = () => {},
): Promise<Verdict> {
  return new Promise(settle => {
    const queue = queues.get(owner) ?? []
    queue.push({ evaluation, count, settle })
    queues.set(owner, queue)
    startNext()
  })
}

function startNext(): void {
  const busy = new Set([...children].filter(child => child.isBusy).map(child => child.owner))
  const owner = busy.size < most ? [...queues.keys()].find(name => !busy.has(name)) : undefined
  if (owner === undefined) return
  const { settle, count, evaluation } = claimTask(owner)
  const child = childFor(owner)
  settle(ask(child, { owner, ...evaluation }, count).finally(() => rest(child)))
}

/** The owner's next task. Those that remain queue up behind the other owners. */
function claimTask(owner: string): Waiting {
  const [task, ...others] = queues.get(owner) as [Waiting, ...Waiting[]]
  queues.delete(owner)
  if (others.length > 0) queues.set(owner, others)
  return task
}

/** An idle process, if possible the one that served this owner last. There is one, or room for a new one. */
function childFor(owner: string): Child {
  const idle = [...children].filter(child => !child.isBusy)
  const child = idle.find(one => one.owner === owner) ?? (children.size < most ? startChild() : idle[0])
  if (!child) throw new Error('All processes are busy.')
  clearTimeout(child.idle)
  return Object.assign(child, { owner, isBusy: true })
}

function rest(child: Child): void {
  child.isBusy = false
  child.idle = setTimeout(() => {
    children.delete(child) // it takes no task while it ends
    child.process.kill('SIGKILL')
  }, idleFor).unref()
  startNext()
}

async function ask({ process: child, ended }: Child, task: Task, count: CountTime): Promise<Verdict> {
  const answered = new AbortController()
  const { signal } = answered
  const tooLong = setTimeout(() => child.kill('SIGKILL'), longest)
  try {
    child.send(task, () => {}) // a failure ends the process
    const [answer] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'close', { signal }).then(([, killedBy]) => endOf(killedBy)),
    ])
    if (!isLimit(answer)) {
      count(answer.ms)
      return JSON.parse(answer.verdict)
    }
    // Also what ran out of memory took time, and costs another process.
    count(cpuLimit)
    child.kill('SIGKILL')
    await ended
    return { refusal: { why: refusals[answer] } }
  } finally {
    clearTimeout(tooLong)
    answered.abort()
  }
}

const isLimit = (answer: Answer | Limit): answer is Limit => typeof answer === 'string'

/** V8 aborts the process when a heap is full and it cannot end the thread alone. */
function endOf(killedBy: NodeJS.Signals | null): [Limit] {
  if (killedBy === 'SIGABRT' || killedBy === 'SIGTRAP') return ['memory']
  throw new ProcessLost(`The process of the expressions ended: ${killedBy ?? 'exit'}.`)
}

const here = realpathSync(dirname(fileURLToPath(import.meta.url)))
// What the thread shares with the service: the file by itself, so that the expressions can read no other.
const shared = realpathSync(fileURLToPath(new URL('../../shop/find-json.ts', import.meta.url)))
const library = realpathSync(dirname(createRequire(import.meta.url).resolve('jsonata/package.json')))

function startChild(): Child {
  const child = fork(new URL('./process.ts', import.meta.url), {
    execArgv: [
      '--permission',
      '--allow-worker',
      ...[here, library].map(folder => `--allow-fs-read=${folder}/*`),
      `--allow-fs-read=${shared}`,
      '--disallow-code-generation-from-strings',
      '--disable-proto=delete',
    ],
    // What it may read does not depend on the folder in which the service was started, nor does a test of it.
    cwd: here,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = new Promise(resolve => child.once('close', resolve))
  const started: Child = { process: child, ended, owner: '', isBusy: false }
  // Neither the process nor its channel keeps a command running.
  child.unref()
  child.channel?.unref()
  child.on('error', () => {}) // of starting and sending; 'close' follows
  ended.then(() => {
    children.delete(started)
    clearTimeout(started.idle)
  })
  children.add(started)
  return started
}
