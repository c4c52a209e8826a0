import type { Command } from 'commander'
import { Temporal } from 'temporal-polyfill'
import { systemClock } from '../lib/clock.ts'
import { comparableAddress } from '../mail/address.ts'
import { cancelOrder } from '../orders/order-changes.ts'
import { readOrder, type StoredOrder } from '../orders/orders.ts'
import { readStore } from '../stores/stores.ts'
import { bold, print, printable, say, sayPairs, sayTable, warn } from './output.ts'
import { withDatabase } from './with-database.ts'

export function addOrderCommands(program: Command): void {
  const order = program.command('order').description('look at orders, and cancel their review requests')

  order
    .command('show')
    .description('an order, when and why its review will be requested')
    .argument('<order-id>', "the store's own id of it")
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(async (orderId: string, { store, json }: { store: string; json?: boolean }) => {
      const [found, zone] = await withDatabase(async db => {
        const { store_id, time_zone } = await readStore(db, store)
        return [await readOrder(db, store_id, orderId), time_zone] as const
      })
      print(json, found, () => tellOrder(found, zone))
    })

  order
    .command('cancel')
    .description('ask nobody to review an order any more, nor remind them')
    .argument('<order-id>', "the store's own id of it")
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(async (orderId: string, { store, json }: { store: string; json?: boolean }) => {
      const [cancelled, zone] = await withDatabase(async db => {
        const { store_id, time_zone } = await readStore(db, store)
        const by = { at: new Date(systemClock()), actor: 'command' } as const
        return [await db.transaction(tx => cancelOrder(tx, store_id, orderId, by)), time_zone] as const
      })
      print(json, cancelled, () => tellOrder(cancelled, zone))
    })
}

function tellOrder(order: StoredOrder, zone: string): void {
  say(`${bold(`Order ${printable(order.order_id)}`)}, delivered ${local(order.delivery_date, zone)}`)
  sayPairs({ id: order.id, ordered: local(order.order_date, zone), received: local(order.received_at, zone) })
  say()
  sayTable(
    ['product', 'sku', 'name', 'price'],
    order.products.map(one => [one.product_id, one.sku, one.name, one.price]),
  )
  say()
  tellRequests(order, zone)
}

function tellRequests(order: StoredOrder, zone: string): void {
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
