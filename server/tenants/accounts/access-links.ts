import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

/**
 * Stores the new link of an invitation or password mail whose token changed after it was queued. A link that was used,
 * revoked or replaced in the meantime stays invalid.
 */
export async function renewAccessLink(
  db: Connection,
  storeId: string,
  before: Buffer,
  after: Buffer,
): Promise<void> {
  await db.query(sql`
    update invitations
    set link_hash = ${after}
    where store_id = ${storeId} and link_hash = ${before}`)
  await db.query(sql`
    update accounts.password_links
    set token_hash = ${after}
    where token_hash = ${before}`)
}
