import sql, { join, raw } from 'sql-template-tag'
import { logChanges } from '../audit/audit.ts'
import type { Connection } from '../database/connect.ts'
import { markDaysChanged } from '../days/changed-days.ts'
import { ApiError } from '../errors/errors.ts'
import { maskContacts } from '../lib/text/mask-contacts.ts'
import { type SearchLanguage, searchWords } from '../lib/text/search-words.ts'
import { isUuid } from '../lib/uuid.ts'
import { flagsOf } from '../moderation/flags.ts'
import { bytea, textFingerprint } from '../moderation/same-text.ts'
import type { ContentState } from '../moderation/states.ts'
import { notifyProductsChanged } from '../products/changes.ts'
import type { By } from '../reviews/reviews.ts'
import { searchLanguageOf, stems } from '../stores/searching.ts'
import { countedFields } from './question-days.ts'

/** A question as it is stored. Texts are as they were written: what visitors see is masked when it is read. */
export type Question = {
  id: string
  product_id: string
  body: string
  display_name: string
  /** Who asked, as given and as compared; null when unknown or erased. */
  email: string | null
  address: string | null
  state: ContentState
  moderation_reason: string | null
  /** A language tag. */
  language: string
  created_at: Date
  published_at: Date | null
  reply: string | null
  reply_created_at: Date | null
}

const columns = [
  'id',
  'product_id',
  'body',
  'display_name',
  'email',
  'address',
  'state',
  'moderation_reason',
  'language',
  'created_at',
  'published_at',
  'reply',
  'reply_created_at',
] as const satisfies (keyof Question)[]

export const columnNames = raw(columns.join(', '))

/** Writes new questions with their products' counts, and tells every instance. The products must be there. */
export async function insertQuestions(
  tx: Connection,
  storeId: string,
  questions: Question[],
  by: By,
): Promise<void> {
  if (questions.length === 0) return
  const language = await searchLanguageOf(tx, storeId)
  const rows = questions.map(question => ({
    ...question,
    text_hash: bytea(textFingerprint(question.body)),
    words: wordsOf(question, language),
  }))
  await tx.query(sql`
    insert into questions (store_id, ${columnNames}, text_hash, state_at, search, flagged)
    select ${storeId}::uuid, ${columnNames}, text_hash, ${by.at}::timestamptz,
      ${stems(language, sql`item ->> 'words'`)}, ${flagsOf(storeId, 'question', raw('id'))} is not null
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as item,
      jsonb_populate_record(null::questions, item)`)
  const shown = questions.filter(({ state }) => state === 'published').map(({ product_id }) => product_id)
  await changeCounts(
    tx,
    storeId,
    shown.map(productId => [productId, 1]),
  )
  await logChanges(
    tx,
    storeId,
    questions.map(({ id }) => ({ ...by, record: 'question', recordId: id, fields: [] })),
  )
  await notifyProductsChanged(tx, storeId, shown)
  await markDaysChanged(
    tx,
    storeId,
    questions.map(({ created_at }) => created_at),
  )
}

/** Changes one question as `changeReview` does a review. Throws `question_unknown`. */
export async function changeQuestion(
  tx: Connection,
  storeId: string,
  questionId: string,
  change: (question: Question) => Partial<Omit<Question, 'id' | 'product_id'>>,
  by: By,
): Promise<Question> {
  const before = await readQuestion(tx, storeId, questionId, true)
  const set = change(before)
  const fields = columns.filter(
    name => name in set && JSON.stringify(set[name as 'body']) !== JSON.stringify(before[name]),
  )
  if (fields.length === 0) return before
  const after = { ...before, ...set }
  const values = fields.map(name => sql`${raw(name)} = ${after[name]}`)
  if (after.body !== before.body) values.push(sql`text_hash = ${textFingerprint(after.body)}`)
  if (after.state !== before.state) values.push(sql`state_at = ${by.at}`)
  if (fields.includes('body')) {
    const language = await searchLanguageOf(tx, storeId)
    values.push(sql`search = ${stems(language, sql`${wordsOf(after, language)}::text`)}`)
  }
  await tx.query(sql`
    update questions
    set ${join(values)}
    where store_id = ${storeId} and id = ${questionId}`)
  const difference = Number(after.state === 'published') - Number(before.state === 'published')
  if (difference !== 0) await changeCounts(tx, storeId, [[before.product_id, difference]])
  await logChanges(tx, storeId, [{ ...by, record: 'question', recordId: questionId, fields }])
  const isSeen = before.state === 'published' || after.state === 'published'
  if (isSeen) await notifyProductsChanged(tx, storeId, [before.product_id])
  const isCounted = fields.some(name => countedFields.includes(name))
  if (isCounted) await markDaysChanged(tx, storeId, [before.created_at, after.created_at])
  return after
}

/** Throws `question_unknown` when the store has none with this id. */
export async function readQuestion(
  db: Connection,
  storeId: string,
  questionId: string,
  lock = false,
): Promise<Question> {
  const [question] = isUuid(questionId)
    ? await db.query<Question>(sql`
        select ${columnNames}
        from questions
        where store_id = ${storeId} and id = ${questionId}
        ${raw(lock ? 'for update' : '')}`)
    : []
  if (!question) throw new ApiError('question_unknown')
  return question
}

/** How many questions of the address wait for its confirmation since then. */
export async function countUnconfirmedQuestions(
  db: Connection,
  storeId: string,
  address: string,
  since: Date,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from questions
    where store_id = ${storeId} and address = ${address} and state = 'unconfirmed' and created_at > ${since}`)
  return row?.count ?? 0
}

/** Which of these ids are questions of the store. */
export async function existingQuestions(
  db: Connection,
  storeId: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from questions
    where store_id = ${storeId} and id = any (${ids}::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}

async function changeCounts(
  tx: Connection,
  storeId: string,
  differences: [productId: string, difference: number][],
): Promise<void> {
  const sums = new Map<string, number>()
  for (const [productId, difference] of differences)
    sums.set(productId, (sums.get(productId) ?? 0) + difference)
  if (sums.size === 0) return
  await tx.query(sql`
    insert into question_counts (store_id, product_id, published)
    select ${storeId}::uuid, product_id, difference
    from unnest(${[...sums.keys()]}::text[], ${[...sums.values()]}::integer[]) as change(product_id, difference)
    order by product_id
    on conflict (store_id, product_id) do update
    set published = question_counts.published + excluded.published`)
}

// As visitors see it, like the words of reviews.
function wordsOf({ body }: Pick<Question, 'body'>, language: SearchLanguage): string {
  return searchWords(maskContacts(body), language)
}
