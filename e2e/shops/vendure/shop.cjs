const { writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { ModuleRef } = require('@nestjs/core')
const core = require('@vendure/core')
const { populate } = require('@vendure/core/cli')
const { RealwordPlugin } = require('@realword/vendure')

/** A Vendure shop with two products, one of them in two sizes. Prints its address. A signal sends its orders of the last days again. */

// Vendure lets an order stay cancelled, unless the shop's own process says more.
const comingBack = { transitions: { Cancelled: { to: ['Delivered'], mergeStrategy: 'merge' } } }

const payment = new core.PaymentMethodHandler({
  code: 'payment',
  description: [{ languageCode: core.LanguageCode.en, value: 'Payment' }],
  args: {},
  createPayment: (_ctx, _order, amount) => ({ amount, state: 'Settled' }),
  settlePayment: () => ({ success: true }),
  createRefund: (_ctx, { reason }) => ({ state: reason === 'This one fails' ? 'Failed' : 'Settled' }),
})

const config = {
  apiOptions: { hostname: '127.0.0.1', port: 0, adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: 'admin', password: 'only-a-test' },
    cookieOptions: { secret: 'only-a-test' },
  },
  dbConnectionOptions: {
    ...{ type: 'postgres', host: '127.0.0.1', port: Number(process.env.DATABASE_PORT), database: 'vendure' },
    ...{ username: 'realword', password: '', synchronize: true, logging: false },
  },
  logger: new core.DefaultLogger({ level: core.LogLevel.Warn }),
  orderOptions: {
    process: [core.configureDefaultOrderProcess({ checkAllItemsBeforeCancel: false }), comingBack],
  },
  paymentOptions: { paymentMethodHandlers: [payment] },
  plugins: [core.DefaultJobQueuePlugin, RealwordPlugin.init(JSON.parse(process.env.REALWORD_OPTIONS))],
}

const initialData = {
  defaultLanguage: core.LanguageCode.en,
  defaultZone: 'Americas',
  countries: [{ name: 'Brazil', code: 'BR', zone: 'Americas' }],
  taxRates: [{ name: 'Standard', percentage: 0 }],
  shippingMethods: [{ name: 'Parcel', price: 1000 }],
  paymentMethods: [{ name: 'Payment', handler: { code: payment.code, arguments: [] } }],
  collections: [],
}

const products = `name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets
Moka pot,moka-pot,,,,size,3 cups,MOKA-3,129.90,Standard,100,false,,
,,,,,,6 cups,MOKA-6,149.90,Standard,100,false,,
Hand grinder,hand-grinder,,,,,,GRIND-1,89.00,Standard,100,false,,
`

async function main() {
  const file = join(__dirname, 'products.csv')
  writeFileSync(file, products)
  const app = await populate(() => core.bootstrap(config), initialData, file)
  // A signal that NestJS does not shut down on, as it does on SIGUSR2.
  process.on('SIGWINCH', async () => {
    const { tasks } = app.get(core.ConfigService).schedulerOptions
    const nightly = tasks.find(({ id }) => id === 'realword-nightly')
    const done = nightly.execute(new core.Injector(app.get(ModuleRef)))
    await done.then(
      ({ orders }) => console.log(`NIGHT ${orders}`),
      error => console.log('NIGHT', error),
    )
  })
  console.log(`READY http://127.0.0.1:${app.getHttpServer().address().port}`)
}
main().catch(error => {
  console.error(error)
  process.exit(1)
})
