/** What becomes of an order's request, and of an order that the store has already. */
export const orderOutcomes = [
  'scheduled',
  'waiting',
  'expired',
  'not_asked',
  'suppressed',
  'updated',
] as const
