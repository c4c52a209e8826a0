import type { ShopLine } from '../platform.ts'
import type { ShopifyGroup } from './order.ts'

type GroupedLine = { line: ShopLine; group: ShopifyGroup | undefined }

/**
 * One line for each bundle in place of its parts: delivered when all of them are, returned when all of them are. Parts whose
 * bundle has no product stay.
 */
export function inBundles(lines: GroupedLine[]): ShopLine[] {
  const groups = Map.groupBy(lines, ({ group }, index) => (group?.productId ? group.id : index))
  return [...groups.values()].map(members => {
    const [{ line, group }] = members as [GroupedLine]
    return group?.productId ? bundleOf(group, group.productId, members) : line
  })
}

function bundleOf({ variantId, title }: ShopifyGroup, productId: string, members: GroupedLine[]): ShopLine {
  const parts = members.map(({ line }) => line)
  const kept = parts.filter(({ isReturned }) => !isReturned)
  const { url, picture } = parts[0] as ShopLine
  return {
    productId,
    ...(variantId && { variantId }),
    sku: '',
    name: title || productId,
    price: parts.reduce((sum, { price }) => sum + price, 0),
    ...(url && { url }),
    ...(picture && { picture }),
    ...latest('shippedAt', kept),
    ...latest('deliveredAt', kept),
    isReturned: kept.length === 0,
  }
}

/** When the last of the parts was sent or arrived; nothing while one was not. */
function latest(event: 'shippedAt' | 'deliveredAt', parts: ShopLine[]): Pick<ShopLine, typeof event> {
  const times = parts.flatMap(part => part[event] ?? [])
  return times.length > 0 && times.length === parts.length ? { [event]: Math.max(...times) } : {}
}
