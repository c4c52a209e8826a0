import { addressesIn } from '../personal-data/addresses.ts'

const most = 500

/**
 * The addresses in an event's texts, by which an erasure finds it. An event of more than 500 is found by every erasure of
 * its store, so that no text makes rows and indexes large.
 */
export function addressesOfEvent(storeId: string, data: unknown): string[] {
  return addressesIn(data, most) ?? [tooManyOf(storeId)]
}

export const tooManyOf = (storeId: string): string => `many ${storeId}`
