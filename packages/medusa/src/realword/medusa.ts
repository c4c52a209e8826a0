/** What the plugin uses of Medusa 2, so that it is built and checked without its 680 MB. */

export type Container = {
  resolve(name: 'query'): Query
  resolve(name: 'logger'): Logger
  resolve(name: 'configModule'): { plugins?: (string | { resolve: string; options?: unknown })[] }
}

export type Query = {
  graph(request: {
    entity: 'order' | 'order_fulfillment' | 'product' | 'product_variant' | 'payment'
    fields: string[]
    filters?: Record<string, unknown>
    pagination?: { skip: number; take: number; order: Record<string, 'ASC' | 'DESC'> }
  }): Promise<{ data: Record<string, unknown>[] }>
}

export type Logger = { info(text: string): void; warn(text: string): void }

export type SubscriberArgs = {
  event: { name: string; data: { id?: string; order_id?: string } }
  container: Container
}

/** What a middleware uses of Express. */
export type Request = { scope: Container; method: string }
export type Response = { statusCode: number; json: (body: unknown) => unknown }
