import { addCodes, removeUnusedCodes } from '../../../asking/rewards/codes.ts'
import {
  addedCodes,
  newCodes,
  removedCodes,
  rewardChange,
  shownReward,
} from '../../../asking/rewards/reward-rules.ts'
import { changeReward, showReward } from '../../../asking/rewards/reward-settings.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { byProgram } from '../by-program.ts'

/** GET /manage/v1/reward */
export function managedReward({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getReward',
      summary: 'Read what is given for reviews',
      description: 'The settings, and how many codes are left, promised and given. Codes are never answered.',
      response: { 200: shownReward },
    },
    handler: async ({ apiKey }) => {
      const store = await readStore(database, apiKey.storeId)
      return await showReward(database, store.store_id, store, new Date(clock()))
    },
  })
}

/** PATCH /manage/v1/reward */
export function changeManagedReward({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'changeReward',
      summary: 'Change what is given for reviews',
      description:
        'Absent fields stay as they are. A change is for emails that are not written yet: what was promised is kept.',
      body: rewardChange,
      response: { 200: shownReward },
    },
    config: { errors: ['settings_invalid'] },
    handler: async ({ apiKey, body }) => {
      const by = byProgram(clock)
      return await database.transaction(async tx => {
        await changeReward(tx, apiKey.storeId, body, by)
        return await showReward(tx, apiKey.storeId, await readStore(tx, apiKey.storeId), by.at)
      })
    },
  })
}

/** POST /manage/v1/reward/codes */
export function addManagedCodes({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'addRewardCodes',
      summary: 'Add codes for rewards',
      description:
        'Adds every code of the file, or none if a line is wrong or the store had the code before; `user_message` names the lines.',
      body: newCodes,
      response: { 200: addedCodes },
    },
    config: { errors: ['settings_invalid'] },
    handler: async ({ apiKey, body }) => {
      const by = byProgram(clock)
      return await database.transaction(async tx => {
        const codes = await addCodes(tx, apiKey.storeId, body, by)
        const { left } = await showReward(tx, apiKey.storeId, await readStore(tx, apiKey.storeId), by.at)
        return { codes, added: body.trial ? 0 : codes, left }
      })
    },
  })
}

/** DELETE /manage/v1/reward/codes */
export function removeManagedCodes({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'removeRewardCodes',
      summary: 'Remove unused codes',
      description: 'Deletes the codes that were never promised. Promised and given ones stay.',
      response: { 200: removedCodes },
    },
    handler: async ({ apiKey }) => ({
      removed: await database.transaction(tx => removeUnusedCodes(tx, apiKey.storeId, byProgram(clock))),
    }),
  })
}
