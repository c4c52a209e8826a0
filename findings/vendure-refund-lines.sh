#!/usr/bin/env bash
# An administrator of Vendure refunds one product of an order, and an integration asks which product it was.
# Guess:   refundOrder takes the lines and the amount: `amount` replaces `lines`, `shipping` and `adjustment`, which are
#          optional and deprecated. A refund without lines still says which product it was for.
# Seen:    @vendure/core 3.7.3 on SQLite: `amount` without the deprecated `shipping` fails in the database, "NOT NULL constraint failed:
#          refund.shipping", with lines or without. With it, and without `lines`, the refund has none. Only the deprecated
#          fields, all of them, name the product. OrderLine.quantity stays in every case.
# Matters: whoever follows the schema's advice refunds a product that nobody outside can recognise, so its buyer is still
#          asked for a review.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @vendure/core@3.7.3 sql.js@1.16.0 2> /dev/null
cat > products.csv <<'CSV'
name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets
Mug,mug,,,,,,MUG-1,39.90,Standard,100,false,,
CSV
cat > run.cjs <<'JS'
const core = require('@vendure/core')
const { populate } = require('@vendure/core/cli')
const config = {
  apiOptions: { hostname: '127.0.0.1', port: 0 },
  authOptions: { superadminCredentials: { identifier: 'admin', password: 'only-a-test' }, cookieOptions: { secret: 'x' } },
  dbConnectionOptions: { type: 'sqljs', synchronize: true },
  logger: new core.DefaultLogger({ level: -1 }),
  paymentOptions: { paymentMethodHandlers: [core.dummyPaymentHandler] },
  plugins: [core.DefaultJobQueuePlugin],
}
const handler = { code: core.dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] }
const data = {
  defaultLanguage: 'en', defaultZone: 'Americas', countries: [{ name: 'Brazil', code: 'BR', zone: 'Americas' }],
  taxRates: [{ name: 'Standard', percentage: 0 }], shippingMethods: [{ name: 'Parcel', price: 0 }],
  paymentMethods: [{ name: 'Payment', handler }], collections: [],
}
async function main() {
  const app = await populate(() => core.bootstrap(config), data, 'products.csv')
  const orders = app.get(core.OrderService)
  const ctx = await app.get(core.RequestContextService).create({ apiType: 'admin' })
  const { id } = await orders.create(ctx)
  await orders.addItemToOrder(ctx, id, 1, 3)
  const buyer = { emailAddress: 'ana@example.com', firstName: 'Ana', lastName: 'Martins' }
  await orders.addCustomerToOrder(ctx, id, await app.get(core.CustomerService).createOrUpdate(ctx, buyer))
  await orders.setShippingAddress(ctx, id, { streetLine1: 'Rua Um, 1', countryCode: 'BR' })
  await orders.setShippingMethod(ctx, id, [1])
  await orders.transitionToState(ctx, id, 'ArrangingPayment')
  const atOnce = act => app.get(core.TransactionalConnection).withTransaction(ctx, act)
  await atOnce(within => orders.addPaymentToOrder(within, id, { method: 'payment', metadata: {} }))
  const order = await orders.findOne(ctx, id, ['lines', 'payments', 'surcharges'])
  const [line] = order.lines
  const lines = [{ orderLineId: line.id, quantity: 1 }]
  const rest = { shipping: 0, adjustment: 0 }
  const given = { amount: {}, 'amount and lines': { lines }, 'amount and the rest': rest, 'all': { lines, ...rest } }
  for (const [name, input] of Object.entries(given)) {
    const full = { paymentId: order.payments[0].id, amount: 3990, ...input }
    const seen = await atOnce(within => orders.refundOrder(within, full)).then(
      async ({ id: made, state }) => {
        const { payments } = await orders.findOne(ctx, id, ['lines', 'surcharges', 'payments.refunds.lines'])
        return `${state}, ${payments[0].refunds.find(refund => refund.id === made).lines.length} lines`
      },
      error => error.message,
    )
    console.log(`${name}: ${seen}`)
  }
  const { quantity } = (await orders.findOne(ctx, id, ['lines', 'surcharges'])).lines[0]
  console.log(`quantity: ${quantity}`)
  process.exit()
}
main().catch(error => { console.error(error); process.exit(1) })
JS
diff - <(VENDURE_DISABLE_TELEMETRY=true node run.cjs 2>&1 | tail -n 5) <<'SEEN'
amount: NOT NULL constraint failed: refund.shipping
amount and lines: NOT NULL constraint failed: refund.shipping
amount and the rest: Pending, 0 lines
all: Pending, 1 lines
quantity: 3
SEEN
echo 'As seen with @vendure/core 3.7.3.'
