import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import sql from 'sql-template-tag'
import type { Content, ContentKind } from '../../answers/moderation/content/content-kind.ts'
import { countContent, everyContent } from '../../answers/moderation/content/lookups.ts'
import { type Answer, answerContent } from '../../answers/questions/answers/answers.ts'
import { answerFields } from '../../answers/questions/answers/csv-fields.ts'
import { questionFields } from '../../answers/questions/csv-fields.ts'
import { type Question, questionContent } from '../../answers/questions/questions.ts'
import { cellOf } from '../../answers/reviews/attributes/answers.ts'
import { reviewFields } from '../../answers/reviews/csv-fields.ts'
import { originOf } from '../../answers/reviews/origin.ts'
import { type Review, reviewContent } from '../../answers/reviews/reviews.ts'
import { addressOfPicture } from '../../answers/reviews/storefront/shown.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ourCsv } from '../../foundation/lib/text/csv-escapes.ts'
import { readProducts } from '../../tenants/products/catalogue.ts'
import { subjectOf } from '../../tenants/products/store-itself.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import type { Watching } from './write-archive.ts'

/** The tables that can be exported. */
export type TableName = 'reviews' | 'questions' | 'answers'

type Wanted = {
  table: TableName
  /** The address at which pictures are served. */
  publicUrl: string
}

/**
 * Writes a snapshot of all reviews, questions or shoppers' answers of the store into `out`, as a CSV file, and ends
 * `out`. Reviews and questions can be imported again. Keeps only some rows in memory. Resolves with the number of records. Throws `store_unknown`.
 */
export async function writeTable(
  db: Database,
  storeId: string,
  { table, publicUrl }: Wanted,
  out: Writable,
  { onProgress, signal }: Watching = {},
): Promise<number> {
  return await db.longTransaction(async tx => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`)
    const { store_id } = await readStore(tx, storeId)
    const progress = { done: 0, all: await tables[table].count(tx, store_id) }
    const lines = async function* lines() {
      const answered = table === 'reviews' ? await answeredQuestions(tx, store_id) : []
      yield [...tables[table].fields, ...answered.map(id => `attribute.${id}`)]
      for await (const rows of tables[table].rows(tx, store_id, publicUrl, answered)) {
        yield* rows
        progress.done += rows.length
        await onProgress?.(progress)
      }
    }
    await pipeline(Readable.from(lines()), stringify(ourCsv), out, { ...(signal && { signal }) })
    return progress.done
  })
}

const tables = {
  reviews: { fields: reviewFields, count: countOf(reviewContent), rows: reviewRows },
  questions: { fields: questionFields, count: countOf(questionContent), rows: questionRows },
  answers: { fields: answerFields, count: countOf(answerContent), rows: answerRows },
}

function countOf<Item extends Content>(kind: ContentKind<Item>) {
  return (tx: Connection, storeId: string) => countContent(tx, storeId, kind)
}

/** The ids of all questions that a review answers, also of those that the store has removed. */
async function answeredQuestions(tx: Connection, storeId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select distinct jsonb_object_keys(attributes) as id
    from reviews
    where store_id = ${storeId} and attributes is not null
    order by id`)
  return rows.map(({ id }) => id)
}

async function* reviewRows(
  tx: Connection,
  storeId: string,
  publicUrl: string,
  answered: string[],
): AsyncGenerator<string[][]> {
  for await (const reviews of everyContent(tx, storeId, reviewContent)) {
    const products = await productsOf(tx, storeId, reviews)
    yield reviews.map(review => {
      const product = products.get(review.product_id)
      const row: Record<(typeof reviewFields)[number], string> = {
        ...common(review),
        ...replyOf(review),
        review_id: review.id,
        product_sku: product?.sku ?? '',
        product_name: product?.name ?? '',
        rating: String(review.rating),
        title: review.title,
        recommended: yesNoOrNothing(review.recommended),
        verified_purchase: yesOrNo(review.verified_purchase),
        incentivized: yesNoOrNothing(review.incentivized),
        insider: yesNoOrNothing(review.insider || null),
        subject: subjectOf(review),
        origin: originOf(review) ?? '',
        origin_name: review.origin_name ?? '',
        purchased_at: review.purchased_at?.toISOString() ?? '',
        pictures: review.pictures.flatMap(one => addressOfPicture(one, publicUrl)).join(' '),
      }
      const answers = answered.map(id => cellOf(review.attributes?.[id]))
      return [...reviewFields.map(field => row[field]), ...answers]
    })
  }
}

async function* questionRows(tx: Connection, storeId: string): AsyncGenerator<string[][]> {
  for await (const questions of everyContent(tx, storeId, questionContent)) {
    const products = await productsOf(tx, storeId, questions)
    yield questions.map(question => {
      const row: Record<(typeof questionFields)[number], string> = {
        ...common(question),
        ...replyOf(question),
        question_id: question.id,
        product_sku: products.get(question.product_id)?.sku ?? '',
      }
      return questionFields.map(field => row[field])
    })
  }
}

async function* answerRows(tx: Connection, storeId: string): AsyncGenerator<string[][]> {
  for await (const answers of everyContent(tx, storeId, answerContent)) {
    const products = await productsOf(tx, storeId, answers)
    const questions = await questionsOf(tx, storeId, answers)
    yield answers.map(answer => {
      const row: Record<(typeof answerFields)[number], string> = {
        ...common(answer),
        answer_id: answer.id,
        question_id: answer.question_id,
        question: questions.get(answer.question_id) ?? '',
        product_sku: products.get(answer.product_id)?.sku ?? '',
        verified_purchase: yesOrNo(answer.verified_purchase),
      }
      return answerFields.map(field => row[field])
    })
  }
}

async function questionsOf(tx: Connection, storeId: string, answers: Answer[]): Promise<Map<string, string>> {
  const ids = [...new Set(answers.map(({ question_id }) => question_id))]
  const rows = await tx.query<{ id: string; body: string }>(sql`
    select id, body
    from questions
    where store_id = ${storeId} and id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, body }) => [id, body]))
}

type Written = Review | Question | Answer

async function productsOf(tx: Connection, storeId: string, written: Written[]) {
  const ids = [...new Set(written.map(({ product_id }) => product_id))]
  return new Map((await readProducts(tx, storeId, ids)).map(product => [product.product_id, product]))
}

function common({ product_id, body, display_name, email, state, ...one }: Written) {
  return {
    ...{ product_id, body, display_name, state },
    email: email ?? '',
    created_at: one.created_at.toISOString(),
  }
}

function replyOf({ reply, reply_created_at }: Pick<Question, 'reply' | 'reply_created_at'>) {
  return { reply: reply ?? '', reply_created_at: reply_created_at?.toISOString() ?? '' }
}

function yesNoOrNothing(value: boolean | null | undefined): string {
  return typeof value === 'boolean' ? yesOrNo(value) : ''
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
