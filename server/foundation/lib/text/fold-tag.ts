/** A tag as it is compared: in any case, with any spaces around it. */
export const foldTag = (tag: string): string => tag.trim().toLowerCase()
