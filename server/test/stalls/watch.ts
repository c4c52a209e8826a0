import { readFileSync, rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** A time in which processes of this machine did not run, in ms since 1970. `begin` may be half a second too early. */
export type Stall = { begin: number; end: number }

/** How often the watcher looks, in ms. */
export const interval = 500

/** Appends each stall to `file`, a line of JSON, until this process ends. Then the file is deleted. */
export function watchStalls(file: string): void {
  // A thread of its own: this one may be busy for seconds, which is no stall.
  new Worker(new URL('watcher.ts', import.meta.url), { workerData: { file, interval } }).unref()
  process.on('exit', () => rmSync(file, { force: true }))
}

/** The longest stall that ended at `since` or later. */
export function longestStall(file: string, since: number): Stall | undefined {
  const stalls = linesOf(file).map(line => JSON.parse(line) as Stall)
  const after = stalls.filter(({ end }) => end >= since)
  return after.sort((one, other) => other.end - other.begin - (one.end - one.begin))[0]
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return [] // none so far
  }
}
