import { Writable } from 'node:stream'
import { FileError } from '../../errors/file-errors.ts'
import { seal, unseal } from '../../lib/sealed.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { PictureStore } from '../pictures/picture-store.ts'

/** Bytes per part. The last part of a file may be shorter. */
export const partSize = 1024 * 1024

/**
 * Temporary files in the picture storage, the only storage that instances share. They are split into parts, so that
 * no file is ever whole in memory. They are encrypted, because pictures may be public there, and these files contain
 * addresses. Each call throws `PicturesUnavailable` if the storage cannot serve now.
 */
export type KeptFiles = {
  putPart: (fileId: string, number: number, bytes: Buffer) => Promise<void>
  /** Throws FileError if the part was altered. Undefined: it does not exist. */
  getPart: (fileId: string, number: number) => Promise<Buffer | undefined>
  read: (fileId: string, parts: number) => AsyncGenerator<Buffer>
  /**
   * Writes a stream as parts; `written` returns the number of parts and bytes. `reserve` runs before each part, with
   * the bytes of the file so far. If it throws, the file ends.
   */
  write: (
    fileId: string,
    reserve?: (size: number) => Promise<void>,
  ) => { out: Writable; written: () => { parts: number; size: number } }
}

export function createKeptFiles(storage: PictureStore, secrets: Secrets): KeptFiles {
  const putPart = (fileId: string, number: number, bytes: Buffer) =>
    storage.put(nameOf(fileId, number), seal(secrets, purpose, placeOf(fileId, number), bytes))
  const getPart = async (fileId: string, number: number) => {
    const sealed = await storage.get(nameOf(fileId, number))
    return sealed && openPart(secrets, fileId, number, sealed)
  }
  return {
    putPart,
    getPart,
    read: async function* read(fileId, parts) {
      for (let number = 0; number < parts; number++) {
        const bytes = await getPart(fileId, number)
        if (!bytes) throw lostPart(number)
        yield bytes
      }
    },
    write: (fileId, reserve = async () => {}) =>
      writeParts(async (number, bytes) => {
        await reserve(number * partSize + bytes.length)
        await putPart(fileId, number, bytes)
      }),
  }
}

/** A part that is lost for good: its reader fails without a retry. */
export function lostPart(number: number, cause?: unknown): FileError {
  return new FileError('part_lost', [number], { cause })
}

/**
 * Deletes the parts of a file. Without `parts`, it deletes consecutive parts from the first one on, for a writer that
 * was killed.
 */
export async function removeParts(storage: PictureStore, fileId: string, parts?: number): Promise<void> {
  for (let number = 0; number < (parts ?? Number.POSITIVE_INFINITY); number++) {
    const name = nameOf(fileId, number)
    if (parts === undefined && !(await storage.get(name))) return
    await storage.remove(name)
  }
}

function writeParts(put: (number: number, bytes: Buffer) => Promise<void>) {
  let waiting: Buffer[] = []
  let length = 0
  const total = { parts: 0, size: 0 }
  const flush = async (all: boolean) => {
    while (length >= partSize || (all && length > 0)) {
      const bytes = Buffer.concat(waiting)
      const part = bytes.subarray(0, partSize)
      waiting = [bytes.subarray(part.length)]
      length -= part.length
      await put(total.parts, part)
      total.parts++
      total.size += part.length
    }
  }
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      waiting.push(chunk)
      length += chunk.length
      flush(false).then(() => done(), done)
    },
    final: done => {
      flush(true).then(() => done(), done)
    },
  })
  return { out, written: () => total }
}

// The end of the id is random, which spreads files evenly over subfolders.
function nameOf(fileId: string, number: number): string {
  return `${fileId.slice(-2)}-${fileId}-${number}.part`
}

const purpose = 'kept file'

// The number too, so that a part is not read in place of another one.
const placeOf = (fileId: string, number: number) => `${fileId} ${number}`

function openPart(secrets: Secrets, fileId: string, number: number, sealed: Buffer): Buffer {
  let bytes: Buffer | undefined
  try {
    bytes = unseal(secrets, purpose, placeOf(fileId, number), sealed)
  } catch (error) {
    throw lostPart(number, error)
  }
  if (!bytes) throw lostPart(number)
  return bytes
}
