import type { loadTexts } from './locale.ts'
import type { parts } from './register.ts'

/** Settings of a page, for all its widgets. */
export type Settings = {
  storeId?: string | undefined
  storeKey?: string | undefined
  apiUrl?: string | undefined
}

/** Settings of a single widget. */
export type Widget = HTMLElement &
  Settings & {
    productId?: string | undefined
    productSku?: string | undefined
    /** Whether it is about the whole store unless it names a product. */
    isOfStore?: boolean
  }

/** The service and product that a widget reads. */
export type Source = {
  api: string
  storeId: string
  storeKey: string
  /** `value` is empty for the whole store, which some elements show unless they name a product. */
  product: { name: 'product_id' | 'product_sku'; value: string }
}

type Shared = {
  /** The service that served the script; empty in a shop's own bundle. */
  home: string
  settings: Settings
  listening: Set<() => void>
  told: Set<string>
  /** The JSON of each store's saved design. */
  designs: Map<string, string>
}

// Stored on the window instead of in this module: a page that loads the script from two addresses has two modules.
const known: unique symbol = Symbol.for('realword')
const page = globalThis as unknown as { [known]?: Shared }
page[known] ??= {
  home: '',
  settings: {},
  listening: new Set(),
  told: new Set(),
  designs: new Map(),
}
export const shared = page[known]

/** Stores the page's settings, and notifies every widget. */
export function configure(settings: Settings): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value) shared.settings[name as keyof Settings] = value
  }
  for (const lookAgain of [...shared.listening]) lookAgain()
}

/**
 * The service and product of a widget. Its own settings override `init`, which overrides html and body. Undefined if a
 * setting is missing, or if the product has both an id and a SKU, which the console then says.
 */
export function sourceOf(widget: Widget, isLate = false): Source | undefined {
  const [storeId, storeKey, api] = [setting(widget, 'storeId'), setting(widget, 'storeKey'), apiOf(widget)]
  const { productId, productSku } = widget
  const value = productId || productSku || (widget.isOfStore ? '' : undefined)
  // The service refuses a longer id, and with it the request for all products of the page.
  if (storeId && storeKey && api && value !== undefined && value.length < 256 && !(productId && productSku))
    return { api, storeId, storeKey, product: { name: productSku ? 'product_sku' : 'product_id', value } }
  // A missing setting may arrive late, with one of the page's scripts. The sentences are code of their own, which shoppers
  // do not load. It imports nothing: with this module in it, a page would need two files for its ratings.
  if (!isLate)
    setTimeout(async () => {
      if (widget.isConnected && !sourceOf(widget, true))
        (await import('./complain.ts')).complain(widget, logOnce)
    }, 4000)
}

/** The service and store of a widget, whether or not it names a product. */
export function storeOf(widget: Widget): Pick<Source, 'api' | 'storeId'> | undefined {
  const storeId = setting(widget, 'storeId')
  return storeId ? { api: apiOf(widget), storeId } : undefined
}

/** Calls back after each `init`, until `signal` aborts. */
export function onSettings(lookAgain: () => void, signal: AbortSignal): void {
  shared.listening.add(lookAgain)
  signal.addEventListener('abort', () => shared.listening.delete(lookAgain))
}

/** Logs a message to the console for the page's developer. Each message appears once. */
export function logOnce(line: string, detail?: unknown): void {
  if (!shared.told.has(line)) console.error(`Realword: ${line}`, detail)
  shared.told.add(line)
}

/** The address of the service, for a widget or for the page; empty if it is not known. */
function apiOf(widget?: Widget): string {
  return (setting(widget, 'apiUrl') ?? shared.home).replace(/(.)\/*$/, '$1/') // an empty one stays empty
}

/** What the entry script offers to a copy of itself. */
type Entry = { parts: typeof parts; loadTexts: typeof loadTexts }

/** The entry script of the service. Beside a copy that a shop serves are no chunks: they are loaded through this one. */
export const fromService = (): Promise<Entry> => import(/* @vite-ignore */ `${apiOf()}widgets/v1/widgets.js`)

function setting(widget: Widget | undefined, name: keyof Settings): string | undefined {
  return (
    widget?.[name] ||
    shared.settings[name] ||
    document.documentElement.dataset[name] ||
    document.body?.dataset[name] ||
    undefined
  )
}
