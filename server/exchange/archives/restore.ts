import sql, { raw } from 'sql-template-tag'
import { hasAnswersWithoutQuestion } from '../../answers/questions/answers/answer-counts.ts'
import { findWrongCounts } from '../../answers/questions/recount.ts'
import { planAllCopies } from '../../answers/reviews/copies/copies.ts'
import { picturesInUse } from '../../answers/reviews/reviews.ts'
import { sumAllGroups } from '../../answers/reviews/sums/group-sums.ts'
import { findWrongSummaries, hasReviewsWithoutProduct } from '../../answers/reviews/sums/recount.ts'
import { settleArchivedMessages } from '../../asking/channels/archived-messages.ts'
import { countMailsToRemindOf, settleArchivedMails } from '../../asking/mail/archived-mailings.ts'
import { countRestoredOrders, findRequestWithoutOrder } from '../../asking/orders/restored.ts'
import { countOrdersToAsk } from '../../asking/requests/archived-requests.ts'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { damaged, FileError } from '../../foundation/errors/file-errors.ts'
import { type Actor, type By, logChanges } from '../../foundation/events/audit/audit.ts'
import { markAllDaysChanged } from '../../foundation/events/changed-days.ts'
import { renumbering } from '../../foundation/lib/ids/uuid.ts'
import { failImportOf } from '../../foundation/storage/files/scan.ts'
import { isLogoFile, saveLogo } from '../../foundation/storage/pictures/logos.ts'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { isPictureName, sweepPictures } from '../../foundation/storage/pictures/pictures.ts'
import { PictureRefused } from '../../foundation/storage/pictures/sizes.ts'
import { remainingBytes } from '../../foundation/storage/pictures/stored-bytes.ts'
import { VideoRefused } from '../../foundation/storage/videos/container/bytes.ts'
import { receiveExportedFile } from '../../foundation/storage/videos/exported.ts'
import { readCaptionsName, readVideoName } from '../../foundation/storage/videos/names.ts'
import { CaptionsRefused } from '../../foundation/storage/videos/webvtt.ts'
import { hasLargeGroup } from '../../tenants/products/sharing.ts'
import { restoreSettings } from '../../tenants/stores/restore.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { isOfType } from './archived-values.ts'
import { tableFile } from './manifest.ts'
import type { Archive } from './read-archive.ts'
import { addedColumns, type Restoring, type Row, restoreRow } from './restored-rows.ts'
import {
  type ArchivedTable,
  archivedTables,
  type Column,
  formerColumns,
  quoteNames,
  readShape,
  type Shape,
} from './tables.ts'
import type { Progress, Watching } from './write-archive.ts'

export type Restored = { rows: number; pictures: number }

/**
 * Restores an archive into an empty store, completely or not at all: its rows become visible in one commit. Pictures
 * are stored first; unused ones are swept later. `address` is ours: without it, an uploaded logo keeps the address of the
 * archive's installation. Without `notifyAuthors`, nobody is mailed
 * about a review or question of it. Throws FileError if the store is not empty, or the archive is damaged.
 */
