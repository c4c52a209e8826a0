import sql from 'sql-template-tag'
import { type ConnectionContext, listConnections } from '../../server/links/connections/connection-list.ts'
import { addConnection } from '../../server/links/connections/connections.ts'
import type { PlatformName } from '../../server/links/connections/platform.ts'
import { type Shop, type Step, steps } from './platforms/shop.ts'
import { shops } from './platforms/shops.ts'
import type { Purchase } from './purchases.ts'
import type { Answer, Pass, PurchaseClock } from './send.ts'
import type { Service } from './service.ts'

/** What became of the webhooks: each pass, and what the store has after the last. */
export type Arrived = {
  passes: WebhookPass[]
  orders: number
  /** Events that are not done, and the first problem. */
  unfinished: number
  problem: string | undefined
}

/** `applying`: the seconds until every event was worked through. */
export type WebhookPass = Pass & { name: Step | 'again'; applying: number }

const atOnce = 32

/**
 * Connects a shop of the platform and sends the webhooks of every purchase: as it is placed, as it is delivered, and
 * the last one again. Each pass is worked through before the next.
 */
export async function sendWebhooks(
  platform: PlatformName,
  purchases: Purchase[],
  service: Service,
  time: PurchaseClock,
  stop: AbortSignal,
): Promise<Arrived> {
  const shop = await shops[platform]()
  try {
    const { database, storeId, secrets } = service
    const context = { secrets, address: service.url, now: time.clock() }
    const { connection } = await addConnection(database, storeId, shop.connection, context)
    const path = new URL(connection.webhook_url).pathname
    const passes: WebhookPass[] = []
    for (const name of [...steps, 'again'] as const) {
      const step = name === 'again' ? 'delivered' : name
      const pass = await sendStep(purchases, step, { shop, path, service, time, stop })
      const begun = performance.now()
      // Background work begins on the day of the first purchase, so that no email is due before all have arrived.
      time.moveTo(dateOf(purchases[0], step))
      await service.runDue()
      passes.push({ name, ...pass, applying: (performance.now() - begun) / 1000 })
    }
    return { passes, ...(await readArrived(service, context)) }
  } finally {
    await shop.close()
  }
}

type Sending = { shop: Shop; path: string; service: Service; time: PurchaseClock; stop: AbortSignal }

/** Sends a step of every purchase, oldest first, 32 at a time, on the day of the oldest of these. */
async function sendStep(
  purchases: Purchase[],
  step: Step,
  { shop, path, service, time, stop }: Sending,
): Promise<Pass> {
  const answers: Answer[] = []
  const start = performance.now()
  for (let at = 0; at < purchases.length; at += atOnce) {
    stop.throwIfAborted()
    const batch = purchases.slice(at, at + atOnce)
    const date = dateOf(batch[0], step)
    // The clock stays for the batch: signatures with a time are valid for five minutes.
    const send = async (purchase: Purchase): Promise<Answer> => ({
      row: purchase.row,
      ...(await service.deliver(path, shop.webhook(purchase, step, date))),
    })
    answers.push(...(await time.during(date, () => Promise.all(batch.map(send)))))
  }
  return { answers, seconds: (performance.now() - start) / 1000 }
}

function dateOf(purchase: Purchase | undefined, step: Step): number {
  if (!purchase) return 0
  return step === 'placed' ? purchase.date : Date.parse(purchase.order.delivery_date)
}

async function readArrived(
  { database, storeId }: Service,
  context: ConnectionContext,
): Promise<Omit<Arrived, 'passes'>> {
  const [connection] = await listConnections(database, storeId, context)
  const [counted] = await database.query<{ orders: number }>(sql`
    select count(*)::integer as orders
    from orders
    where store_id = ${storeId}`)
  return {
    orders: counted?.orders ?? 0,
    unfinished: (connection?.waiting_events ?? 0) + (connection?.failed_events ?? 0),
    problem: connection?.last_error?.what.name,
  }
}
