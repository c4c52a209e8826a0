import { readPlanUse } from '../../../answers/insights/plan-use.ts'
import { ordersOfMonth } from '../../../asking/orders/order-usage.ts'
import { presentSettings } from '../../../asking/requests/present-settings.ts'
import { previewSchedule, schedulePreview } from '../../../asking/requests/schedule-preview.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { isOwnHoliday } from '../../../tenants/stores/settings/own-holidays.ts'
import {
  givenOf,
  oldData,
  oldDataQuery,
  planUse,
  previewQuery,
  settingsChange,
  shownSettings,
} from '../../../tenants/stores/settings/settings-schemas.ts'
import { readStore, updateStore } from '../../../tenants/stores/stores.ts'
import { countOldData } from '../../../upkeep/housekeeping/old-data.ts'

/** GET /admin/api/stores/{store_id}/settings */
export function storeSettings({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getSettings',
      summary: 'Read the settings',
      params: storePath,
      response: { 200: shownSettings },
    },
    handler: async ({ params }) => presentSettings(await readStore(database, params.storeId)),
  })
}

/** PATCH /admin/api/stores/{store_id}/settings: changes the given settings, or none if one of them is invalid. */
export function changeSettings({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'updateSettings',
      summary: 'Change settings',
      params: storePath,
      body: settingsChange,
      response: { 200: shownSettings },
    },
    handler: async ({ params, body, user }) => {
      const by = byOf(user, clock)
      return presentSettings(await updateStore(database, params.storeId, givenOf(body), by))
    },
  })
}

/** GET /admin/api/stores/{store_id}/schedule-preview: the request date for a delivery on each day of a month. */
export function previewOfSchedule({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'previewSchedule',
      summary: 'What a delivery on each day of a month would give',
      params: storePath,
      querystring: previewQuery,
      response: { 200: schedulePreview },
    },
    handler: async ({ params, query }) => {
      const store = await readStore(database, params.storeId)
      const { month, delay, send_at, weekends, holidays, own_holidays } = query
      const settings = {
        ...store,
        request_delay_days: delay ?? store.request_delay_days,
        send_at: send_at ?? store.send_at,
        avoid_weekends: weekends ? weekends === 'true' : store.avoid_weekends,
        avoid_holidays: holidays ? holidays === 'true' : store.avoid_holidays,
        own_holidays: own_holidays?.split(',').filter(isOwnHoliday) ?? store.own_holidays,
      }
      return { time_zone: store.time_zone, ...previewSchedule(month, settings, clock()) }
    },
  })
}

/** GET /admin/api/stores/{store_id}/plan: the number of this month's orders, and the use of each limit. */
export function readPlan({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getPlan',
      summary: 'The limits of the plan and their use',
      params: storePath,
      response: { 200: planUse },
    },
    handler: async ({ params }) => {
      const store = await readStore(database, params.storeId)
      const now = clock()
      const { month, orders } = await ordersOfMonth(database, store, now)
      return { month, orders, limit: store.order_limit, use: await readPlanUse(database, store, now) }
    },
  })
}

/** GET /admin/api/stores/{store_id}/old-data: what would be deleted now, if the store kept data for so many months. */
export function countOld({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'countOldData',
      summary: 'What a retention period would delete now',
      params: storePath,
      querystring: oldDataQuery,
      response: { 200: oldData },
    },
    handler: async ({ params, query }) => {
      const store = await readStore(database, params.storeId)
      return await countOldData(database, store, query.months, new Date(clock()))
    },
  })
}