export async function restoreArchive(
  db: Database,
  files: PictureStore,
  storeId: string,
  archive: Archive,
  by: By,
  {
    onProgress,
    signal,
    finish,
    address,
    notifyAuthors,
  }: Watching & {
    address?: string | undefined
    notifyAuthors?: boolean | undefined
    finish?: (tx: Connection, restored: Restored) => Promise<void>
  } = {},
): Promise<Restored> {
  const progress = { done: 0, all: sizeOf(archive) }
  const report = async (more: number) => {
    signal?.throwIfAborted()
    progress.done += more
    await onProgress?.(progress)
  }
  await requireEmpty(db, storeId)
  await requirePlan(db, storeId, archive)
  const names = await restorePictures(db, files, storeId, archive, by.at, report)
  const logo = await restoreLogo(db, files, storeId, archive, by.at, address)
  await db.longTransaction(async tx => {
    // Lock the store, so that nobody writes to it until the restore is complete.
    const store = await readStore(tx, storeId, true)
    await requireEmpty(tx, storeId)
    const restoring = { pictures: names, logo, newId: renumbering(), at: by.at, notifyAuthors }
    for (const table of archivedTables)
      await restoreTable(tx, storeId, archive, table, { restoring, by, report })
    if (await findRequestWithoutOrder(tx, storeId))
      throw damaged('refused', tableFile('review_requests'), '23503')
    if (await hasLargeGroup(tx, storeId)) throw damaged('refused', tableFile('products'), 'group_id')
    await countRestoredOrders(tx, storeId, (await readStore(tx, storeId)).time_zone)
    await sumAllGroups(tx, storeId)
    await requireCounts(tx, storeId)
    await settleArchivedMessages(tx, storeId, by.at)
    await settleArchivedMails(tx, storeId)
    await refuseBeyondOrderLimit(tx, storeId, store)
    await planAllCopies(tx, storeId, by.at)
    await markAllDaysChanged(tx, storeId)
    await logChanges(tx, storeId, [
      { ...by, action: 'import', record: 'store', recordId: storeId, fields: [] },
    ])
    await finish?.(tx, { rows: progress.done - names.size, pictures: names.size })
  })
  return { rows: progress.done - names.size, pictures: names.size }
}

/** Reads all of an archive and checks whether it could be restored. Throws what `restoreArchive` would throw. */
export async function tryArchive(
  db: Database,
  files: PictureStore,
  storeId: string,
  archive: Archive,
  at: Date,
  { onProgress, signal }: Watching = {},
): Promise<Restored> {
  const progress: Progress = { done: 0, all: sizeOf(archive) }
  const report = async (more: number) => {
    signal?.throwIfAborted()
    progress.done += more
    await onProgress?.(progress)
  }
  await requireEmpty(db, storeId)
  await requirePlan(db, storeId, archive)
  const pictures = pictureNames(archive)
  const restoring = { pictures: new Map(pictures.map(name => [name, name])), newId: renumbering(), at }
  for (const table of archivedTables) {
    const { columns, path } = await columnsOf(db, archive, table)
    let row = 0
    let taken = 0
    for await (const line of archive.lines(table)) {
      if (restored(table, readRow(line, columns, path, ++row), restoring, path)) taken++
      if (taken < rowsAtOnce) continue
      await report(taken)
      taken = 0
    }
    await report(taken)
  }
  for (const name of pictures) {
    const bytes = await archive.picture(name)
    await files.scan?.(storeId, bytes).catch(failImportOf(name))
    await report(1)
  }
  const logo = logoName(archive)
  if (logo) await files.scan?.(storeId, await archive.picture(logo)).catch(failImportOf(logo))
  return { rows: progress.done - pictures.length, pictures: pictures.length }
}

function sizeOf(archive: Archive): number {
  const rows = Object.values(archive.manifest.tables).map(file => file.rows)
  return rows.reduce((sum, more) => sum + more, pictureNames(archive).length)
}

// Videos follow the pictures, because each names its poster.
const pictureNames = ({ manifest }: Archive) => {
  const names = Object.keys(manifest.pictures)
  const others = names.filter(name => readVideoName(name) || readCaptionsName(name))
  return [...names.filter(isPictureName), ...others]
}

const logoName = ({ manifest }: Archive) => Object.keys(manifest.pictures).find(isLogoFile)

// Every store has settings and a history from its creation.
const neverEmpty = ['stores', 'audit_log', 'pictures']

async function requireEmpty(db: Connection, storeId: string): Promise<void> {
  for (const table of archivedTables.filter(name => !neverEmpty.includes(name))) {
    const rows = await db.query(sql`
      select from ${raw(table)}
      where store_id = ${storeId}
      limit 1`)
    if (rows.length > 0) throw new FileError('store_not_empty', [table.replaceAll('_', ' ')])
  }
}

