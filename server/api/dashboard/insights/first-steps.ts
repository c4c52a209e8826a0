import { hasBuyersReviews } from '../../../answers/reviews/reviews.ts'
import { hasOrders, hasShopOrders, hasTestOrders } from '../../../asking/orders/orders.ts'
import { hasImportedOrders } from '../../../exchange/imports/uploads/imported-orders.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { hasConnections } from '../../../links/connections/connection-list.ts'
import { listMembers } from '../../../tenants/accounts/members.ts'
import { listInvitations } from '../../../tenants/accounts/team/invitations.ts'
import { hasWidgets } from '../../../tenants/stores/first-uses.ts'
import { listKeys } from '../../../tenants/stores/keys.ts'
import type { FirstSteps } from './insight-schemas.ts'

/** The first steps that the store has completed. Derived from its data, never from clicks. */
export async function readFirstSteps(
  db: Connection,
  storeId: string,
  now: number,
): Promise<Omit<FirstSteps, 'mail' | 'dismissed'>> {
  const members = await listMembers(db, storeId)
  const invitations = await listInvitations(db, storeId, new Date(now))
  const isOfFiles = await areOrdersOfFilesAlone(db, storeId)
  return {
    tried: await (isOfFiles ? hasTestOrders : hasOrders)(db, storeId),
    orders: !isOfFiles && (await hasShopOrders(db, storeId)),
    reviews: await hasBuyersReviews(db, storeId),
    widgets: await hasWidgets(db, storeId),
    team: members.length + invitations.length > 1,
  }
}

/** Such a store sends none by itself: the next ones reach nobody until it is connected, or the next file is imported. */
async function areOrdersOfFilesAlone(db: Connection, storeId: string): Promise<boolean> {
  if (!(await hasImportedOrders(db, storeId))) return false
  if (await hasConnections(db, storeId)) return false
  return (await listKeys(db, storeId)).every(({ last_used_at }) => last_used_at === null)
}
