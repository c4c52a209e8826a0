import sql from 'sql-template-tag'
import {
  hasChangedDays,
  hasUncountedDays,
  recountChangedDays,
  saveHomeDays,
} from '../../answers/insights/kept-days.ts'
import { hasExpiredContent, purgeContent } from '../../answers/moderation/content/purge.ts'
import { forgetNetworks, hasOldNetworks } from '../../answers/moderation/moderation.ts'
import { questionContent } from '../../answers/questions/questions.ts'
import { hasCopies, tidyCopies } from '../../answers/reviews/copies/copies.ts'
import { picturesInUse, reviewContent } from '../../answers/reviews/reviews.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { hasUnmeasured, measurePictures } from '../../foundation/storage/pictures/measured.ts'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { hasPictures, sweepPictures } from '../../foundation/storage/pictures/pictures.ts'
import { forgetAbandonedUploads, hasAbandonedUploads } from '../../foundation/storage/pictures/unused-uploads.ts'
import { forgetUsed, hasUsed } from '../../foundation/visitors/once.ts'
import { forgetOldEvents, hasOldEvents } from '../../links/connections/events/old-events.ts'
import { forgetDeliveries, hasOldDeliveries } from '../../links/webhooks/old-events.ts'
import { findAddressesOfEvents, hasUnsearchedEvents } from '../../links/webhooks/person.ts'
import { reachableStoresWith } from '../../tenants/stores/all-stores.ts'
import { forgetAnswers, hasOldAnswers } from '../../tenants/stores/kept-answers.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { forgetOldData, hasOldData } from './old-data.ts'
import { dropOldFiles, hasOldFiles } from './transfers.ts'

const day = 24 * 60 * 60 * 1000
const year = 365 * day

type Log = (message: string, error: unknown) => void

/**
 * Deletes expired data in every store: content rejected or removed a year ago, unconfirmed content whose link has
 * expired, networks after a day, expired one-time permissions of forms, unused pictures, and data that are older than
 * the store keeps them. Counts the days of the home that are not counted yet. A failure in one store is reported to
 * `log` and does not stop the others. Idempotent, and safe to run concurrently. After a kill, the next run finds what
 * is left.
 */
export async function tidyStores(db: Database, pictures: PictureStore, at: Date, log: Log): Promise<void> {
  const storeIds = await storesToTidy(db, at)
  for (const storeId of storeIds) {
    try {
      await tidyStore(db, pictures, await readStore(db, storeId), at)
    } catch (error) {
      log(`store ${storeId} could not be cleaned up`, error)
    }
  }
  await forgetInTurn(db, storeIds, at, log)
}

// One statement for all stores: each store cost eleven, so 10,000 idle stores kept a process busy for 44 s each hour.
async function storesToTidy(db: Database, at: Date): Promise<string[]> {
  const { takenDown, yesterday } = limitsOf(at)
  return await reachableStoresWith(
    db,
    sql`${hasOldNetworks(at)}
      or ${hasOldFiles(at)}
      or ${hasUsed(at)}
      or ${hasOldAnswers(at)}
      or ${hasOldEvents(at)}
      or ${hasOldDeliveries(at)}
      or ${hasUnsearchedEvents}
      or ${hasExpiredContent(reviewContent, takenDown, at)}
      or ${hasExpiredContent(questionContent, takenDown, at)}
      or ${hasChangedDays}
      or (${hasUncountedDays(at)})
      or ${hasPictures(yesterday)}
      or ${hasAbandonedUploads(yesterday)}
      or ${hasCopies}
      or ${hasUnmeasured}
      or ${hasOldData(at)}`,
  )
}

function limitsOf(at: Date): { takenDown: Date; yesterday: Date } {
  return { takenDown: new Date(at.getTime() - year), yesterday: new Date(at.getTime() - day) }
}

async function tidyStore(db: Database, pictures: PictureStore, store: Store, at: Date): Promise<void> {
  const { store_id, link_days } = store
  const { takenDown, yesterday } = limitsOf(at)
  const before = { takenDown, unconfirmed: new Date(at.getTime() - link_days * day) }
  await forgetNetworks(db, store_id, at)
  await dropOldFiles(db, pictures, store_id, at)
  await forgetUsed(db, store_id, at)
  await forgetAnswers(db, store_id, at)
  await forgetOldEvents(db, store_id, at)
  await forgetDeliveries(db, store_id, at)
  await findAddressesOfEvents(db, store_id)
  await purgeContent(db, store_id, reviewContent, before, at)
  await purgeContent(db, store_id, questionContent, before, at)
  await recountChangedDays(db, store)
  await saveHomeDays(db, store, at.getTime())
  await sweepPictures(db, pictures, store_id, { before: yesterday }, picturesInUse)
  await tidyCopies(db, store_id, yesterday)
  await forgetAbandonedUploads(db, store_id, yesterday)
  await measurePictures(db, pictures, store_id)
}

// A batch of each store in turn: one that chose a period after years has millions of orders to delete. Apart from the
// rest, so that the buyers' data are deleted although the storage of the pictures does not answer.
async function forgetInTurn(db: Database, storeIds: string[], at: Date, log: Log): Promise<void> {
  const sweeps = new Map(storeIds.map(storeId => [storeId, forgetOldData(db, storeId, at)]))
  while (sweeps.size > 0) {
    for (const [storeId, sweep] of sweeps) {
      const next = await sweep
        .next()
        .catch(error => log(`old data of store ${storeId} could not be deleted`, error))
      if (!next || next.done) sweeps.delete(storeId)
    }
  }
}
