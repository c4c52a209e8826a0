import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Checkout, createStore, median, runCommand, startService } from './processes.ts'
import { endedChildrenTime, processorTime } from './processor-time.ts'

type Options = { rounds: number; beside: string | undefined }

type Taken = { wall: number; processor: number } // ms

/**
 * Measures `./realword store list`, and `./realword start` until it is ready, over an existing data folder; with `beside`,
 * the folder of another checkout with its packages installed, that version in the same alternating rounds. Prints medians.
 */
export async function run({ rounds, beside }: Options): Promise<void> {
  const here = newVersion(fileURLToPath(new URL('..', import.meta.url)))
  const other = beside === undefined ? undefined : newVersion(resolve(beside))
  const versions = other ? [here, other] : [here]
  try {
    // The first round of each makes what Node keeps.
    for (const version of versions) {
      await createStore(version)
      for (const measure of Object.values(measures)) await measure(version)
    }
    for (const [name, measure] of Object.entries(measures)) {
      const taken = versions.map((): Taken[] => [])
      for (let round = 0; round < rounds; round++)
        for (const [at, version] of versions.entries()) taken[at]?.push(await measure(version))
      print(name, taken)
    }
  } finally {
    for (const { dataDir } of versions) rmSync(dataDir, { recursive: true })
  }
}

type Version = Checkout & { dataDir: string }

function newVersion(folder: string): Version {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', WORKERS: '1', LOG_LEVEL: 'error' }
  return { folder, env, dataDir }
}

const measures: Record<string, (version: Version) => Promise<Taken>> = {
  './realword store list': timeCommand,
  './realword start, to ready': timeStart,
}

/** Until the command has ended. Processor time includes the PostgreSQL that it starts and stops. */
async function timeCommand(version: Version): Promise<Taken> {
  const [began, before] = [performance.now(), endedChildrenTime()]
  await runCommand(version, ['store', 'list'])
  return { wall: performance.now() - began, processor: endedChildrenTime() - before }
}

/** Until /health/ready answers 200. Processor time is that of Node. */
async function timeStart(version: Version): Promise<Taken> {
  const began = performance.now()
  const { url, pid, stop } = await startService(version)
  const { status } = await fetch(`${url}/health/ready`)
  if (status !== 200) throw new Error(`The service is not ready: ${status}.`)
  const taken = { wall: performance.now() - began, processor: processorTime(pid) }
  await stop()
  return taken
}

function print(name: string, [here = [], other]: Taken[][]): void {
  for (const kind of ['wall', 'processor'] as const) {
    const middle = (taken: Taken[]) => median(taken.map(one => one[kind]))
    const ratios = other?.map((taken, round) => (here[round]?.[kind] ?? 0) / taken[kind])
    process.stdout.write(
      `${name}, ${kind}: ${middle(here).toFixed()} ms${
        other && ratios ? `, other ${middle(other).toFixed()} ms, ratio ${median(ratios).toFixed(2)}×` : ''
      }\n`,
    )
  }
}
