/**
 * Shims: what the samples use of frameworks that are not installed, as their documentation describes it. React, React
 * Router, the widgets and the plugins for Medusa and Vendure are checked against their own types.
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
declare module '@realword/vendure' {
  export const RealwordPlugin: { init(options: import('@realword/vendure/options').RealwordOptions): object }
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
