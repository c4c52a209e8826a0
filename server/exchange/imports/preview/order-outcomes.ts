/** The effect of an import on an order: on its request, or on the order itself if the store has it already. */
export const orderOutcomes = [
  'scheduled',
  'waiting',
  'expired',
  'not_asked',
  'suppressed',
  'updated',
] as const
