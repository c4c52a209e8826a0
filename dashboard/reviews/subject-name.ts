import type { Review } from './query.ts'

/** What a review is about, as lists call it: its product, or the store itself. */
export function subjectName(
  { subject, product_name, product_id }: Review,
  { subjects }: { subjects: { store: string } },
): string {
  return subject === 'store' ? subjects.store : (product_name ?? product_id)
}
