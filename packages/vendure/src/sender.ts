import {
  type ConfigService,
  type ID,
  Logger,
  type OrderService,
  type ProductService,
  type RequestContext,
  type TransactionalConnection,
} from '@vendure/core'
import { send } from '../../medusa/src/realword/send.ts'
import { orderBody, orderRelations, productBody, productRelations } from './bodies.ts'
import { currentOptions } from './options.ts'

const logger = {
  info: (text: string) => Logger.info(text, 'Realword'),
  warn: (text: string) => Logger.warn(text, 'Realword'),
}

type Services = {
  connection: TransactionalConnection
  orders: OrderService
  products: ProductService
  config: ConfigService
}

/** Reads orders and products of Vendure, and sends them. */
export class Sender {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  /** Sends the order as it is now, once it is placed. Any change is sent this way, so repeats and gaps do no harm. */
  async sendOrder(ctx: RequestContext, id: ID, language?: string): Promise<void> {
    const order = await this.#services.orders.findOne(ctx, id, orderRelations)
    if (!order?.orderPlacedAt) return
    const options = currentOptions()
    const history = await this.#services.connection.rawConnection
      .getRepository('OrderHistoryEntry')
      .createQueryBuilder('entry')
      .innerJoin('entry.order', 'o')
      .where("o.id = :id and entry.type = 'ORDER_FULFILLMENT_TRANSITION'", { id })
      .orderBy('entry.id')
      .getMany()
    const reading = {
      options,
      nameIn: ctx.channel.defaultLanguageCode,
      precision: this.#services.config.entityOptions.moneyStrategy.precision ?? 2,
      skew: await this.#skew(),
    }
    await send('order.updated', { order: orderBody(order, history, language, reading) }, options, logger)
  }

  async sendProduct(ctx: RequestContext, id: ID): Promise<void> {
    const product = await this.#services.products.findOne(ctx, id, productRelations)
    if (!product?.enabled || product.deletedAt !== null) return
    const options = currentOptions()
    const reading = { options, nameIn: ctx.channel.defaultLanguageCode }
    await send('product.updated', { product: productBody(product, reading) }, options, logger)
  }

  /** The ids of the orders that something happened to since then. `Order.updatedAt` does not say it. */
  async changedOrders(since: Date): Promise<ID[]> {
    const rows = await this.#services.connection.rawConnection
      .getRepository('OrderHistoryEntry')
      .createQueryBuilder('entry')
      .innerJoin('entry.order', 'o')
      .select('o.id', 'id')
      .distinct(true)
      .where('entry.createdAt > :since', { since })
      .getRawMany<{ id: ID }>()
    return rows.map(({ id }) => id)
  }

  /**
   * By how much dates of the database are ahead, in ms. Vendure stores them without a time zone: where that of the database
   * server is not that of this process, every date that is read is hours wrong.
   */
  async #skew(): Promise<number> {
    const { rawConnection } = this.#services.connection
    const now = { postgres: 'localtimestamp', mysql: 'now()', mariadb: 'now()' }[rawConnection.options.type]
    if (!now) return 0
    const [row] = await rawConnection.query<{ now: Date | string }[]>(`select ${now} as now`)
    const ahead = new Date(row?.now ?? Number.NaN).getTime() - Date.now()
    return Number.isNaN(ahead) ? 0 : Math.round(ahead / quarter) * quarter
  }
}

const quarter = 15 * 60_000 // ms: time zones differ by whole quarters of an hour
