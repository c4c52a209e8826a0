import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { type Buyer, holdsAddress, type Known, redact } from '../../../foundation/personal-data/person.ts'
import { reportedKinds, tableOf } from './tables.ts'

/** The person's own reports that nobody decided about yet; the address of others is deleted. */
export async function reportsOfPerson(
  db: Connection,
  storeId: string,
  { address }: Buyer,
): Promise<object[]> {
  const found: object[] = []
  for (const kind of reportedKinds) {
    const { reports, about } = tableOf(kind)
    const rows = await db.query<object>(sql`
      select ${about}, reason, text, email, language, at
      from ${reports}
      where store_id = ${storeId} and address = ${address}
      order by at, id`)
    found.push(...rows)
  }
  return found
}

/** Deletes the person's address from their reports, and from the text of all, with their names and phones in it. */
export async function erasePersonFromReports(
  tx: Connection,
  storeId: string,
  buyer: Buyer,
  known: Known,
): Promise<void> {
  for (const kind of reportedKinds) {
    const { reports, about } = tableOf(kind)
    await tx.query(sql`
      update ${reports}
      set email = null, address = null, language = null
      where store_id = ${storeId} and address = ${buyer.address}`)
    const holding = await tx.query<{ record_id: string; id: string; text: string }>(sql`
      select ${about} as record_id, id, text
      from ${reports}
      where store_id = ${storeId} and ${holdsAddress(buyer, raw('text'))}`)
    for (const { record_id, id, text } of holding)
      await tx.query(sql`
        update ${reports}
        set text = ${redact(text, buyer, known)}
        where store_id = ${storeId} and ${about} = ${record_id} and id = ${id}`)
  }
}
