import type { Command } from 'commander'
import { Temporal } from 'temporal-polyfill'
import type { Connection } from '../database/connect.ts'
import { sendOrderNow } from '../dispatch/send-now.ts'
import { comparableAddress } from '../lib/text/email-address.ts'
import { systemClock } from '../lib/time/clock.ts'
import { cancelOrder, moveOrderToDay, type OrderBy } from '../orders/order-changes.ts'
import { readOrder, type StoredOrder } from '../orders/orders.ts'
import { readStore, type Store } from '../stores/stores.ts'
import { bold, print, printable, say, sayPairs, sayTable, warn } from './output.ts'
import { configuredSecrets } from './secrets.ts'
import { withDatabase } from './with-database.ts'

export function addOrderCommands(program: Command): void {
  const order = program
    .command('order')
    .description('show orders; move, cancel or send their review requests')

  order
    .command('show')
    .description('show an order, and when and why its review is requested')
    .argument('<order-id>', "the order's id in the store")
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(async (orderId: string, { store, json }: { store: string; json?: boolean }) => {
      const [found, zone] = await withDatabase(async db => {
        const { store_id, time_zone } = await readStore(db, store)
        return [await readOrder(db, store_id, orderId), time_zone] as const
      })
      print(json, found, () => printOrder(found, zone))
    })

  order
    .command('cancel')
    .description('cancel the review requests and reminders of an order')
    .argument('<order-id>', "the order's id in the store")
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(changeOrder((tx, store, orderId, by) => cancelOrder(tx, store.store_id, orderId, by)))

  order
    .command('move')
    .description("request the review of an order on another day, at the store's sending time")
    .argument('<order-id>', "the order's id in the store")
    .requiredOption('--store <id>', 'the store')
    .requiredOption('--date <YYYY-MM-DD>', 'the day; weekends and holidays are allowed')
    .option('--json', 'print JSON')
    .action(
      changeOrder((tx, store, orderId, by, { date = '' }) => moveOrderToDay(tx, store, orderId, date, by)),
    )

  order
    .command('send')
    .description('request the review of an order now; a running service sends the email at once')
    .argument('<order-id>', "the order's id in the store")
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(
      changeOrder(async (tx, store, orderId, by) =>
        sendOrderNow(tx, await configuredSecrets(tx), store, orderId, by),
      ),
    )
}

type Flags = { store: string; json?: boolean; date?: string }

/** What changes an order in a transaction of its own and tells what it is like then. */
function changeOrder(
  change: (tx: Connection, store: Store, orderId: string, by: OrderBy, flags: Flags) => Promise<StoredOrder>,
) {
  return async (orderId: string, flags: Flags) => {
    const [changed, zone] = await withDatabase(async db => {
      const store = await readStore(db, flags.store)
      const by: OrderBy = { at: new Date(systemClock()), actor: 'command' }
      return [await db.transaction(tx => change(tx, store, orderId, by, flags)), store.time_zone] as const
    })
    print(flags.json, changed, () => printOrder(changed, zone))
  }
}

function printOrder(order: StoredOrder, zone: string): void {
  say(`${bold(`Order ${printable(order.order_id)}`)}, delivered ${local(order.delivery_date, zone)}`)
  sayPairs({ id: order.id, ordered: local(order.order_date, zone), received: local(order.received_at, zone) })
  say()
  sayTable(
    ['product', 'sku', 'name', 'price'],
    order.products.map(one => [one.product_id, one.sku, one.name, one.price]),
  )
  say()
  printRequests(order, zone)
}

function printRequests(order: StoredOrder, zone: string): void {
  if (order.no_request) {
    const emails = order.customers.map(({ email }) => printable(JSON.stringify(email))).join(', ')
    say(`${warn('No review will be requested')}: ${order.no_request} among ${emails}.`)
    return
  }
  const unusable = order.customers.filter(({ email }) => !comparableAddress(email))
  if (unusable.length > 0) {
    const emails = unusable.map(({ email }) => printable(JSON.stringify(email))).join(', ')
    say(`${warn('Not asked')}: no usable address: ${emails}.`)
    say()
  }
  sayTable(
    ['review request to', 'state', `due (${zone})`, 'why', 'mail'],
    order.requests.map(one => [
      one.email,
      one.state,
      local(one.due_at, zone),
      one.reason,
      one.mail && [one.mail.state, one.mail.last_answer].filter(Boolean).join(': '),
    ]),
  )
}

/** `Fri 2026-11-27 10:00` in the store's time zone. */
function local(instant: Date, zone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
  const weekday = zoned.toLocaleString('en', { weekday: 'short' })
  return `${weekday} ${zoned.toPlainDate()} ${zoned.toPlainTime().toString({ smallestUnit: 'minute' })}`
}
