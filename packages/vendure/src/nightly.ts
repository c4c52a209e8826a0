import {
  ConfigService,
  OrderService,
  ProductService,
  RequestContextService,
  ScheduledTask,
  TransactionalConnection,
} from '@vendure/core'
import { Sender } from './sender.ts'

const days = 4 // a day more than a weekend: the zone of the database may differ

/**
 * Sends the orders again that something happened to in the last days. This fills the gaps of a night without Realword, and of
 * attempts that a restart of Vendure ended. Runs where the DefaultSchedulerPlugin does.
 */
export const nightlyTask = () =>
  new ScheduledTask({
    id: 'realword-nightly',
    description: 'Sends recently changed orders to Realword once more',
    schedule: '17 3 * * *',
    async execute({ injector }) {
      const sender = new Sender({
        connection: injector.get(TransactionalConnection),
        orders: injector.get(OrderService),
        products: injector.get(ProductService),
        config: injector.get(ConfigService),
      })
      const ctx = await injector.get(RequestContextService).create({ apiType: 'admin' })
      const ids = await sender.changedOrders(new Date(Date.now() - days * 24 * 3_600_000))
      for (const id of ids) await sender.sendOrder(ctx, id)
      return { orders: ids.length }
    },
  })
