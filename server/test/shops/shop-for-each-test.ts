import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Platform } from '../../links/connections/platform.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { aStore, type Member } from '../users.ts'
import { type ConnectedShop, connectShop, installShopPlatform } from './shop-platform.ts'

/** The service's clock when a test begins. */
export const shopStart = Date.parse('2026-03-06T12:00:00Z')

/** One service for the file, and for each test a store with a connected shop of the invented platform. */
export function connectShopForEachTest(
  platform: Partial<Platform> = {},
  settings?: Parameters<typeof aStore>[1],
): { service: TestApp; store: Member; shop: ConnectedShop } {
  const it = {} as { service: TestApp; store: Member; shop: ConnectedShop }
  let restore: () => void
  beforeAll(async () => {
    restore = installShopPlatform(platform)
    it.service = await startTestApp()
  })
  afterAll(async () => {
    restore()
    await it.service.close()
  })
  beforeEach(async () => {
    it.service.setNow(shopStart)
    it.store = await aStore(it.service.database, settings)
    it.shop = await connectShop(it.service, it.store.storeId)
  })
  return it
}
