import { textsFor } from '../../../asking/mail/composing/mail-texts.ts'
import { offerIn } from '../../../asking/mail/composing/view.ts'
import { addCodes, removeUnusedCodes } from '../../../asking/rewards/codes.ts'
import { promiseDays } from '../../../asking/rewards/counts.ts'
import { addedCodes, newCodes, removedCodes, rewardChange } from '../../../asking/rewards/reward-rules.ts'
import { changeReward, showReward } from '../../../asking/rewards/reward-settings.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { languages } from '../../../foundation/http/language.ts'
import { dateAfter } from '../../../foundation/lib/time/days.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import { type RewardOnScreen, rewardOnScreen } from './reward-schemas.ts'

/** GET /admin/api/stores/{store_id}/reward: never the codes themselves. */
export function storeReward({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getReward',
      summary: 'Read what is given for reviews',
      params: storePath,
      response: { 200: rewardOnScreen },
    },
    handler: async ({ params }) => {
      const store = await readStore(database, params.storeId)
      return await showOnScreen(database, store, new Date(clock()))
    },
  })
}

/** PATCH /admin/api/stores/{store_id}/reward */
export function changeStoreReward({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'changeReward',
      summary: 'Change what is given for reviews',
      params: storePath,
      body: rewardChange,
      response: { 200: rewardOnScreen },
    },
    handler: async ({ params, body, user }) => {
      const by = byOf(user, clock)
      return await database.transaction(async tx => {
        await changeReward(tx, params.storeId, body, by)
        return await showOnScreen(tx, await readStore(tx, params.storeId), by.at)
      })
    },
  })
}

/** POST /admin/api/stores/{store_id}/reward/codes: all codes of a CSV file, or none. */
export function addStoreCodes({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'addRewardCodes',
      summary: 'Add codes for rewards',
      params: storePath,
      body: newCodes,
      response: { 200: addedCodes },
    },
    handler: async ({ params, body, user }) => {
      const by = byOf(user, clock)
      return await database.transaction(async tx => {
        const codes = await addCodes(tx, params.storeId, body, by)
        const store = await readStore(tx, params.storeId)
        const { left } = await showReward(tx, store.store_id, store, by.at)
        return { codes, added: body.trial ? 0 : codes, left }
      })
    },
  })
}

/** DELETE /admin/api/stores/{store_id}/reward/codes: those that were never promised. */
export function removeStoreCodes({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'removeRewardCodes',
      summary: 'Remove unused codes',
      params: storePath,
      response: { 200: removedCodes },
    },
    handler: async ({ params, user }) => {
      const removed = await database.transaction(tx =>
        removeUnusedCodes(tx, params.storeId, byOf(user, clock)),
      )
      return { removed }
    },
  })
}

async function showOnScreen(db: Connection, store: Store, at: Date): Promise<RewardOnScreen> {
  const until = dateAfter(at.getTime(), Math.min(promiseDays, store.link_days - 1), store)
  const sentence = (language: string) => offerIn(textsFor(language), { gives: '{gives}', until }, store.name)
  return {
    ...(await showReward(db, store.store_id, store, at)),
    sentences: Object.fromEntries(languages.map(language => [language, sentence(language)])),
  }
}
