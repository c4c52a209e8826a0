import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { openFolder } from './folder.ts'
import { openS3 } from './s3.ts'

/** Where the files of pictures lie. Each call throws `PicturesUnavailable` when that place cannot serve now. */
export type PictureStore = {
  /** Writes the whole file or nothing; the same name again is the same content. */
  put: (name: string, bytes: Buffer) => Promise<void>
  get: (name: string) => Promise<Buffer | undefined>
  /** A file that is not there is no error. */
  remove: (name: string) => Promise<void>
}

/** A disk that is full, a server that does not answer: to be tried again later. */
export class PicturesUnavailable extends Error {}

/** The store that PICTURES_URL names; a folder in DATA_DIR without it. */
export function openPictureStore({
  PICTURES_URL,
  DATA_DIR,
}: Pick<Config, 'PICTURES_URL' | 'DATA_DIR'>): PictureStore {
  const store = PICTURES_URL?.startsWith('s3:')
    ? openS3(PICTURES_URL)
    : openFolder(PICTURES_URL ? fileURLToPath(PICTURES_URL) : join(DATA_DIR, 'pictures'))
  return {
    put: (name, bytes) => told(store.put(name, bytes)),
    get: name => told(store.get(name)),
    remove: name => told(store.remove(name)),
  }
}

async function told<T>(outcome: Promise<T>): Promise<T> {
  try {
    return await outcome
  } catch (cause) {
    throw new PicturesUnavailable('The picture store cannot serve now.', { cause })
  }
}
