import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../server/foundation/config/config.ts'
import { embedded } from '../server/foundation/database/embedded/embedded.ts'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import { createApp } from '../server/service/app.ts'
import { createStore } from '../server/tenants/stores/stores.ts'
import { anOrder } from '../server/test/factories.ts'
import { openSilentProxy } from '../server/test/network/silent-proxy.ts'

/**
 * Swallows all connections to the database, `rounds` times, while eight callers send orders. Prints the seconds between
 * two accepted orders, and how many were answered with 503.
 */
export async function run({ rounds }: { rounds: number }): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const server = embedded({ dataDir })
  const { socketFolder, port } = await server.ensureRunning()
  const proxy = await openSilentProxy({ host: socketFolder, port })
  const databaseUrl = `postgres://realword@127.0.0.1:${proxy.port}/realword`
  const { database, session, close } = await openDatabase({ databaseUrl, embedded: { dataDir } })
  await migrate(database)
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const app = await createApp({ config, database, session, clock: systemClock })
  const { store_id, api_key } = await createStore(database, systemClock, { name: 'Shop' })
  const headers = { 'x-store-id': store_id, 'x-api-key': api_key }
  let lastAt = performance.now()
  let longest = 0
  let refused = 0
  let isOver = false
  const callers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const { statusCode } = await app.inject({ method: 'POST', url: '/orders', headers, payload: anOrder() })
      const now = performance.now()
      if (statusCode !== 201) {
        refused++
        await pause(50)
        continue
      }
      longest = Math.max(longest, now - lastAt)
      lastAt = now
    }
  })
  console.log('| round | seconds without orders | answered 503 |')
  console.log('| ---: | ---: | ---: |')
  for (let round = 1; round <= rounds; round++) {
    await pause(2_000)
    longest = 0
    refused = 0
    proxy.silence()
    await pause(22_000)
    console.log(`| ${round} | ${(longest / 1_000).toFixed(1)} | ${refused} |`)
  }
  isOver = true
  await Promise.all(callers)
  await app.close()
  await close()
  proxy.close()
  await server.stop()
  rmSync(dataDir, { recursive: true })
}
