import { createHash } from 'node:crypto'
import { finished, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import sql, { raw } from 'sql-template-tag'
import { ZipFile } from 'yazl'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { readMigrations } from '../../foundation/database/migrations/migrate.ts'
import { savedLogo } from '../../foundation/storage/pictures/logos.ts'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { nameOfCheck, readVideoName } from '../../foundation/storage/videos/names.ts'
import { streamParts } from '../../foundation/storage/videos/parts.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import {
  archiveFormat,
  archiveVersion,
  type Manifest,
  manifestFile,
  pictureFile,
  readmeFile,
  readmeOf,
  tableFile,
} from './manifest.ts'
import {
  type ArchivedTable,
  archivedColumns,
  archivedTables,
  isArchived,
  leftOut,
  quoteNames,
  readShape,
  type Shape,
} from './tables.ts'

/** Progress: rows and pictures written, and their total. */
export type Progress = { done: number; all: number }

export type Watching = {
  onProgress?: ((progress: Progress) => Promise<void> | void) | undefined
  /** Aborts the export. Everything it wrote is deleted. */
  signal?: AbortSignal | undefined
}

/**
 * Writes a snapshot of the store into `out` as a ZIP, and ends `out`. Keeps only some rows and one picture in memory.
 * Throws `store_unknown`.
 */
export async function writeArchive(
  db: Database,
  pictures: PictureStore,
  storeId: string,
  at: Date,
  out: Writable,
  { onProgress, signal }: Watching = {},
): Promise<Manifest> {
  return await db.longTransaction(async tx => {
    // All tables are read from one snapshot: an order agrees with its requests, and a review with its summary.
    await tx.query(sql`set transaction isolation level repeatable read, read only`)
    await tx.query(sql`set local timezone to 'UTC'`)
    const store = await readStore(tx, storeId)
    const manifest: Manifest = {
      format: archiveFormat,
      version: archiveVersion,
      made_by: `Realword ${packageJson.version}`,
      schema: Math.max(...readMigrations().map(({ version }) => version)),
      exported_at: at.toISOString(),
      store: { id: store.store_id, name: store.name },
      tables: {},
      pictures: {},
      lost_pictures: [],
      left_out: leftOut,
    }
    const zip = openZip(out, at, signal)
    try {
      await zip.add(readmeFile, [Buffer.from(readmeOf(store.name, at))])
      await addContents(tx, pictures, store.store_id, manifest, zip, onProgress)
      await zip.add(manifestFile, [Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`)])
      await zip.end()
    } catch (error) {
      out.destroy()
      throw error
    }
    return manifest
  })
}

async function addContents(
  tx: Connection,
  pictures: PictureStore,
  storeId: string,
  manifest: Manifest,
  zip: Zip,
  onProgress: Watching['onProgress'],
): Promise<void> {
  const shapes: Shape[] = []
  for (const table of archivedTables) shapes.push(await readShape(tx, table))
  const logo = await savedLogo(tx, storeId)
  const names = [...(await pictureNames(tx, storeId)), ...(logo ? [logo] : [])]
  const progress = { done: 0, all: names.length }
  for (const { table } of shapes) progress.all += await countRows(tx, storeId, table)
  const report = async (more: number) => {
    progress.done += more
    await onProgress?.(progress)
  }
  for (const shape of shapes) {
    const { table, columns } = shape
    const file = { rows: 0, columns: columns.map(({ name }) => name), bytes: 0, sha256: '' }
    manifest.tables[table] = file
    const lines = tableLines(tx, storeId, shape, async rows => {
      file.rows += rows
      await report(rows)
    })
    Object.assign(file, await zip.add(tableFile(table), lines))
  }
  for (const name of names) {
    const content = await contentOf(pictures, name)
    if (content) manifest.pictures[name] = await zip.add(pictureFile(name), content, false)
    else manifest.lost_pictures.push(name)
    await report(1)
  }
}

/** Of a picture or, part by part, of a video; undefined if its file is missing. */
async function contentOf(
  pictures: PictureStore,
  name: string,
): Promise<Iterable<Buffer> | AsyncIterable<Buffer> | undefined> {
  const video = readVideoName(name)
  const bytes = await pictures.get(video ? nameOfCheck(video.id) : name)
  return bytes && video ? streamParts(pictures, video.id, 0, video.bytes) : bytes && [bytes]
}

async function countRows(tx: Connection, storeId: string, table: ArchivedTable): Promise<number> {
  const [row] = await tx.query<{ rows: number }>(sql`
    select count(*)::integer as rows
    from ${raw(table)}
    where ${isArchived(table, storeId)}`)
  return row?.rows ?? 0
}

async function pictureNames(tx: Connection, storeId: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    select name
    from pictures
    where store_id = ${storeId}
    order by name`)
  return rows.map(({ name }) => name)
}

const rowsAtOnce = 200 // orders may have a megabyte each

async function* tableLines(
  tx: Connection,
  storeId: string,
  shape: Shape,
  report: (rows: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  const { table, key } = shape
  await tx.query(sql`
    declare archived no scroll cursor for
    select row_to_json(line)::text as line
    from (
      select ${archivedColumns(shape)}
      from ${raw(table)}
      where ${isArchived(table, storeId)}
      order by ${quoteNames(key)}
    ) as line`)
  for (;;) {
    const rows = await tx.query<{ line: string }>(sql`fetch ${raw(String(rowsAtOnce))} from archived`)
    if (rows.length === 0) break
    yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(''))
    await report(rows.length)
  }
  await tx.query(sql`close archived`)
}

type Zip = {
  /** Resolves with the size and SHA-256 of the content, after it was read. */
  add: (
    path: string,
    content: Iterable<Buffer> | AsyncIterable<Buffer>,
    compress?: boolean,
  ) => Promise<{ bytes: number; sha256: string }>
  end: () => Promise<void>
}

// yazl reads its files one after the other, and only as fast as `out` accepts them.
function openZip(out: Writable, mtime: Date, signal: AbortSignal | undefined): Zip {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, out, { ...(signal && { signal }) })
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject)
    written.catch(reject)
  })
  failed.catch(() => {})
  return {
    add: async (path, content, compress = true) => {
      const hash = createHash('sha256')
      let bytes = 0
      const read = async function* counted() {
        for await (const chunk of content) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      }
      const stream = Readable.from(read(), { objectMode: false })
      zip.addReadStream(stream, path, { mtime, compress })
      await Promise.race([promisify(finished)(stream), failed])
      return { bytes, sha256: hash.digest('hex') }
    },
    end: async () => {
      zip.end()
      await written
    },
  }
}
