import { rmSync } from 'node:fs'
import { postmasterOf, type Service, waitFor } from '../service.ts'
import { query } from '../store.ts'
import type { Writing } from './rounds.ts'

/** Kills the service and its PostgreSQL with SIGKILL while `writing` continues, and deletes the data folder. */
export async function loseMachine(service: Service, writing: Writing): Promise<void> {
  const { dataDir } = service
  const postmaster = postmasterOf(dataDir) as number
  service.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  void writing.stop().catch(() => {})
  await service.ended
  await waitFor('PostgreSQL to be gone', () => postmasterOf(dataDir) === undefined)
  rmSync(dataDir, { recursive: true, force: true })
}

/** The number of review requests of each order. */
export async function countRequests(dataDir: string): Promise<Map<string, number>> {
  const rows = await query<{ order_id: string; requests: number }>(
    dataDir,
    `select order_id, (
        select count(*)::integer from review_requests
        where review_requests.store_id = orders.store_id and review_requests.order_id = orders.order_id
      ) as requests
    from orders`,
  )
  return new Map(rows.map(row => [row.order_id, row.requests]))
}
