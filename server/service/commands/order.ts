import type { Command } from 'commander'
import { Temporal } from 'temporal-polyfill'
import { sendOrderNow } from '../../asking/dispatch/send-now.ts'
import { deliverProducts, refundProducts } from '../../asking/orders/later/deliveries.ts'
import { cancelOrder, type OrderBy, rescheduleOrderToDay } from '../../asking/orders/later/order-changes.ts'
import { noAddress, readOrder, type StoredOrder } from '../../asking/orders/orders.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { printable } from '../../foundation/lib/text/printable.ts'
import { systemClock } from '../../foundation/lib/time/clock.ts'
import { ownAnswers } from '../../foundation/mailings/own-answers.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { toInstant } from './access/key.ts'
import { configuredSecrets } from './access/secrets.ts'
import { addOrderImportCommand } from './import/import.ts'
import { bold, print, say, sayPairs, sayTable, warn } from './output.ts'
import { withDatabase } from './with-database.ts'

export function addOrderCommands(program: Command): void {
  const order = program
    .command('order')
    .description(
      'show and import orders; move, cancel or send their review requests; report deliveries and returns',
    )
  addOrderImportCommand(order)

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
      changeOrder((tx, store, orderId, by, { date = '' }) =>
        rescheduleOrderToDay(tx, store, orderId, date, by),
      ),
    )

  order
    .command('deliver')
    .description('request the review of products the usual days after their delivery')
    .argument('<order-id>', "the order's id in the store")
    .requiredOption('--store <id>', 'the store')
    .requiredOption('--at <instant>', 'when they were delivered, such as 2026-11-20T18:30:00Z', toInstant)
    .option('--product <id>', 'only this product; repeatable', addProduct)
    .option('--json', 'print JSON')
    .action(
      changeOrder((tx, store, orderId, by, { at, product }) =>
        deliverProducts(tx, store, orderId, { deliveredAt: Number(at), productIds: product }, by),
      ),
    )

  order
    .command('refund')
    .description('request no review of products that went back')
    .argument('<order-id>', "the order's id in the store")
    .requiredOption('--store <id>', 'the store')
    .option('--product <id>', 'only this product; repeatable', addProduct)
    .option('--json', 'print JSON')
    .action(
      changeOrder((tx, store, orderId, by, { product }) =>
        refundProducts(tx, store, orderId, { productIds: product }, by),
      ),
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

type Flags = { store: string; json?: boolean; date?: string; at?: Date; product?: string[] }

const addProduct = (id: string, before: string[] = []) => [...before, id]

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
  const languages = order.customers.flatMap(({ language }) => language ?? [])
  sayPairs({
    id: order.id,
    ordered: local(order.order_date, zone),
    received: local(order.received_at, zone),
    ...(languages.length > 0 && { language: languages.join(', ') }),
  })
  say()
  sayTable(
    ['product', 'sku', 'name', 'price', 'delivered'],
    order.products.map(one => [
      one.product_id,
      one.sku,
      one.name,
      one.price,
      stateOf(
        order.lines.find(({ product_id }) => product_id === one.product_id),
        zone,
      ),
    ]),
  )
  say()
  printRequests(order, zone)
}

function stateOf(line: StoredOrder['lines'][number] | undefined, zone: string): string {
  if (line?.refunded_at) return `went back ${local(line.refunded_at, zone)}`
  if (line?.state === 'waiting') return 'waits for delivery'
  if (!line?.delivered_at) return 'with the order'
  return `${local(line.delivered_at, zone)}${line.is_estimated ? ', estimated' : ''}`
}

function printRequests(order: StoredOrder, zone: string): void {
  if (order.no_request) {
    const emails = order.customers.map(({ email }) => printable(JSON.stringify(email))).join(', ')
    const among = order.no_request === noAddress ? ` among ${emails}` : ''
    say(`${warn('No review will be requested')}: ${order.no_request}${among}.`)
    return
  }
  const unusable = order.customers.filter(({ email }) => !comparableAddress(email))
  if (unusable.length > 0) {
    const emails = unusable.map(({ email }) => printable(JSON.stringify(email))).join(', ')
    say(`${warn('Not asked')}: no usable address: ${emails}.`)
    say()
  }
  sayTable(
    ['review request to', 'about', 'state', `due (${zone})`, 'why', 'mail'],
    order.requests.map(one => [
      one.email,
      productsOf(one, order),
      isKept(one) ? 'kept' : one.state,
      local(one.due_at, zone),
      one.reason,
      isKept(one)
        ? ownAnswers.kept
        : one.mail && [one.mail.state, one.mail.last_answer].filter(Boolean).join(': '),
    ]),
  )
}

// Like the dashboard, the table calls nothing sent that never left. JSON has the states of the API.
const isKept = ({ state, mail }: StoredOrder['requests'][number]): boolean =>
  state === 'sent' && mail?.last_answer === ownAnswers.kept

function productsOf({ product_ids }: StoredOrder['requests'][number], { products }: StoredOrder): string {
  const isAll = products.every(({ product_id }) => product_ids.includes(product_id))
  return isAll ? 'all products' : product_ids.join(' ')
}

/** `Fri 2026-11-27 10:00` in the store's time zone. */
function local(instant: Date, zone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
  const weekday = zoned.toLocaleString('en', { weekday: 'short' })
  return `${weekday} ${zoned.toPlainDate()} ${zoned.toPlainTime().toString({ smallestUnit: 'minute' })}`
}
