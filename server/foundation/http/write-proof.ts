import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Database } from '../database/connect.ts'

const validFor = 2_000 // ms
const patience = 1_000 // ms

/**
 * Throws the error of the database if it answers and cannot write: it is a standby, or a megabyte does not fit on its disk.
 * The proof is a temporary file of PostgreSQL, so it leaves no rows, WAL or dead tuples. One proof serves all requests of
 * two seconds, because anybody may ask. If all connections are busy, the result is not awaited.
 */
export function createWriteProof(database: Database): () => Promise<void> {
  let last: { at: number; proof: Promise<void> } | undefined
  return async () => {
    if (!last || performance.now() - last.at >= validFor)
      last = { at: performance.now(), proof: prove(database).catch(rethrowRefusal) }
    last.proof.catch(() => {}) // it may end after the patience
    await Promise.race([last.proof, pause(patience, undefined, { ref: false })])
  }
}

const diskFull = '53100'
const readOnly = '25006'

// Whether the database answers at all is not decided here.
function rethrowRefusal(error: unknown): void {
  if ([diskFull, readOnly].includes((error as { code?: string }).code ?? '')) throw error
}

async function prove(database: Database): Promise<void> {
  await database.transaction(async tx => {
    const [server] = await tx.query<{ is_read_only: boolean }>(sql`
      select current_setting('transaction_read_only')::boolean as is_read_only`)
    if (server?.is_read_only) throw Object.assign(new Error('the database is read-only'), { code: readOnly })
    // The rows of a function that exceed work_mem are written to the disk of the data: 100,000 are 1.4 MB.
    await tx.query(sql`set local work_mem = '64kB'`)
    await tx.query(sql`select count(*) from generate_series(1, 100000)`)
  })
}
