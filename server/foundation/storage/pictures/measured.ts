import sql, { raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../../database/connect.ts'
import type { PictureStore } from './picture-store.ts'
import { filesOf } from './pictures.ts'

/** A condition for a statement about `stores`: the store has pictures from before sizes were stored. */
export const hasUnmeasured: Sql = sql`exists (
  select from pictures
  where pictures.store_id = stores.store_id and bytes is null)`

/** Pictures measured per call: each needs three reads of the storage. */
const mostAtOnce = 2_000

/** Stores the size of pictures from before sizes were stored. What one call leaves, the next one continues. */
export async function measurePictures(db: Connection, files: PictureStore, storeId: string): Promise<void> {
  const unmeasured = await db.query<{ name: string }>(sql`
    select name
    from pictures
    where store_id = ${storeId} and bytes is null
    limit ${raw(String(mostAtOnce))}`)
  for (const { name } of unmeasured) {
    let bytes = 0
    for (const file of filesOf(name)) bytes += (await files.get(file))?.length ?? 0
    await db.query(sql`
      update pictures
      set bytes = ${bytes}
      where store_id = ${storeId} and name = ${name}`)
  }
}
