import { createReadStream } from 'node:fs'
import { importReviews } from '../../server/exchange/imports/imports.ts'
import { connect } from '../../server/foundation/database/connect.ts'
import { systemClock } from '../../server/foundation/lib/time/clock.ts'

/** Imports a CSV file of reviews. Prints the rows, the seconds and the processor time of this process in ms. */
const { url, storeId, file } = JSON.parse(process.argv[2] ?? '{}') as Record<
  'url' | 'storeId' | 'file',
  string
>
const database = connect({ connectionString: url })
const begun = performance.now()
const before = process.cpuUsage()
const { imported } = await importReviews(database, systemClock, storeId, () => createReadStream(file))
const { user, system } = process.cpuUsage(before)
const seconds = (performance.now() - begun) / 1000
await database.close()
process.stdout.write(JSON.stringify({ imported, seconds, node: (user + system) / 1000 }))
