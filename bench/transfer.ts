import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogue } from '../demo/catalogue.ts'
import { fillDemo } from '../demo/fill.ts'
import { readConfig } from '../server/foundation/config/config.ts'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { encode } from '../server/foundation/http/encoding/encode.ts'
import { installJobs } from '../server/foundation/jobs/install.ts'
import { readSecrets } from '../server/foundation/lib/secret.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import { openPictureStore } from '../server/foundation/storage/pictures/picture-store.ts'
import { createStore } from '../server/tenants/stores/stores.ts'
import { median, runToEnd, startServer } from './processes.ts'
import { processorTime } from './processor-time.ts'
import type { GetLoad } from './programs/get-load.ts'
import type { Measured } from './programs/load.ts'

type Options = { seconds: number; rounds: number }

const connections = 32
const codings = ['identity', 'br', 'gzip'] as const

type Coding = (typeof codings)[number]
type Server = { port: number; pid: number; stop: () => Promise<void> }
/** Requests a second, and µs of the server's processor time for each. */
type Round = { perSecond: number; time: number }
type Row = { name: string; coding: Coding; bytes: number; encoding: number; bare: Round[]; cached: Round[] }

/**
 * Measures reads of the demo's store in each coding: their bytes, and cached ones beside a bare Fastify that sends the
 * same encoded bytes. Rounds alternate. Prints medians, and the time of encoding, which an uncached read takes more.
 */
export async function run({ seconds, rounds }: Options): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  const servers: Server[] = []
  const start = async (file: string, env: NodeJS.ProcessEnv) => {
    const server = await startServer(file, env)
    servers.unshift(server)
    return server
  }
  try {
    await migrate(opened.database)
    await installJobs(opened.database)
    const store = await createStore(opened.database, systemClock, { name: 'Bench' })
    const config = readConfig({ DATA_DIR: dataDir })
    const shop = 'http://127.0.0.1:8080'
    const secrets = readSecrets(config)
    await fillDemo(opened.database, openPictureStore(config), systemClock, secrets, store.store_id, shop)
    const settings = { DATA_DIR: dataDir, SETTINGS: JSON.stringify({ READ_RATE_LIMIT: '1000000000' }) }
    const cached = await start('service.ts', settings)
    const reads = readsOf(`store_id=${store.store_id}&store_key=${store.store_key}`)
    const answers: Record<string, string> = {}
    for (const [name, path] of Object.entries(reads)) {
      for (const coding of codings)
        answers[bareOf(name, coding)] = (await bytesOf(cached.port, path, coding)).toString('base64')
    }
    const file = join(dataDir, 'answers.json')
    writeFileSync(file, JSON.stringify(answers))
    const bare = await start('programs/bare-read-server.ts', { ANSWERS: file, KIND: 'fastify' })
    for (const [name, path] of Object.entries(reads)) {
      const plain = Buffer.from(answers[bareOf(name, 'identity')] as string, 'base64')
      const rows: Row[] = []
      for (const coding of codings) {
        const bytes = Buffer.from(answers[bareOf(name, coding)] as string, 'base64').length
        rows.push({ name, coding, bytes, encoding: await timeOf(plain, coding), bare: [], cached: [] })
      }
      for (let round = 0; round < rounds; round++) {
        for (const row of rows) {
          row.bare.push(await load(bare, bareOf(name, row.coding), row.coding))
          row.cached.push(await load(cached, path, row.coding))
        }
      }
      print(rows)
    }
  } finally {
    for (const { stop } of servers) await stop()
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }

  async function load({ port, pid }: Server, path: string, coding: Coding): Promise<Round> {
    const pathsFile = join(dataDir, 'paths.json')
    writeFileSync(pathsFile, JSON.stringify([path]))
    const before = processorTime(pid)
    const options: GetLoad = { port, pathsFile, connections, seconds, accepted: coding }
    const { perSecond, statuses } = await runToEnd<Measured>('programs/get-load.ts', options)
    const { 200: answered = 0, ...others } = statuses
    if (Object.keys(others).length > 0) throw new Error(`responses: ${JSON.stringify(statuses)}`)
    return { perSecond, time: ((processorTime(pid) - before) * 1000) / answered }
  }
}

const bareOf = (name: string, coding: Coding) => `/${coding}/${name.replaceAll(' ', '-')}`

function readsOf(credentials: string): Record<string, string> {
  const products = catalogue
    .slice(0, 24)
    .map(({ product_id }) => `&product_id=${product_id}`)
    .join('')
  return {
    'ten reviews': `/api/v1/reviews.json?${credentials}&limit=10`,
    'ratings of 24': `/api/v1/ratings.json?${credentials}&expand=metrics${products}`,
    'reviews.html': `/api/v1/reviews.html?${credentials}`,
  }
}

/** µs that encoding takes, the median of a thousand times. */
async function timeOf(bytes: Buffer, coding: Coding): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < 1_000 && coding !== 'identity'; index++) {
    const start = performance.now()
    await encode(bytes, coding)
    times.push((performance.now() - start) * 1000)
  }
  return Math.round(median(times))
}

async function bytesOf(port: number, path: string, coding: Coding): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const options = { port, path, headers: { 'accept-encoding': coding } }
  const sent = request(options, async response => {
    const wanted = coding === 'identity' ? undefined : coding
    if (response.statusCode !== 200 || response.headers['content-encoding'] !== wanted)
      reject(new Error(`${path} returned ${response.statusCode}, ${response.headers['content-encoding']}`))
    resolve(Buffer.concat(await response.toArray()))
  })
  sent.on('error', reject).end()
  return await promise
}

let isBegun = false

function print(rows: Row[]): void {
  if (!isBegun) {
    console.log(
      '| read | coding | bytes | of identity | bare Fastify /s | cached /s | of Fastify | bare µs | cached µs | encoding µs |',
    )
    console.log(`|${' --- |'.repeat(10)}`)
  }
  isBegun = true
  const rate = (rounds: Round[]) => median(rounds.map(one => one.perSecond))
  const time = (rounds: Round[]) => Math.round(median(rounds.map(one => one.time)))
  const whole = (value: number) => Math.round(value).toLocaleString('en')
  for (const { name, coding, bytes, encoding, bare, cached } of rows) {
    const cells = [
      name,
      coding,
      whole(bytes),
      `${(bytes / (rows[0]?.bytes ?? 1)).toFixed(2)}×`,
      whole(rate(bare)),
      whole(rate(cached)),
      `${median(cached.map((one, at) => one.perSecond / (bare[at]?.perSecond ?? 1))).toFixed(2)}×`,
      time(bare),
      time(cached),
      encoding,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}
