import { z } from 'zod'

/** The plugins that sell several products as one mark the lines of the parts, each in its own way. */

const lineId = z
  .unknown()
  .transform(id => (typeof id === 'number' || typeof id === 'string' ? String(id) : ''))

/** The line of the bundle, as plugins add it to the API: Product Bundles, Composite Products, Mix and Match. */
export const parentFields = {
  bundled_by: lineId.optional(),
  composite_parent: lineId.optional(),
  mnm_child_of: lineId.optional(),
}

type Line = {
  id: string
  product_id: string
  meta_data?: { key: string; value?: unknown }[] | null | undefined
} & { [name in keyof typeof parentFields]?: string | undefined }

/** What a part says of its bundle, and where the bundle has the same value; undefined: the bundle's product. */
const marks: { part: string; bundle?: string }[] = [
  { part: '_bundled_by', bundle: '_bundle_cart_key' },
  { part: '_composite_parent', bundle: '_composite_cart_key' },
  { part: '_mnm_container', bundle: '_mnm_cart_key' },
  // YITH Product Bundles, WPC Product Bundles, WPC Composite Products, Chained Products.
  { part: '_bundled_cart_item' },
  { part: '_yith_bundled_by' },
  { part: '_woosb_parent_id' },
  { part: 'woosb_parent_id' },
  { part: '_wooco_parent_id' },
  { part: 'wooco_parent_id' },
  { part: '_chained_product_of' },
]

// Each part is compared with all lines. An order of more products is refused anyway.
const mostLines = 1_000

/** The id of the line of the bundle that a line is a part of. `0` if it is a part and its bundle is unknown. */
export function bundleOf(line: Line, lines: Line[]): string | undefined {
  if (lines.length > mostLines) return undefined
  const named = namedBundle(line)
  if (named) return named
  for (const { part, bundle } of marks) {
    const value = metaOf(line, part)
    if (!value) continue
    return bundleWith(value, bundle, line, lines) ?? nearestBundle(line, lines) ?? '0'
  }
  return undefined
}

function bundleWith(value: string, key: string | undefined, line: Line, lines: Line[]): string | undefined {
  const others = lines.filter(other => other !== line)
  const found =
    (key && others.find(other => metaOf(other, key) === value)) ||
    others.find(other => other.product_id === value)
  return found?.id
}

/** A bundle stands before its parts. Some plugins name it by a key of the cart that the order no longer has. */
function nearestBundle(line: Line, lines: Line[]): string | undefined {
  return lines.slice(0, lines.indexOf(line)).findLast(other => !isPart(other))?.id
}

const isPart = (line: Line) =>
  namedBundle(line) !== undefined || marks.some(({ part }) => metaOf(line, part) !== '')

const namedBundle = ({ bundled_by, composite_parent, mnm_child_of }: Line): string | undefined =>
  [bundled_by, composite_parent, mnm_child_of].find(id => id && id !== '0')

function metaOf({ meta_data }: Line, key: string): string {
  const value = meta_data?.find(meta => meta.key === key)?.value
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A product of a type for gift cards, or a line with what their plugins note: to whom, and how much. */
export function isGiftCard({ meta_data }: Pick<Line, 'meta_data'>, type: string | undefined): boolean {
  if (type && /gift[-_]?card/.test(type)) return true
  return meta_data?.some(({ key }) => /^_?(wc_gc_giftcard|pw_gift_card|ywgc_)/.test(key)) ?? false
}
