import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../foundation/config/config.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { queueAccess } from '../../../foundation/mailings/mailings.ts'
import { createWorkers } from '../../../service/workers.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { type MailServer, startMailServer } from '../../../test/mail/mail-server.ts'
import { aStore } from '../../../test/users.ts'
import { gatherMailings } from '../../dispatch/due.ts'

const at = Date.parse('2026-03-12T13:00:00.000Z')
const secret = 'a secret of the tests, long enough'
const secrets = { current: secret, all: [secret] }

/** A mail server that accepts mails to @busy.example only as `release` allows, and all others at once. */
type Gate = MailServer & { held: () => number; release: (mails: number) => void; open: () => void }

async function startGate(): Promise<Gate> {
  const held: (() => void)[] = []
  let isOpen = false
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      if (!isOpen && address.endsWith('@busy.example')) held.push(done)
      else done()
    },
  })
  const release = (mails: number) => {
    for (const accept of held.splice(0, mails)) accept()
  }
  return {
    ...server,
    held: () => held.length,
    release,
    open: () => {
      isOpen = true
      release(held.length)
    },
  }
}

let home: TestDatabase
let server: Gate
let now = at
let stop: (() => Promise<void>)[]
beforeEach(async () => {
  now = at
  stop = []
  home = await createTestDatabase()
  server = await startGate()
})
afterEach(async () => {
  server.open()
  await Promise.all(stop.map(end => end()))
  await server.close()
  await home.close()
})

async function startWorkers(slowAfter: number): Promise<void> {
  const workers = createWorkers({
    config: readConfig({ LOG_LEVEL: 'silent', SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example' }),
    database: home.database,
    clock: () => now,
    secrets,
    address: () => 'https://reviews.example',
    log: () => {},
    post: { slowAfter },
  })
  stop.push(workers.stop)
  await workers.start()
}

/** Adds requests that are due, and gathers them into mails. */
async function queueMails(storeId: string, count: number, domain: string): Promise<void> {
  const due = new Date(at)
  await home.database.query(sql`
    insert into orders (store_id, order_id, id, order_date, delivery_date, products, customers, received_at)
    select ${storeId}::uuid, 'order-' || n, gen_random_uuid(), ${due}, ${due},
      '[{"product_id":"p","sku":"s","name":"Moka pot","price":9}]', '[]', ${due}
    from generate_series(1, ${count}) as n`)
  await home.database.query(sql`
    insert into review_requests (store_id, order_id, address, id, email, name, state, due_at, reasons, created_at)
    select ${storeId}::uuid, 'order-' || n, address, gen_random_uuid(), address, 'Ana', 'scheduled', ${due}, '[]', ${due}
    from generate_series(1, ${count}) as n, concat('buyer.', n, '@', ${domain}::text) as address`)
  await gather(storeId)
}

async function gather(storeId: string): Promise<void> {
  while (await gatherMailings({ database: home.database, clock: () => now, secrets }, storeId));
}

const arrived = () => server.received.flatMap(({ to }) => to)

const never = 600_000 // ms: no mail of a test counts as slow

describe('while a store has 2,000 mails queued', () => {
  let neighbour: string
  beforeEach(async () => {
    const busy = await aStore(home.database)
    neighbour = (await aStore(home.database)).storeId
    await queueMails(busy.storeId, 2_000, 'busy.example')
  })

  test('an access mail of another store is the next to arrive', async () => {
    await startWorkers(never)
    await expect.poll(server.held).toBe(10)
    await home.database.transaction(tx =>
      queueAccess(tx, secrets, neighbour, {
        kind: 'invitation',
        recordId: uuid(),
        email: 'new@neighbour.example',
        name: null,
        language: 'en-US',
        at: new Date(at),
        expiresAt: new Date(at + 1e9),
      }),
    )
    await expect.poll(arrived).toEqual(['new@neighbour.example'])
  })

  // An instance holds three batches of 100 mails.
  test.each([
    1, 2,
  ])("another store's mail is among the next 350 for each of %i instances", async instances => {
    for (let started = 0; started < instances; started++) await startWorkers(never)
    await expect.poll(server.held).toBe(10 * instances)
    await queueMails(neighbour, 1, 'neighbour.example')
    while (!arrived().includes('buyer.1@neighbour.example')) {
      expect(arrived().length).toBeLessThan(350 * instances)
      const before = arrived().length
      server.release(10)
      await expect.poll(() => arrived().length).toBeGreaterThanOrEqual(before + 10)
      await expect.poll(server.held).toBe(10 * instances)
    }
  })
})

test('a recipient whose server does not answer delays no other store, and loses no mail', async () => {
  const busy = await aStore(home.database)
  const neighbour = await aStore(home.database)
  await queueMails(busy.storeId, 400, 'busy.example')
  await startWorkers(2_000)
  await expect.poll(server.held).toBeGreaterThanOrEqual(10)
  await queueMails(neighbour.storeId, 60, 'neighbour.example')
  // On a busy machine, quick mails can count as slow too. They are sent five minutes later.
  const afterMinutes = async (storeId: string) => {
    now += 61_000
    await gather(storeId)
    return arrived().length
  }
  await expect.poll(() => afterMinutes(neighbour.storeId), { interval: 3_000 }).toBe(60)
  expect(new Set(arrived()).size).toBe(60)
  expect(arrived().every(address => address.endsWith('@neighbour.example'))).toBe(true)
  expect(server.held()).toBeLessThanOrEqual(30)
  server.open()
  await expect.poll(() => afterMinutes(busy.storeId), { timeout: 120_000, interval: 3_000 }).toBe(460)
  expect(new Set(arrived()).size).toBe(460)
})
