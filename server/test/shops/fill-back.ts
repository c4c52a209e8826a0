import { type Platform, type Shop, type ShopChange, ShopProblem } from '../../links/connections/platform.ts'

/** Runs a back-fill to its end, again from the last cursor after each temporary problem. */
export async function fillBack(
  platform: Platform,
  shop: Shop,
  from: string,
): Promise<{ changes: ShopChange[]; cursor: string }> {
  const changes: ShopChange[] = []
  for (let cursor = from; ; ) {
    try {
      for await (const page of platform.backfill?.(shop, cursor) ?? []) {
        changes.push(...page.changes)
        cursor = page.cursor
      }
      return { changes, cursor }
    } catch (error) {
      if (!(error instanceof ShopProblem && error.isTemporary)) throw error
    }
  }
}

/** The ids of orders among the changes, in their order. */
export function ordersIn(changes: ShopChange[]): string[] {
  return changes.flatMap(change => (change.kind === 'order' ? [change.order.orderId] : []))
}
