import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { type Buyer, holdsAddress } from '../../foundation/personal-data/person.ts'

/**
 * Whether an import contains the person: in its file's name, its first rows, the preview of its trial, or its refused
 * rows. A running import may have them in rows it has not read yet.
 */
export async function isInImports(db: Connection, storeId: string, buyer: Buyer): Promise<boolean> {
  const found = await db.query(sql`
    select
    from imports
    left join import_refusals on import_refusals.store_id = imports.store_id and import_id = id
    where imports.store_id = ${storeId}
      and (state = 'running'
        or ${holdsAddress(buyer, sql`concat(file_name, ' ', look::text, ' ', plan::text, ' ', import_refusals.refusal::text)`)})
    limit 1`)
  return found.length > 0
}
