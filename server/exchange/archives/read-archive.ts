import { createHash } from 'node:crypto'
import type { Entry, ZipFile } from 'yauzl'
import { readMigrations } from '../../foundation/database/migrations/migrate.ts'
import { damaged, FileError } from '../../foundation/errors/file-errors.ts'
import { isLogoFile } from '../../foundation/storage/pictures/logos.ts'
import { isPictureName } from '../../foundation/storage/pictures/pictures.ts'
import { readCaptionsName, readVideoName } from '../../foundation/storage/videos/names.ts'
import {
  archiveFormat,
  archiveVersion,
  type Manifest,
  manifest,
  manifestFile,
  pictureFile,
  readmeFile,
  tableFile,
} from './manifest.ts'
import { archivedTables } from './tables.ts'

/** An open archive: its manifest and its content. */
export type Archive = {
  manifest: Manifest
  /** The lines of a table, each one row as JSON. Throws FileError if they do not match the manifest. */
  lines: (table: string) => AsyncGenerator<string>
  /** A picture's file. Throws FileError if it does not match the manifest. */
  picture: (name: string) => Promise<Buffer>
  close: () => void
}

const mostManifest = 64 * 1024 * 1024 // bytes: enough for 250,000 pictures
const mostEntries = 500_000
const mostOfAll = 64 * 1024 ** 3 // bytes
const mostPicture = 32 * 1024 * 1024 // bytes
const longestLine = 8 * 1024 * 1024 // bytes: an order has at most one megabyte
// Rows of one table compress 10 to 50 times, a ZIP bomb a thousand times.
const mostPacked = 200

/**
 * Opens an archive. Looks up entries by name, and never uses a name as a path. Throws FileError if the file is not an
 * archive, is of a later version, is damaged, contains files that its manifest does not list, lists too many, or unpacks to far
 * more than its size.
 */
