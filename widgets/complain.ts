import type { logOnce, Widget } from './config.ts'

/** Says on the console what a widget lacks before it can read anything. */
export function complain(widget: Widget, log: typeof logOnce): void {
  log(`<${widget.localName}> ${missing(widget)}`, widget)
}

function missing({ productId: id, productSku: sku, isOfStore }: Widget): string {
  if (id && sku) return 'has data-product-id and data-product-sku: give one of them.'
  const value = id || sku
  if (!value && !isOfStore) return 'has no product: give data-product-id or data-product-sku.'
  if (value && value.length > 255) return 'has a product id or SKU of more than 255 characters.'
  return 'knows no store: give data-store-id, data-store-key and, in a bundle, data-api-url, or call init.'
}