/** Stores the pictures of an archive. Returns their names in this store, by their names in the archive. */
async function restorePictures(
  db: Database,
  files: PictureStore,
  storeId: string,
  archive: Archive,
  at: Date,
  report: (more: number) => Promise<void>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const name of pictureNames(archive)) {
    const bytes = await archive.picture(name)
    try {
      const file = { name, bytes, posters: names }
      const stored = receiveExportedFile(db, files, storeId, file, at).catch(failImportOf(name))
      names.set(name, await stored)
    } catch (error) {
      if (error instanceof VideoRefused || error instanceof CaptionsRefused) throw damaged('picture', name)
      if (!(error instanceof PictureRefused)) throw error
      if (error.why !== 'budget') throw damaged('picture', name)
      await sweepPictures(db, files, storeId, { names: [...names.values()] }, picturesInUse)
      throw new FileError('storage_limit')
    }
    await report(1)
  }
  return names
}

/** Stores the uploaded logo of an archive, if it has one. */
async function restoreLogo(
  db: Database,
  files: PictureStore,
  storeId: string,
  archive: Archive,
  at: Date,
  ours: string | undefined,
): Promise<Restoring['logo']> {
  const name = logoName(archive)
  if (name === undefined) return undefined
  const bytes = await archive.picture(name)
  try {
    const kept = await saveLogo(db, files, storeId, bytes, at).catch(failImportOf(name))
    return {
      name,
      address: archived => (ours ? `${ours}/pictures/${kept}` : archived.replace(name, kept)),
    }
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    throw damaged('picture', name)
  }
}

type Restore = {
  restoring: Restoring
  by: { at: Date; actor: Actor }
  report: (more: number) => Promise<void>
}

const rowsAtOnce = 500
const charactersAtOnce = 4_000_000

async function restoreTable(
  tx: Connection,
  storeId: string,
  archive: Archive,
  table: ArchivedTable,
  restore: Restore,
): Promise<void> {
  const { shape, columns, path } = await columnsOf(tx, archive, table)
  const stored = shape.columns.filter(column => columns.includes(column))
  const written = [...stored.map(({ name }) => name), ...addedColumns(table)]
  let batch: string[] = []
  let characters = 0
  let row = 0
  const write = async () => {
    if (batch.length > 0) await insertRows(tx, storeId, shape, [...new Set(written)], batch, path)
    await restore.report(batch.length)
    batch = []
    characters = 0
  }
  // Two videos with the same bytes have one name here: it comes from their content.
  const videos = new Set<unknown>()
  const isSecond = ({ name }: Row) => table === 'pictures' && videos.size === videos.add(name).size
  for await (const line of archive.lines(table)) {
    const read = readRow(line, columns, path, ++row)
    const values = restored(table, read, restore.restoring, path)
    if (values === undefined || isSecond(values)) continue
    if (table === 'stores') {
      await restoreSettings(tx, storeId, values, restore.by).catch(rethrowDamage)
      await restore.report(1)
      continue
    }
    // An unchanged row is inserted as archived: JavaScript would round the decimals of a price.
    batch.push(values === read ? line : JSON.stringify(values))
    characters += line.length
    if (batch.length === rowsAtOnce || characters > charactersAtOnce) await write()
  }
  await write()
  if (table === 'stores' && row !== 1) throw damaged('stores', path, row)
}

// The archive's author chose every value: an invalid one is a damage of the file.
function rethrowDamage(error: unknown): never {
  if (!(error instanceof ApiError && error.errorName === 'settings_invalid')) throw error
  throw damaged('setting', error.problems?.[0]?.path ?? '')
}

type Columns = { shape: Shape; columns: Column[]; path: string }

/** The columns of a table that the archive has. Columns that a later release added get their default. */
async function columnsOf(db: Connection, { manifest }: Archive, table: ArchivedTable): Promise<Columns> {
  const shape = await readShape(db, table)
  const path = tableFile(table)
  const said = manifest.tables[table]?.columns ?? []
  const known = [...shape.columns, ...(formerColumns[table] ?? [])]
  const columns = known.filter(({ name }) => said.includes(name))
  if (columns.length < new Set(said).size) throw damaged('column', path)
  return { shape, columns, path }
}

