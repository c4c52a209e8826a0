/**
 * Of a review or question: its address is not confirmed; pending until the store decides; published; rejected; withdrawn
 * by its author or removed by the store.
 */
export const contentStates = ['unconfirmed', 'pending', 'published', 'rejected', 'removed'] as const

export type ContentState = (typeof contentStates)[number]
