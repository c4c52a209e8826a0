/** What a page says once for all its widgets. */
export type Settings = {
  storeId?: string | undefined
  storeKey?: string | undefined
  apiUrl?: string | undefined
}

/** What every widget can say for itself. */
export type Widget = HTMLElement &
  Settings & { productId?: string | undefined; productSku?: string | undefined }

/** Where a widget reads, and about which product. */
export type Source = {
  api: string
  storeId: string
  storeKey: string
  product: { name: 'product_id' | 'product_sku'; value: string }
}

type Shared = { home: string; settings: Settings; waiting: Set<() => void>; told: Set<string> }

// On the window and not in this module: a page that loads the script under two addresses has two modules.
const known: unique symbol = Symbol.for('realword')
const page = globalThis as unknown as { [known]?: Shared }
page[known] ??= {
  home: new URL(/* @vite-ignore */ '../../', import.meta.url).href,
  settings: {},
  waiting: new Set(),
  told: new Set(),
}
const shared = page[known]

/** Takes the page's settings; widgets that waited for credentials go on. */
export function configure(settings: Settings): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value) shared.settings[name as keyof Settings] = value
  }
  const waiting = [...shared.waiting]
  shared.waiting.clear()
  for (const goOn of waiting) goOn()
}

/**
 * Where a widget reads. Its own value wins over `init`, that over html and body. Undefined, and told on the
 * console, when the product is named twice; undefined while something is still missing: `goOn` is called when
 * more is known.
 */
export function sourceOf(widget: Widget, goOn: () => void): Source | undefined {
  const { productId, productSku } = widget
  if (productId && productSku)
    return complain(widget, 'has data-product-id and data-product-sku: give one of them.')
  const [storeId, storeKey] = [setting(widget, 'storeId'), setting(widget, 'storeKey')]
  if (!storeId || !storeKey) {
    shared.waiting.add(goOn)
    if (document.readyState === 'complete') tellMissing(widget)
    else addEventListener('load', () => tellMissing(widget), { once: true })
    return
  }
  const api = (setting(widget, 'apiUrl') ?? shared.home).replace(/\/*$/, '/')
  if (productId) return { api, storeId, storeKey, product: { name: 'product_id', value: productId } }
  if (productSku) return { api, storeId, storeKey, product: { name: 'product_sku', value: productSku } }
}

function setting(widget: Widget, name: keyof Settings): string | undefined {
  return (
    widget[name] ||
    shared.settings[name] ||
    document.documentElement.dataset[name] ||
    document.body?.dataset[name]
  )
}

// After everything of the page had its turn to call `init`.
function tellMissing(widget: Widget): void {
  setTimeout(() => {
    if (widget.isConnected && !(setting(widget, 'storeId') && setting(widget, 'storeKey')))
      complain(widget, 'knows no store: give data-store-id and data-store-key, or call ReviewWidgets.init.')
  })
}

// One line on the console, once for each kind of element.
function complain(widget: HTMLElement, problem: string): undefined {
  const line = `<${widget.localName}> ${problem}`
  if (!shared.told.has(line)) console.error(line, widget)
  shared.told.add(line)
}
