import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/foundation/config/config.ts'
import type { Database } from '../../server/foundation/database/connect.ts'
import { migrate } from '../../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../../server/foundation/database/open.ts'
import { installJobs } from '../../server/foundation/jobs/install.ts'
import { readSecrets, type Secrets } from '../../server/foundation/lib/secret.ts'
import type { Clock } from '../../server/foundation/lib/time/clock.ts'
import { createApp } from '../../server/service/app.ts'
import { createWorkers } from '../../server/service/workers.ts'
import { createStore } from '../../server/tenants/stores/stores.ts'
import { copyTemplate } from '../copy-template.ts'
import { patientFetch } from './patient-fetch.ts'
import type { Webhook } from './platforms/shop.ts'
import { formProducts } from './purchases.ts'

type JsonAnswer = { status: number; body: unknown }

export type Service = {
  url: string
  database: Database
  storeId: string
  storeKey: string
  secrets: Secrets
  /** Of the environment: another process with them works for the same service. */
  settings: Record<string, string>
  /** Runs everything that is due at the clock's time, and sends the mails. */
  runDue: () => Promise<void>
  /** POSTs a JSON body with the store's key. */
  post: (path: string, body: unknown) => Promise<JsonAnswer>
  /** POSTs a webhook as it is, and again after 503. */
  deliver: (path: string, webhook: Webhook) => Promise<JsonAnswer>
  /** Stops everything and removes the folder. */
  close: () => Promise<void>
}

/**
 * Starts the whole service with its own database in a temporary folder, with one store, whose locale is `locale`. Ignores the
 * environment.
 */
export async function startService(clock: Clock, smtpUrl?: string, locale?: string): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'realword-journey-'))
  const ends = [async () => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of ends.reverse()) await end()
  }
  try {
    const dataDir = join(folder, 'data')
    copyTemplate(dataDir)
    const opened = await openDatabase({ embedded: { dataDir } })
    ends.push(opened.close)
    await migrate(opened.database)
    await installJobs(opened.database)
    const settings = {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...(smtpUrl && { SMTP_URL: smtpUrl, MAIL_FROM: 'Journey <reviews@journey.example>' }),
      // One machine acts as all buyers.
      VISITOR_RATE_LIMIT: '1000000',
      STORE_RATE_LIMIT: '1000000',
      WEBHOOK_RATE_LIMIT: '1000000',
    }
    const config = readConfig(settings)
    const { database, session } = opened
    const secrets = readSecrets(config)
    const app = await createApp({ config, database, session, clock })
    ends.push(() => app.close())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const workers = createWorkers({
      config,
      database,
      clock,
      secrets,
      address: () => url,
      allowedNetworks: ['127.0.0.0/8'], // where the shops of the journey answer
      post: { slowAfter: 120_000 }, // a slow mail is a busy machine, which is its mail server too
      log: (message, error) => process.stderr.write(`${message} ${error ?? ''}\n`),
    })
    ends.push(workers.stop)
    const store = await createStore(database, clock, {
      name: 'Journey',
      ...(locale && { locale }),
      avoid_holidays: true,
      form_products: formProducts,
      link_days: 365,
    })
    const keys = { 'x-store-id': store.store_id, 'x-api-key': store.api_key }
    const { store_id: storeId, store_key: storeKey } = store
    return {
      ...{ url, database, storeId, storeKey, secrets, settings, runDue: workers.runDue, close },
      post: (path, body) =>
        send(url + path, { 'content-type': 'application/json', ...keys }, JSON.stringify(body)),
      deliver: (path, { headers, body }) => send(url + path, headers, new Uint8Array(body), patientFetch),
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function send(
  url: string,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer>,
  fetcher: typeof patientFetch = fetch,
): Promise<JsonAnswer> {
  const response = await fetcher(url, { method: 'POST', headers, body })
  return { status: response.status, body: (await response.json()) as unknown }
}
