import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { readOrder } from '../../asking/orders/orders.ts'
import { importOrders } from '../../exchange/imports/imports.ts'
import type { OrderImportOptions } from '../../exchange/imports/orders/batches.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { aStore, type Member } from '../users.ts'
import { importedAt, worded } from './imports.ts'

/** What no request asks about yet. */
export const waits = 'the products wait for their delivery'

/** Imports files of orders, each test into a store of its own. */
export function useOrderImports() {
  const stage = {} as { it: TestApp; store: Member; storeId: string }
  beforeAll(async () => {
    stage.it = await startTestApp()
  })
  afterAll(() => stage.it.close())
  beforeEach(async () => {
    stage.store = await aStore(stage.it.database, { time_zone: 'America/Sao_Paulo', country: 'BR' })
    stage.storeId = stage.store.storeId
  })

  function importText(text: string | Buffer, options: OrderImportOptions = {}) {
    async function* read() {
      yield Buffer.from(text as string)
    }
    return worded(importOrders(stage.it.database, () => importedAt, stage.storeId, read, options))
  }

  return {
    stage,
    importText,
    /** A file whose trial says the same as its import. */
    importBoth: async (text: string | Buffer, options: OrderImportOptions = {}) => {
      const { preview: _, ...tried } = await importText(text, { ...options, dryRun: true })
      const report = await importText(text, options)
      expect(tried).toEqual(report)
      return report
    },
    /** What becomes of each stored order: `waits`, or the states of its requests and the products they are about. */
    outcomes: async () => {
      const { it, storeId } = stage
      const ids = await it.database.query<{ order_id: string }>(sql`
        select order_id
        from orders
        where store_id = ${storeId}
        order by order_id`)
      const orders = await Promise.all(ids.map(({ order_id }) => readOrder(it.database, storeId, order_id)))
      return Object.fromEntries(
        orders.map(({ order_id, requests, no_request }) => [
          order_id,
          no_request ??
            requests
              .map(({ state, product_ids }) => `${state} ${product_ids.toSorted().join('+')}`)
              .join(', '),
        ]),
      )
    },
  }
}
