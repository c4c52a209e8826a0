import type { PictureStore } from '../pictures/picture-store.ts'
import { nameOfPart, partSize } from './names.ts'

/** Bytes of a video of `size` bytes; fewer at its end. Throws an error if a part is missing. */
export async function readParts(
  files: PictureStore,
  id: string,
  size: number,
  start: number,
  length: number,
): Promise<Buffer> {
  const end = Math.min(start + length, size)
  return Buffer.concat(await Array.fromAsync(streamParts(files, id, start, end)))
}

/** The bytes from `start` to before `end`, with one part at a time in memory. Throws an error if a part is missing. */
export async function* streamParts(
  files: PictureStore,
  id: string,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const index = Math.floor(at / partSize)
    const part = await files.get(nameOfPart(id, index))
    const from = at - index * partSize
    const bytes = part?.subarray(from, from + end - at)
    if (!bytes || bytes.length === 0) throw new Error(`part ${index} of the video ${id} is missing`)
    yield bytes
    at += bytes.length
  }
}
