import { pipeline, Readable } from 'node:stream'
import { type CsvError, type Parser, parse } from 'csv-parse'
import { FileError } from '../../errors/file-errors.ts'
import { decodeCell, type EncodingCounts } from './encoding.ts'

/** One row of a table. `number` starts at 1 after the header. A cell in an unknown encoding is null. */
export type CsvRow = { number: number; cells: (string | null)[] }

/** A table. `expected` is the number of its rows, where it is known before they are read. */
export type Csv = { header: string[]; rows: AsyncIterable<CsvRow>; expected?: number | undefined }

/** Returns the bytes of a CSV file from the start, at each call; or a table that another system sends. */
export type Source = (() => AsyncIterable<Uint8Array>) | Csv

/** How the cells of a file are written. */
export type Dialect = {
  /** A quote inside of quotes: "" or \". */
  escape: 'doubled' | 'backslash'
  /** Whether cells that are not UTF-8 are damaged; else they are Windows-1252. */
  isUtf8: boolean
}

export const standardDialect: Dialect = { escape: 'doubled', isUtf8: false }

/**
 * Reads a table as a stream. Accepts comma, semicolon or tab as separator (the most frequent one in the header), any
 * line endings, and an optional byte order mark. Skips empty lines. Counts the encodings of cells in `counts`. Throws
 * FileError if the input is not such a table, and while reading if a quote is never closed.
 */
export async function openCsv(
  bytes: AsyncIterable<Uint8Array>,
  dialect: Dialect = standardDialect,
  counts: EncodingCounts = { utf8: 0, other: 0 },
): Promise<Csv> {
  const { head, rest, hasMark } = await readHead(bytes[Symbol.asyncIterator]())
  const parser = parse({
    delimiter: mostFrequent(firstLine(head)),
    encoding: null, // buffers: `decodeCell` finds out what they are
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: largestRow,
  })
  // An error of either stream ends the iteration below, which throws it.
  pipeline(Readable.from(joined(head, rest)), parser, () => {})
  const records = (parser as unknown as AsyncIterable<Buffer[]>)[Symbol.asyncIterator]()
  const first = await next(records, parser)
  if (!first) throw new FileError('empty')
  const decode = (cell: Buffer) => decodeCell(cell, hasMark || dialect.isUtf8, counts)
  const header = first.map(cell => {
    const name = decode(cell)
    if (name === null) throw new FileError('header_encoding')
    return name.trim()
  })
  return { header, rows: readRows(records, parser, decode) }
}

const largestRow = 1024 * 1024 // bytes
const longestHead = 64 * 1024 // bytes

async function* readRows(
  records: AsyncIterator<Buffer[]>,
  parser: Parser,
  decode: (cell: Buffer) => string | null,
): AsyncGenerator<CsvRow> {
  for (let number = 1; ; number++) {
    const record = await next(records, parser)
    if (!record) return
    yield { number, cells: record.map(decode) }
  }
}

async function next(records: AsyncIterator<Buffer[]>, parser: Parser): Promise<Buffer[] | undefined> {
  try {
    const { done, value } = await records.next()
    return done ? undefined : value
  } catch (error) {
    if (!(error as CsvError).code?.startsWith('CSV_')) throw error
    throw new FileError('row_unreadable', [parser.info.records])
  }
}

type Head = { head: Buffer; rest: AsyncIterator<Uint8Array>; hasMark: boolean }

/** The first line, and the bytes that arrived with it. */
async function readHead(rest: AsyncIterator<Uint8Array>): Promise<Head> {
  let head = Buffer.alloc(0)
  while (head.length < longestHead && firstLine(head).length === head.length) {
    const { done, value } = await rest.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
    throw new FileError('utf16')
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf
  return { head: hasMark ? head.subarray(3) : head, rest, hasMark }
}

async function* joined(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head
  for (;;) {
    const { done, value } = await rest.next()
    if (done) return
    yield value
  }
}

/** The text up to the first line end outside quotes, one character per byte. */
function firstLine(head: Buffer): string {
  const text = head.toString('latin1')
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (!isQuoted && (text[at] === '\n' || text[at] === '\r')) return text.slice(0, at)
  }
  return text
}

function mostFrequent(line: string): string {
  const names = line.replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map(sign => [names.split(sign).length, sign] as const)
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1]
}
