/** What a review is about: a product, or the store itself (docs/decisions/0107). */
export const subjects = ['product', 'store'] as const

export type Subject = (typeof subjects)[number]

/** The product id of reviews of the store itself. No product has it: migrations/0102. */
export const storeItself = ''

export function subjectOf({ product_id }: { product_id: string }): Subject {
  return product_id === storeItself ? 'store' : 'product'
}

/** SQL: leaves out the reviews of the store itself, and their sums. As in the conditions of indexes (migrations/0103). */
export const ofProducts = `product_id <> ''`
