import { randomBytes } from 'node:crypto'

const prefix = 'realword-test-'

/** SQL pattern of the ids of test orders. */
export const testOrders = `${prefix}%`

/** The id of a new test order: it says what the order is on every screen, in exports and in the API. */
export const makeTestOrderId = (): string => prefix + randomBytes(4).toString('hex')

export const isTestOrder = (orderId: string): boolean => orderId.startsWith(prefix)
