import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Answer, cpuLimit, heapLimit, type Limit, type Task } from './protocol.ts'

// A process that pool.ts starts. It evaluates one task at a time in a thread, and watches that thread. A large
// allocation in a thread can end its whole process, and native code cannot be interrupted. So whatever exceeds a limit
// ends this process: pool.ts kills it.

const interval = 10 // ms between two checks
const growthLimit = 128 * 1024 * 1024 // bytes of the process: strings outside of the heap count too

type Thread = { owner: string; worker: Worker }
let thread: Thread | undefined

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL')) // `exit` would wait for the thread
process.on('message', async ({ owner, ...evaluation }: Task) => {
  const { worker } = await threadOf(owner)
  const before = process.cpuUsage()
  const watch = watchLimits(before)
  worker.postMessage(evaluation)
  const [verdict] = await once(worker, 'message')
  clearInterval(watch)
  process.send?.({ verdict, ms: timeSince(before) } satisfies Answer)
})

/** A store's thread is never used for another store. */
async function threadOf(owner: string): Promise<Thread> {
  if (thread?.owner === owner) return thread
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapLimit, maxYoungGenerationSizeMb: 4 },
  })
  worker.on('error', error => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
    report('memory')
  })
  await Promise.all([once(worker, 'message'), thread?.worker.terminate()])
  thread = { owner, worker }
  return thread
}

/** Processor time, so that a busy machine refuses nothing that is quick. */
function watchLimits(before: NodeJS.CpuUsage): NodeJS.Timeout {
  const size = process.memoryUsage.rss()
  return setInterval(() => {
    if (timeSince(before) > cpuLimit) report('slow')
    else if (process.memoryUsage.rss() - size > growthLimit) report('memory')
  }, interval)
}

function timeSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function report(limit: Limit): void {
  process.send?.(limit)
}
