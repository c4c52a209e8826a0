import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config/config.ts'
import { ClamdFailure } from '../../lib/network/clamd.ts'
import { createScan, type NoteScan, type Scan } from '../files/scan.ts'
import { openFolder } from './folder.ts'
import { openS3 } from './s3.ts'

/** The storage of picture files. Each call throws `PicturesUnavailable` if the storage cannot serve now. */
export type PictureStore = {
  /** Writes the whole file or nothing. The same name always has the same content. */
  put: (name: string, bytes: Buffer) => Promise<void>
  get: (name: string) => Promise<Buffer | undefined>
  /** Deletes a file. A missing file is not an error. */
  remove: (name: string) => Promise<void>
  /** All files with their sizes, in no particular order. */
  list: () => AsyncIterable<{ name: string; bytes: number }>
  /** Checks what somebody sent, before anything of it is put. Absent: no scanner is connected. */
  scan?: Scan | undefined
}

/** A full disk, or an unreachable server or scanner: retry later. */
export class PicturesUnavailable extends Error {
  override readonly name = 'PicturesUnavailable'
}

/** The storage that PICTURES_URL names; by default a folder in DATA_DIR. CLAMD_URL names its scanner. */
export function openPictureStore(
  { PICTURES_URL, DATA_DIR, CLAMD_URL }: Pick<Config, 'PICTURES_URL' | 'DATA_DIR' | 'CLAMD_URL'>,
  noteScan?: NoteScan,
): PictureStore {
  const store = PICTURES_URL?.startsWith('s3:')
    ? openS3(PICTURES_URL)
    : openFolder(PICTURES_URL ? fileURLToPath(PICTURES_URL) : join(DATA_DIR, 'pictures'))
  const scan = CLAMD_URL === undefined ? undefined : createScan(CLAMD_URL, noteScan)
  return {
    scan: scan && ((storeId, file) => scan(storeId, file).catch(asUnavailable)),
    put: (name, bytes) => told(store.put(name, bytes)),
    get: name => told(store.get(name)),
    remove: name => told(store.remove(name)),
    list: async function* list() {
      const files = store.list()[Symbol.asyncIterator]()
      for (let next = await told(files.next()); !next.done; next = await told(files.next())) yield next.value
    },
  }
}

async function told<T>(outcome: Promise<T>): Promise<T> {
  try {
    return await outcome
  } catch (cause) {
    throw new PicturesUnavailable('The picture store cannot serve now.', { cause })
  }
}

// A file without a verdict is refused like one that could not be stored: for now, and nothing of it is kept.
function asUnavailable(cause: unknown): never {
  throw cause instanceof ClamdFailure
    ? new PicturesUnavailable('The scanner cannot serve now.', { cause })
    : cause
}
