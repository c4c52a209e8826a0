import { setTimeout as pause } from 'node:timers/promises'
import sql, { raw, type Sql } from 'sql-template-tag'
import { stemAgain } from '../../answers/moderation/content/stem-again.ts'
import { answerContent } from '../../answers/questions/answers/answers.ts'
import { questionContent } from '../../answers/questions/questions.ts'
import { reviewContent } from '../../answers/reviews/reviews.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { enqueueForStores } from '../../foundation/jobs/jobs.ts'
import { foldNamesAgain } from '../../tenants/products/fold-names-again.ts'
import { reachableStoresWith } from '../../tenants/stores/all-stores.ts'
import { hasOldStems, searchMaker } from '../../tenants/stores/search-maker.ts'

/** Which rows of a store have the words of this version: the tables before `table`, and its rows up to `after`. */
type Progress = { maker: string; table: Table; after: string | null }

const tables = ['reviews', 'questions', 'answers', 'products'] as const
type Table = (typeof tables)[number]

const rows = 200

const batches: Record<
  Table,
  (tx: Connection, storeId: string, after: string | null) => Promise<string | undefined>
> = {
  reviews: (tx, storeId, after) => stemAgain(tx, storeId, reviewContent, after, rows),
  questions: (tx, storeId, after) => stemAgain(tx, storeId, questionContent, after, rows),
  answers: (tx, storeId, after) => stemAgain(tx, storeId, answerContent, after, rows),
  products: (tx, storeId, after) => foldNamesAgain(tx, storeId, after, rows),
}

/** Creates a job for each store whose words another version made. */
export async function enqueueSearchRewriting(db: Database): Promise<void> {
  await enqueueForStores(db, 'rewrite-search', await storesToRewrite(db))
}

export async function storesToRewrite(db: Connection): Promise<string[]> {
  return await reachableStoresWith(db, sql`deleted_at is null and ${hasOldStems}`)
}

/**
 * Rewrites words for about two seconds, with pauses as long as the work. Returns whether more is left. Each batch is a
 * transaction of its own, and so is the note of how far it came: after a kill, one batch is repeated.
 */
export async function rewriteSearch(db: Database, storeId: string, signal?: AbortSignal): Promise<boolean> {
  const until = performance.now() + longestTurn
  while (await rewriteBatch(db, storeId)) {
    if (signal?.aborted || performance.now() > until) return true
  }
  return false
}

const longestTurn = 2_000 // ms
const longestPause = 1_000 // ms

/** Rewrites the next rows of a store. Returns whether more may be left. */
export async function rewriteBatch(db: Database, storeId: string): Promise<boolean> {
  const start = performance.now()
  const [store] = await db.query<{ maker: string; rewritten: Partial<Progress> | null }>(sql`
    select ${searchMaker} as maker, search_rewritten as rewritten
    from stores
    where store_id = ${storeId} and deleted_at is null and ${hasOldStems}`)
  if (!store) return false
  const { maker, rewritten: found } = store
  const begun = found?.maker === maker ? (found as Progress) : { maker, table: tables[0], after: null }
  const { table, after } = begun
  if (begun !== found && !(await save(db, storeId, found, begun))) return true
  const last = await db.transaction(tx => batches[table](tx, storeId, after))
  const next = last === undefined ? tables[tables.indexOf(table) + 1] : table
  await save(db, storeId, begun, next ? { maker, table: next, after: last ?? null } : null)
  if (next) await pause(Math.min(performance.now() - start, longestPause))
  return next !== undefined
}

/**
 * Notes how far it came; null is the end. From the beginning on, nobody made all words of the store: an archive or a move
 * in the middle brings words of two versions, of which one may be that of the next server. Returns false if an archive was
 * restored meanwhile.
 */
async function save(
  db: Connection,
  storeId: string,
  before: Partial<Progress> | null,
  progress: Progress | null,
): Promise<boolean> {
  const made = progress ? sql`null` : searchMaker
  const saved = await db.query(sql`
    update stores
    set search_made_by = ${made}, search_rewritten = ${progress && JSON.stringify(progress)}::jsonb
    where store_id = ${storeId} and search_rewritten is not distinct from ${before && JSON.stringify(before)}::jsonb
    returning 1`)
  return saved.length > 0
}

/** Reviews, questions and answers of these stores, and how many of them have the words of this version already. */
export async function countRewritten(
  db: Connection,
  storeIds: string[],
): Promise<{ all: number; rewritten: number }> {
  const counts = await Promise.all(
    (['reviews', 'questions', 'answers'] as const).map(table =>
      db.query<{ all: number; rewritten: number }>(countIn(table, storeIds)),
    ),
  )
  const found = counts.flat()
  const sum = (name: 'all' | 'rewritten') => found.reduce((total, one) => total + one[name], 0)
  return { all: sum('all'), rewritten: sum('rewritten') }
}

function countIn(table: 'reviews' | 'questions' | 'answers', storeIds: string[]): Sql {
  const later = tables.slice(tables.indexOf(table) + 1)
  return sql`
    select count(*)::integer as all, count(*) filter (
      where search_rewritten ->> 'maker' = ${searchMaker} and (
        search_rewritten ->> 'table' = any(${later})
        or search_rewritten ->> 'table' = ${table} and id <= (search_rewritten ->> 'after')::uuid
      )
    )::integer as rewritten
    from ${raw(table)} as stored
    join stores using (store_id)
    where stored.store_id = any(${storeIds}::uuid[])`
}
