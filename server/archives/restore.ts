import sql, { raw } from 'sql-template-tag'
import { type Actor, type By, logChanges } from '../audit/audit.ts'
import type { Connection, Database } from '../database/connect.ts'
import { tellAllDaysChanged } from '../insights/changed-days.ts'
import { Problem } from '../lib/problem.ts'
import { settleMovedMails } from '../mail/moved.ts'
import type { PictureStore } from '../pictures/picture-store.ts'
import { isPictureName, takeExportedPicture } from '../pictures/pictures.ts'
import { PictureRefused } from '../pictures/sizes.ts'
import { findWrongCounts } from '../questions/recount.ts'
import { findWrongSummaries } from '../reviews/recount.ts'
import { restoreSettings } from '../stores/restore.ts'
import { readStore } from '../stores/stores.ts'
import { isOfType } from './archived-values.ts'
import { damaged } from './damages.ts'
import { tableFile } from './manifest.ts'
import type { Archive } from './read-archive.ts'
import { type ArchivedTable, archivedTables, quoteNames, readShape, type Shape } from './tables.ts'
import type { Progress, Watching } from './write-archive.ts'

export type Restored = { rows: number; pictures: number }

/**
 * Puts everything of an archive into a store that is empty, all of it or nothing: rows become visible at one
 * moment; pictures that were put before it and are not used are swept like any other. Throws Problem when the
 * store holds something, or the archive is not whole.
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
  }: Watching & { finish?: (tx: Connection, restored: Restored) => Promise<void> } = {},
): Promise<Restored> {
  const progress = { done: 0, all: sizeOf(archive) }
  const tell = async (more: number) => {
    signal?.throwIfAborted()
    progress.done += more
    await onProgress?.(progress)
  }
  await requireEmpty(db, storeId)
  const names = await takePictures(db, files, storeId, archive, by.at, tell)
  await db.longTransaction(async tx => {
    // Nobody writes into the store until it is whole.
    await readStore(tx, storeId, true)
    await requireEmpty(tx, storeId)
    for (const table of archivedTables) await restoreTable(tx, storeId, archive, table, { names, by, tell })
    await requireCounts(tx, storeId)
    await settleMovedMails(tx, storeId)
    await tellAllDaysChanged(tx, storeId)
    await logChanges(tx, storeId, [
      { ...by, action: 'import', record: 'store', recordId: storeId, fields: [] },
    ])
    await finish?.(tx, { rows: progress.done - names.size, pictures: names.size })
  })
  return { rows: progress.done - names.size, pictures: names.size }
}

/** Reads all of an archive and looks whether it could be imported: what `restoreArchive` throws, this throws. */
export async function tryArchive(
  db: Database,
  storeId: string,
  archive: Archive,
  { onProgress, signal }: Watching = {},
): Promise<Restored> {
  const progress: Progress = { done: 0, all: sizeOf(archive) }
  const tell = async (more: number) => {
    signal?.throwIfAborted()
    progress.done += more
    await onProgress?.(progress)
  }
  await requireEmpty(db, storeId)
  for (const table of archivedTables) {
    const { columns, path } = await columnsOf(db, archive, table)
    let row = 0
    for await (const line of archive.lines(table)) {
      readRow(line, columns, path, ++row)
      if (row % rowsAtOnce === 0) await tell(rowsAtOnce)
    }
    await tell(row % rowsAtOnce)
  }
  const pictures = Object.keys(archive.manifest.pictures)
  for (const name of pictures) {
    await archive.picture(name)
    await tell(1)
  }
  return { rows: progress.done - pictures.length, pictures: pictures.length }
}

function sizeOf({ manifest }: Archive): number {
  const rows = Object.values(manifest.tables).map(file => file.rows)
  return rows.reduce((sum, more) => sum + more, Object.keys(manifest.pictures).length)
}

// A store has settings and a history from its first moment.
const neverEmpty = ['stores', 'audit_log', 'pictures']

async function requireEmpty(db: Connection, storeId: string): Promise<void> {
  for (const table of archivedTables.filter(name => !neverEmpty.includes(name))) {
    const rows = await db.query(sql`
      select from ${raw(table)}
      where store_id = ${storeId}
      limit 1`)
    if (rows.length > 0)
      throw new Problem(
        `The store is not empty: it has ${table.replaceAll('_', ' ')}.`,
        'Make another store and import the archive there.',
      )
  }
}

