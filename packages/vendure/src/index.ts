import { Dependencies } from '@nestjs/common'
import {
  ConfigService,
  EventBus,
  HistoryEntryEvent,
  type ID,
  Logger,
  OrderPlacedEvent,
  OrderService,
  PluginCommonModule,
  ProductEvent,
  ProductService,
  ProductVariantEvent,
  type RequestContext,
  TransactionalConnection,
  VendurePlugin,
} from '@vendure/core'
import { parse } from 'graphql'
import { nightlyTask } from './nightly.ts'
import { currentOptions, type RealwordOptions, setOptions } from './options.ts'
import { RatingResolver, schema } from './ratings.ts'
import { Sender } from './sender.ts'

export type { RealwordOptions } from './options.ts'

/**
 * Sends orders and products of a Vendure 3 shop to Realword, and adds `realwordRating` to products of the Shop API. Nothing
 * waits for Realword: events are worked on after Vendure has committed what they are about.
 */
@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.3.0',
  configuration: config => {
    config.schedulerOptions ??= {}
    config.schedulerOptions.tasks = [...(config.schedulerOptions.tasks ?? []), nightlyTask()]
    return config
  },
  shopApiExtensions: { schema: () => parse(schema), resolvers: [RatingResolver] },
})
@Dependencies(EventBus, TransactionalConnection, OrderService, ProductService, ConfigService)
export class RealwordPlugin {
  readonly #events: EventBus
  readonly #sender: Sender
  #last: Promise<void> = Promise.resolve()

  /** Add its result to `plugins`. Throws without `webhookUrl` and `secret`. */
  static init(options: RealwordOptions): typeof RealwordPlugin {
    setOptions(options)
    return RealwordPlugin
  }

  constructor(
    events: EventBus,
    connection: TransactionalConnection,
    orders: OrderService,
    products: ProductService,
    config: ConfigService,
  ) {
    this.#events = events
    this.#sender = new Sender({ connection, orders, products, config })
  }

  onApplicationBootstrap(): void {
    currentOptions()
    // Only when the buyer places the order is this the buyer's language. Later it is an administrator's.
    this.#events
      .ofType(OrderPlacedEvent)
      .subscribe(({ ctx, order }) =>
        this.#inTurn(() => this.#sender.sendOrder(ctx, order.id, ctx.languageCode)),
      )
    this.#events.ofType(HistoryEntryEvent).subscribe(({ ctx, historyType, entity }) => {
      const id = historyType === 'order' ? entity.order?.id : undefined
      if (id !== undefined) this.#inTurn(() => this.#sender.sendOrder(ctx, id))
    })
    this.#events.ofType(ProductEvent).subscribe(({ ctx, entity, type }) => {
      if (type !== 'deleted') this.#sendProduct(ctx, entity.id)
    })
    this.#events.ofType(ProductVariantEvent).subscribe(({ ctx, entity }) => {
      const ids = new Set(entity.flatMap(({ productId }) => productId ?? []))
      for (const id of ids) this.#sendProduct(ctx, id)
    })
  }

  #sendProduct(ctx: RequestContext, id: ID): void {
    this.#inTurn(() => this.#sender.sendProduct(ctx, id))
  }

  /** One after the other, so that the last version of an order is read last. */
  #inTurn(act: () => Promise<void>): void {
    this.#last = this.#last
      .then(act)
      .catch(error =>
        Logger.warn(`Nothing was sent to Realword: ${error.message}. It is sent tonight.`, 'Realword'),
      )
  }
}
