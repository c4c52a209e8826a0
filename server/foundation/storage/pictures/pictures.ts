import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import sql, { type Sql } from 'sql-template-tag'
import type { Connection, Database } from '../../database/connect.ts'
import { filesOfVideo, readCaptionsName } from '../videos/names.ts'
import type { PictureStore } from './picture-store.ts'
import { makeSizes, PictureRefused, remakeSizes, sizes } from './sizes.ts'
import { remainingBytes } from './stored-bytes.ts'
import { releaseBytes, requireBytes, reserveBytes } from './unused-uploads.ts'

/**
 * Adds the picture in the file to the store's pictures. Returns its name, `<hash>-1600.webp`; its smaller sizes have
 * 640 and 160 instead. Until a review uses it, it counts towards the store's unused pictures, `mostUnused` bytes at
 * most. It also counts towards the limit `stored_bytes`. On `PictureRefused` or `PicturesUnavailable`, nothing is kept.
 */
export async function receivePicture(
  db: Database,
  files: PictureStore,
  storeId: string,
  file: string,
  at: Date,
  mostUnused: number,
): Promise<string> {
  await requireBytes(db, storeId, mostUnused)
  if ((await remainingBytes(db, storeId)) <= 0) throw new PictureRefused('budget')
  await files.scan?.(storeId, file)
  const picture = pictureOf(storeId, await makeSizes(file), at)
  const { isNew, isReserved } = await reserveAndSave(db, files, storeId, picture, mostUnused)
  // The picture existed and was not reserved, so a review uses it.
  if (isReserved && !isNew) await releaseBytes(db, storeId, [picture.name])
  return picture.name
}

/**
 * Like `receivePicture` for a picture from an export, which does not count towards unused pictures. A file in our own
 * format is stored unchanged.
 */
export async function receiveExportedPicture(
  db: Database,
  files: PictureStore,
  storeId: string,
  bytes: Buffer,
  at: Date,
): Promise<string> {
  await files.scan?.(storeId, bytes)
  return await receiveUsed(db, files, storeId, pictureOf(storeId, await remakeSizes(bytes), at))
}

/** Like `receiveExportedPicture` for a picture of another service: whatever it is, it is converted. */
export async function receiveForeignPicture(
  db: Database,
  files: PictureStore,
  storeId: string,
  bytes: Buffer,
  at: Date,
): Promise<string> {
  await files.scan?.(storeId, bytes)
  return await receiveUsed(db, files, storeId, pictureOf(storeId, await makeSizes(bytes), at))
}

/** Stores the files of a picture or a video that does not count towards unused ones. Returns its name. */
export async function receiveUsed(
  db: Database,
  files: PictureStore,
  storeId: string,
  picture: Made,
): Promise<string> {
  const { isReserved } = await reserveAndSave(db, files, storeId, picture, Number.POSITIVE_INFINITY)
  if (isReserved) await releaseBytes(db, storeId, [picture.name])
  return picture.name
}

async function reserveAndSave(
  db: Database,
  files: PictureStore,
  storeId: string,
  picture: Made,
  mostUnused: number,
): Promise<{ isNew: boolean; isReserved: boolean }> {
  const isReserved = await reserveBytes(db, storeId, picture, mostUnused)
  const isNew = await savePicture(db, files, storeId, picture).catch(async error => {
    if (isReserved) await releaseBytes(db, storeId, [picture.name]).catch(() => {})
    throw error
  })
  return { isNew, isReserved }
}

/** Stores the picture. Returns whether it is new. */
async function savePicture(
  db: Database,
  files: PictureStore,
  storeId: string,
  picture: Made,
): Promise<boolean> {
  return await write(() => db.transaction(tx => insertPicture(tx, files, storeId, picture)))
}

/** A picture or a video with its files, in the order of `filesOf`. */
type Made = { name: string; made: Buffer[]; bytes: number; at: Date }

function pictureOf(storeId: string, made: Buffer[], at: Date): Made {
  return { name: nameOf(storeId, made), made, bytes: made.reduce((sum, { length }) => sum + length, 0), at }
}

async function insertPicture(
  tx: Connection,
  files: PictureStore,
  storeId: string,
  { name, made, bytes, at }: Made,
): Promise<boolean> {
  // Concurrent uploads and sweeps of the same picture wait for the row.
  const [row] = await tx.query<{ is_new: boolean }>(sql`
    insert into pictures (store_id, name, taken_at, bytes)
    values (${storeId}, ${name}, ${at}, ${bytes})
    on conflict (store_id, name) do update
    set taken_at = excluded.taken_at
    returning xmax = 0 as is_new`)
  if (row?.is_new !== true) return false
  const parts = filesOf(name).map((file, index): [string, Buffer] => [file, made[index] as Buffer])
  await putAll(files, parts)
  return true
}

/**
 * Returns the names that are pictures of the store, in their order. They are not swept until `tx` ends, so a review
 * written in it may use them.
 */
export async function lockPictures(tx: Connection, storeId: string, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const held = await tx.query<{ name: string }>(sql`
    select name
    from pictures
    where store_id = ${storeId} and name = any(${names}::text[])
    order by name
    for share`)
  const known = new Set(held.map(({ name }) => name))
  await releaseBytes(tx, storeId, [...known])
  return names.filter(name => known.has(name))
}

