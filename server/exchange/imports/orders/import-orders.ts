import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../../foundation/database/connect.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import { addToReport, type ImportReport, startReport } from '../import-report.ts'
import { addTriedOrder, createOrderPicker, previewOrders } from '../preview/preview-orders.ts'
import { type CsvRow, openCsv } from '../reading/bytes/csv.ts'
import { warnOfLostZeros } from '../reading/lost-zeros.ts'
import { createTableReader, type FilePlan } from '../reading/read-table.ts'
import { surveyFile } from '../reading/survey.ts'
import { addUnit, createBatchWriter, type OrderImportOptions, startBatch } from './batches.ts'
import { createItems, withItemColumns } from './line-items.ts'
import { placeLines, readInGroups } from './lines-of-orders.ts'
import {
  addRow,
  type DraftRules,
  finishGroup,
  type OrderGroup,
  type Unit,
  type WholeOrder,
} from './order-draft.ts'
import { type OrderRow, watchIds, withOrderIds } from './order-ids.ts'
import { type OrderPlan, planOrders, requireKnown } from './order-plan.ts'
import { type OrderLine, orderTable, readOrderLine, withLastName } from './order-rows.ts'
import { warnOfOtherProducts, watchProducts } from './other-products.ts'

/**
 * Imports the orders of a CSV file with a line for each product, as `POST /orders` would. `read` returns the bytes of the
 * file from the start, at each call. An order is stored once, by its id, so an interrupted import can be repeated; up to
 * 250 orders that it stored last are then counted as skipped. A refused row refuses its whole order, and a cancelled
 * order is left out. Throws `store_unknown`, and FileError if the file is not a table of orders, or has states of unknown
 * meaning.
 */
export async function importWholeOrders(
  db: Database,
  clock: Clock,
  storeId: string,
  read: () => AsyncIterable<Uint8Array>,
  options: OrderImportOptions = {},
): Promise<ImportReport> {
  const store = await readStore(db, storeId)
  const now = clock()
  const { file, rows, units } = await openOrders(db, store, read, now, options)
  const report = startReport(file)
  const picker = createOrderPicker()
  const onTried = (order: WholeOrder, isUpdate: boolean) => addTriedOrder(picker, order, isUpdate, store, now)
  const write = createBatchWriter(db, clock, store, now, { ...options, ...(options.dryRun && { onTried }) })
  const most = Math.min(largestBatch, store.limits.orders_per_minute ?? largestBatch)
  let batch = startBatch(0)
  const close = async () => {
    if (batch.lastRow <= (options.after ?? 0)) return
    options.signal?.throwIfAborted()
    const share = batch.lastRow / Math.max(rows, 1)
    addToReport(report, await write(batch, share))
    options.onProgress?.(report, share)
    batch = startBatch(batch.lastRow)
  }
  for await (const unit of units) {
    addUnit(batch, unit, options.after ?? 0)
    if (batch.orders.length >= most || batch.refused.length >= mostRefused || batch.size >= heaviestBatch)
      await close()
  }
  batch.lastRow = rows // empty rows belong to no order
  await close()
  report.refused.sort((a, b) => a.row - b.row)
  if (options.dryRun)
    report.preview = { rows: [], orders: await previewOrders(db, store.store_id, picker, options.secrets) }
  return report
}

/** Decides how the file is read as a whole, and reports that. Returns its orders one by one. */
async function openOrders(
  db: Database,
  store: Store,
  read: () => AsyncIterable<Uint8Array>,
  now: number,
  options: OrderImportOptions,
): Promise<{ file: FilePlan; rows: number; units: AsyncIterable<Unit> }> {
  const survey = withItemColumns(await surveyFile(read, options))
  let plan: OrderPlan | undefined
  const reader = createTableReader<OrderLine>(orderTable, survey, store, now, options, (texts, rules, row) =>
    readOrderLine(withLastName(texts, row, plan?.lastName), rules, plan?.isKnownBySku ?? false),
  )
  const file = await warnOfLostZeros(db, store.store_id, reader)
  plan = planOrders(survey, file, options)
  await options.onPlan?.(plan.file)
  requireKnown(plan.unknown)
  const open = async () => withOrderIds(unhurried((await openCsv(read(), survey.dialect)).rows), reader.peek)
  const ids = watchIds()
  const linesOf = createItems(survey)
  const products = watchProducts(row => linesOf(row).map(line => reader.peek(line, 'product_id')))
  const watch = (row: OrderRow) => {
    ids.add(row)
    products.add(row)
  }
  const places = await placeLines(watched(await open(), watch))
  plan.file = await warnOfOtherProducts(db, store.store_id, plan.file, products.ids)
  await options.onPlan?.(plan.file)
  const isIdRepeated = ids.isRepeated()
  const rules = { reader, states: plan.states, width: survey.header.length, isIdRepeated, linesOf }
  const groups = readInGroups(
    open,
    places,
    (group: OrderGroup | undefined, row) => addRow(rules, group, row),
    options.mostKept,
  )
  return { file: plan.file, rows: places.rows, units: unitsOf(groups, rules) }
}

const largestBatch = 250 // orders
const mostRefused = 1_000
const heaviestBatch = 4 * 1024 * 1024 // characters

/** Lets this process answer requests. */
async function* unhurried(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  for await (const row of rows) {
    if (row.number % 100 === 0 || row.cells.some(isLong)) await setImmediate()
    yield row
  }
}

// It may have all products of an order.
const isLong = (cell: string | null) => cell !== null && cell.length > 10_000

async function* watched(rows: AsyncIterable<OrderRow>, watch: (row: OrderRow) => void) {
  for await (const row of rows) {
    watch(row)
    yield row
  }
}

async function* unitsOf(groups: AsyncIterable<OrderGroup>, rules: DraftRules) {
  for await (const group of groups) yield* finishGroup(group, rules)
}
