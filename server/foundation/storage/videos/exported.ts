import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Database } from '../../database/connect.ts'
import type { PictureStore } from '../pictures/picture-store.ts'
import { releaseBytes, reserveBytes } from '../pictures/unused-uploads.ts'
import { VideoRefused } from './container/bytes.ts'
import { checkVideo } from './container/check.ts'
import { nameOfPart, nameOfVideo, partSize, posterOf, readVideoName, type Video } from './names.ts'

type Exported = {
  name: string
  bytes: Buffer
  /** The names of the archive's pictures in this store. */
  posters: ReadonlyMap<string, string>
}

/**
 * Stores a video of an archive, after the same check as an upload, and returns its name in this store: another one in
 * another store, whose videos must not share files, and the same each time. Throws `VideoRefused`, or `PictureRefused` if it
 * does not fit into the limit `stored_bytes`.
 */
export async function receiveExportedVideo(
  db: Database,
  files: PictureStore,
  storeId: string,
  { name: archived, bytes, posters }: Exported,
  at: Date,
): Promise<string> {
  const read = async (start: number, length: number) => bytes.subarray(start, start + length)
  const { type, seconds } = await checkVideo(read, bytes.length)
  const old = readVideoName(archived) as Video
  const id = createHash('sha256').update(storeId).update(bytes).digest('hex').slice(0, 40)
  const poster = posters.get(posterOf(old) ?? '')?.slice(0, 40)
  const name = nameOfVideo({ id, bytes: bytes.length, seconds, poster, type })
  if (seconds !== old.seconds || type !== old.type) throw new VideoRefused('broken')
  const isReserved = await reserveBytes(
    db,
    storeId,
    { name, bytes: bytes.length, at },
    Number.POSITIVE_INFINITY,
  )
  for (let start = 0; start < bytes.length; start += partSize)
    await files.put(nameOfPart(id, start / partSize), bytes.subarray(start, start + partSize))
  await files.put(name, Buffer.alloc(0))
  await db.query(sql`
    insert into pictures (store_id, name, taken_at, bytes)
    values (${storeId}, ${name}, ${at}, ${bytes.length})
    on conflict (store_id, name) do update
    set taken_at = excluded.taken_at`)
  if (isReserved) await releaseBytes(db, storeId, [name])
  return name
}
