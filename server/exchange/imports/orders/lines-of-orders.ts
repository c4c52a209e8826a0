import { hash } from 'node:crypto'
import { FileError } from '../../../foundation/errors/file-errors.ts'
import { type OrderRow, withoutZeros } from './order-ids.ts'

/** Where the lines of a file's orders are. Arrays by row number, which begins at 1. */
export type Places = {
  rows: number
  /** The first row of the same order. */
  first: Uint32Array
  /** 1 for the last row of an order. */
  isLast: Uint8Array
}

const mostRows = 5_000_000
const bits = 23 // of a row number

/**
 * Finds the first and last line of each order, whatever zeros its number begins with, in 13 bytes per row, whatever the ids are. Ids whose hashes have the
 * same 30 bits, one in a thousand among a million, count as one order here: their lines are only kept a little longer.
 * Throws FileError beyond five million rows.
 */
export async function placeLines(rows: AsyncIterable<OrderRow>): Promise<Places> {
  // A hash and a row number in each, so that sorting them brings the rows of an order together.
  let keys = new Float64Array(65_536)
  let [known, count] = [0, 0]
  for await (const row of rows) {
    if (row.number > mostRows) throw new FileError('rows_many', [mostRows])
    count = row.number
    const { orderId } = row
    if (known === keys.length) keys = doubled(keys)
    keys[known++] =
      (hash('sha1', withoutZeros(orderId), 'buffer').readUInt32BE() >>> 2) * 2 ** bits + row.number
  }
  return placesOf(keys.subarray(0, known).sort(), count)
}

function doubled(keys: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const more = new Float64Array(2 * keys.length)
  more.set(keys)
  return more
}

function placesOf(keys: Float64Array, rows: number): Places {
  const first = new Uint32Array(rows + 1).map((_, row) => row)
  const isLast = new Uint8Array(rows + 1).fill(1)
  const rowAt = (place: number) => (keys[place] as number) % 2 ** bits
  const hashAt = (place: number) => Math.floor((keys[place] as number) / 2 ** bits)
  for (let place = 1; place < keys.length; place++) {
    if (hashAt(place) !== hashAt(place - 1)) continue
    first[rowAt(place)] = first[rowAt(place - 1)] as number
    isLast[rowAt(place - 1)] = 0
  }
  return { rows, first, isLast }
}

/** A group of lines: those of one order, or of a few whose ids have the same hash. `size` is in characters. */
type Group = { size: number }

const mostKept = 64 * 1024 * 1024 // characters

/**
 * Yields each group when its last line is read, in the same order for the same file. A group is in memory from its first
 * to its last line. When the open ones take more than `most` characters, no others are begun, and the file is read once
 * more for the rest: so lines may be in any order, in bounded memory. A file with the lines of each order together is
 * read once. Throws FileError if the file changes meanwhile.
 */
export async function* readInGroups<G extends Group>(
  read: () => Promise<AsyncIterable<OrderRow>>,
  places: Places,
  addLine: AddLine<G>,
  most = mostKept,
): AsyncGenerator<G> {
  for (let after = 0; after < places.rows; ) {
    const pass = startPass(places, after, addLine, most)
    for await (const row of await read()) {
      const group = pass.add(row)
      if (group) yield group
      if (pass.isOver()) break
    }
    after = pass.end()
  }
}

type AddLine<G> = (group: G | undefined, row: OrderRow) => G

/** One reading of the file, for groups that begin after the row `after`. */
function startPass<G extends Group>(places: Places, after: number, addLine: AddLine<G>, most: number) {
  const open = new Map<number, G>()
  let taken = 0
  let last = 0
  // Groups that begin later are left for the next one.
  let until = places.rows

  return { add, isOver, end }

  /** Returns the group of the row if it is complete. */
  function add(row: OrderRow): G | undefined {
    last = row.number
    const begin = places.first[last] ?? 0
    if (begin <= after || begin > until) return undefined
    const before = open.get(begin)
    taken -= before?.size ?? 0
    const group = addLine(before, row)
    if (places.isLast[last]) {
      open.delete(begin)
      return group
    }
    open.set(begin, group)
    taken += group.size
    if (taken > most) until = Math.min(until, last)
    return undefined
  }

  function isOver(): boolean {
    return last >= until && open.size === 0
  }

  function end(): number {
    if (isOver()) return until
    throw new FileError('file_changed')
  }
}
