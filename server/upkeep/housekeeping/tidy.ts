import sql, { join, type Sql } from 'sql-template-tag'
import {
  hasChangedDays,
  hasUncountedDays,
  recountChangedDays,
  saveHomeDays,
} from '../../answers/insights/kept-days.ts'
import type { Content, ContentKind } from '../../answers/moderation/content/content-kind.ts'
import { hasExpiredContent, purgeContent } from '../../answers/moderation/content/purge.ts'
import { forgetNetworks, hasOldNetworks } from '../../answers/moderation/moderation.ts'
import { forgetReporters, hasOldReporters } from '../../answers/moderation/reports/receipts.ts'
import { answerContent } from '../../answers/questions/answers/answers.ts'
import { questionContent } from '../../answers/questions/questions.ts'
import { hasCopies, tidyCopies } from '../../answers/reviews/copies/copies.ts'
import { forgetUnused, hasUnusedTexts } from '../../answers/reviews/machine/forget-texts.ts'
import { picturesInUse, reviewContent } from '../../answers/reviews/reviews.ts'
import { forgetCampaigns, hasOldCampaigns } from '../../asking/campaigns/old-campaigns.ts'
import { forgetChannelMessages, hasOldChannelMessages } from '../../asking/channels/old-messages.ts'
import { forgetPromises, hasOldPromises } from '../../asking/rewards/promises.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { hasUnmeasured, measurePictures } from '../../foundation/storage/pictures/measured.ts'
import type { PictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { hasPictures, sweepPictures } from '../../foundation/storage/pictures/pictures.ts'
import {
  forgetAbandonedUploads,
  hasAbandonedUploads,
} from '../../foundation/storage/pictures/unused-uploads.ts'
import { dropUnfinishedUploads } from '../../foundation/storage/videos/uploads.ts'
import { forgetUsed, hasUsed } from '../../foundation/visitors/used-once.ts'
import { forgetOldEvents, hasOldEvents } from '../../links/connections/events/old-events.ts'
import { forgetMessages, hasOldMessages } from '../../links/notices/old-messages.ts'
import { forgetDeliveries, hasOldDeliveries } from '../../links/webhooks/old-events.ts'
import { findAddressesOfEvents, hasUnsearchedEvents } from '../../links/webhooks/person.ts'
import { reachableStoresWith } from '../../tenants/stores/all-stores.ts'
import { forgetAnswers, hasOldAnswers } from '../../tenants/stores/kept-answers.ts'
import { forgetUsage, hasOldUsage } from '../../tenants/stores/model/troubled-models.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { forgetOldData, hasOldData } from './old-data.ts'
import { dropOldFiles, hasOldFiles } from './transfers.ts'

const day = 24 * 60 * 60 * 1000
const year = 365 * day

type Log = (message: string, error: unknown) => void

/**
 * Deletes expired data in every store: content rejected or removed a year ago, unconfirmed content whose link has
 * expired, addresses of reports after a year, promised rewards whose time is over, networks after a day, expired one-time permissions of forms, unused pictures, and data that are older than
 * the store keeps them. Counts the days of the home that are not counted yet. A failure in one store is reported to
 * `log` and does not stop the others. Idempotent, and safe to run concurrently. After a kill, the next run finds what
 * is left.
 */
export async function tidyStores(db: Database, pictures: PictureStore, at: Date, log: Log): Promise<void> {
  const tasks = tasksAt(db, pictures, at)
  const storeIds = await storesToTidy(db, tasks, at)
  for (const storeId of storeIds) {
    try {
      const store = await readStore(db, storeId)
      for (const { run } of tasks) await run(store)
    } catch (error) {
      log(`store ${storeId} could not be cleaned up`, error)
    }
  }
  await forgetInTurn(db, storeIds, at, log)
}

// One statement for all stores: each store cost eleven, so 10,000 idle stores kept a process busy for 44 s each hour.
async function storesToTidy(db: Database, tasks: Task[], at: Date): Promise<string[]> {
  const conditions = [...tasks.map(({ isDue }) => isDue), hasOldData(at)]
  return await reachableStoresWith(db, join(conditions, ' or '))
}

/** What is to be done in a store, and the condition for a statement about `stores` that finds whether it is. */
type Task = { isDue: Sql; run: (store: Store) => Promise<unknown> }

function tasksAt(db: Database, pictures: PictureStore, at: Date): Task[] {
  const takenDown = new Date(at.getTime() - year)
  const yesterday = new Date(at.getTime() - day)
  const purge = <Item extends Content>(kind: ContentKind<Item>): Task => ({
    isDue: hasExpiredContent(kind, takenDown, at),
    run: ({ store_id, link_days }) => {
      const unconfirmed = new Date(at.getTime() - link_days * day)
      return purgeContent(db, store_id, kind, { takenDown, unconfirmed }, at)
    },
  })
  return [
    { isDue: hasOldNetworks(at), run: ({ store_id }) => forgetNetworks(db, store_id, at) },
    { isDue: hasOldFiles(at), run: ({ store_id }) => dropOldFiles(db, pictures, store_id, at) },
    { isDue: hasUsed(at), run: ({ store_id }) => forgetUsed(db, store_id, at) },
    { isDue: hasOldAnswers(at), run: ({ store_id }) => forgetAnswers(db, store_id, at) },
    { isDue: hasOldEvents(at), run: ({ store_id }) => forgetOldEvents(db, store_id, at) },
    { isDue: hasOldDeliveries(at), run: ({ store_id }) => forgetDeliveries(db, store_id, at) },
    { isDue: hasOldMessages(at), run: ({ store_id }) => forgetMessages(db, store_id, at) },
    { isDue: hasUnsearchedEvents, run: ({ store_id }) => findAddressesOfEvents(db, store_id) },
    { isDue: hasOldChannelMessages(at), run: ({ store_id }) => forgetChannelMessages(db, store_id, at) },
    { isDue: hasOldPromises(at), run: ({ store_id }) => forgetPromises(db, store_id, at) },
    { isDue: hasOldUsage(at), run: ({ store_id }) => forgetUsage(db, store_id, at) },
    { isDue: hasOldCampaigns(at), run: ({ store_id }) => forgetCampaigns(db, store_id, at) },
    { isDue: hasOldReporters(takenDown), run: ({ store_id }) => forgetReporters(db, store_id, takenDown) },
    { isDue: hasUnusedTexts, run: store => forgetUnused(db, store.store_id, store) },
    purge(reviewContent),
    purge(questionContent),
    purge(answerContent),
    { isDue: hasChangedDays, run: store => recountChangedDays(db, store) },
    { isDue: sql`(${hasUncountedDays(at)})`, run: store => saveHomeDays(db, store, at.getTime()) },
    {
      isDue: hasPictures(yesterday),
      run: ({ store_id }) => sweepPictures(db, pictures, store_id, { before: yesterday }, picturesInUse),
    },
    { isDue: hasCopies, run: ({ store_id }) => tidyCopies(db, store_id, yesterday) },
    {
      isDue: hasAbandonedUploads(yesterday),
      run: async ({ store_id }) => {
        await dropUnfinishedUploads(db, pictures, store_id, yesterday)
        await forgetAbandonedUploads(db, store_id, yesterday)
      },
    },
    { isDue: hasUnmeasured, run: ({ store_id }) => measurePictures(db, pictures, store_id) },
  ]
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
