import { type ChildProcess, fork } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stopServers, temporary, tree } from './copy.ts'
import { folder } from './journal.ts'
import type { Outcome, Request } from './results.ts'

let runner: ChildProcess | undefined

/**
 * Runs test files in the copy. Undefined if they took longer than `patience` milliseconds and were killed, or if a mutant
 * ended their process.
 */
export async function runTests(request: Request, patience: number): Promise<Outcome | undefined> {
  const process = await running()
  return await new Promise(resolve => {
    const end = () => void stopRunner().then(() => finish(undefined))
    const timer = setTimeout(end, patience)
    const finish = (outcome: Outcome | undefined) => {
      clearTimeout(timer)
      process.removeAllListeners()
      resolve(outcome)
    }
    process.once('message', outcome => finish(outcome as Outcome))
    process.once('exit', () => runner === process && end())
    // It may have ended since its last answer.
    process.send(request, failure => failure && end())
  })
}

/** Kills the process that runs the tests, and its server. */
export async function stopRunner(): Promise<void> {
  const process = runner
  runner = undefined
  if (process && process.exitCode === null && process.signalCode === null) {
    const gone = new Promise(done => process.once('exit', done))
    process.kill('SIGKILL')
    await gone
  }
  await stopServers()
}

const logFile = join(folder, 'runner.log')

async function running(): Promise<ChildProcess> {
  if (runner && runner.exitCode === null && runner.signalCode === null) return runner
  await stopRunner()
  const log = openSync(logFile, 'a')
  const started = fork(fileURLToPath(new URL('runner.ts', import.meta.url)), [tree, temporary], {
    env: { ...process.env, TMPDIR: temporary, NODE_COMPILE_CACHE: join(tree, 'node_modules/.cache/node') },
    stdio: ['ignore', log, log, 'ipc'],
  })
  runner = started
  await new Promise<void>((ready, failed) => {
    started.once('message', () => ready())
    started.once('exit', () => failed(new Error(`The runner did not start. Its output is in ${logFile}.`)))
  })
  started.removeAllListeners()
  return started
}
