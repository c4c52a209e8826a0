import { appendFileSync, readFileSync, rmSync } from 'node:fs'

/** A time in which nothing on this machine ran, in ms since 1970. */
export type Stall = { begin: number; end: number }

export const interval = 500 // ms
const shortest = 3_000 // ms; shorter ones break no test

/** Notes in `file`, one per line, when this process is woken late. It is to be one that has little else to do. */
export function watchStalls(file: string): void {
  let last = Date.now()
  setInterval(() => {
    const now = Date.now()
    if (now - last > shortest) appendFileSync(file, `${JSON.stringify({ begin: last, end: now })}\n`)
    last = now
  }, interval).unref()
  process.on('exit', () => rmSync(file, { force: true }))
}

/** The longest one that lasted, at least in part, after `since`. */
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
