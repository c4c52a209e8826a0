/**
 * Shims: what the samples use of frameworks that are not installed, as their documentation describes it. React, React
 * Router, the widgets and the plugin for Medusa are checked against their own types.
 */
export const moduleShims = `
// In every page with widgets.js: the widgets' types describe it as a part of window.
declare var ReviewWidgets: Window['ReviewWidgets']
declare module 'vtex.product-context' {
  export function useProduct():
    | { product?: { productId: string } | null; selectedItem?: { itemId: string } | null }
    | undefined
}
declare module '@faststore/core' {
  export function usePDP(): { data?: { product?: { sku: string; isVariantOf: { productGroupID: string } } } }
}
declare module '@vitejs/plugin-vue' {
  export default function vue(options?: {
    template?: { compilerOptions?: { isCustomElement?: (tag: string) => boolean } }
  }): import('vite').Plugin
}
declare module '@vendure/core' {
  export type ID = string | number
  export interface RequestContext { languageCode: string }
  interface Parcel { state: string; updatedAt: Date; lines: { orderLineId: ID; quantity: number }[] }
  interface Refund { state: string; lines: { orderLineId: ID; quantity: number }[] }
  interface Line {
    id: ID
    quantity: number
    unitPriceWithTax: number
    productVariant: { productId: ID; sku: string; product: { id: ID } }
  }
  export interface Order {
    id: ID
    code: string
    state: string
    orderPlacedAt?: Date
    customer?: { firstName: string; lastName: string; emailAddress: string }
    lines: Line[]
    fulfillments: Parcel[]
    payments: { refunds: Refund[] }[]
  }
  export interface OrderHistoryEntry { order: Order }
  export class OrderPlacedEvent { ctx: RequestContext; order: Order }
  export class HistoryEntryEvent { ctx: RequestContext; entity: object; historyType: string }
  interface Stream<T> {
    pipe<A>(one: (from: Stream<T>) => Stream<A>): Stream<A>
    pipe<A, B>(one: (from: Stream<T>) => Stream<A>, two: (from: Stream<A>) => Stream<B>): Stream<B>
    subscribe(): void
  }
  export class EventBus { ofType<T>(type: new (...given: never[]) => T): Stream<T> }
  export class OrderService {
    findOne(ctx: RequestContext, id: ID, relations: string[]): Promise<Order | undefined>
  }
  export class TranslatorService { translate(one: object, ctx: RequestContext): { name: string } }
  export class PluginCommonModule {}
  export const Logger: { error(message: string, context: string): void }
  export function VendurePlugin(options: { imports: object[]; compatibility: string }):
    (target: new (...given: never[]) => object, context?: unknown) => void
}
declare module 'rxjs' {
  import type { Stream } from '@vendure/core'
  type Step<A, B> = (from: Stream<A>) => Stream<B>
  export const EMPTY: Stream<never>
  export function catchError<T>(act: (error: Error) => Stream<never>): Step<T, T>
  export function concatMap<A, B>(to: (one: A) => Stream<B>): Step<A, B>
  export function defer<T>(make: () => Promise<T>): Stream<T>
  export function filter<T>(is: (one: T) => boolean): Step<T, T>
  export function map<A, B>(to: (one: A) => B): Step<A, B>
  export function merge<A, B>(one: Stream<A>, other: Stream<B>): Stream<A | B>
  export function retry<T>(options: { count: number; delay: (error: Error, tries: number) => Stream<0> }): Step<T, T>
  export function timer(ms: number): Stream<0>
}
declare module '@evershop/evershop/lib/postgres' {
  export const pool: {
    query(text: string, values: unknown[]): Promise<{ rows: { order_number: string }[] }>
  }
}
declare module '@evershop/evershop/setting/services' {
  export function getStoreLanguage(): Promise<string>
}
declare module '*/send.js' {
  export default function send(event: { orderId?: number; order_id?: number }): Promise<void>
}
declare module '@medusajs/framework/utils' {
  export function loadEnv(environment: string, folder: string): void
  // Of the environment: the plugin names what is missing.
  type Unset<Options> = { [Name in keyof Options]: Options[Name] | undefined }
  export function defineConfig(config: {
    projectConfig?: { databaseUrl?: string | undefined }
    plugins?: (string | { resolve: '@realword/medusa'; options: Unset<import('@realword/medusa/options').Options> })[]
  }): object
}
`

/** Shims of names that a framework has without an import, by the framework that a sample names in its first line. */
export const globalShims: Record<string, string> = {
  next: 'interface RequestInit { next?: { revalidate?: number | false } }',
  nuxt: `
    declare function defineProps<T>(): T
    declare function defineProps(names: string[]): Record<string, string>
    declare function $fetch<T>(url: string, options: {
      query?: Record<string, string>, responseType?: 'text' | 'json', timeout?: number
    }): Promise<T>
    declare function useFetch(url: string, options: { responseType: 'text' | 'json' }):
      Promise<{ data: { value: string | null } }>
    declare function useAsyncData<T>(key: string, read: () => Promise<T>): Promise<{ data: { value: T | null } }>
    declare function useHead(head: {
      script?: { type?: string, src?: string, innerHTML?: string | { value: string | null } }[]
    }): void`,
}
