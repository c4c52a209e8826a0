/** The colours of badges with the state of a review or question. */
export const stateColors = {
  pending: 'yellow',
  published: 'green',
  rejected: 'red',
  removed: 'gray',
  unconfirmed: 'gray',
} as const
