import { makeScopedId, storeOfScopedId } from '../../foundation/lib/ids/scoped-id.ts'

/** A new id of a connection. */
export function makeConnectionId(storeId: string): string {
  return makeScopedId(storeId)
}

/** The store in an id; undefined for a text that `makeConnectionId` cannot have written. */
export function storeOfConnection(connectionId: string): string | undefined {
  return storeOfScopedId(connectionId)
}