// Each one holds a connection while a disk or server writes. The others stay free, however slow that is.
const write = pLimit(3)

/** Returns those of the pictures that the store's reviews use. */
export type FindUsed = (db: Connection, storeId: string, names: string[]) => Promise<string[]>

/** A condition for a statement about `stores`: the store has pictures stored before `before`, used or not. */
export function hasPictures(before: Date): Sql {
  return sql`exists (
    select from pictures
    where pictures.store_id = stores.store_id and taken_at < ${before})`
}

/** Deletes pictures that no review uses: those in `names`, or all stored before `before`. */
export async function sweepPictures(
  db: Database,
  files: PictureStore,
  storeId: string,
  which: { names: string[] } | { before: Date },
  findUsed: FindUsed,
): Promise<void> {
  const wanted = 'names' in which ? sql`name = any(${which.names}::text[])` : sql`taken_at < ${which.before}`
  let after: string | undefined = ''
  while (after !== undefined) {
    const names = await namesAfter(db, storeId, wanted, after)
    const used = new Set(await findUsed(db, storeId, names))
    // One at a time: a form that uses another picture does not wait until all files are deleted.
    for (const name of names.filter(one => !used.has(one)))
      await write(() => db.transaction(tx => sweepOne(tx, files, storeId, name, wanted, findUsed)))
    after = names.length === mostAtOnce ? names.at(-1) : undefined
  }
}

/** Deletes the files of pictures, used or not, with their rows: those of a store that was deleted. */
export async function dropPictures(db: Database, files: PictureStore, storeId: string): Promise<void> {
  for (;;) {
    const names = await db.query<{ name: string }>(sql`
      select name
      from pictures
      where store_id = ${storeId}
      union
      select name
      from waiting_pictures
      where store_id = ${storeId}
      limit ${mostAtOnce}`)
    if (names.length === 0) return
    // Files first: after a crash, the rows still lead to the files that are left.
    for (const { name } of names) for (const file of filesOf(name)) await files.remove(file)
    const gone = names.map(({ name }) => name)
    await db.query(
      sql`delete from waiting_pictures where store_id = ${storeId} and name = any(${gone}::text[])`,
    )
    await db.query(sql`delete from pictures where store_id = ${storeId} and name = any(${gone}::text[])`)
  }
}

const mostAtOnce = 100

async function namesAfter(db: Connection, storeId: string, wanted: Sql, after: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select name
    from pictures
    where store_id = ${storeId} and name > ${after} and ${wanted}
    order by name
    limit ${mostAtOnce}`)
  return rows.map(({ name }) => name)
}

// Check again under the lock: the picture may have been stored again, or used, since.
async function sweepOne(
  tx: Connection,
  files: PictureStore,
  storeId: string,
  name: string,
  wanted: Sql,
  findUsed: FindUsed,
): Promise<void> {
  const rows = await tx.query(sql`
    select name
    from pictures
    where store_id = ${storeId} and name = ${name} and ${wanted}
    for update skip locked`)
  if (rows.length === 0 || (await findUsed(tx, storeId, [name])).length > 0) return
  // Files first: after a crash, the row still leads to the files that are left.
  for (const file of filesOf(name)) await files.remove(file)
  await tx.query(sql`
    delete from pictures
    where store_id = ${storeId} and name = ${name}`)
  await releaseBytes(tx, storeId, [name])
}

/** Whether a file name is that of one of our pictures, of any size. */
export function isPictureFile(name: string): boolean {
  return /^[0-9a-f]{40}-(1600|640|160)\.webp$/.test(name)
}

/** Whether a text is a picture name as reviews store it. */
export function isPictureName(name: string): boolean {
  return isPictureFile(name) && name.endsWith(`-${sizes[0]}.webp`)
}

/** The name of the same picture in a smaller size, given by its longest side in pixels. */
export function smaller(name: string, size: (typeof sizes)[number]): string {
  return name.replace(`-${sizes[0]}.`, `-${size}.`)
}

// The hash includes the store: no store can detect, or choose, what another one has.
function nameOf(storeId: string, [largest = Buffer.alloc(0)]: Buffer[]): string {
  const hash = createHash('sha256').update(storeId).update(largest).digest('hex')
  return `${hash.slice(0, 40)}-${sizes[0]}.webp`
}

/** The files of a picture, largest first, of a video, or of captions. */
export function filesOf(name: string): string[] {
  if (readCaptionsName(name)) return [name]
  const parts = filesOfVideo(name)
  return parts.length > 0 ? parts : sizes.map(size => smaller(name, size))
}

// If a part cannot be stored, deletes the others.
async function putAll(files: PictureStore, parts: [name: string, bytes: Buffer][]): Promise<void> {
  const put: string[] = []
  try {
    for (const [name, bytes] of parts) {
      put.push(name)
      await files.put(name, bytes)
    }
  } catch (error) {
    for (const name of put) await files.remove(name).catch(() => {})
    throw error
  }
}
