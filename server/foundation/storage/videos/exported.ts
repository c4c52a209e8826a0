import { createHash } from 'node:crypto'
import type { Database } from '../../database/connect.ts'
import type { PictureStore } from '../pictures/picture-store.ts'
import { receiveExportedPicture, receiveUsed } from '../pictures/pictures.ts'
import { receiveExportedCaptions } from './captions.ts'
import { VideoRefused } from './container/bytes.ts'
import { checkVideo } from './container/check.ts'
import { nameOfVideo, posterOf, readCaptionsName, readVideoName, type Video } from './names.ts'
import { splitIntoParts } from './parts.ts'

type Exported = {
  name: string
  bytes: Buffer
  /** The names of the archive's pictures in this store. */
  posters: ReadonlyMap<string, string>
}

/**
 * Stores a picture, a video or captions of an archive, and returns its name in this store. Throws what each of them
 * throws.
 */
export async function receiveExportedFile(
  db: Database,
  files: PictureStore,
  storeId: string,
  file: Exported,
  at: Date,
): Promise<string> {
  if (readVideoName(file.name)) return await receiveExportedVideo(db, files, storeId, file, at)
  if (readCaptionsName(file.name)) return await receiveExportedCaptions(db, files, storeId, file, at)
  return await receiveExportedPicture(db, files, storeId, file.bytes, at)
}

/**
 * Stores a video of an archive, after the same check as an upload, and returns its name in this store: another one in
 * another store, whose videos must not share files, and the same each time. Throws `VideoRefused`, or `PictureRefused`
 * if it does not fit into the limit `stored_bytes`.
 */
export async function receiveExportedVideo(
  db: Database,
  files: PictureStore,
  storeId: string,
  { name: archived, bytes, posters }: Exported,
  at: Date,
): Promise<string> {
  await files.scan?.(storeId, bytes)
  const read = async (start: number, length: number) => bytes.subarray(start, start + length)
  const { type, seconds } = await checkVideo(read, bytes.length)
  const old = readVideoName(archived) as Video
  const poster = posters.get(posterOf(old) ?? '')?.slice(0, 40)
  // With the poster, which is part of the name: videos of two names must not share files either.
  const hash = createHash('sha256')
    .update(storeId)
    .update(poster ?? '')
    .update(bytes)
  const id = hash.digest('hex').slice(0, 40)
  const name = nameOfVideo({ id, bytes: bytes.length, seconds, poster, type })
  if (seconds !== old.seconds || type !== old.type) throw new VideoRefused('broken')
  const made = [Buffer.from(name), ...splitIntoParts(bytes)]
  return await receiveUsed(db, files, storeId, { name, made, bytes: bytes.length, at })
}
