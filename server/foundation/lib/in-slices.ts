import { setImmediate as nextTurn } from 'node:timers/promises'

/** Characters handled between two yields. The most hostile ones take about 10 ms to mask, escape and encode. */
export const mostAtOnce = 100_000

/**
 * Converts the items in order, and yields to the event loop after each 100,000 characters: a page may contain ten
 * million, and other requests must not wait for it. `lengthOf` is the number of characters of an item.
 */
export async function inSlices<Item, Piece>(
  items: Item[],
  lengthOf: (item: Item) => number,
  make: (item: Item) => Piece,
): Promise<Piece[]> {
  const pieces: Piece[] = []
  let length = 0
  for (const item of items) {
    if (length >= mostAtOnce) {
      await nextTurn()
      length = 0
    }
    pieces.push(make(item))
    length += lengthOf(item)
  }
  return pieces
}
