/** A file that is stored in parts of `partSize` bytes; the last one may be shorter. */
export type Parts = {
  partSize: number
  get: (index: number) => Promise<Buffer | undefined>
  /** The error for a part that is missing or too short. */
  lost: (index: number) => Error
}

/** The bytes from `start` to before `end`, with one part at a time in memory. Throws `lost`. */
export async function* rangeOfParts(
  { partSize, get, lost }: Parts,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const index = Math.floor(at / partSize)
    const from = at - index * partSize
    const bytes = (await get(index))?.subarray(from, from + end - at)
    if (!bytes || bytes.length === 0) throw lost(index)
    yield bytes
    at += bytes.length
  }
}
