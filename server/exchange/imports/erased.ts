import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { erasedKeys, erasedSince } from '../../foundation/mailings/suppressions.ts'
import { erasureLock } from '../../foundation/personal-data/erasure-lock.ts'

/** `secrets` recognise the people who were erased since then. */
export type Erasures = { secrets: Secrets | undefined; since: Date }

/**
 * Resolves with a function that says whether the person with this address was erased after the file arrived. Nobody is
 * erased until the transaction ends.
 */
export async function readErased(
  tx: Connection,
  storeId: string,
  { secrets, since }: Erasures,
): Promise<(address: string | null | undefined) => boolean> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(${erasureLock(storeId)})`)
  const erased = secrets ? await erasedSince(tx, storeId, since) : new Set()
  if (!secrets || erased.size === 0) return () => false
  return address =>
    Boolean(address) && erasedKeys(secrets, storeId, address as string).some(key => erased.has(key))
}
