/**
 * The states of a review or question. `unconfirmed`: the author has not confirmed the address. `pending`: the store has
 * not decided yet. `removed`: the author withdrew it, or the store removed it.
 */
export const contentStates = ['unconfirmed', 'pending', 'published', 'rejected', 'removed'] as const

export type ContentState = (typeof contentStates)[number]

/** Whether no page displays it, perhaps for good. */
export const isHidden = (state: ContentState): boolean => state === 'rejected' || state === 'removed'
