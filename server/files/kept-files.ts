import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { Problem } from '../lib/problem.ts'
import { type Secrets, sign } from '../lib/secret.ts'
import type { PictureStore } from '../pictures/picture-store.ts'

/** Bytes of a part; the last one of a file may be shorter. */
export const partSize = 1024 * 1024

/**
 * Files that are kept for some days where the pictures lie, because instances share nothing else: in parts, so
 * that none is ever whole in memory, and encrypted, because pictures may be public where they lie and these
 * hold people's addresses. Each call throws `PicturesUnavailable` when that place cannot serve now.
 */
export type KeptFiles = {
  putPart: (fileId: string, number: number, bytes: Buffer) => Promise<void>
  /** Throws Problem where it is not what was put. Undefined: it is not there. */
  getPart: (fileId: string, number: number) => Promise<Buffer | undefined>
  read: (fileId: string, parts: number) => AsyncGenerator<Buffer>
  /**
   * Writes a stream as parts; `written` returns the number of parts and bytes. `reserve` runs before each part, with
   * the bytes of the file so far. Its error ends the file.
   */
  write: (
    fileId: string,
    reserve?: (size: number) => Promise<void>,
  ) => { out: Writable; written: () => { parts: number; size: number } }
}

export function keepFiles(place: PictureStore, secrets: Secrets): KeptFiles {
  const putPart = (fileId: string, number: number, bytes: Buffer) =>
    place.put(nameOf(fileId, number), seal(secrets, fileId, number, bytes))
  const getPart = async (fileId: string, number: number) => {
    const sealed = await place.get(nameOf(fileId, number))
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

/** Nothing brings it back: whoever reads the file ends, and is not tried again. */
export function lostPart(number: number, cause?: unknown): Problem {
  const what = `Part ${number} of the file is gone or cannot be read.`
  return Object.assign(new Problem(what, 'Upload the file again.'), { cause })
}

/** Deletes the parts of a file. Without `parts`, all there are from the first on: of a writer that was killed. */
export async function removeParts(place: PictureStore, fileId: string, parts?: number): Promise<void> {
  for (let number = 0; number < (parts ?? Number.POSITIVE_INFINITY); number++) {
    const name = nameOf(fileId, number)
    if (parts === undefined && !(await place.get(name))) return
    await place.remove(name)
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

// The end of the id is random: the folder's folders fill evenly.
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
