import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { aStore } from '../users.ts'

/** When each test begins. What is sent on that day is due on 28 November. */
export const bought = '2026-11-16T12:00:00Z'
/** The last morning before that. */
const dayBefore = '2026-11-27T11:00:00Z'

type ShopNights = {
  service: TestApp
  /** Of a store of this test alone. */
  storeId: string
  /** Does what is due at a time, the day before the requests. */
  night: (at?: string) => Promise<void>
}

/** A service that may reach shops on this machine, and in each test a store of its own. */
export function shopNightsInEachTest(): ShopNights {
  const it = {
    night: async (at = dayBefore) => {
      it.service.setNow(at)
      await it.service.runDue()
    },
  } as ShopNights
  beforeAll(async () => {
    it.service = await startTestApp({ EGRESS_ALLOW: '127.0.0.0/8' })
  })
  afterAll(() => it.service.close())
  beforeEach(async () => {
    ;({ storeId: it.storeId } = await aStore(it.service.database, { avoid_weekends: false }))
    it.service.setNow(bought)
  })
  return it
}
