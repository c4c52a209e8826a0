import { Readable } from 'node:stream'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { type KeptFiles, lostPart, partSize } from '../../foundation/storage/files/kept-files.ts'
import { type Parts, rangeOfParts } from '../../foundation/storage/files/range-of-parts.ts'
import { type Archive, openArchive } from './read-archive.ts'

/** Opens an uploaded archive without loading all of it into memory. Throws FileError like `openArchive`. */
export function openKeptArchive(kept: KeptFiles, fileId: string, size: number): Promise<Archive> {
  const reader = new KeptReader(kept, fileId)
  return openArchive(() => fromRandomAccessReaderPromise(reader, size, { autoClose: false }))
}

// yauzl requires a subclass.
class KeptReader extends RandomAccessReader {
  private readonly parts: Parts

  constructor(kept: KeptFiles, fileId: string) {
    super()
    this.parts = { partSize, get: number => kept.getPart(fileId, number), lost: lostPart }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(rangeOfParts(this.parts, start, end), { objectMode: false })
  }
}
