import { nothing, type Shop, type ShopChange, ShopProblem } from '../platform.ts'
import { nuvemshopApi, pageSize } from './api.ts'
import { changeOf } from './order.ts'

/** Orders after which the cursor moves on: at two requests a second, a page of 200 takes minutes. */
const step = 20

/** Clocks differ, and lists lag behind. */
const overlap = 5 * 60_000

/**
 * Reads the orders that were changed since the cursor. The list has no upper bound: an order that is changed meanwhile
 * moves, others are at most read twice, and the next night finds it. The cursor: `since=ISO`, and during a night
 * `&until=ISO&page=N&done=N`.
 */
export async function* backfill(
  shop: Shop,
  cursor: string,
): AsyncGenerator<{ changes: ShopChange[]; cursor: string }> {
  const api = nuvemshopApi(shop)
  let { since, until = shop.now, page, done } = readCursor(cursor)
  for (;;) {
    const orders = (await api.changedOrders(since, page)) ?? []
    for (; done < orders.length; done += step) {
      const changes: ShopChange[] = []
      for (const json of orders.slice(done, done + step)) changes.push(await changeOfListed(json, shop, api))
      yield { changes, cursor: writeCursor({ since, until, page, done: done + step }) }
    }
    if (orders.length < pageSize) break
    page += 1
    done = 0
  }
  yield { changes: [], cursor: writeCursor({ since: until - overlap }) }
}

async function changeOfListed(
  json: unknown,
  shop: Shop,
  api: ReturnType<typeof nuvemshopApi>,
): Promise<ShopChange> {
  const { id = '?' } = (json ?? {}) as { id?: unknown }
  try {
    return await changeOf(json, String(id), shop, api)
  } catch (error) {
    // One order that cannot be read delays no other.
    if (error instanceof ShopProblem && !error.isTemporary && error.cause)
      return nothing(error.what, error.mend)
    throw error
  }
}

type Position = { since: number; until?: number; page: number; done: number }

function readCursor(cursor: string): Position {
  const query = new URLSearchParams(cursor)
  const until = query.get('until')
  return {
    since: Date.parse(query.get('since') ?? ''),
    ...(until && { until: Date.parse(until) }),
    page: Number(query.get('page') ?? 1),
    done: Number(query.get('done') ?? 0),
  }
}

function writeCursor({ since, until, page = 1, done = 0 }: Partial<Position> & { since: number }): string {
  const start = `since=${new Date(since).toISOString()}`
  return until === undefined
    ? start
    : `${start}&until=${new Date(until).toISOString()}&page=${page}&done=${done}`
}
