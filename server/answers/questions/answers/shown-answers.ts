import type { Database } from '../../../foundation/database/connect.ts'
import { maskContacts } from '../../../foundation/personal-data/contacts/mask-contacts.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { Answer } from './answers.ts'

/** The public fields of an answer. Pages read no others. */
export type ShownAnswer = Pick<
  Answer,
  'id' | 'question_id' | 'body' | 'display_name' | 'created_at' | 'verified_purchase'
>

/** How many published answers of shoppers a question shows, the oldest first. */
export const mostShown = 10

/** The published answers to each of the questions that has some. Runs no statement if none has. */
export async function readShownAnswers(
  database: Database,
  storeId: string,
  questions: { id: string; answers: number }[],
): Promise<Map<string, ShownAnswer[]>> {
  const ids = questions.filter(({ answers }) => answers > 0).map(({ id }) => id)
  const byQuestion = new Map<string, ShownAnswer[]>()
  if (ids.length === 0) return byQuestion
  const rows = await database.pipeline.query<ShownAnswer>({ ...answersOf, values: [storeId, ids] })
  for (const row of rows) byQuestion.set(row.question_id, [...(byQuestion.get(row.question_id) ?? []), row])
  return byQuestion
}

const answersOf = {
  name: 'answers of questions',
  text: `
    select answer.*
    from unnest($2::uuid[]) as of_question (wanted_question)
    cross join lateral (
      select id, question_id, body, display_name, created_at, verified_purchase
      from answers
      where store_id = $1 and question_id = wanted_question and state = 'published'
      order by created_at, id
      limit ${mostShown}
    ) as answer
    order by created_at, id`,
}

/** An answer as visitors see it. */
export function showAnswer(answer: ShownAnswer, store: Pick<Store, 'country'>) {
  return {
    id: answer.id,
    body: maskContacts(answer.body, store),
    display_name: maskContacts(answer.display_name, store),
    created_at: answer.created_at.toISOString(),
    verified_purchase: answer.verified_purchase,
  }
}
