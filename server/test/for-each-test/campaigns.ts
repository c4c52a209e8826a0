import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { runCampaign } from '../../asking/campaigns/run.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { readSecrets, type Secrets } from '../../foundation/lib/secret.ts'
import { type TestApp, testSecret } from '../app.ts'
import type { MailServer } from '../mail/mail-server.ts'
import { startMailingApp } from '../mail/mailing-app.ts'
import { aManageKey, type ManagementClient } from '../management.ts'
import { ordersOf, sendOrders } from './earlier-orders.ts'

/** A Monday at 10:05 in São Paulo, at which each test begins. */
export const monday = Date.parse('2026-11-16T13:05:00.000Z')

/** The buyers of `ordersOf`, four a day. */
export const preview = { from: '2025-01-01', to: '2026-09-30', per_day: 4 }
export const confirmed = { ...preview, buyers_may_be_asked: true }

type Campaigns = {
  service: TestApp
  server: MailServer
  /** Of a store of this test alone. */
  program: ManagementClient
  /** What a worker has, at the beginning of the test. */
  dependencies: () => { database: Database; clock: () => number; secrets: Secrets }
  /** The recipients of all mails of this test. */
  sent: () => string[]
  create: (wish: object) => Promise<string>
  read: (id: string) => ReturnType<typeof bodyOf>
  act: (id: string, verb: string) => ReturnType<typeof bodyOf>
  /** A confirmed campaign to so many buyers: those of its first day are scheduled, and not in a mail yet. */
  schedule: (buyers: number, change?: object) => Promise<string>
}

const bodyOf = async (answer: ReturnType<ManagementClient['send']>) => (await answer).body

/** A service that mails, and in each test a store whose campaigns a program makes. */
export function campaignsInEachTest(): Campaigns {
  const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
  const it = {
    dependencies: () => ({ database: it.service.database, clock: () => monday, secrets }),
    sent: () => it.server.received.flatMap(({ to }) => to),
    create: async wish => (await bodyOf(it.program.send('POST', '/campaigns', wish))).id,
    read: id => bodyOf(it.program.send('GET', `/campaigns/${id}`)),
    act: (id, verb) => bodyOf(it.program.send('POST', `/campaigns/${id}/${verb}`)),
    schedule: async (buyers, change = {}) => {
      await sendOrders(it.program, ordersOf('buyer', buyers, '2026-08-31'))
      const id = await it.create({ ...confirmed, ...change })
      while (await runCampaign(it.dependencies(), it.program.store.storeId, new AbortController().signal));
      return id
    },
  } as Campaigns
  beforeAll(async () => {
    ;[it.service, it.server] = await startMailingApp()
  })
  beforeEach(async () => {
    it.service.setNow(monday)
    it.program = await aManageKey(it.service)
  })
  afterEach(async () => {
    it.server.received.splice(0)
    // A campaign of one test would send mails in the next.
    await it.service.database.query(sql`update campaigns set state = 'stopped', next_at = null`)
  })
  afterAll(() => it.service.close())
  return it
}
