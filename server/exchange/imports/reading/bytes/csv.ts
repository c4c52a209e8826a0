import { pipeline, Readable } from 'node:stream'
import { type CsvError, type Parser, parse } from 'csv-parse'
import { FileError } from '../../../../foundation/errors/file-errors.ts'
import { type ChosenDialect, type Dialect, separators, standardDialect } from './dialect.ts'
import { decodeCell, type EncodingCounts } from './encoding.ts'
import { readEscape, withoutBackslashes } from './escapes.ts'
import { joined, readHead } from './head.ts'

/** One row of a table. `number` starts at 1 after the header. A cell in an unknown encoding is null. */
export type CsvRow = { number: number; cells: (string | null)[] }

/** A table. `expected` is the number of its rows, where it is known before they are read. */
export type Csv = {
  header: string[]
  rows: AsyncIterable<CsvRow>
  expected?: number | undefined
}

/** A table of a file, and how the file is written. */
export type CsvFile = Csv & { dialect: Dialect & { separator: string } }

/** Returns the bytes of a CSV file from the start, at each call; or a table that another system sends. */
export type Source = (() => AsyncIterable<Uint8Array>) | Csv

/**
 * Reads a table as a stream. Accepts comma, semicolon, tab or | as separator, any line endings, and an optional byte
 * order mark. Skips empty lines. Counts the encodings of cells in `counts`. Throws FileError if the input is not such a
 * table, and while reading if a quote is never closed.
 */
export async function openCsv(
  bytes: AsyncIterable<Uint8Array>,
  dialect: Dialect = standardDialect,
  counts: EncodingCounts = { utf8: 0, other: 0 },
): Promise<CsvFile> {
  const head = await readHead(bytes, dialect.separator)
  const { hasMark, separator } = head
  const encoding = dialect.encoding ?? (hasMark ? 'utf-8' : undefined)
  const isStandard = dialect.escape === 'doubled'
  const standard = isStandard ? joined(head) : withoutBackslashes(joined(head), separator)
  const parser = parse({
    delimiter: separator,
    encoding: null, // buffers: `decodeCell` finds out what they are
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: largestRow,
  })
  // An error of either stream ends the iteration below, which throws it.
  pipeline(Readable.from(standard), parser, () => {})
  const records = (parser as unknown as AsyncIterable<Buffer[]>)[Symbol.asyncIterator]()
  const first = await next(records, parser)
  if (!first) throw new FileError('empty')
  if (first.length > mostColumns) throw new FileError('columns_many', [first.length, mostColumns])
  const decode = (cell: Buffer) => decodeCell(cell, encoding, counts)
  const header = first.map(cell => {
    const name = decode(cell)
    if (name === null) throw new FileError('header_encoding')
    return name.trim()
  })
  return { header, rows: readRows(records, parser, decode), dialect: { ...dialect, separator, encoding } }
}

/** Opens a file that was not surveyed. `read` returns its bytes from the start, at each call. */
export async function openFile(
  read: () => AsyncIterable<Uint8Array>,
  { separator: name, quotes, encoding }: ChosenDialect,
  counts?: EncodingCounts,
): Promise<CsvFile> {
  const separator = name ? separators[name] : undefined
  const found = quotes ?? (await readEscape(read, separator))
  return await openCsv(read(), { separator, escape: found, encoding: encoding ?? undefined }, counts)
}

const largestRow = 1024 * 1024 // bytes

// What each column is takes 0.1 ms to guess, in which nothing else is answered: 64,000 columns took 7 s.
const mostColumns = 5_000

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
