import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/database/connect.ts'
import { migrate } from '../../server/database/migrations/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { installJobs } from '../../server/jobs/install.ts'
import { readSecrets } from '../../server/lib/secret.ts'
import type { Clock } from '../../server/lib/time/clock.ts'
import { createStore } from '../../server/stores/stores.ts'
import { createWorkers } from '../../server/workers.ts'

export type Service = {
  url: string
  database: Database
  storeId: string
  storeKey: string
  /** Runs everything that is due at the clock's time, and sends the mails. */
  runDue: () => Promise<void>
  /** POSTs a JSON body with the store's key. */
  post: (path: string, body: unknown) => Promise<{ status: number; body: unknown }>
  /** Stops everything and removes the folder. */
  close: () => Promise<void>
}

/** Starts the whole service with its own database in a temporary folder, with one store. Ignores the environment. */
export async function startService(clock: Clock, smtpUrl?: string): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'realword-journey-'))
  const ends = [async () => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of ends.reverse()) await end()
  }
  try {
    const opened = await openDatabase({ embedded: { dataDir: folder } })
    ends.push(opened.close)
    await migrate(opened.database)
    await installJobs(opened.database)
    const config = readConfig({
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      ...(smtpUrl && { SMTP_URL: smtpUrl, MAIL_FROM: 'Journey <reviews@journey.example>' }),
      // One machine acts as all buyers.
      VISITOR_RATE_LIMIT: '1000000',
      STORE_RATE_LIMIT: '1000000',
    })
    const { database, session } = opened
    const app = await createApp({ config, database, session, clock })
    ends.push(() => app.close())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const workers = createWorkers({
      config,
      database,
      clock,
      secrets: readSecrets(config),
      address: () => url,
      log: (message, error) => process.stderr.write(`${message} ${error ?? ''}\n`),
    })
    ends.push(workers.stop)
    const store = await createStore(database, clock, {
      name: 'Journey',
      avoid_holidays: true,
      form_products: 50,
      link_days: 365,
    })
    const headers = {
      'content-type': 'application/json',
      'x-store-id': store.store_id,
      'x-api-key': store.api_key,
    }
    const post = async (path: string, body: unknown) => {
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: response.status, body: (await response.json()) as unknown }
    }
    const { store_id: storeId, store_key: storeKey } = store
    return { url, database, storeId, storeKey, runDue: workers.runDue, post, close }
  } catch (error) {
    await close()
    throw error
  }
}
