import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sql, { raw } from 'sql-template-tag'
import { enqueueDueStores } from '../server/asking/dispatch/due.ts'
import { gatherRequests } from '../server/asking/dispatch/gather.ts'
import { renderMail } from '../server/asking/mail/composing/templates.ts'
import type { Connection, Database } from '../server/foundation/database/connect.ts'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { installJobs } from '../server/foundation/jobs/install.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import { createStore, readStore } from '../server/tenants/stores/stores.ts'
import { median, runToEnd, startServer } from './processes.ts'
import { databaseTime, processorTime } from './processor-time.ts'

const instances = 4
const connections = 10
const secret = 'the secret of a benchmark, which hides nothing'

/** The numbers of due and not yet due requests: `--requests 100000,5000000`. */
type Options = { requests: number[] }

/**
 * Measures due review requests, from rows to mails at a mail server: with the workers of four instances, beside four
 * bare nodemailer pools with as many connections and bytes to the same server. Then measures a batch among millions of
 * rows that are not due yet.
 */
export async function run({ requests: [due = 0, scheduled = 0] }: Options): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  const sink = fork(fileURLToPath(new URL('programs/mail-sink.ts', import.meta.url)))
  try {
    const [port] = await once(sink, 'message')
    const url = `smtp://127.0.0.1:${port}`
    await migrate(opened.database)
    await installJobs(opened.database)
    const stores = await Promise.all(
      Array.from({ length: 8 }, (_, number) => aStore(opened.database, number)),
    )
    await addDue(opened.database, stores, due)
    await sendAll({ dataDir, url, sink, database: opened.database, due })
    await claimCost(opened.database, stores[0] as string, scheduled)
  } finally {
    sink.disconnect()
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }
}

export async function aStore(database: Database, number: number): Promise<string> {
  const { store_id } = await createStore(database, systemClock, { name: `Shop ${number}` })
  return store_id
}

const products = [1, 2].map(number => ({
  product_id: `product-${number}`,
  sku: `SKU-${number}`,
  name: `Stainless steel moka pot, ${number * 3} cups`,
  price: 149.9,
  url: `https://shop.example/products/stainless-steel-moka-pot-${number}`,
  pictures: [`https://cdn.shop.example/pictures/moka-pot-${number}.jpg`],
}))

// One order each, as the API writes them, due now.
export async function addDue(database: Database, stores: string[], due: number): Promise<void> {
  await database.longTransaction(async tx => {
    for (const [index, storeId] of stores.entries()) {
      const rows = Math.ceil((due - index) / stores.length)
      await tx.query(sql`
        insert into orders (store_id, order_id, id, order_date, delivery_date, products, customers, received_at)
        select ${storeId}::uuid, 'order-' || n, gen_random_uuid(), now(), now(), ${JSON.stringify(products)}::jsonb,
          '[]', now()
        from generate_series(1, ${rows}) as n`)
      await tx.query(sql`
        insert into review_requests (store_id, order_id, address, id, email, name, state, due_at, reasons, created_at)
        select ${storeId}::uuid, 'order-' || n, address, gen_random_uuid(), address, 'Ana Martins', 'scheduled',
          now(), '[{"name": "days", "values": {"days": 7}}]', now()
        from generate_series(1, ${rows}) as n, concat('buyer.', ${index}::text, '.', n, '@example.com') as address`)
    }
  })
  await database.longTransaction(tx => tx.query(raw('analyze orders')))
  await database.longTransaction(tx => tx.query(raw('analyze review_requests')))
}

type Seen = { mails: number; bytes: number; firstAt: number; lastAt: number; distinct: number; twice: number }

export async function ask(sink: ChildProcess, what: 'read' | 'clear'): Promise<Seen> {
  sink.send(what)
  const [seen] = await once(sink, 'message')
  return seen as Seen
}

type Sending = { dataDir: string; url: string; sink: ChildProcess; database: Database; due: number }

/** What one mail cost: processor time in µs, and how many arrived in a second. */
type Sent = { rate: number; node: number; postgres: number; server: number; seen: Seen }