/** The names that the pictures have in this store, by those of the archive. */
async function takePictures(
  db: Database,
  files: PictureStore,
  storeId: string,
  archive: Archive,
  at: Date,
  tell: (more: number) => Promise<void>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const name of Object.keys(archive.manifest.pictures)) {
    const bytes = await archive.picture(name)
    try {
      names.set(name, await takeExportedPicture(db, files, storeId, bytes, at))
    } catch (error) {
      if (error instanceof PictureRefused) throw damaged('picture', name)
      throw error
    }
    await tell(1)
  }
  return names
}

type Turn = {
  names: Map<string, string>
  by: { at: Date; actor: Actor }
  tell: (more: number) => Promise<void>
}

const rowsAtOnce = 500
const charactersAtOnce = 4_000_000

async function restoreTable(
  tx: Connection,
  storeId: string,
  archive: Archive,
  table: ArchivedTable,
  turn: Turn,
): Promise<void> {
  const { shape, columns, path } = await columnsOf(tx, archive, table)
  let batch: string[] = []
  let characters = 0
  let row = 0
  const write = async () => {
    if (batch.length > 0) await insertRows(tx, storeId, { ...shape, columns }, batch, path)
    await turn.tell(batch.length)
    batch = []
    characters = 0
  }
  for await (const line of archive.lines(table)) {
    const values = readRow(line, columns, path, ++row)
    if (table === 'stores') {
      await restoreSettings(tx, storeId, values, turn.by)
      await turn.tell(1)
      continue
    }
    const written = withNames(table, line, values, turn.names)
    if (written === undefined) continue
    batch.push(written)
    characters += written.length
    if (batch.length === rowsAtOnce || characters > charactersAtOnce) await write()
  }
  await write()
  if (table === 'stores' && row !== 1) throw damaged('stores', path, row)
}

type Columns = { shape: Shape; columns: Shape['columns']; path: string }

/** The columns that the archive has of a table; what a later release added gets its default. */
async function columnsOf(db: Connection, { manifest }: Archive, table: ArchivedTable): Promise<Columns> {
  const shape = await readShape(db, table)
  const path = tableFile(table)
  const said = manifest.tables[table]?.columns ?? []
  const unknown = said.find(name => !shape.columns.some(column => column.name === name))
  if (unknown !== undefined) throw damaged('column', path)
  return { shape, columns: shape.columns.filter(({ name }) => said.includes(name)), path }
}

type Row = Record<string, unknown>

function readRow(line: string, columns: Shape['columns'], path: string, number: number): Row {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    throw damaged('json', path, number)
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw damaged('row', path, number)
  for (const column of columns) {
    const value = (row as Row)[column.name]
    if (value === undefined) throw damaged('field_missing', path, number, column.name)
    if (!isOfType(value, column)) throw damaged('field', path, number, column.name, column.type)
  }
  return row as Row
}

/**
 * The row as it is written here: pictures have other names in each store, which are made of the store and of
 * what is in them. Those whose file is not in the archive are left out; undefined: so is the row.
 */
function withNames(
  table: ArchivedTable,
  line: string,
  row: Row,
  names: Map<string, string>,
): string | undefined {
  if (table === 'pictures') {
    const name = names.get(String(row.name))
    return name && JSON.stringify({ ...row, name })
  }
  if (table !== 'reviews' || !Array.isArray(row.pictures) || row.pictures.length === 0) return line
  const pictures = row.pictures.flatMap(one => (isPictureName(String(one)) ? (names.get(one) ?? []) : [one]))
  return JSON.stringify({ ...row, pictures })
}

async function insertRows(
  tx: Connection,
  storeId: string,
  { table, columns, key }: Shape,
  lines: string[],
  path: string,
): Promise<void> {
  const names = quoteNames(columns.map(({ name }) => name))
  // Only these can be there: rows of their own history, and pictures that were taken a moment ago.
  const others = table === 'pictures' ? 'taken_at = excluded.taken_at' : undefined
  const onConflict = others ? sql`on conflict (${quoteNames(key)}) do update set ${raw(others)}` : sql``
  try {
    await tx.query(sql`
      insert into ${raw(table)} (store_id, ${names})
      select ${storeId}::uuid, ${names}
      from jsonb_populate_recordset(null::${raw(table)}, ${`[${lines.join(',')}]`}::jsonb)
      ${onConflict}`)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // What a row says is wrong: of a type, or by a rule of its table.
    if (/^2[23]/.test(code)) throw damaged('refused', path, code)
    throw error
  }
}

async function requireCounts(tx: Connection, storeId: string): Promise<void> {
  const ratings = await findWrongSummaries(tx, storeId)
  const questions = await findWrongCounts(tx, storeId)
  const [wrong] = [...ratings, ...questions]
  if (wrong !== undefined) throw damaged('counts', wrong)
}
