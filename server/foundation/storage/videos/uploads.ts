import { createHash, randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import sql from 'sql-template-tag'
import type { Connection, Database } from '../../database/connect.ts'
import { isTooLargeToScan, MalwareFound } from '../files/scan.ts'
import type { PictureStore } from '../pictures/picture-store.ts'
import { filesOf } from '../pictures/pictures.ts'
import { PictureRefused } from '../pictures/sizes.ts'
import { beginsWith, releaseBytes, reserveBytes } from '../pictures/unused-uploads.ts'
import { VideoRefused } from './container/bytes.ts'
import { checkVideo } from './container/check.ts'
import {
  filesOfVideo,
  largestVideo,
  nameOfCheck,
  nameOfPart,
  nameOfUpload,
  nameOfVideo,
  partSize,
  readUploadName,
  readVideoName,
} from './names.ts'
import { openParts, splitIntoParts, streamParts } from './parts.ts'

/** The state of an upload: the bytes that arrived, of how many, and the name of the video once it was checked. */
export type Uploading = { bytes: number; received: number; name?: string }

/**
 * Starts an upload of `bytes` bytes and reserves them, in the limit `stored_bytes` and among the store's unused
 * pictures, `mostUnused` bytes at most. `owner` is the buyer's mailing: only its uploads can be continued by it.
 * Returns the id of the upload. If the bytes do not fit, uploads that nobody continued for an hour are deleted first.
 * Throws `PictureRefused` if they still do not fit, or the owner has too many unfinished uploads.
 */
export async function beginVideo(
  db: Database,
  files: PictureStore,
  storeId: string,
  owner: string,
  { bytes, poster }: { bytes: number; poster: string | undefined },
  at: Date,
  mostUnused: number,
): Promise<string> {
  if (!(Number.isInteger(bytes) && bytes > 0 && bytes <= largestVideo)) throw new PictureRefused('large')
  const prefix = prefixOf(storeId, owner)
  const id = prefix + randomBytes(12).toString('hex')
  const name = nameOfUpload({ id, bytes, poster })
  const reserve = () => reserveBytes(db, storeId, { name, bytes, at, owner: prefix }, mostUnused)
  await reserve().catch(async error => {
    if (!(error instanceof PictureRefused)) throw error
    await dropUnfinishedUploads(db, files, storeId, new Date(at.getTime() - idleFor))
    await reserve()
  })
  return id
}

const idleFor = 60 * 60_000 // ms

/** The state of an upload of this owner; undefined if there is none, or its parts were deleted. */
export async function findVideoUpload(
  db: Connection,
  storeId: string,
  owner: string,
  id: string,
): Promise<Uploading | undefined> {
  if (!isOwn(storeId, owner, id)) return undefined
  const rows = await db.query<{ name: string; received: number | null }>(sql`
    select name, received
    from waiting_pictures
    where store_id = ${storeId} and ${beginsWith(`${id}-`)}
    union all
    select name, null
    from pictures
    where store_id = ${storeId} and ${beginsWith(`${id}-`)}`)
  for (const { name } of rows) {
    const video = readVideoName(name)
    if (video) return { bytes: video.bytes, received: video.bytes, name }
  }
  const [row] = rows
  const upload = row && readUploadName(row.name)
  return upload && { bytes: upload.bytes, received: row.received ?? 0 }
}

/**
 * Adds bytes to an upload at `offset`, which must be where it is. All but the last bytes of a video come in multiples
 * of `partSize`. After a restart, an upload continues from the last bytes that this function has answered. The last
 * bytes end it: the whole is scanned, the container is checked, and the video is then one of the store's unused pictures.
 * Returns its state, or undefined if there is no such upload at this offset. Throws `VideoRefused`, and deletes all of it;
 * without a verdict of the scanner throws `PicturesUnavailable`, and the last bytes can be sent again.
 */
export async function continueVideo(
  db: Database,
  files: PictureStore,
  storeId: string,
  owner: string,
  id: string,
  offset: number,
  sent: Buffer,
  at: Date,
): Promise<Uploading | undefined> {
  if (!isOwn(storeId, owner, id)) return undefined
  // Before the transaction, which would keep a connection and the row for as long as a scan takes.
  const scanned = await scanIfLast(db, files, storeId, owner, id, offset, sent)
  const append = async (tx: Connection) => {
    // Two requests for the same bytes follow each other, so nothing changes once it was checked.
    const [row] = await tx.query<{ name: string; received: number }>(sql`
      select name, received
      from waiting_pictures
      where store_id = ${storeId} and received is not null and ${beginsWith(`${id}-`)}
      for update`)
    const upload = row && readUploadName(row.name)
    if (!upload || row.received !== offset || !fits(upload.bytes, offset, sent.length)) return undefined
    const received = offset + sent.length
    if (scanned instanceof VideoRefused) return await refuse(tx, files, storeId, row.name, scanned)
    // The request before this one was not committed when this one looked: it has to be sent again.
    if (files.scan && received === upload.bytes && scanned === undefined) return undefined
    for (const [index, part] of splitIntoParts(sent).entries())
      await files.put(nameOfPart(id, offset / partSize + index), part)
    await tx.query(sql`
      update waiting_pictures
      set received = ${received}, since = ${at}
      where store_id = ${storeId} and name = ${row.name}`)
    if (received < upload.bytes) return { bytes: upload.bytes, received }
    return await finish(tx, files, storeId, row.name, at)
  }
  const outcome = await write(() => db.transaction(append))
  if (!(outcome instanceof VideoRefused)) return outcome
  throw outcome
}

// Each one holds a connection while a disk or server writes. The others stay free, however slow that is.
const write = pLimit(3)

/** The verdict about the whole video; undefined while bytes are missing, or without a scanner. */
async function scanIfLast(
  db: Connection,
  files: PictureStore,
  storeId: string,
  owner: string,
  id: string,
  offset: number,
  sent: Buffer,
): Promise<'clean' | VideoRefused | undefined> {
  if (!files.scan) return undefined
  const upload = await findVideoUpload(db, storeId, owner, id)
  if (upload?.received !== offset || upload.bytes !== offset + sent.length) return undefined
  async function* whole() {
    // Parts before `offset` are never written again.
    yield* streamParts(files, id, 0, offset)
    yield sent
  }
  try {
    await files.scan(storeId, whole())
    return 'clean'
  } catch (error) {
    if (error instanceof MalwareFound) return new VideoRefused('malware')
    // It would be sent again in vain.
    if (isTooLargeToScan(error as Error)) return new VideoRefused('unscannable')
    throw error
  }
}

function fits(bytes: number, offset: number, length: number): boolean {
  return offset + length === bytes || (offset + length < bytes && length > 0 && length % partSize === 0)
}

// A refusal is returned, so that the transaction commits the deletion.
async function finish(
  tx: Connection,
  files: PictureStore,
  storeId: string,
  uploadName: string,
  at: Date,
): Promise<Uploading | VideoRefused> {
  const upload = readUploadName(uploadName) as NonNullable<ReturnType<typeof readUploadName>>
  const { id, bytes, poster } = upload
  try {
    const { type, seconds } = await checkVideo(openParts(files, id, bytes), bytes)
    const name = nameOfVideo({ id, bytes, seconds, poster, type })
    await files.put(nameOfCheck(id), Buffer.from(name))
    await tx.query(sql`
      insert into pictures (store_id, name, taken_at, bytes)
      values (${storeId}, ${name}, ${at}, ${bytes})`)
    await tx.query(sql`
      update waiting_pictures
      set name = ${name}, received = null
      where store_id = ${storeId} and name = ${uploadName}`)
    return { bytes, received: bytes, name }
  } catch (error) {
    if (!(error instanceof VideoRefused)) throw error
    return await refuse(tx, files, storeId, uploadName, error)
  }
}

async function refuse(
  tx: Connection,
  files: PictureStore,
  storeId: string,
  uploadName: string,
  refusal: VideoRefused,
): Promise<VideoRefused> {
  for (const file of filesOfVideo(uploadName)) await files.remove(file)
  await releaseBytes(tx, storeId, [uploadName])
  return refusal
}

/**
 * Deletes the files of uploads that nobody continued since `before`, and of pictures whose process was killed before
 * they were complete. Then their rows: after a kill, the rows still lead to the files that are left.
 */
export async function dropUnfinishedUploads(
  db: Database,
  files: PictureStore,
  storeId: string,
  before: Date,
): Promise<void> {
  const isUnfinished = sql`store_id = ${storeId} and since < ${before} and not exists (
    select
    from pictures
    where store_id = ${storeId} and pictures.name = waiting_pictures.name
  )`
  const rows = await db.query<{ name: string }>(sql`
    select name
    from waiting_pictures
    where ${isUnfinished}`)
  for (const { name } of rows)
    await db.transaction(async tx => {
      // Continued since, an upload may use its files.
      const [idle] = await tx.query(sql`
        select
        from waiting_pictures
        where ${isUnfinished} and name = ${name}
        for update`)
      if (!idle) return
      for (const file of filesOf(name)) await files.remove(file)
      await releaseBytes(tx, storeId, [name])
    })
}

/** Whether this owner uploaded the video of this name. */
export function isVideoOf(storeId: string, owner: string, name: string): boolean {
  return isOwn(storeId, owner, readVideoName(name)?.id ?? '')
}

// The beginning of an id says whose it is, so a link cannot continue the upload of another one.
function prefixOf(storeId: string, owner: string): string {
  return createHash('sha256').update(`${storeId} ${owner}`).digest('hex').slice(0, 16)
}

function isOwn(storeId: string, owner: string, id: string): boolean {
  return /^[0-9a-f]{40}$/.test(id) && id.startsWith(prefixOf(storeId, owner))
}