async function sendAll(sending: Sending): Promise<void> {
  const { url, sink, due } = sending
  const before = await bare(url, sink, Math.min(due, 20_000))
  const ours = await realword(sending)
  const after = await bare(url, sink, Math.min(due, 20_000))
  const baseline = (before.rate + after.rate) / 2
  console.log(
    '| due | sent | twice | mails /s | Node µs | PostgreSQL µs | mail server µs | kB a mail | ratio |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  const whole = (value: number) => Math.round(value).toLocaleString('en')
  const print = (name: string, { rate, node, postgres, server, seen }: Sent) => {
    const cells = [whole(seen.distinct), seen.twice, ...[rate, node, postgres, server].map(whole)]
    const kB = (seen.bytes / seen.mails / 1000).toFixed(1)
    console.log(`| ${[name, ...cells, kB, `${(rate / baseline).toFixed(2)}×`].join(' | ')} |`)
  }
  print('bare pools, before', before)
  print(whole(due), ours)
  print('bare pools, after', after)
}

/** All due requests, with the workers of four instances. */
async function realword({ dataDir, url, sink, database, due }: Sending): Promise<Sent> {
  await ask(sink, 'clear')
  const env = {
    DATA_DIR: dataDir,
    SMTP_URL: url,
    MAIL_FROM: 'reviews@shop.example',
    SECRET: secret,
    LOG_LEVEL: 'warn',
  }
  const workers = await Promise.all(
    Array.from({ length: instances }, () => startServer('programs/mail-worker.ts', env)),
  )
  const times = () => ({
    node: workers.reduce((sum, { pid }) => sum + processorTime(pid), 0),
    postgres: databaseTime(dataDir),
    server: processorTime(sink.pid as number),
  })
  const [begun, start] = [Date.now(), times()]
  await enqueueDueStores({ database, clock: systemClock, secrets: { current: secret, all: [secret] } })
  const seen = await untilSent(database, sink, due)
  const end = times()
  await Promise.all(workers.map(worker => worker.stop()))
  return {
    rate: (seen.mails / (seen.lastAt - begun)) * 1000,
    node: ((end.node - start.node) * 1000) / seen.mails,
    postgres: ((end.postgres - start.postgres) * 1000) / seen.mails,
    server: ((end.server - start.server) * 1000) / seen.mails,
    seen,
  }
}

/** Four bare pools that send mails of the same size. Their start counts as processor time, too. */
async function bare(url: string, sink: ChildProcess, count: number): Promise<Sent> {
  await ask(sink, 'clear')
  const { html, text } = sampleMail()
  const before = processorTime(sink.pid as number)
  const pools = await Promise.all(
    Array.from({ length: instances }, (_, number) =>
      runToEnd<{ processorTime: number }>('programs/mail-pool.ts', {
        url,
        count: Math.floor(count / instances),
        connections,
        prefix: `bare.${number}`,
        html,
        text,
      }),
    ),
  )
  const seen = await ask(sink, 'read')
  const node = pools.reduce((sum, pool) => sum + pool.processorTime, 0)
  return {
    rate: (seen.mails / (seen.lastAt - seen.firstAt)) * 1000,
    node: (node * 1000) / seen.mails,
    postgres: 0,
    server: ((processorTime(sink.pid as number) - before) * 1000) / seen.mails,
    seen,
  }
}

function sampleMail() {
  const form = `https://reviews.example/r/${'x'.repeat(43)}`
  const star = (rating: number) => `${form}?product=product-1&rating=${rating}`
  return renderMail('request', 'pt-BR', {
    store: {
      name: 'Shop 1',
      logo_url: null,
      color: '#1f6f54',
      site_url: null,
      privacy_url: null,
      data_holder: null,
      contact_email: null,
      mail_words: {},
    },
    link: form,
    unsubscribe: `https://reviews.example/u/${'x'.repeat(43)}`,
    name: 'Ana Martins',
    products: products.map(({ name, url, pictures }) => ({
      name,
      url,
      picture: pictures[0] ?? null,
      stars: [star(1), star(2), star(3), star(4), star(5)],
    })),
  })
}

export async function untilSent(database: Database, sink: ChildProcess, due: number): Promise<Seen> {
  for (;;) {
    const seen = await ask(sink, 'read')
    if (seen.distinct >= due) {
      const [left] = await database.query<{ count: number }>(
        sql`select count(*)::integer as count from mailings where state <> 'sent'`,
      )
      if (left?.count === 0) return await ask(sink, 'read')
    }
    await pause(200)
  }
}

/** The cost of one batch of 500 due requests, among `scheduled` that are not due. */
async function claimCost(database: Database, storeId: string, scheduled: number): Promise<void> {
  await addScheduled(database, storeId, scheduled)
  const store = await readStore(database, storeId)
  const turn = { secrets: { current: secret, all: [secret] }, store, now: Date.now(), most: 500 }
  const lookupTimes: number[] = []
  const batchTimes: number[] = []
  for (let round = 0; round < 9; round++) {
    await database.query(sql`
      update review_requests set due_at = now()
      where store_id = ${storeId} and (order_id, address) in (
        select order_id, address from review_requests
        where store_id = ${storeId} and state = 'scheduled' and mailing_id is null
        order by due_at desc limit 500)`)
    lookupTimes.push(
      await timed(() => enqueueDueStores({ database, clock: systemClock, secrets: turn.secrets })),
    )
    batchTimes.push(await timed(() => gatherRequests(database, { ...turn, now: Date.now() })))
  }
  console.log()
  console.log('| scheduled rows | finding due stores, ms | a batch of 500, ms |')
  console.log('| ---: | ---: | ---: |')
  console.log(
    `| ${scheduled.toLocaleString('en')} | ${median(lookupTimes).toFixed(1)} | ${median(batchTimes).toFixed(1)} |`,
  )
}

// Ten addresses share an order. Those of a batch are of as many orders, because each has another date.
async function addScheduled(database: Database, storeId: string, scheduled: number): Promise<void> {
  await database.longTransaction(async tx => {
    await tx.query(sql`
      insert into orders (store_id, order_id, id, order_date, delivery_date, products, customers, received_at)
      select ${storeId}::uuid, 'later-' || n, gen_random_uuid(), now(), now(), ${JSON.stringify(products)}::jsonb,
        '[]', now()
      from generate_series(0, ${Math.ceil(scheduled / 10)}) as n`)
    for (let from = 0; from < scheduled; from += 500_000)
      await addSome(tx, storeId, from, Math.min(scheduled, from + 500_000))
  })
  await database.longTransaction(tx => tx.query(raw('analyze review_requests')))
}

async function addSome(tx: Connection, storeId: string, from: number, to: number): Promise<void> {
  await tx.query(sql`
    insert into review_requests (store_id, order_id, address, id, email, name, state, due_at, reasons, created_at)
    select ${storeId}::uuid, 'later-' || n / 10, 'later.' || n || '@example.com', gen_random_uuid(),
      'later.' || n || '@example.com', 'Ana Martins', 'scheduled', now() + interval '1 day' * (1 + n % 60),
      '[{"name": "days", "values": {"days": 7}}]', now()
    from generate_series(${from}::integer, ${to - 1}::integer) as n`)
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await act()
  return performance.now() - begun
}
