const core = require('@medusajs/medusa/core-flows')
const { Modules } = require('@medusajs/framework/utils')

/**
 * Run by `medusa exec`: makes a shop with two products. An order of both is placed, and one of them is sent and
 * delivered. Prints the ids and a key for the shop's pages.
 */
exports.default = async function flow({ container }) {
  const run = async (workflow, input) => (await workflow(container).run({ input })).result
  const link = links => container.resolve('link').create(links)
  const [channel] = await run(core.createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Shop' }] })
  const [region] = await run(core.createRegionsWorkflow, {
    regions: [
      { name: 'Brazil', currency_code: 'brl', countries: ['br'], payment_providers: ['pp_system_default'] },
    ],
  })
  const [location] = await run(core.createStockLocationsWorkflow, {
    locations: [
      { name: 'Store room', address: { address_1: 'Rua Um, 1', city: 'São Paulo', country_code: 'br' } },
    ],
  })
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const [profile] = await run(core.createShippingProfilesWorkflow, {
    data: [{ name: 'Parcels', type: 'default' }],
  })
  const set = await fulfillment.createFulfillmentSets({
    name: 'Parcels',
    type: 'shipping',
    service_zones: [{ name: 'Brazil', geo_zones: [{ type: 'country', country_code: 'br' }] }],
  })
  await link({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' },
  })
  await link({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  })
  await run(core.linkSalesChannelsToStockLocationWorkflow, { id: location.id, add: [channel.id] })
  const [option] = await run(core.createShippingOptionsWorkflow, [
    {
      name: 'Parcel',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: 'Parcel', description: 'A parcel', code: 'parcel' },
      prices: [{ currency_code: 'brl', amount: 10 }],
    },
  ])
  const product = (title, handle, sku) => ({
    title,
    handle,
    status: 'published',
    shipping_profile_id: profile.id,
    sales_channels: [{ id: channel.id }],
    options: [{ title: 'Size', values: ['One'] }],
    variants: [
      {
        title: 'One',
        sku,
        ean: null,
        manage_inventory: false,
        options: { Size: 'One' },
        prices: [{ currency_code: 'brl', amount: 149.9 }],
      },
    ],
  })
  const products = await run(core.createProductsWorkflow, {
    products: [product('Moka pot', 'moka-pot', 'MOKA-6'), product('Hand grinder', 'hand-grinder', 'GRIND-1')],
  })
  const address = {
    first_name: 'Ana',
    last_name: 'Martins',
    phone: '+55 11 90000-0000',
    address_1: 'Rua Dois, 2',
    city: 'São Paulo',
    country_code: 'br',
    postal_code: '01000-000',
  }
  const cart = await run(core.createCartWorkflow, {
    region_id: region.id,
    sales_channel_id: channel.id,
    currency_code: 'brl',
    email: 'ana@example.com',
    shipping_address: address,
    billing_address: address,
    items: products.map(({ variants }) => ({ variant_id: variants[0].id, quantity: 1 })),
  })
  await run(core.addShippingMethodToCartWorkflow, { cart_id: cart.id, options: [{ id: option.id }] })
  await run(core.createPaymentCollectionForCartWorkflow, { cart_id: cart.id })
  const query = container.resolve('query')
  const {
    data: [{ payment_collection }],
  } = await query.graph({ entity: 'cart', fields: ['payment_collection.id'], filters: { id: cart.id } })
  await run(core.createPaymentSessionsWorkflow, {
    payment_collection_id: payment_collection.id,
    provider_id: 'pp_system_default',
  })
  const { id: order_id } = await run(core.completeCartWorkflow, { id: cart.id })
  const {
    data: [order],
  } = await query.graph({ entity: 'order', fields: ['id', 'items.*'], filters: { id: order_id } })
  const items = order.items
    .filter(({ product_handle }) => product_handle === 'moka-pot')
    .map(({ id }) => ({ id, quantity: 1 }))
  const sent = await run(core.createOrderFulfillmentWorkflow, { order_id, items, location_id: location.id })
  await run(core.createOrderShipmentWorkflow, { order_id, fulfillment_id: sent.id, items, labels: [] })
  await run(core.markOrderFulfillmentAsDeliveredWorkflow, { orderId: order_id, fulfillmentId: sent.id })
  const [key] = await run(core.createApiKeysWorkflow, {
    api_keys: [{ title: 'Pages', type: 'publishable', created_by: '' }],
  })
  await run(core.linkSalesChannelsToApiKeyWorkflow, { id: key.id, add: [channel.id] })
  const product_ids = Object.fromEntries(products.map(({ id, handle }) => [handle, id]))
  console.log(`RESULT ${JSON.stringify({ order_id, product_ids, publishable_key: key.token })}`)
  // The subscribers run in this process, which ends with this function.
  await new Promise(resolve => setTimeout(resolve, 5000))
}
