import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { installJobs } from '../server/foundation/jobs/install.ts'
import { createOperatorKey } from '../server/tenants/accounts/operator-keys.ts'
import { startServer } from './processes.ts'

const callers = 8

/** Creates stores over the operator API, each with an invitation for its owner, and prints how long that took. */
export async function run({ stores }: { stores: number }): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  await migrate(opened.database)
  await installJobs(opened.database)
  const by = { at: new Date(), actor: 'command' } as const
  const { api_key } = await createOperatorKey(opened.database, { name: 'Bench' }, by)
  const service = await startServer('service.ts', { DATA_DIR: dataDir })
  try {
    const address = `http://127.0.0.1:${service.port}/operator/v1/stores`
    const begun = performance.now()
    let next = 0
    const createAll = async () => {
      while (next < stores) await createStore(address, api_key, next++)
    }
    await Promise.all(Array.from({ length: callers }, createAll))
    const seconds = (performance.now() - begun) / 1000
    process.stdout.write('| stores | seconds | stores /s |\n| ---: | ---: | ---: |\n')
    process.stdout.write(`| ${stores} | ${seconds.toFixed(1)} | ${(stores / seconds).toFixed(0)} |\n`)
  } finally {
    await service.stop()
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }
}

async function createStore(address: string, key: string, turn: number): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': `store-${turn}`,
    },
    body: JSON.stringify({
      name: `Store ${turn}`,
      owner_email: `owner.${turn}@example.com`,
      limits: { orders_per_month: 1_000 },
    }),
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}
