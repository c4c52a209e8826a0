import type { AddressInfo } from 'node:net'
import { readConfig } from '../server/foundation/config/config.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import type { Session } from '../server/foundation/database/session.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import { createApp } from '../server/service/app.ts'

/**
 * The service over the benchmark's data folder, as a separate process. Reports its port. With `FORGETS`, a store's id,
 * it is notified fifty times a second that all products of that store changed. `SETTINGS` is JSON.
 */
const opened = await openDatabase({
  databaseUrl: process.env.DATABASE_URL,
  embedded: { dataDir: process.env.DATA_DIR as string },
})
const { database } = opened
const session = process.env.FORGETS ? hearOfChanges(opened.session, process.env.FORGETS) : opened.session
const config = readConfig({
  LOG_LEVEL: 'warn',
  ...JSON.parse(process.env.SETTINGS ?? '{}'),
  DATA_DIR: process.env.DATA_DIR,
})
const app = await createApp({
  config,
  database,
  session,
  clock: systemClock,
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
process.on('disconnect', async () => {
  await app.close()
  await opened.close()
  process.exit()
})

function hearOfChanges(heard: Session, storeId: string): Session {
  setInterval(() => {
    for (const hear of hearers) hear(`product ${storeId} `)
  }, 20)
  const hearers: ((payload: string) => void)[] = []
  return {
    ...heard,
    onNotify: hear => {
      hearers.push(hear)
      heard.onNotify(hear)
    },
  }
}
