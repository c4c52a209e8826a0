import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { FileError } from '../../errors/file-errors.ts'
import { type Secrets, sign } from '../../lib/secret.ts'
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
    storage.put(nameOf(fileId, number), seal(secrets, fileId, number, bytes))
  const getPart = async (fileId: string, number: number) => {
    const sealed = await storage.get(nameOf(fileId, number))
    return sealed && unseal(secrets, fileId, number, sealed)
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

const nonceLength = 12
const tagLength = 16

function seal({ current }: Secrets, fileId: string, number: number, bytes: Buffer): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', sign(current, 'kept file', fileId), nonce)
  cipher.setAAD(Buffer.from(String(number)))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function unseal({ all }: Secrets, fileId: string, number: number, sealed: Buffer): Buffer {
  let fault: unknown
  for (const secret of all) {
    const key = sign(secret, 'kept file', fileId)
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength))
    decipher.setAAD(Buffer.from(String(number)))
    decipher.setAuthTag(sealed.subarray(-tagLength))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()])
    } catch (error) {
      fault = error
    }
  }
  throw lostPart(number, fault)
}
