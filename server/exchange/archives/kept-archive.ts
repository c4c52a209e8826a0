import { Readable } from 'node:stream'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { type KeptFiles, lostPart, partSize } from '../../foundation/storage/files/kept-files.ts'
import { type Archive, openArchive } from './read-archive.ts'

/** Opens an uploaded archive without loading all of it into memory. Throws FileError like `openArchive`. */
export function openKeptArchive(kept: KeptFiles, fileId: string, size: number): Promise<Archive> {
  const reader = new KeptReader(kept, fileId)
  return openArchive(() => fromRandomAccessReaderPromise(reader, size, { autoClose: false }))
}

// yauzl requires a subclass.
class KeptReader extends RandomAccessReader {
  private readonly kept: KeptFiles
  private readonly fileId: string

  constructor(kept: KeptFiles, fileId: string) {
    super()
    this.kept = kept
    this.fileId = fileId
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readRange(this.kept, this.fileId, start, end), { objectMode: false })
  }
}

async function* readRange(
  kept: KeptFiles,
  fileId: string,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const number = Math.floor(at / partSize)
    const part = await kept.getPart(fileId, number)
    if (!part) throw lostPart(number)
    const from = at - number * partSize
    const bytes = part.subarray(from, Math.min(part.length, end - number * partSize))
    if (bytes.length === 0) throw lostPart(number)
    yield bytes
    at += bytes.length
  }
}
