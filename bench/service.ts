import type { AddressInfo } from 'node:net'
import { createApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/database/open.ts'
import { systemClock } from '../server/lib/clock.ts'

/** The service over the data folder of the benchmark, as a process of its own. Tells its port. */
const opened = await openDatabase({ embedded: { dataDir: process.env.DATA_DIR as string } })
const { database, session } = opened
const app = await createApp({
  config: readConfig({ LOG_LEVEL: 'warn' }),
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
