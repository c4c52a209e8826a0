import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Caller, mixedRequests } from './mixed-requests.ts'
import { startService } from './processes.ts'
import { type Memory, memoryOf } from './proportional-memory.ts'

type Options = { minutes: number; beside: string | undefined }

const rate = 40 // requests a second to each version
const rest = 60 // seconds without requests before memory is read, and 30 after the start
const step = 60 // seconds of load between two rows

/**
 * Measures the memory of the service and its PostgreSQL after `start --demo`, under mixed load and after it: reads of
 * all kinds, orders, forms, the dashboard, each at the same rate. With `beside`, the folder of another checkout with its
 * packages installed, both run at the same time under the same requests.
 */
export async function run({ minutes, beside }: Options): Promise<void> {
  const folders = [fileURLToPath(new URL('..', import.meta.url)), ...(beside ? [resolve(beside)] : [])]
  const versions = await Promise.all(folders.map(startDemo))
  const report = (when: string) => printRow(when, versions.map(memoryOfVersion))
  try {
    printHead(versions.length)
    await pause(30_000)
    report('start --demo')
    for (let seconds = 0; seconds < minutes * 60; seconds += step) {
      await Promise.all(versions.map(one => load(one, seconds, Math.min(step, minutes * 60 - seconds))))
      report(`${seconds + step} s of load`)
    }
    await pause(rest * 1000)
    report(`${rest} s later`)
    for (const { statuses } of versions) console.log(`\nanswers: ${JSON.stringify(statuses)}`)
  } finally {
    for (const one of versions) await one.stop()
  }
}

type Version = {
  pid: number
  send: ReturnType<typeof mixedRequests>
  statuses: Record<string, number>
  stop: () => Promise<void>
}

// Its own command, so that what the command sets is measured too.
async function startDemo(folder: string): Promise<Version> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const lifted = Object.fromEntries(
    ['READ_RATE_LIMIT', 'VISITOR_RATE_LIMIT', 'STORE_RATE_LIMIT'].map(name => [name, '1000000000']),
  )
  const env = { ...process.env, ...lifted, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' }
  const { url, pid, stop } = await startService({ folder, env }, ['--demo'])
  const caller = { url, ...JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) } as Caller
  return {
    pid,
    send: mixedRequests(caller),
    statuses: {},
    stop: async () => {
      await stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

// At a fixed rate, whatever the answers take.
async function load({ send, statuses }: Version, from: number, seconds: number): Promise<void> {
  const begun = performance.now()
  const sending: Promise<void>[] = []
  for (let number = 0; number < rate * seconds; number++) {
    await pause(Math.max(0, begun + (number * 1000) / rate - performance.now()))
    sending.push(
      send(from * rate + number).then(status => {
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    )
  }
  await Promise.all(sending)
}

const memoryOfVersion = ({ pid }: Version) => memoryOf(pid)

function printHead(count: number): void {
  const columns = ['both, MB', 'Node', 'PostgreSQL, shared', 'PostgreSQL, own']
  const other = count > 1 ? [...columns.map(name => `other: ${name}`), 'ratio'] : []
  const all = ['after', ...columns, ...other]
  console.log(`\n| ${all.join(' | ')} |`)
  console.log(`| --- |${' ---: |'.repeat(all.length - 1)}`)
}

function printRow(when: string, [here, other]: Memory[]): void {
  const cells = (one: Memory | undefined) =>
    one ? [one.sum, one.node, one.shared, one.own].map(value => value.toFixed(0)) : []
  const ratio = here && other ? [`${(here.sum / other.sum).toFixed(2)}×`] : []
  console.log(`| ${[when, ...cells(here), ...cells(other), ...ratio].join(' | ')} |`)
}
