import { appendFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { Stall } from './watch.ts'

// The thread that `watchStalls` starts.

const { file, interval } = workerData as { file: string; interval: number }
const shortest = 3_000 // ms; shorter stalls are not counted

// By a clock that nobody sets: a change of the time is no stall.
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  if (now - last > shortest) append({ begin: Date.now() - (now - last), end: Date.now() })
  last = now
}, interval)

function append(stall: Stall): void {
  try {
    appendFileSync(file, `${JSON.stringify(stall)}\n`)
  } catch (error) {
    console.error(`A stall of this machine could not be noted: ${error}`)
  }
}
