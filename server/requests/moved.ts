import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/** Requests that were gathered into these mailings, and not sent, are gathered anew when they are due. */
export async function requestsAgain(tx: Connection, storeId: string, mailings: Sql): Promise<void> {
  await tx.query(sql`
    update review_requests
    set mailing_id = null
    where store_id = ${storeId} and state = 'scheduled' and mailing_id in (${mailings})`)
}
