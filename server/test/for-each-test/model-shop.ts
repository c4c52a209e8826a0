import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { updateStore } from '../../tenants/stores/stores.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { changeSettings } from '../hearing.ts'
import { helpful, type ModelServer, startModelServer } from '../model-server.ts'
import { addProducts } from '../reading.ts'
import { aStore, type Member } from '../users.ts'

type Change = Parameters<typeof updateStore>[2]

/** A service and the server of a model, and for each test a store that uses it, with a product. */
export type ModelShop = {
  service: TestApp
  model: ModelServer
  shop: Member
  /** Changes the settings of the store, and waits until the service knows them. */
  setUp: (change: Change) => Promise<void>
}

/** Each test begins with a helpful model that was asked nothing. `settings`: of the store, beyond its model. */
export function useModelInEachTest(settings: Change): ModelShop {
  const it = {
    setUp: async change => {
      await changeSettings(it.service, it.shop.storeId, change)
    },
  } as ModelShop
  beforeAll(async () => {
    it.service = await startTestApp()
    it.model = await startModelServer()
  })
  afterAll(async () => {
    await it.service.close()
    await it.model.close()
  })
  beforeEach(async () => {
    it.model.answerBy(helpful)
    it.model.usage = { prompt_tokens: 200, completion_tokens: 100 }
    it.model.asked.length = 0
    it.shop = await aStore(it.service.database)
    await it.setUp({
      ...{ model_url: it.model.url, model_name: 'small', model_monthly_limit: 5 },
      ...{ model_price_in: 2, model_price_out: 10 },
      ...settings,
    })
    await addProducts(it.service, it.shop, { 'product-1': 'S-1' })
  })
  return it
}
