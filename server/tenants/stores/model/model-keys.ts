import sql from 'sql-template-tag'
import { ownStore } from '../../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { sealedColumn } from '../../../foundation/database/sealed-column.ts'
import { type By, logChanges } from '../../../foundation/events/audit/audit.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'

/** Keys of language models. Each is for one origin: a changed address does not get the key of another server. */
type SealedKey = { key: string; origin: string }

const modelKeys = sealedColumn<SealedKey, never>({
  table: 'model_keys',
  column: 'sealed',
  key: [],
  purpose: 'language model',
})

export const sealedModelKeys = modelKeys.values

export const longestModelKey = 500 // characters

// It becomes a header.
export const modelKeyCharacters = /^[!-~]*$/

export function isModelKey(text: string): boolean {
  return text !== '' && text.length <= longestModelKey && modelKeyCharacters.test(text)
}

const originOf = (url: string) => URL.parse(url)?.origin ?? ''

/** Replaces the key of the store's server, or deletes it if it is empty. The audit log says so. */
export async function saveModelKey(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  { key, url }: { key: string; url: string },
  by: By,
): Promise<void> {
  if (key === '') await tx.query(sql`delete from model_keys where store_id = ${storeId}`)
  else
    await tx.query(sql`
      insert into model_keys (store_id, sealed)
      select own.store_id, ${modelKeys.seal(secrets, { store_id: storeId }, { key, origin: originOf(url) })}::bytea
      from ${ownStore(storeId)} as own
      on conflict (store_id) do update
      set sealed = excluded.sealed`)
  const what = { action: 'change', record: 'store', recordId: storeId } as const
  await logChanges(tx, storeId, [{ ...by, ...what, fields: ['model_key'] }])
}

/**
 * The store's key for the server at this address. `none`: it has none; `lost`: it is of another server, or of a SECRET
 * that is not set.
 */
export async function readModelKey(
  db: Connection,
  secrets: Secrets,
  storeId: string,
  url: string,
): Promise<{ state: 'none' | 'lost' } | { state: 'set'; key: string }> {
  const [row] = await db.query<{ sealed: Buffer }>(sql`
    select sealed
    from model_keys
    where store_id = ${storeId}`)
  if (!row) return { state: 'none' }
  const opened = modelKeys.open(secrets, { store_id: storeId }, row.sealed)
  return opened && opened.origin === originOf(url) ? { state: 'set', key: opened.key } : { state: 'lost' }
}
