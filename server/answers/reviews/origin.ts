import type { Review } from './reviews.ts'

/**
 * How a review came here. invitation: through the link of a review request; page: on a store's page, by an author who
 * confirmed the address; import: from a file or another service; api: a program of the store sent it.
 */
export const origins = ['invitation', 'page', 'import', 'api'] as const

export type Origin = (typeof origins)[number]

/** The columns that say it, of every release: docs/decisions/0109. */
type Traces = Pick<Review, 'origin' | 'order_id' | 'imported' | 'external_id'>

/** Null for a review without an order from a release that did not keep whether it was imported. */
export function originOf({ origin, order_id, imported, external_id }: Traces): Origin | null {
  if (origin) return origin
  if (external_id) return 'api'
  if (imported) return 'import'
  if (order_id !== null) return 'invitation'
  return imported === null ? null : 'page'
}

/** SQL: `originOf` of a row of reviews. */
export const originSql = `
  case
    when origin is not null then origin
    when external_id is not null then 'api'
    when imported then 'import'
    when order_id is not null then 'invitation'
    when not imported then 'page'
  end`
