import { type Parts, rangeOfParts } from '../files/range-of-parts.ts'
import type { PictureStore } from '../pictures/picture-store.ts'
import type { ReadBytes } from './container/bytes.ts'
import { nameOfPart, partSize } from './names.ts'

/**
 * Reads bytes of a video of `size` bytes; fewer at its end. Throws an error if a part is missing. The last part stays
 * in memory: one part can contain thousands of headers, and the storage reads a whole part for each of them.
 */
export function openParts(files: PictureStore, id: string, size: number): ReadBytes {
  const stored = partsOf(files, id)
  let last: { index: number; part: Buffer | undefined } | undefined
  const get = async (index: number) => {
    if (last?.index !== index) last = { index, part: await stored.get(index) }
    return last.part
  }
  return async (start, length) => {
    const bytes = rangeOfParts({ ...stored, get }, start, Math.min(start + length, size))
    return Buffer.concat(await Array.fromAsync(bytes))
  }
}

/** The bytes from `start` to before `end`, with one part at a time in memory. Throws an error if a part is missing. */
export function streamParts(
  files: PictureStore,
  id: string,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  return rangeOfParts(partsOf(files, id), start, end)
}

/** The parts in which these bytes are stored. */
export function splitIntoParts(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, index) =>
    bytes.subarray(index * partSize, (index + 1) * partSize),
  )
}

function partsOf(files: PictureStore, id: string): Parts {
  return {
    partSize,
    get: index => files.get(nameOfPart(id, index)),
    lost: index => new Error(`part ${index} of the video ${id} is missing`),
  }
}
