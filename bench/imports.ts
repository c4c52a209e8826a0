import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { importReviews } from '../server/exchange/imports/imports.ts'
import type { Database } from '../server/foundation/database/connect.ts'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import { createStore } from '../server/tenants/stores/stores.ts'
import { median } from './processes.ts'
import { databaseTime } from './processor-time.ts'

type Options = { rounds: number; rows: number }

/**
 * Imports a file of reviews into a store of its own per round: a dry run, the import, and the same file again. Beside
 * it, the rows of the import are copied by one statement into a table with the same indexes, which is the baseline, and
 * into one without. Prints medians of rows per second, and processor time and WAL per row.
 */
export async function run({ rounds, rows }: Options): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  try {
    await migrate(opened.database)
    const csv = csvOf(rows)
    const measures = new Map<string, Measure[]>()
    for (let round = 0; round < rounds; round++) {
      const { store_id } = await createStore(opened.database, systemClock, { name: `Shop ${round}` })
      for (const [name, act] of Object.entries(acts)) {
        const measured = await measure({ dataDir, database: opened.database }, () =>
          act(opened.database, store_id, csv),
        )
        measures.set(name, [...(measures.get(name) ?? []), measured])
      }
    }
    print(measures, rows)
  } finally {
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }
}

type Act = (database: Database, storeId: string, csv: Buffer) => Promise<unknown>

const baseline = 'copied with the same indexes'

const acts: Record<string, Act> = {
  'dry run': (database, storeId, csv) => importCsv(database, storeId, csv, true),
  import: (database, storeId, csv) => importCsv(database, storeId, csv),
  'the same file again': (database, storeId, csv) => importCsv(database, storeId, csv),
  [baseline]: async (database, storeId) => {
    await database.query(sql`drop table if exists copied_to_indexes`)
    await database.query(sql`create table copied_to_indexes (like reviews including indexes)`)
    // A statement of `query` has 15 seconds.
    await database.longTransaction(tx =>
      tx.query(sql`insert into copied_to_indexes select * from reviews where store_id = ${storeId}`),
    )
  },
  'copied without indexes': async (database, storeId) => {
    await database.query(sql`drop table if exists copied`)
    await database.query(sql`create table copied as select * from reviews where store_id = ${storeId}`)
  },
}

function importCsv(database: Database, storeId: string, csv: Buffer, dryRun = false): Promise<unknown> {
  return importReviews(database, systemClock, storeId, () => Readable.from(pieces(csv)), { dryRun })
}

// As a file is read.
function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

/** Seconds, and processor time in ms of Node (with the client's side of PostgreSQL's protocol) and PostgreSQL. */
type Measure = { seconds: number; node: number; postgres: number; wal: number }

async function measure(
  { dataDir, database }: { dataDir: string; database: Database },
  act: () => Promise<unknown>,
): Promise<Measure> {
  await database.query(sql`checkpoint`)
  const wal = await walPosition(database)
  const [cpu, postgres, start] = [process.cpuUsage(), databaseTime(dataDir), performance.now()]
  await act()
  const { user, system } = process.cpuUsage(cpu)
  return {
    seconds: (performance.now() - start) / 1_000,
    node: (user + system) / 1_000,
    postgres: databaseTime(dataDir) - postgres,
    wal: (await walPosition(database)) - wal,
  }
}

async function walPosition(database: Database): Promise<number> {
  const [row] = await database.query<{ at: string }>(
    sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as at`,
  )
  return Number(row?.at)
}

function print(measures: Map<string, Measure[]>, rows: number): void {
  console.log(
    '| | rows/s | ratio | Node µs | PostgreSQL µs | WAL bytes |\n| --- | ---: | ---: | ---: | ---: | ---: |',
  )
  const secondsOf = (all: Measure[]) => median(all.map(({ seconds }) => seconds))
  const bare = secondsOf(measures.get(baseline) ?? [])
  for (const [name, all] of measures) {
    const middle = (key: keyof Measure) => median(all.map(one => one[key]))
    const cells = [
      Math.round(rows / middle('seconds')).toLocaleString('en'),
      `${(bare / middle('seconds')).toFixed(2)}×`,
      Math.round((middle('node') * 1_000) / rows),
      Math.round((middle('postgres') * 1_000) / rows),
      Math.round(middle('wal') / rows).toLocaleString('en'),
    ]
    console.log(`| ${[name, ...cells].join(' | ')} |`)
  }
}

const words =
  'heats fast handle stays cool coffee tastes great arrived late box was dented would buy again my mother loves it the lid leaks a little works on induction smaller than I thought'.split(
    ' ',
  )

/** Texts of 40 to 240 characters about 500 products. */
function csvOf(rows: number): Buffer {
  const text = (seed: number, count: number) =>
    Array.from({ length: count }, (_, at) => words[(seed * 31 + at * (7 + (seed % 5))) % words.length]).join(
      ' ',
    )
  const lines = Array.from({ length: rows }, (_, n) =>
    [
      ...[`P-${n % 500}`, 1 + (n % 5), text(n, 3), `${text(n, 8 + (n % 40))} ${n}`],
      ...[`Ana ${n % 1_000}`, `ana.${n}@example.com`, new Date(1.7e12 + n * 300_000).toISOString()],
    ].join(','),
  )
  return Buffer.from(['product_id,rating,title,body,display_name,email,created_at', ...lines].join('\n'))
}
