import { setImmediate } from 'node:timers/promises'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { FileError } from '../../foundation/errors/file-errors.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { isReadBySku } from '../../tenants/stores/first-uses.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { countState, type StateCounts } from './count-states.ts'
import { type FoundPictures, findPictures } from './found-pictures.ts'
import { addToReport, type ImportOptions, type ImportReport, startReport } from './import-report.ts'
import { type ContentValues, createContentPicker, previewContents } from './preview/preview-contents.ts'
import { type CsvRow, openCsv, type Source } from './reading/bytes/csv.ts'
import type { Kind } from './reading/kind.ts'
import { warnOfLostZeros } from './reading/lost-zeros.ts'
import { note } from './reading/notes.ts'
import { createRowReader, type Draft, type RowReader } from './reading/read-rows.ts'
import type { FilePlan } from './reading/read-table.ts'
import type { RefusedRow } from './reading/refusals/refusals.ts'
import { createReplyCollector, type Replies } from './reading/replies.ts'
import { type Survey, surveyFile, unsurveyed } from './reading/survey.ts'
import { createDryRun, createWriter, type WrittenRow } from './write-rows.ts'

const batchSize = 1_000
const batchCharacters = 4_000_000 // a row may have texts of 100,000 characters
const rowsAtOnce = 50 // about 2 ms

/** See `importReviews`. */
export async function importRows<Values>(
  db: Database,
  clock: Clock,
  storeId: string,
  source: Source,
  kind: Kind<Values>,
  options: ImportOptions,
): Promise<ImportReport> {
  const store = await readStore(db, storeId)
  const survey = 'header' in source ? unsurveyed(source.header) : await surveyFile(source, options)
  const { rows, expected = survey.rows } =
    'header' in source ? source : await openCsv(source(), survey.dialect)
  // A started import is not counted again: its first rows are written.
  const mostRows = kind.name === 'review' && !options.after ? store.limits.reviews_per_import : undefined
  if (mostRows !== undefined && !options.dryRun && expected > mostRows)
    throw new FileError('import_over_limit', [mostRows])
  const now = clock()
  const replies =
    'header' in source ? undefined : await readReplies(source, survey, kind, store, now, options)
  const reader = createRowReader(kind, survey, store, now, options, replies)
  const found = { ...reader, plan: withReplies(reader.plan, replies) }
  const plan = await warnOfLostZeros(db, store.store_id, found)
  const report = startReport(plan)
  await options.onPlan?.(plan)
  const isBySku = await isReadBySku(db, store.store_id)
  const picker = createContentPicker()
  const { secrets, erasedSince = new Date(now), importId, notifyAuthors = false } = options
  const write = options.dryRun
    ? createDryRun(db, store.store_id, kind, draft => picker.add(draft as Draft<ContentValues>))
    : createWriter(db, store.store_id, kind, clock, { secrets, since: erasedSince, notifyAuthors, importId })
  let [before, writing] = [Promise.resolve(), Promise.resolve()]
  try {
    // Reads a batch while the last two are written.
    for await (const batch of inBatches(limited(rows, mostRows))) {
      const { drafts, lastRow, ...counts } = await readBatch(batch, reader, replies, kind, options.after ?? 0)
      await before
      before = writing
      const share = survey.rows > 0 ? lastRow / survey.rows : undefined
      const close = async (tx: Connection, imported: number, written: WrittenRow[]) => {
        const skipped = drafts.length - imported
        if (lastRow > (options.after ?? 0))
          await options.checkpoint?.(tx, { ...counts, lastRow, imported, written, skipped, share })
      }
      writing = write(drafts, close).then(imported => {
        if (isBySku)
          report.withoutSku += drafts.filter(({ product }) => product.sku === '' && !product.isStore).length
        addToReport(report, { ...counts, imported, skipped: drafts.length - imported })
        options.onProgress?.(report, share)
      })
      // The loop awaits this promise after it has read two more batches. Without a handler, an earlier rejection would
      // end the process.
      writing.catch(() => {})
    }
  } finally {
    await writing
  }
  if (!options.dryRun) return report
  return { ...report, preview: { rows: await previewContents(db, store.store_id, picker), orders: [] } }
}

/** The file's rows that reply to others, if it has such: a reply may come before its review, and long after it. */
async function readReplies<Values>(
  source: () => AsyncIterable<Uint8Array>,
  survey: Survey,
  kind: Kind<Values>,
  store: Store,
  now: number,
  options: ImportOptions,
): Promise<Replies | undefined> {
  const reader = createRowReader(kind, survey, store, now, options)
  if (!reader.hasReplies) return undefined
  const collect = createReplyCollector()
  const { rows } = await openCsv(source(), survey.dialect)
  for await (const row of rows) {
    if (row.number % rowsAtOnce === 0) await setImmediate()
    const read = reader.read(row)
    const found = read && 'reply' in read ? read.reply : undefined
    const isImported = read !== undefined && 'values' in read
    collect.add(reader.peek(row, kind.id), { reply: found, isImported, email: reader.peek(row, 'email') })
  }
  return collect.join()
}

function withReplies(plan: FilePlan, replies: Replies | undefined): FilePlan {
  if (!replies || replies.count === 0) return plan
  return { ...plan, notes: [...plan.notes, note('replyRows', { count: replies.count })] }
}

/** The rows. Throws FileError at the first one beyond `most`. */
async function* limited(
  rows: AsyncIterable<CsvRow>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<CsvRow> {
  for await (const row of rows) {
    if (row.number > most) throw new FileError('import_over_limit', [most])
    yield row
  }
}

type Batch<Values> = {
  drafts: Draft<Values>[]
  lastRow: number
  undated: number
  refused: RefusedRow[]
  skippedStates: StateCounts
  pictures: FoundPictures
}

// Rows that are already written are still read: keys number equal rows by their position.
async function readBatch<Values>(
  rows: CsvRow[],
  reader: RowReader<Values>,
  replies: Replies | undefined,
  kind: Kind<Values>,
  after: number,
): Promise<Batch<Values>> {
  const drafts: Draft<Values>[] = []
  const refused: RefusedRow[] = []
  const skippedStates: StateCounts = {}
  for (const [index, row] of rows.entries()) {
    // Lets the previous batch send its next statement, and this process answer requests.
    if (index % rowsAtOnce === 0) await setImmediate()
    const read = reader.read(row)
    if (!read || row.number <= after) continue
    if ('refusal' in read) refused.push(read)
    else if ('skippedState' in read) countState(skippedStates, read.skippedState)
    else if ('reply' in read) refused.push(...(replies?.refuse(row.number, read.reply) ?? []))
    else drafts.push(read)
  }
  const undated = drafts.filter(({ isUndated }) => isUndated).length
  const pictures = findPictures(drafts.flatMap(({ values }) => kind.pictures?.(values) ?? []))
  return { drafts, lastRow: rows.at(-1)?.number ?? 0, undated, refused, skippedStates, pictures }
}

async function* inBatches(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = []
  let characters = 0
  for await (const row of rows) {
    batch.push(row)
    for (const cell of row.cells) characters += cell?.length ?? 0
    if (batch.length < batchSize && characters < batchCharacters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
