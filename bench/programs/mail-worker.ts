import { readConfig } from '../../server/foundation/config/config.ts'
import { openDatabase } from '../../server/foundation/database/open.ts'
import { readSecrets } from '../../server/foundation/lib/secret.ts'
import { systemClock } from '../../server/foundation/lib/time/clock.ts'
import { createWorkers } from '../../server/service/workers.ts'

/** The workers of one instance, as a separate process. */
const config = readConfig(process.env)
const opened = await openDatabase({
  databaseUrl: process.env.DATABASE_URL,
  embedded: { dataDir: config.DATA_DIR },
})
const workers = createWorkers({
  config,
  database: opened.database,
  clock: systemClock,
  secrets: readSecrets(config),
  address: () => 'https://reviews.example',
  log: (message, error) => console.error(message, error),
})
await workers.start()
process.send?.(0)
process.on('disconnect', async () => {
  await workers.stop()
  await opened.close()
  process.exit()
})
