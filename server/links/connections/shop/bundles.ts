import type { ShopLine } from '../platform.ts'

/** A line, the key by which its parts name it, and the key of the bundle that it is a part of. */
export type BundledLine = { line: ShopLine; key: string; partOf: string | undefined }

/**
 * The lines to ask about: a bundle and not its parts, because it is what the buyer chose. If the shop put the whole price on
 * the parts, they were chosen, and the bundle is only their wrapping. Parts whose bundle is no line of the order stay.
 */
export function withoutParts(lines: BundledLine[]): ShopLine[] {
  const keys = new Set(lines.map(({ key }) => key))
  const bundles = Map.groupBy(
    lines.filter(({ partOf }) => partOf !== undefined && keys.has(partOf)),
    ({ partOf }) => partOf as string,
  )
  const isWrapping = ({ line, key }: BundledLine) =>
    line.price === 0 && (bundles.get(key)?.some(({ line: part }) => part.price > 0) ?? false)
  const wrappings = new Set(lines.filter(isWrapping).map(({ key }) => key))
  return lines
    .filter(({ key, partOf }) => {
      if (wrappings.has(key)) return false
      return partOf === undefined || !keys.has(partOf) || wrappings.has(partOf)
    })
    .map(({ line }) => line)
}
