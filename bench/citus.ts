import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { enqueueDueStores } from '../server/asking/dispatch/due.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import { fileOf, type Place, startPlaces } from './citus-places.ts'
import { csvOf } from './neighbours.ts'
import { median, runToEnd, startServer } from './processes.ts'
import { processorTime } from './processor-time.ts'
import type { GetLoad } from './programs/get-load.ts'
import type { Load, Measured } from './programs/load.ts'
import { addDue, aStore, ask, untilSent } from './requests.ts'

/** `rows` is the size of an import, and a tenth of it the number of mails. */
type Options = { seconds: number; rounds: number; rows: number }

const stores = 32
const secret = 'the secret of a benchmark, which hides nothing'

/**
 * Measures orders, uncached reads, mails and imports on a Citus cluster beside one PostgreSQL with the same version and
 * settings on the same machine, alternating. Prints medians of the rate and of the processor time of each operation, of
 * all PostgreSQL processes together and of Node.
 */
export async function run({ seconds, rounds, rows }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const sink = fork(fileURLToPath(new URL('programs/mail-sink.ts', import.meta.url)))
  const [sinkPort] = await once(sink, 'message')
  const { plain, citus } = await startPlaces(folder, stores)
  const bench: Bench = { folder, seconds, rows, sink, sinkUrl: `smtp://127.0.0.1:${sinkPort}` }
  try {
    printHead()
    for (const [name, measure] of Object.entries(operations)) {
      // Not measured: plans are made and code is optimised.
      for (const place of [plain, citus]) await measure(place, bench, 'warm')
      const measured: Record<'plain' | 'citus', Cost[]> = { plain: [], citus: [] }
      for (let round = 0; round < rounds; round++) {
        measured.plain.push(await measure(plain, bench, String(round)))
        measured.citus.push(await measure(citus, bench, String(round)))
      }
      printRow(name, measured)
    }
  } finally {
    await plain.stop()
    await citus.stop()
    sink.disconnect()
    rmSync(folder, { recursive: true })
  }
}

type Bench = { folder: string; seconds: number; rows: number; sink: ChildProcess; sinkUrl: string }

/** Of one operation: how many each second, and its processor time in µs. */
type Cost = { perSecond: number; node: number; database: number }

type Measure = (place: Place, bench: Bench, round: string) => Promise<Cost>

const operations: Record<string, Measure> = {
  'orders, one store': (place, bench, round) => orders(place, bench, `one-${round}`, 1),
  [`orders, ${stores} stores`]: (place, bench, round) => orders(place, bench, `many-${round}`, stores),
  'ratings of one': (place, bench) => reads(place, bench, 'ratings of one'),
  'ratings of 24': (place, bench) => reads(place, bench, 'ratings of 24'),
  'ten reviews': (place, bench) => reads(place, bench, 'ten reviews'),
  mails,
  'rows of an import': imports,
}

async function orders(place: Place, { seconds }: Bench, prefix: string, count: number): Promise<Cost> {
  const [headers = [], ...others] = place.shops.slice(0, count).map(shop => shop.headers)
  const load: Load = { port: place.port, path: '/orders', headers, others, connections: 64, seconds, prefix }
  return await ofService(place, '201', () => runToEnd<Measured>('programs/load.ts', load))
}

async function reads(place: Place, { folder, seconds }: Bench, name: string): Promise<Cost> {
  const pathsFile = fileOf(folder, 'paths.json', JSON.stringify(place.reads[name]))
  const load: GetLoad = { port: place.port, pathsFile, connections: 32, seconds }
  return await ofService(place, '200', () => runToEnd<Measured>('programs/get-load.ts', load))
}

async function ofService(place: Place, status: string, act: () => Promise<Measured>): Promise<Cost> {
  const before = { node: processorTime(place.pid), database: place.databaseTime() }
  const { statuses, perSecond } = await act()
  const count = statuses[status] ?? 0
  // A fast error would look like speed.
  if (Object.keys(statuses).length !== 1 || count === 0) throw new Error(JSON.stringify(statuses))
  const node = ((processorTime(place.pid) - before.node) * 1000) / count
  return { perSecond, node, database: ((place.databaseTime() - before.database) * 1000) / count }
}

/** From due requests of eight new stores to a mail server, with the workers of one instance. */
async function mails(place: Place, { folder, rows, sink, sinkUrl }: Bench): Promise<Cost> {
  const { database, url } = place
  const due = Math.ceil(rows / 10)
  const names = Array.from({ length: 8 }, (_, number) => aStore(database, number))
  await addDue(database, await Promise.all(names), due)
  await ask(sink, 'clear')
  const worker = await startServer('programs/mail-worker.ts', {
    ...{ DATABASE_URL: url, DATA_DIR: folder, SMTP_URL: sinkUrl },
    ...{ MAIL_FROM: 'reviews@shop.example', SECRET: secret, LOG_LEVEL: 'warn' },
  })
  const before = { node: processorTime(worker.pid), database: place.databaseTime(), at: Date.now() }
  await enqueueDueStores({ database, clock: systemClock, secrets: { current: secret, all: [secret] } })
  const { lastAt, twice } = await untilSent(database, sink, due)
  if (twice > 0) throw new Error(`${twice} mails were sent twice`)
  const node = ((processorTime(worker.pid) - before.node) * 1000) / due
  const ofDatabase = ((place.databaseTime() - before.database) * 1000) / due
  await worker.stop()
  return { perSecond: (due / (lastAt - before.at)) * 1000, node, database: ofDatabase }
}

async function imports(place: Place, { folder, rows }: Bench): Promise<Cost> {
  const { database, url } = place
  const storeId = await aStore(database, 0)
  const file = fileOf(folder, 'reviews.csv', csvOf(rows))
  const before = place.databaseTime()
  const done = await runToEnd<{ imported: number; seconds: number; node: number }>(
    'programs/import-file.ts',
    {
      ...{ url, storeId, file },
    },
  )
  if (done.imported !== rows) throw new Error(`${done.imported} of ${rows} rows were imported`)
  const ofDatabase = ((place.databaseTime() - before) * 1000) / rows
  return { perSecond: rows / done.seconds, node: (done.node * 1000) / rows, database: ofDatabase }
}

function printHead(): void {
  const columns = ['/s', 'PostgreSQL µs', 'Node µs'].flatMap(what => [`${what}, one`, 'Citus', 'ratio'])
  console.log(`| operation | ${columns.join(' | ')} |`)
  console.log(`| --- |${' ---: |'.repeat(columns.length)}`)
}

function printRow(name: string, { plain, citus }: Record<'plain' | 'citus', Cost[]>): void {
  const cells = (['perSecond', 'database', 'node'] as const).flatMap(key => {
    const [one = 0, other = 0] = [plain, citus].map(costs => median(costs.map(cost => cost[key])))
    const shown = (value: number) => (Number.isNaN(value) ? '–' : Math.round(value).toLocaleString('en'))
    return [shown(one), shown(other), Number.isNaN(other) ? '–' : `${(other / one).toFixed(2)}×`]
  })
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}
