import { nothing, type Shop, type ShopChange, ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { pageSize, vtexApi } from './api.ts'
import { changeOf, readOrder } from './order.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A list of orders is about four minutes behind. */
const indexDelay = 10 * minute

/** VTEX answers no more than 30 pages. */
const largestSlice = 30 * pageSize

/**
 * VTEX lists orders by the date of their invoice, and not by that of their last change. So each night reads the
 * invoices of these days again. A delivery or return that came later and whose notification was lost is not found;
 * VTEX repeats notifications for four days.
 */
const readAgain = 14 * day

/** Reads orders by slices of the date of their invoice. The cursor: `since=ISO`, and inside a slice `&to=ISO&page=N`. */
export async function* backfill(
  shop: Shop,
  cursor: string,
): AsyncGenerator<{ changes: ShopChange[]; cursor: string }> {
  const api = vtexApi(shop)
  const end = shop.now - indexDelay
  let { from, to, page } = readCursor(cursor)
  let span = day
  while (from < end) {
    to ??= Math.min(from + span, end)
    const { orderIds, total } = await api.invoicedOrders({ from, to, page })
    if (total > largestSlice && to - from > minute) {
      span = Math.max(minute, Math.floor((to - from) / 2))
      to = undefined
      page = 1
      continue
    }
    const changes: ShopChange[] = []
    for (const orderId of orderIds) changes.push(await changeOfListed(orderId, shop))
    if (page * pageSize < Math.min(total, largestSlice)) page += 1
    else {
      from = to
      to = undefined
      page = 1
      span = day
    }
    yield { changes, cursor: writeCursor({ from, to, page }) }
  }
  yield { changes: [], cursor: writeCursor({ from: end - readAgain, to: undefined, page: 1 }) }
}

async function changeOfListed(orderId: string, shop: Shop): Promise<ShopChange> {
  const json = await vtexApi(shop).order(orderId)
  if (!json) return nothing(sentence('vtexGone', { id: orderId }))
  try {
    return changeOf(readOrder(json, orderId), shop)
  } catch (error) {
    // One order that cannot be read delays no other.
    if (error instanceof ShopProblem) return nothing(error.what, error.mend)
    throw error
  }
}

type Position = { from: number; to: number | undefined; page: number }

function readCursor(cursor: string): Position {
  const query = new URLSearchParams(cursor)
  const to = Date.parse(query.get('to') ?? '')
  return {
    from: Date.parse(query.get('since') ?? ''),
    to: Number.isNaN(to) ? undefined : to,
    page: Number(query.get('page') ?? 1),
  }
}

function writeCursor({ from, to, page }: Position): string {
  const since = `since=${new Date(from).toISOString()}`
  return to === undefined ? since : `${since}&to=${new Date(to).toISOString()}&page=${page}`
}
