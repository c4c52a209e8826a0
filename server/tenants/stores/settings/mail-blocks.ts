// Without zod, because the dashboard has this too.

/** The mails that a store may design. */
export const designedKinds = ['request', 'reminder'] as const

export type DesignedKind = (typeof designedKinds)[number]

export const isDesigned = (kind: string): kind is DesignedKind => designedKinds.includes(kind as DesignedKind)

/** The limits of a design: numbers of characters, but for `blocks` and `pictures`. */
export const designLimits = {
  heading: 150,
  button: 60,
  source: 500, // of a picture's address
  alt: 200,
  /** Of all texts together. */
  characters: 8_000,
  blocks: 30,
  pictures: 8,
}

/** Whether a reader comes to the form from a block of this type. */
export const leadsToForm = ({ type }: { type: string }) => ['products', 'stars', 'button'].includes(type)
