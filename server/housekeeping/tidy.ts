import type { Database } from '../database/connect.ts'
import { recountChangedDays } from '../insights/kept-days.ts'
import { purgeContent } from '../moderation/content/purge.ts'
import { forgetNetworks } from '../moderation/moderation.ts'
import type { PictureStore } from '../pictures/picture-store.ts'
import { sweepPictures } from '../pictures/pictures.ts'
import { forgetWaiting } from '../pictures/waiting-pictures.ts'
import { questionContent } from '../questions/questions.ts'
import { picturesInUse, reviewContent } from '../reviews/reviews.ts'
import { listStores, type Store } from '../stores/stores.ts'
import { forgetUsed } from '../visitors/once.ts'
import { dropOldFiles } from './transfers.ts'

const day = 24 * 60 * 60 * 1000
const year = 365 * day

/**
 * Deletes expired data in every store: content rejected or removed a year ago, unconfirmed content whose link has
 * expired, networks after a day, expired one-time permissions of forms, and unused pictures. A failure in one store
 * is reported to `log` and does not stop the others. Idempotent, and safe to run concurrently.
 */
export async function tidyStores(
  db: Database,
  pictures: PictureStore,
  at: Date,
  log: (message: string, error: unknown) => void,
): Promise<void> {
  for (const store of await listStores(db)) {
    try {
      await tidyStore(db, pictures, store, at)
    } catch (error) {
      log(`store ${store.store_id} could not be cleaned up`, error)
    }
  }
}

async function tidyStore(db: Database, pictures: PictureStore, store: Store, at: Date): Promise<void> {
  const { store_id, link_days } = store
  const before = {
    takenDown: new Date(at.getTime() - year),
    unconfirmed: new Date(at.getTime() - link_days * day),
  }
  await forgetNetworks(db, store_id, at)
  await dropOldFiles(db, pictures, store_id, at)
  await forgetUsed(db, store_id, at)
  await purgeContent(db, store_id, reviewContent, before, at)
  await purgeContent(db, store_id, questionContent, before, at)
  await recountChangedDays(db, store)
  const yesterday = new Date(at.getTime() - day)
  await sweepPictures(db, pictures, store_id, { before: yesterday }, picturesInUse)
  await forgetWaiting(db, store_id, yesterday)
}
