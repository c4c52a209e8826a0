import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import type { Question } from '../../answers/questions/questions.ts'
import type { Review } from '../../answers/reviews/reviews.ts'
import type { ImportOptions, ImportReport } from '../../exchange/imports/import-report.ts'
import { importQuestions, importReviews } from '../../exchange/imports/imports.ts'
import { wordNote } from '../../exchange/imports/reading/notes.ts'
import { wordRow } from '../../exchange/imports/reading/refusals/refusals.ts'
import type { TestApp } from '../app.ts'
import { aStore } from '../users.ts'

/** The time of imports in these tests: a Friday noon in São Paulo. */
export const importedAt = Date.UTC(2026, 10, 20, 15)

/** How often a file is read before its import: it is surveyed. */
export const surveys = 2

export type File = string | Uint8Array

/** Imports text or bytes as a file of reviews. */
export function importText(
  it: TestApp,
  storeId: string,
  file: File,
  options: ImportOptions = {},
): Promise<WordedReport> {
  return worded(importReviews(it.database, () => importedAt, storeId, bytesOf(file), options))
}

/** The report of an import, with its notes and refused rows as commands print them. */
export type WordedReport = Omit<ImportReport, 'refused' | 'notes'> & {
  refused: ReturnType<typeof wordRow>[]
  notes: string[]
}

export async function worded(importing: Promise<ImportReport>): Promise<WordedReport> {
  const report = await importing
  return { ...report, refused: report.refused.map(wordRow), notes: report.notes.map(wordNote) }
}

/** Imports text or bytes as a file of questions. */
export function importQuestionText(
  it: TestApp,
  storeId: string,
  file: File,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return importQuestions(it.database, () => importedAt, storeId, bytesOf(file), options)
}

/** A file in our own format with these cells. Defaults to five stars for P-1. */
export function aFile(...rows: Record<string, string>[]): string {
  const filled = rows.map(row => ({ product_id: 'P-1', rating: '5', ...row }))
  const names = [...new Set(filled.flatMap(row => Object.keys(row)))]
  const line = (cells: string[]) => cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')
  return [
    line(names),
    ...filled.map(row => line(names.map(name => (row as Record<string, string>)[name] ?? ''))),
  ].join('\n')
}

function bytesOf(file: File): () => AsyncIterable<Uint8Array> {
  return () => Readable.from([Buffer.from(file as string)])
}

/** The reviews of the store itself. */
export function reviewsOfStore(it: TestApp, storeId: string): Promise<{ body: string; state: string }[]> {
  return it.database.query(sql`
    select body, state
    from reviews
    where store_id = ${storeId} and product_id = ''`)
}

/** An imported review, with its product. */
export type Imported = Omit<Review, 'created_at' | 'reply_created_at'> & {
  created_at: string
  reply_created_at: string | null
  product_name: string
  product_sku: string
}

/** All reviews of a store with their products, in import order. */
export async function importedReviews(it: TestApp, storeId: string): Promise<Imported[]> {
  const rows = await it.database.query<Review & { product_name: string; product_sku: string }>(sql`
    select reviews.*, products.name as product_name, products.sku as product_sku
    from reviews
    join products using (store_id, product_id)
    where store_id = ${storeId}
    order by reviews.id`)
  return rows.map(row => ({
    ...row,
    created_at: row.created_at.toISOString(),
    reply_created_at: row.reply_created_at?.toISOString() ?? null,
  }))
}

export async function importedQuestions(it: TestApp, storeId: string): Promise<Question[]> {
  return await it.database.query<Question>(sql`
    select *
    from questions
    where store_id = ${storeId}
    order by id`)
}

/** Imports a file into a new store with São Paulo's time zone. */
export async function importIntoNewStore(
  it: TestApp,
  file: File,
  options: ImportOptions = {},
): Promise<{ report: WordedReport; reviews: Imported[]; storeId: string }> {
  const { storeId } = await aStore(it.database)
  const report = await importText(it, storeId, file, options)
  return { report, reviews: await importedReviews(it, storeId), storeId }
}
