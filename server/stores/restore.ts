import sql from 'sql-template-tag'
import type { By } from '../audit/audit.ts'
import type { Connection } from '../database/connect.ts'
import { changeStore, newStoreSettings, type StoreSettings } from './stores.ts'

/** A row of `stores` as JSON has it. */
export type ArchivedStore = Record<string, unknown>

// Whether it is open, and how many orders it may take, whoever runs the installation decides.
const ofOperator = ['active', 'order_limit']

/**
 * Gives the store the settings of another one, as they were exported. Requests wait until somebody lets them
 * go on: the store they come from may still be sending them. Throws Problem for a bad setting.
 */
export async function restoreSettings(
  tx: Connection,
  storeId: string,
  archived: ArchivedStore,
  by: By,
): Promise<void> {
  const names = Object.keys({ name: '', ...newStoreSettings }).filter(name => !ofOperator.includes(name))
  const settings = Object.fromEntries(
    names.filter(name => name in archived).map(name => [name, archived[name]]),
  )
  const send_at = String(archived.send_at).slice(0, 'HH:MM'.length)
  const change = { ...settings, send_at, requests_paused: true } as Partial<StoreSettings>
  await changeStore(tx, storeId, change, by)
  // In which languages its texts were stemmed is told by the archive alone.
  await tx.query(sql`
    update stores
    set created_at = ${String(archived.created_at)}::timestamptz,
      former_languages = array(select jsonb_array_elements_text(${JSON.stringify(archived.former_languages ?? [])}::jsonb))
    where store_id = ${storeId}`)
}
