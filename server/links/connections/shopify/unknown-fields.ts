/** What orders and products are worth without: a shop whose API has not one of these fields is asked again without it. */
const dispensable = [
  'lineItemGroup',
  'isGiftCard',
  'vendor',
  'image',
  'featuredMedia',
  'onlineStoreUrl',
  'barcode',
  'deliveredAt',
  'customerLocale',
  'phone',
]

type QueryError = { message: string; extensions?: { code?: string | null | undefined } | null | undefined }

/** The dispensable fields that Shopify refused because its API does not have them. */
export function unknownFields(errors: readonly QueryError[]): string[] {
  return errors.flatMap(({ message }) => {
    const [, name = '', type] = /^Field '(\w+)' doesn't exist on type '(\w+)'/.exec(message) ?? []
    const field = type === 'LineItemGroup' ? 'lineItemGroup' : name
    // Nothing else is selected of the media of a product.
    if (field === 'image') return ['featuredMedia', 'image']
    return dispensable.includes(field) ? [field] : []
  })
}

/** A document of GraphQL without a field and what is selected of it. */
export function withoutField(document: string, name: string): string {
  const field = new RegExp(`\\b${name}\\b(?!\\s*:)`).exec(document)
  if (!field) return document
  const rest = document.slice(field.index + name.length)
  const end = /^\s*\{/.test(rest) ? closing(rest) : 0
  return withoutField(document.slice(0, field.index) + rest.slice(end), name)
}

function closing(selection: string): number {
  let depth = 0
  for (const { 0: bracket, index } of selection.matchAll(/[{}]/g)) {
    depth += bracket === '{' ? 1 : -1
    if (depth === 0) return index + 1
  }
  return selection.length
}