function readRow(line: string, columns: Shape['columns'], path: string, number: number): Row {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    throw damaged('json', path, number)
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw damaged('row', path, number)
  // Copy known columns only. Other fields are unchecked.
  const read: Row = {}
  for (const column of columns) {
    const value = (row as Row)[column.name]
    if (value === undefined) throw damaged('field_missing', path, number, column.name)
    if (!isOfType(value, column)) throw damaged('field', path, number, column.name, column.type)
    read[column.name] = value
  }
  return read
}

function restored(table: ArchivedTable, row: Row, restoring: Restoring, path: string): Row | undefined {
  const made = restoreRow(table, row, restoring)
  if (typeof made === 'string') throw damaged('refused', path, made)
  return made
}

async function insertRows(
  tx: Connection,
  storeId: string,
  { table, key }: Shape,
  columns: string[],
  lines: string[],
  path: string,
): Promise<void> {
  const names = quoteNames(columns)
  // Conflicts are possible only with rows of the restore's own history, and with pictures stored a moment ago.
  const others = table === 'pictures' ? 'taken_at = excluded.taken_at' : undefined
  const onConflict = others ? sql`on conflict (${quoteNames(key)}) do update set ${raw(others)}` : sql``
  try {
    await tx.query(sql`
      insert into ${raw(table)} (store_id, ${names})
      select own.store_id, ${names}
      from ${ownStore(storeId)} as own
      cross join (
        select ${names}
        from jsonb_populate_recordset(null::${raw(table)}, ${`[${lines.join(',')}]`}::jsonb)
      ) as restored
      ${onConflict}`)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // SQLSTATE classes 22 and 23: a value has the wrong type, or breaks a constraint of its table.
    if (/^2[23]/.test(code)) throw damaged('refused', path, code)
    throw error
  }
}

/** Throws FileError if the archive exceeds a limit of the store's plan that its manifest tells. */
async function requirePlan(db: Connection, storeId: string, { manifest }: Archive): Promise<void> {
  const { reviews_per_import: most } = (await readStore(db, storeId)).limits
  if (most !== undefined && (manifest.tables.reviews?.rows ?? 0) > most)
    throw new FileError('import_over_limit', [most])
  // Without the smaller sizes, which are made when the picture is stored.
  const bytes = Object.values(manifest.pictures).reduce((sum, picture) => sum + picture.bytes, 0)
  if (bytes > 0 && bytes > (await remainingBytes(db, storeId))) throw new FileError('storage_limit')
}

async function requireCounts(tx: Connection, storeId: string): Promise<void> {
  // Reviews of the store itself have no product, so no foreign key requires one.
  if (await hasReviewsWithoutProduct(tx, storeId)) throw damaged('refused', tableFile('reviews'), '23503')
  if (await hasAnswersWithoutQuestion(tx, storeId)) throw damaged('refused', tableFile('answers'), '23503')
  const ratings = await findWrongSummaries(tx, [storeId])
  const questions = await findWrongCounts(tx, [storeId])
  const [wrong] = [...ratings, ...questions]
  if (wrong) throw damaged('counts', wrong.product_id)
}

/**
 * A restored store sends nothing until a member resumes its requests. Then it sends everything that is due, so an
 * archive may not contain more than the plan allows in a month. Throws FileError.
 */
async function refuseBeyondOrderLimit(
  tx: Connection,
  storeId: string,
  { order_limit }: Store,
): Promise<void> {
  if (order_limit === null) return
  const toMail = (await countOrdersToAsk(tx, storeId)) + (await countMailsToRemindOf(tx, storeId))
  if (toMail <= order_limit) return
  throw new FileError('archive_over_limit', [toMail, order_limit])
}
