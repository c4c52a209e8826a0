/** What the plugin uses of Vendure 3, NestJS and GraphQL, so that it is built and checked without their 250 MB. */

declare module '@vendure/core' {
  export type ID = string | number
  type Name = { languageCode: string; name: string; slug: string }
  type Asset = { preview: string }
  type Parent<Child> = Child & { translations: Name[]; featuredAsset?: Asset | null }
  export type Product = Parent<{
    id: ID
    enabled: boolean
    deletedAt: Date | null
    assets?: { asset: Asset }[]
    variants?: { sku: string; deletedAt: Date | null }[]
  }>
  export type ProductVariant = Parent<{ id: ID; productId: ID; sku: string; product: Product }>
  export type RequestContext = { languageCode: string; channel: { defaultLanguageCode: string } }
  export type Order = {
    id: ID
    code: string
    state: string
    orderPlacedAt?: Date
    currencyCode: string
    customer?: { firstName: string; lastName: string; emailAddress: string; phoneNumber: string }
    shippingAddress?: { fullName?: string; phoneNumber?: string }
    lines: { id: ID; quantity: number; unitPriceWithTax: number; productVariant: ProductVariant }[]
    fulfillments: { id: ID; state: string; lines: { orderLineId: ID; quantity: number }[] }[]
    payments: { refunds: { state: string; lines: { orderLineId: ID; quantity: number }[] }[] }[]
  }

  type Class<T> = abstract new (...given: never[]) => T
  type Subscription = { unsubscribe(): void }
  export class EventBus {
    ofType<T>(type: Class<T>): { subscribe(handle: (event: T) => void): Subscription }
  }
  export class OrderPlacedEvent {
    ctx: RequestContext
    order: { id: ID }
  }
  export class HistoryEntryEvent {
    ctx: RequestContext
    historyType: string
    entity: OrderHistoryEntry
  }
  export class ProductEvent {
    ctx: RequestContext
    entity: { id: ID }
    type: string
  }
  export class ProductVariantEvent {
    ctx: RequestContext
    entity: { productId?: ID }[]
    type: string
  }
  export class OrderService {
    findOne(ctx: RequestContext, id: ID, relations: string[]): Promise<Order | undefined>
  }
  export class ProductService {
    findOne(ctx: RequestContext, id: ID, relations: string[]): Promise<Product | undefined>
  }
  export class RequestContextService {
    create(given: { apiType: 'admin' }): Promise<RequestContext>
  }
  export class ConfigService {
    entityOptions: { moneyStrategy: { precision?: number } }
  }
  /** An entity that is known by its name alone. */
  export type OrderHistoryEntry = {
    id: ID
    createdAt: Date
    type: string
    data: { fulfillmentId?: ID; to?: string }
    order?: { id: ID }
  }
  type Where = { where(condition: string, values: object): Query; orderBy(column: string): Query }
  type Query = {
    innerJoin(path: string, alias: string): Query
    select(column: string, alias?: string): Query
    distinct(isDistinct: boolean): Query
    getRawMany<T>(): Promise<T[]>
    getMany(): Promise<OrderHistoryEntry[]>
  } & Where
  export class TransactionalConnection {
    rawConnection: {
      options: { type: string }
      query<T>(sql: string): Promise<T>
      getRepository(entity: 'OrderHistoryEntry'): { createQueryBuilder(alias: string): Query }
    }
  }
  type Injector = { get<T>(type: Class<T>): T }
  export class ScheduledTask {
    constructor(task: {
      id: string
      description: string
      schedule: string
      execute(given: { injector: Injector }): Promise<unknown>
    })
  }
  export const Logger: {
    warn(text: string, context: string): void
    info(text: string, context: string): void
  }
  type Config = { schedulerOptions?: { tasks?: ScheduledTask[] } }
  export const PluginCommonModule: object
  export function VendurePlugin(plugin: {
    imports: object[]
    compatibility: string
    configuration(config: Config): Config
    shopApiExtensions: { schema: unknown; resolvers: object[] }
  }): (target: abstract new (...given: never[]) => unknown) => void
}

declare module '@nestjs/common' {
  export function Dependencies(...classes: object[]): ClassDecorator
}

declare module '@nestjs/graphql' {
  export function Resolver(type: string): ClassDecorator
  export function ResolveField(): MethodDecorator
}

declare module 'graphql' {
  export function parse(schema: string): unknown
}
