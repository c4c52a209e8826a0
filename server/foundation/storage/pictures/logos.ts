import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Connection, Database } from '../../database/connect.ts'
import type { PictureStore } from './picture-store.ts'
import { makeLogo } from './sizes.ts'

/** Logos of a store that are kept beside the saved one: the newest, for mails that were sent with an earlier one. */
const mostKept = 10

/**
 * Keeps a logo as PNG, which every mail program displays. Returns its file name, `<hash>-logo.png`. Throws
 * `PictureRefused` and `PicturesUnavailable`, and then keeps nothing.
 */
export async function saveLogo(
  db: Database,
  files: PictureStore,
  storeId: string,
  bytes: Buffer,
  at: Date,
): Promise<string> {
  await files.scan?.(storeId, bytes)
  const png = await makeLogo(bytes)
  // The hash includes the store: no store can detect, or delete, what another one has.
  const hash = createHash('sha256').update(storeId).update(png).digest('hex').slice(0, 40)
  const name = `${hash}-logo.png`
  await files.put(name, png)
  const removed = await db.transaction(async tx => {
    const [store] = await tx.query<{ logo_url: string | null }>(sql`
      select logo_url
      from stores
      where store_id = ${storeId}
      for no key update`)
    await tx.query(sql`
      insert into store_logos (store_id, name, made_at)
      values (${storeId}, ${name}, ${at})
      on conflict (store_id, name) do update
      set made_at = excluded.made_at`)
    return await forgetSurplus(tx, storeId, store?.logo_url?.split('/').at(-1) ?? '')
  })
  // After the commit: a slow picture store must not delay the store's orders, and a file too many harms nobody.
  for (const old of removed) await files.remove(old)
  return name
}

/** Forgets the oldest logos, but not the saved one. Returns their names. */
async function forgetSurplus(tx: Connection, storeId: string, saved: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    select name
    from store_logos
    where store_id = ${storeId} and name <> ${saved}
    order by made_at desc, name
    offset ${mostKept}`)
  const names = rows.map(({ name }) => name)
  await tx.query(sql`
    delete from store_logos
    where store_id = ${storeId} and name = any(${names}::text[])`)
  return names
}

/** Whether a file name is that of an uploaded logo. */
export function isLogoFile(name: string): boolean {
  return /^[0-9a-f]{40}-logo\.png$/.test(name)
}

/** Deletes the files of all logos of a store that was deleted, with their rows. */
export async function dropLogos(db: Database, files: PictureStore, storeId: string): Promise<void> {
  const logos = await db.query<{ name: string }>(sql`
    select name
    from store_logos
    where store_id = ${storeId}`)
  for (const { name } of logos) await files.remove(name)
  await db.query(sql`delete from store_logos where store_id = ${storeId}`)
}

/** The file name of the store's logo; undefined if it has none that was uploaded. */
export async function savedLogo(db: Connection, storeId: string): Promise<string | undefined> {
  const [logo] = await db.query<{ name: string }>(sql`
    select logo.name
    from store_logos as logo
    join stores on stores.store_id = ${storeId} and logo_url like '%/pictures/' || logo.name
    where logo.store_id = ${storeId}`)
  return logo?.name
}
