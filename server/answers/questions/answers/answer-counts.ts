import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Difference } from '../../moderation/content/content-kind.ts'
import type { Answer } from './answers.ts'

/**
 * Adds the differences to `questions.answers`, the number of published answers to each question. Callers that publish or
 * hide an answer lock its question first, as writers of questions do.
 */
export async function changeAnswerCounts(
  tx: Connection,
  storeId: string,
  differences: Difference<Pick<Answer, 'question_id' | 'state'>>[],
): Promise<void> {
  const sums = new Map<string, number>()
  const add = (answer: Difference<Pick<Answer, 'question_id' | 'state'>>['before'], change: number) => {
    if (answer?.state === 'published')
      sums.set(answer.question_id, (sums.get(answer.question_id) ?? 0) + change)
  }
  for (const { before, after } of differences) {
    add(before, -1)
    add(after, 1)
  }
  const changes = [...sums].filter(([, sum]) => sum !== 0)
  if (changes.length === 0) return
  await tx.query(sql`
    update questions
    set answers = questions.answers + change.difference
    from unnest(
      ${changes.map(([id]) => id)}::uuid[], ${changes.map(([, sum]) => sum)}::integer[]
    ) as change(question_id, difference)
    where questions.store_id = ${storeId} and questions.id = change.question_id`)
}

/** The products of questions whose count of answers differs from a recount, by store and id. */
export async function findWrongAnswerCounts(
  db: Connection,
  storeIds: string[],
): Promise<{ store_id: string; product_id: string }[]> {
  return await db.query(sql`
    select distinct questions.store_id, questions.product_id
    from questions
    left join (
      select store_id, question_id, count(*) as published
      from answers
      where store_id = any(${storeIds}::uuid[]) and state = 'published'
      group by store_id, question_id
    ) as counted on counted.store_id = questions.store_id and counted.question_id = questions.id
    where questions.store_id = any(${storeIds}::uuid[]) and questions.answers <> coalesce(counted.published, 0)
    order by questions.store_id, questions.product_id`)
}

/** Recounts the answers to the questions of these products. Locks the questions until the transaction ends. */
export async function rebuildAnswerCounts(
  tx: Connection,
  storeId: string,
  productIds: string[],
): Promise<void> {
  await tx.query(sql`
    select
    from questions
    where store_id = ${storeId} and product_id = any(${productIds}::text[])
    order by id
    for update`)
  await tx.query(sql`
    update questions
    set answers = recount.published
    from (
      select asked.id, count(answers.id)::integer as published
      from questions as asked
      left join answers on answers.store_id = ${storeId} and answers.question_id = asked.id
        and answers.state = 'published'
      where asked.store_id = ${storeId} and asked.product_id = any(${productIds}::text[])
      group by asked.id
    ) as recount
    where questions.store_id = ${storeId} and questions.id = recount.id and questions.answers <> recount.published`)
}

/** Whether an answer of the store has no question, or another product than its question. */
export async function hasAnswersWithoutQuestion(db: Connection, storeId: string): Promise<boolean> {
  const found = await db.query(sql`
    select
    from answers
    where store_id = ${storeId} and not exists (
      select
      from questions
      where questions.store_id = ${storeId} and questions.id = answers.question_id
        and questions.product_id = answers.product_id
    )
    limit 1`)
  return found.length > 0
}
