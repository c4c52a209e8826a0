import sql from 'sql-template-tag'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { PictureStore } from '../../../foundation/storage/pictures/picture-store.ts'
import { lockPictures, sweepPictures } from '../../../foundation/storage/pictures/pictures.ts'
import { isHidden } from '../../moderation/states.ts'
import { changeReview, picturesInUse } from '../reviews.ts'
import { isCopiedFor } from './copies.ts'

/** A row of `picture_copies` that waits. */
export type Copy = {
  address_hash: Buffer
  address: string
  host: string
  name: string | null
  attempts: number
}

/** Whether a review that is not hidden has the address among its pictures. */
export async function isUsed(db: Connection, storeId: string, address: string): Promise<boolean> {
  return (await nextReview(db, storeId, address)) !== undefined
}

async function nextReview(db: Connection, storeId: string, address: string): Promise<string | undefined> {
  // With the limit alone, a planner without statistics would read the store's reviews one by one until it finds one.
  const [next] = await db.query<{ id: string }>(sql`
    select id
    from (
      select id
      from reviews
      where store_id = ${storeId} and pictures <> '[]' and pictures ? ${address} and ${isCopiedFor}
      offset 0
    ) as used
    limit 1`)
  return next?.id
}

/**
 * Puts our picture in the place of the address, in each review that has it. Each is a transaction of its own: one that
 * locked several reviews could deadlock with the erasure of a person. Returns false if the picture was swept meanwhile.
 */
export async function replaceInReviews(
  db: Database,
  storeId: string,
  { address, name }: { address: string; name: string },
  at: Date,
  isOver: () => boolean,
): Promise<boolean> {
  const by = { at, actor: 'import', action: 'copy pictures' } as const
  for (let id = await nextReview(db, storeId, address); id; id = await nextReview(db, storeId, address)) {
    const reviewId = id
    const isThere = await db.transaction(async tx => {
      if ((await lockPictures(tx, storeId, [name])).length === 0) return false
      // A review that was hidden or erased in the meantime is not changed.
      await changeReview(tx, storeId, reviewId, by, ({ state, pictures }) => {
        if (isHidden(state)) return {}
        return { pictures: [...new Set(pictures.map(one => (one === address ? name : one)))] }
      }).catch(ignoreUnknown)
      return true
    })
    if (!isThere) return false
    if (isOver()) break
  }
  return true
}

// It was deleted meanwhile.
function ignoreUnknown(error: unknown): void {
  if (!(error instanceof ApiError) || error.errorName !== 'review_unknown') throw error
}

/**
 * Ends the copy of an address that no review has any more: it is copied if a review has our picture, and otherwise
 * forgotten with its files. A review that was stored meanwhile leaves it waiting.
 */
export async function settleCopy(
  db: Database,
  files: PictureStore,
  storeId: string,
  { address_hash, address, name: taken }: Copy,
): Promise<'waiting' | 'copied' | 'unused'> {
  const { outcome, name } = await db.transaction(async tx => {
    // An import that stores another review with the address locks the row until its commit.
    const [row] = await tx.query<{ name: string | null }>(sql`
      select name
      from picture_copies
      where store_id = ${storeId} and address_hash = ${address_hash} and state = 'waiting'
      for update`)
    // An erasure has forgotten it, or another worker was faster.
    if (!row) return { outcome: 'unused' as const, name: taken }
    if (await isUsed(tx, storeId, address)) return { outcome: 'waiting' as const, name: null }
    const isCopied = row.name !== null && (await picturesInUse(tx, storeId, [row.name])).length > 0
    const which = sql`store_id = ${storeId} and address_hash = ${address_hash}`
    await tx.query(
      isCopied
        ? sql`update picture_copies set state = 'copied', address = '', problem = null, status = null where ${which}`
        : sql`delete from picture_copies where ${which}`,
    )
    return { outcome: isCopied ? ('copied' as const) : ('unused' as const), name: row.name }
  })
  if (outcome === 'unused' && name !== null)
    await sweepPictures(db, files, storeId, { names: [name] }, picturesInUse)
  return outcome
}
