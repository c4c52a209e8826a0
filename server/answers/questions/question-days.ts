import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { answersWithin, eachSpan, onStoredDays, type StoredDays } from '../../foundation/events/spans.ts'
import type { Bounds } from '../../foundation/lib/time/days.ts'

/** The current counts of the questions asked in a span. */
export type QuestionDay = {
  /** Published or pending. */
  questions: number
  /** Those with a reply, by reply time in the buckets of foundation/events/spans.ts. */
  question_answers: number[]
}

/** The fields of a question that these counts depend on. */
export const countedFields = ['state', 'created_at', 'reply', 'reply_created_at']

/** Counts each span separately, with the index of the store's questions by date. */
export async function countQuestionDays(
  db: Connection,
  storeId: string,
  spans: Bounds[],
): Promise<QuestionDay[]> {
  return await db.query<QuestionDay>(sql`
    select questions, question_answers
    from ${eachSpan(spans)}
    cross join lateral (
      select ${counts}
      from questions
      where store_id = ${storeId} and created_at >= begins and created_at < ends
        and state in ('pending', 'published')
    ) as counted
    order by turn`)
}

const counts = sql`count(*)::integer as questions,
  ${answersWithin(sql`extract(epoch from reply_created_at - created_at)`)} as question_answers`

/** SQL: `QuestionDay` of the questions on stored days. */
export function questionsOnDays(days: StoredDays): Sql {
  return sql`
    select stored.store_id, stored.day, ${counts}
    from ${onStoredDays(days, 'questions', 'created_at')}
    where state in ('pending', 'published')
    group by stored.store_id, stored.day`
}
