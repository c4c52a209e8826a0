import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../database/connect.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { readStore } from '../../stores/stores.ts'
import type { Field } from '../formats/format.ts'
import { addToReport, type ImportReport, startReport } from '../import-report.ts'
import { type CsvRow, openCsv } from '../reading/csv.ts'
import { warnOfLostZeros } from '../reading/lost-zeros.ts'
import { createTableReader } from '../reading/read-table.ts'
import { surveyFile } from '../reading/survey.ts'
import { addUnit, createBatchWriter, type OrderImportOptions, startBatch } from './batches.ts'
import { placeLines, readInGroups } from './lines-of-orders.ts'
import { addRow, finishDraft, type OrderGroup } from './order-draft.ts'
import { orderTable, readOrderLine } from './order-rows.ts'

/**
 * Imports the orders of a CSV file with a line for each product, as `POST /orders` would. `read` returns the bytes of the
 * file from the start, at each call. An order is stored once, by its id, so an interrupted import can be repeated; up to
 * 250 orders that it stored last are then counted as skipped. A refused row refuses its whole order. Throws
 * `store_unknown`, and FileError if the file is not a table of orders.
 */
export async function importWholeOrders(
  db: Database,
  clock: Clock,
  storeId: string,
  read: () => AsyncIterable<Uint8Array>,
  options: OrderImportOptions = {},
): Promise<ImportReport> {
  const store = await readStore(db, storeId)
  const survey = await surveyFile(read)
  const open = async () => unhurried((await openCsv(read(), survey.dialect)).rows)
  const now = clock()
  const reader = createTableReader(orderTable, survey, store, now, options, readOrderLine)
  const plan = await warnOfLostZeros(db, store.store_id, reader)
  await options.onPlan?.(plan)
  const places = await placeLines(await open(), row => reader.peek(row, 'order_id'))
  const groups = readInGroups(
    open,
    places,
    (group: OrderGroup | undefined, row) => addRow(reader, group, row),
    options.mostKept,
  )
  const report = startReport(plan)
  const write = createBatchWriter(db, clock, store, now, options)
  const most = Math.min(largestBatch, store.limits.orders_per_minute ?? largestBatch)
  let batch = startBatch(0)
  const close = async () => {
    if (batch.lastRow <= (options.after ?? 0)) return
    options.signal?.throwIfAborted()
    const share = batch.lastRow / Math.max(places.rows, 1)
    addToReport(report, await write(batch, share))
    options.onProgress?.(report, share)
    batch = startBatch(batch.lastRow)
  }
  for await (const unit of unitsOf(groups, reader.nameOf)) {
    addUnit(batch, unit, options.after ?? 0)
    if (batch.orders.length >= most || batch.refused.length >= mostRefused || batch.size >= heaviestBatch)
      await close()
  }
  batch.lastRow = places.rows // empty rows belong to no order
  await close()
  report.refused.sort((a, b) => a.row - b.row)
  return report
}

const largestBatch = 250 // orders
const mostRefused = 1_000
const heaviestBatch = 4 * 1024 * 1024 // characters

/** Lets this process answer requests. */
async function* unhurried(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  for await (const row of rows) {
    if (row.number % 100 === 0) await setImmediate()
    yield row
  }
}

async function* unitsOf(groups: AsyncIterable<OrderGroup>, nameOf: (field: Field) => string) {
  for await (const { drafts } of groups)
    for (const draft of drafts.values()) yield* finishDraft(draft, nameOf)
}
