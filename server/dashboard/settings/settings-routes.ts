import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { byOf } from '../../accounts/actors.ts'
import type { StorePath } from '../../accounts/guards.ts'
import type { Dependencies } from '../../dependencies.ts'
import { ordersOfMonth } from '../../orders/orders.ts'
import { countriesWithHolidays } from '../../requests/holidays.ts'
import { previewMonth } from '../../requests/schedule-preview.ts'
import {
  planUse,
  previewQuery,
  type SettingsChange,
  schedulePreview,
  settingsChange,
  shownSettings,
} from '../../stores/settings-schemas.ts'
import { readStore, type Store, updateStore } from '../../stores/stores.ts'

/** GET /admin/api/stores/{store_id}/settings */
export function storeSettings({ database }: Dependencies) {
  return {
    schema: { summary: 'Read the settings', response: { 200: shownSettings } },
    handler: async ({ params }: FastifyRequest) =>
      present(await readStore(database, (params as StorePath).storeId)),
  }
}

/** PATCH /admin/api/stores/{store_id}/settings: what is given is changed, or nothing where any of it is wrong. */
export function changeSettings({ database, clock }: Dependencies) {
  return {
    schema: { summary: 'Change settings', body: settingsChange, response: { 200: shownSettings } },
    handler: async ({ params, body, person }: FastifyRequest) => {
      const by = byOf(person, clock)
      return present(
        await updateStore(database, (params as StorePath).storeId, given(body as SettingsChange), by),
      )
    },
  }
}

/** GET /admin/api/stores/{store_id}/schedule-preview: what a delivery on each day of a month would give. */
export function previewSchedule({ database }: Dependencies) {
  return {
    schema: {
      summary: 'What a delivery on each day of a month would give',
      querystring: previewQuery,
      response: { 200: schedulePreview },
    },
    handler: async ({ params, query }: FastifyRequest) => {
      const store = await readStore(database, (params as StorePath).storeId)
      const { month, delay, send_at, weekends, holidays } = query as z.infer<typeof previewQuery>
      const settings = {
        ...store,
        request_delay_days: delay ?? store.request_delay_days,
        send_at: send_at ?? store.send_at,
        avoid_weekends: weekends ? weekends === 'true' : store.avoid_weekends,
        avoid_holidays: holidays ? holidays === 'true' : store.avoid_holidays,
      }
      return { time_zone: store.time_zone, result: previewMonth(month, settings) }
    },
  }
}

/** GET /admin/api/stores/{store_id}/plan: the orders of this month and how many it may have. */
export function readPlan({ database, clock }: Dependencies) {
  return {
    schema: { summary: 'The orders of this month and how many it may have', response: { 200: planUse } },
    handler: async ({ params }: FastifyRequest) => {
      const store = await readStore(database, (params as StorePath).storeId)
      return { ...(await ordersOfMonth(database, store, clock())), limit: store.order_limit }
    },
  }
}

const present = (store: Store) => ({
  ...store,
  knows_holidays: countriesWithHolidays.includes(store.country),
})

// A key whose value is undefined is one that is not there.
function given(change: SettingsChange) {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