export async function openArchive(open: () => Promise<ZipFile>): Promise<Archive> {
  const zip = await asDamaged(open())
  try {
    const entries = await readEntries(zip)
    const manifest = await readManifest(zip, entries)
    checkContents(manifest, entries)
    return {
      manifest,
      lines: table => linesOf(zip, entries, table, manifest),
      picture: async name => {
        const file = manifest.pictures[name]
        if (!file) throw damaged('missing', name)
        return Buffer.concat(await Array.fromAsync(checked(zip, entries, pictureFile(name), file)))
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

type Entries = Map<string, Entry>

async function readEntries(zip: ZipFile): Promise<Entries> {
  // ZIP64 counts up to 2^64. yauzl reads as many entries as the end of the ZIP states, and never more.
  if (zip.entryCount > mostEntries) throw damaged('entries', zip.entryCount)
  const entries: Entries = new Map()
  let unpacked = 0
  for await (const entry of rethrowAsDamage(zip.eachEntry())) {
    unpacked += entry.uncompressedSize
    if (entries.has(entry.fileName)) throw damaged('twice', quoted(entry.fileName))
    if (!entry.canDecodeFileData()) throw damaged('encrypted', quoted(entry.fileName))
    entries.set(entry.fileName, entry)
  }
  if (unpacked > mostOfAll || unpacked > Math.max(zip.fileSize * mostPacked, mostManifest))
    throw damaged('bomb', unpacked)
  return entries
}

async function readManifest(zip: ZipFile, entries: Entries): Promise<Manifest> {
  const entry = entries.get(manifestFile)
  if (!entry) throw new FileError('not_archive')
  if (entry.uncompressedSize > mostManifest) throw damaged('manifest_size')
  const parsed = parse(Buffer.concat(await Array.fromAsync(unpack(zip, entry))).toString('utf8'))
  const { format, version, schema } = (parsed ?? {}) as Record<string, unknown>
  if (format !== archiveFormat) throw new FileError('not_archive')
  const known = Math.max(...readMigrations().map(migration => migration.version))
  if (Number(version) > archiveVersion || Number(schema) > known) throw new FileError('archive_newer')
  const read = manifest.safeParse(parsed)
  if (read.success) return read.data
  throw damaged('manifest_field', String(read.error.issues[0]?.path.join('.')))
}

// The archive contains exactly the files of the manifest. Nothing else would be checked.
function checkContents(manifest: Manifest, entries: Entries): void {
  const files = filesOf(manifest)
  const unknown = [...entries.keys()].find(name => !files.has(name))
  if (unknown !== undefined) throw damaged('unnamed', quoted(unknown))
  for (const [path, bytes] of files) {
    const entry = entries.get(path)
    if (!entry && path !== readmeFile) throw damaged('missing', path)
    if (bytes !== undefined && entry?.uncompressedSize !== bytes) throw damaged('size', path)
  }
}

/** The files that the archive may contain, with their size where the manifest states it. */
function filesOf(manifest: Manifest): Map<string, number | undefined> {
  const files = new Map<string, number | undefined>([
    [manifestFile, undefined],
    [readmeFile, undefined],
  ])
  for (const [table, { bytes }] of Object.entries(manifest.tables)) {
    if (!archivedTables.includes(table as 'stores')) throw damaged('table', quoted(table))
    files.set(tableFile(table), bytes)
  }
  const [, secondLogo] = Object.keys(manifest.pictures).filter(isLogoFile)
  if (secondLogo) throw damaged('picture_name', quoted(secondLogo))
  for (const [name, { bytes }] of Object.entries(manifest.pictures)) {
    const video = readVideoName(name)
    const isKnown = video || isPictureName(name) || isLogoFile(name) || readCaptionsName(name)
    if (!isKnown) throw damaged('picture_name', quoted(name))
    if (video ? bytes !== video.bytes : bytes > mostPicture) throw damaged('picture_size', name)
    files.set(pictureFile(name), bytes)
  }
  return files
}

async function* linesOf(
  zip: ZipFile,
  entries: Entries,
  table: string,
  manifest: Manifest,
): AsyncGenerator<string> {
  const file = manifest.tables[table]
  if (!file) return
  const path = tableFile(table)
  let rows = 0
  // The pieces of the line that has not ended. Joined at each piece, a row of 8 MiB was copied 500 times.
  const begun: Buffer[] = []
  let length = 0
  for await (const chunk of checked(zip, entries, path, file)) {
    const end = chunk.lastIndexOf(10) + 1
    const ended = end > 0 ? Buffer.concat([...begun.splice(0), chunk.subarray(0, end - 1)]) : undefined
    begun.push(chunk.subarray(end))
    length = (ended ? 0 : length) + chunk.length - end
    if (length > longestLine) throw damaged('line', path)
    for (const line of ended?.toString('utf8').split('\n') ?? []) {
      rows++
      yield line
    }
  }
  if (length > 0) throw damaged('half_line', path)
  if (rows !== file.rows) throw damaged('rows', path, rows, file.rows)
}

async function* checked(
  zip: ZipFile,
  entries: Entries,
  path: string,
  file: { bytes: number; sha256: string },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of unpack(zip, entries.get(path) as Entry)) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== file.sha256) throw damaged('sum', path)
}

// yauzl aborts when a file unpacks to more bytes than its entry states.
async function* unpack(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await asDamaged(zip.openReadStreamPromise(entry))
  try {
    yield* rethrowAsDamage(stream as AsyncIterable<Buffer>)
  } finally {
    stream.destroy()
  }
}

async function* rethrowAsDamage<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await asDamaged(iterator.next())
    if (done) return
    yield value
  }
}

// Storage errors pass unchanged. All other errors concern the bytes of the archive.
async function asDamaged<T>(outcome: Promise<T>): Promise<T> {
  try {
    return await outcome
  } catch (error) {
    const { code, cause, message } = error as NodeJS.ErrnoException
    const isOfZip = code === undefined || code.startsWith('Z_')
    if (error instanceof FileError || cause !== undefined || !isOfZip) throw error
    if (/signature not found|end of central directory/i.test(message)) throw new FileError('not_archive')
    throw damaged('zip', message)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100))
}
