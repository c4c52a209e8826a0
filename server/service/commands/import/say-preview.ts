import { wordReasons } from '../../../asking/requests/reasons.ts'
import type { ImportPreview } from '../../../exchange/imports/import-report.ts'
import { shortened } from '../../../exchange/imports/preview/pick.ts'
import type { PreviewedRow } from '../../../exchange/imports/preview/preview-contents.ts'
import type { PreviewedOrder } from '../../../exchange/imports/preview/preview-orders.ts'
import { say, sayTable } from '../output.ts'

const longest = 40 // characters of a cell

/** Prints what a trial would import, a line for each. `--json` has all of it. */
export function sayPreview({ rows, orders }: ImportPreview): void {
  if (rows.length + orders.length === 0) return
  say()
  if (orders.length > 0)
    sayTable(['row', 'order', 'date', 'buyer', 'products', 'request'], orders.map(lineOfOrder))
  else
    sayTable(['row', 'stars', 'date', 'state', 'product', 'author', 'text', 'has'], rows.map(lineOfContent))
}

function lineOfContent(one: PreviewedRow): unknown[] {
  const pictures = one.pictures.length + one.more_pictures
  const has = [
    ...(pictures > 0 ? [`${pictures} picture${pictures === 1 ? '' : 's'}`] : []),
    ...(one.reply ? ['reply'] : []),
    ...(one.verified_purchase ? ['verified'] : []),
  ]
  const [product, text] = [one.product_name ?? one.product_id, one.title || one.body]
  return [
    ...[one.row, one.rating, one.created_at?.slice(0, 10), one.state],
    ...[product, one.display_name, text].map(cell => shortened(cell.replace(/\s+/g, ' '), longest) || null),
    has.join(', ') || null,
  ]
}

function lineOfOrder(one: PreviewedOrder): unknown[] {
  const names = one.products.map(({ product_id, name }) => name || product_id)
  const more = one.more_products > 0 ? [`and ${one.more_products} more`] : []
  return [
    ...[one.row, one.order_id, one.order_date.slice(0, 10), one.buyer || null],
    shortened([...names, ...more].join(', '), longest),
    sentences[one.outcome]
      .replace('{at}', one.due_at?.replace(/:\d\d\.\d+Z$/, 'Z') ?? '')
      .replace('{why}', whyOf(one)),
  ]
}

/** The preview as JSON prints it. */
export function previewJson({ rows, orders }: ImportPreview): object {
  return {
    rows,
    orders: orders.map(({ reasons, ...one }) => ({ ...one, reason: whyOf({ ...one, reasons }) })),
  }
}

function whyOf({ outcome, reasons }: PreviewedOrder): string {
  return outcome === 'suppressed' ? String(reasons[0]?.values?.why ?? '') : wordReasons(reasons)
}

const sentences: Record<PreviewedOrder['outcome'], string> = {
  scheduled: 'leaves {at}: {why}',
  waiting: 'waits for the delivery',
  expired: 'none: {why}',
  not_asked: 'none: its products are not asked about',
  suppressed: 'none: the buyer gets no emails ({why})',
  updated: 'brought up to date',
}
