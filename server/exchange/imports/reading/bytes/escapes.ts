import { FileError } from '../../../../foundation/errors/file-errors.ts'
import type { Escape } from './dialect.ts'
import { joined, readHead } from './head.ts'

const [quote, backslash, lf, cr, capitalN] = [0x22, 0x5c, 0x0a, 0x0d, 0x4e]

/**
 * Decides from all bytes of a file how it writes quotes inside of quotes: the way in which every quote ends its cell.
 * `read` returns the bytes from the start, at each call. Throws FileError if both are in it, so that some rows would be
 * read wrong in either way.
 */
export async function readEscape(
  read: () => AsyncIterable<Uint8Array>,
  chosenSeparator?: string,
): Promise<Escape> {
  // Most files have none, and looking for one is 50 times as fast.
  if (!(await hasBackslash(read()))) return 'doubled'
  const head = await readHead(read(), chosenSeparator)
  const separator = head.separator.charCodeAt(0)
  const scan = startScan(separator)
  for await (const chunk of joined(head)) for (const byte of chunk) addByte(scan, byte)
  return decide(scan)
}

async function hasBackslash(bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  for await (const chunk of bytes) if (chunk.includes(backslash)) return true
  return false
}

const [start, unquoted, quoted, closed] = [0, 1, 2, 3]

/** One way of reading the bytes. `wrong` is the line of the first quote that ends no cell in it; 0 if there is none. */
type Way = { state: number; wrong: number }

/** Both ways at once, up to a byte. */
type Scan = {
  separator: number
  line: number
  doubled: Way
  escaped: Way
  /** Whether the next byte, and the last quote, stand behind a backslash. */
  isEscape: boolean
  quoteWasEscaped: boolean
  /** The line of the first \" that standard CSV would not have, and whether a cell is \N. */
  proof: number
  nulls: boolean
}

function startScan(separator: number): Scan {
  const way = () => ({ state: start, wrong: 0 })
  return {
    ...{ separator, line: 1, doubled: way(), escaped: way() },
    ...{ isEscape: false, quoteWasEscaped: false, proof: 0, nulls: false },
  }
}

function addByte(scan: Scan, byte: number): void {
  const { separator, line, doubled, escaped, isEscape } = scan
  const isEnd = byte === separator || byte === lf || byte === cr
  if (doubled.state === closed && byte !== quote && !isEnd) {
    doubled.wrong ||= line
    if (scan.quoteWasEscaped) scan.proof ||= line
  }
  doubled.state = next(doubled.state, byte, isEnd)
  if (byte === quote) scan.quoteWasEscaped = isEscape
  scan.isEscape = !isEscape && byte === backslash
  if (isEscape) scan.nulls ||= byte === capitalN && escaped.state === unquoted
  else {
    if (escaped.state === closed && !isEnd) escaped.wrong ||= line
    escaped.state = next(escaped.state, byte, isEnd)
  }
  if (byte === lf) scan.line++
}

function decide({ doubled, escaped, line, proof, nulls }: Scan): Escape {
  for (const way of [doubled, escaped]) if (way.state === quoted) way.wrong ||= line
  if (proof > 0 && escaped.wrong > 0) throw new FileError('quotes_mixed', [proof, escaped.wrong])
  const isBackslash = escaped.wrong === 0 && (doubled.wrong > 0 || nulls)
  return isBackslash ? 'backslash' : 'doubled'
}

function next(state: number, byte: number, isEnd: boolean): number {
  if (state === quoted) return byte === quote ? closed : quoted
  if (isEnd) return start
  if (state === closed) return quoted // a doubled quote, or one that ends no cell
  return state === start && byte === quote ? quoted : unquoted
}

// As MySQL writes them. What stands behind another backslash stays as it is, with it.
const meanings = new Map(
  Object.entries({ n: '\n', r: '\r', t: '\t', '0': '\0', "'": "'", '"': '""', '\\': '\\' }).map(
    ([sign, meaning]) => [sign.charCodeAt(0), Buffer.from(meaning)],
  ),
)

/** Writes a file with backslashes as standard CSV, with every cell in quotes. */
export async function* withoutBackslashes(
  bytes: AsyncIterable<Uint8Array>,
  separator: string,
): AsyncGenerator<Uint8Array> {
  const rewriting: Rewriting = {
    separator: separator.charCodeAt(0),
    state: start,
    isEscape: false,
    isNew: true,
  }
  for await (const chunk of bytes) {
    const out: number[] = []
    for (const byte of chunk) rewrite(rewriting, byte, out)
    yield Buffer.from(out)
  }
  if (rewriting.state === unquoted || rewriting.state === closed) yield Buffer.from([quote])
}

/** `isNew`: the line has no cell yet. */
type Rewriting = { separator: number; state: number; isEscape: boolean; isNew: boolean }

function rewrite(to: Rewriting, byte: number, out: number[]): void {
  const isEnd = byte === to.separator || byte === lf || byte === cr
  if (to.isEscape) {
    out.push(...(meanings.get(byte) ?? (isEnd ? [byte] : [backslash, byte])))
    to.isEscape = false
  } else if (isEnd && to.state !== quoted) endCell(to, byte, out)
  else addToCell(to, byte, out)
}

function endCell(to: Rewriting, byte: number, out: number[]): void {
  if (to.state !== start) out.push(quote)
  else if (byte === to.separator || !to.isNew) out.push(quote, quote)
  out.push(byte)
  to.state = start
  to.isNew = byte !== to.separator
}

function addToCell(to: Rewriting, byte: number, out: number[]): void {
  if (to.state === start) {
    out.push(quote)
    to.state = byte === quote ? quoted : unquoted
    if (byte === quote) return
  }
  to.isEscape = byte === backslash
  if (to.isEscape) return
  if (byte === quote && to.state === quoted) to.state = closed
  else out.push(...(byte === quote ? [quote, quote] : [byte]))
}
