import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/** How many questions wait for the store, at most `most`, and when the oldest was asked. */
export async function waitingQuestions(
  db: Connection,
  storeId: string,
  most: number,
): Promise<{ count: number; since: Date | null }> {
  const [row] = await db.query<{ count: number; since: Date | null }>(sql`
    select count(*)::integer as count, min(created_at) as since
    from (
      select created_at
      from questions
      where store_id = ${storeId} and state = 'pending'
      order by created_at, id
      limit ${most}
    ) as waiting`)
  return row ?? { count: 0, since: null }
}
