import { readConfig } from '../../../server/foundation/config/config.ts'
import { openDatabase } from '../../../server/foundation/database/open.ts'
import { readSecrets } from '../../../server/foundation/lib/secret.ts'
import { createWorkers } from '../../../server/service/workers.ts'

// The background work of a service, in a process of its own that may be killed at any moment. Its parent sends the time, and
// hears when everything that is due by then was done. Arguments: the settings, and the address of the service.

const [settings = '{}', url = ''] = process.argv.slice(2)
const config = readConfig(JSON.parse(settings))
const { database } = await openDatabase({ embedded: { dataDir: config.DATA_DIR } })
let now = 0
const workers = createWorkers({
  ...{ config, database, clock: () => now, secrets: readSecrets(config), address: () => url },
  allowedNetworks: ['127.0.0.0/8'], // where the providers answer
  log: (message, error) => process.stderr.write(`${message} ${error ?? ''}\n`),
})
process.on('message', async (time: number) => {
  now = time
  const error = await workers.runDue().then(
    () => null,
    problem => `${problem.stack ?? problem}`,
  )
  process.send?.({ error })
})
process.on('disconnect', () => process.exit())
process.send?.({ error: null })
