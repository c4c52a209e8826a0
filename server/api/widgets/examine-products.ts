import { find } from './findings.ts'
import type { PageParts } from './page-parts.ts'
import type { Finding } from './widget-check-schemas.ts'

/** The ids and SKUs on a page that the store knows. */
export type KnownProducts = { ids: Set<string>; skus: Set<string>; reviewedIds: Set<string> }

const mostNamed = 100

/** The first 100 distinct ids, and as many SKUs, that a page's widgets name, and whether there are more. */
export function namedProducts({ widgets }: PageParts): { ids: string[]; skus: string[]; more: boolean } {
  const [ids, skus] = ['data-product-id', 'data-product-sku'].map(name => [
    ...new Set(widgets.flatMap(({ attributes }) => attributes.get(name) || [])),
  ]) as [string[], string[]]
  const more = ids.length > mostNamed || skus.length > mostNamed
  return { ids: ids.slice(0, mostNamed), skus: skus.slice(0, mostNamed), more }
}

// An unfilled placeholder: `{{ product.id }}`, `{% … %}`, `<?php`, `<%=`, `${id}`, `$product.Id`, `[product_id]`.
const template = /\{\{|\{%|<\?|<%|\$\{|^\$[a-z]|^\[[a-z_ ]+\]$|^(undefined|null|NaN|\[object Object\])$/i

/** Checks whether the widgets name products, and whether the store has them. */
export function examineProducts(page: PageParts, known: KnownProducts): Finding[] {
  const named = namedProducts(page)
  const ids = named.ids.filter(id => !template.test(id))
  const skus = named.skus.filter(sku => !template.test(sku))
  const unfilled = [...named.ids, ...named.skus].filter(value => template.test(value))
  const unknownIds = ids.filter(id => !known.ids.has(id))
  const unknownSkus = skus.filter(sku => !known.skus.has(sku))
  const right = [...ids.filter(id => known.ids.has(id)), ...skus.filter(sku => known.skus.has(sku))]
  const list = (name: Finding['name'], products: string[]) =>
    products.length > 0 ? [find(name, { products: shorten(products) })] : []
  return [
    ...page.widgets
      .filter(isNameless)
      .slice(0, 3)
      .map(({ name }) => find('product_missing', { widget: name })),
    ...page.widgets
      .filter(hasBoth)
      .slice(0, 3)
      .map(({ name }) => find('product_both', { widget: name })),
    ...list('product_template', unfilled),
    ...list(
      'product_is_sku',
      unknownIds.filter(id => known.skus.has(id)),
    ),
    ...list(
      'sku_is_product',
      unknownSkus.filter(sku => known.ids.has(sku)),
    ),
    ...list('product_unknown', [
      ...unknownIds.filter(id => !known.skus.has(id)),
      ...unknownSkus.filter(sku => !known.ids.has(sku)),
    ]),
    ...(named.more ? [find('products_more')] : []),
    ...list('products_known', right),
    ...list(
      'product_unreviewed',
      ids.filter(id => known.ids.has(id) && !known.reviewedIds.has(id)),
    ),
  ]
}

type Widget = PageParts['widgets'][number]

const idOf = ({ attributes }: Widget) => attributes.get('data-product-id')
const skuOf = ({ attributes }: Widget) => attributes.get('data-product-sku')
// The others show the whole store unless they name a product.
const isOfProduct = ({ name }: Widget) => /^rw-(rating|reviews|questions)$/.test(name)
const isNameless = (widget: Widget) => isOfProduct(widget) && !idOf(widget) && !skuOf(widget)
const hasBoth = (widget: Widget) => Boolean(idOf(widget) && skuOf(widget))

const mostShown = 5

function shorten(products: string[]): string {
  const shown = products.slice(0, mostShown).map(one => (one.length > 60 ? `${one.slice(0, 60)}…` : one))
  return shown.join(', ') + (products.length > mostShown ? `, … (${products.length})` : '')
}
