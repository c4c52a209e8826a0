import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { columnNames, type Review } from './reviews.ts'

const atOnce = 500

/** All reviews of the store, whatever their state, in the order of their id and some at a time. */
export async function* everyReview(tx: Connection, storeId: string): AsyncGenerator<Review[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const some = await tx.query<Review>(sql`
      select ${columnNames}
      from reviews
      where store_id = ${storeId} and id > ${after}
      order by id
      limit ${atOnce}`)
    const last = some.at(-1)
    if (!last) return
    yield some
    after = last.id
  }
}

export async function countReviews(tx: Connection, storeId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::integer as count
    from reviews
    where store_id = ${storeId}`)
  return row?.count ?? 0
}
