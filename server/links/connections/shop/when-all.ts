/** Pieces of one line of an order, in a parcel. Times are in ms. */
export type Pieces = { quantity: number; shippedAt: number | undefined; deliveredAt: number | undefined }

/** When the last of the kept pieces was sent or arrived; undefined while some have not. */
export function whenAll(
  kept: number,
  parcels: readonly Pieces[],
  event: 'shippedAt' | 'deliveredAt',
): number | undefined {
  let missing = kept
  const dated = parcels.flatMap(parcel =>
    parcel[event] === undefined ? [] : [{ ...parcel, at: parcel[event] }],
  )
  for (const { at, quantity } of dated.sort((one, other) => one.at - other.at)) {
    missing -= quantity
    if (missing <= 0) return at
  }
  return undefined
}
