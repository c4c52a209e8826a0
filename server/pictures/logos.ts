import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Connection, Database } from '../database/connect.ts'
import type { PictureStore } from './picture-store.ts'
import { makeLogo } from './sizes.ts'

/** Logos of a store whose files are kept: the newest, for mails that were sent with an earlier one. */
const mostKept = 10

/**
 * Keeps a logo as PNG, which every mail program displays. Returns its file name, `<hash>-logo.png`. Throws
 * `PictureRefused` and `PicturesUnavailable`, and then keeps nothing.
 */
export async function keepLogo(
  db: Database,
  files: PictureStore,
  storeId: string,
  bytes: Buffer,
  at: Date,
): Promise<string> {
  const png = await makeLogo(bytes)
  // The hash includes the store: no store can detect, or delete, what another one has.
  const hash = createHash('sha256').update(storeId).update(png).digest('hex').slice(0, 40)
  const name = `${hash}-logo.png`
  await files.put(name, png)
  await db.transaction(async tx => {
    await tx.query(sql`select from stores where store_id = ${storeId} for update`)
    await tx.query(sql`
      insert into store_logos (store_id, name, made_at)
      values (${storeId}, ${name}, ${at})
      on conflict (store_id, name) do update
      set made_at = excluded.made_at`)
    for (const old of await surplus(tx, storeId)) {
      await files.remove(old)
      await tx.query(sql`
        delete from store_logos
        where store_id = ${storeId} and name = ${old}`)
    }
  })
  return name
}

async function surplus(tx: Connection, storeId: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    select name
    from store_logos
    where store_id = ${storeId}
    order by made_at desc, name
    offset ${mostKept}`)
  return rows.map(({ name }) => name)
}

/** Whether a file name is that of an uploaded logo. */
export function isLogoFile(name: string): boolean {
  return /^[0-9a-f]{40}-logo\.png$/.test(name)
}
