/** Buyers and an administrator of an EverShop shop, through its own API. */

type Item = { order_item_id: number; product_sku: string; qty: number }

export type PlacedOrder = { uuid: string; order_id: number; order_number: string; items: Item[] }

const address = {
  full_name: 'Rui Martins',
  telephone: '+55 11 90000-0000',
  address_1: 'Rua Um, 1',
  city: 'Recife',
  country: 'US',
  province: 'US-CA',
  postcode: '90001',
}

export class EverShop {
  #token = ''
  #method = ''
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async #send<T>(path: string, body: object): Promise<T> {
    const answer = await fetch(`${this.#url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${text}`)
    return JSON.parse(text).data
  }

  async signIn(email: string, password: string): Promise<void> {
    this.#token = (await this.#send<{ accessToken: string }>('/user/tokens', { email, password })).accessToken
  }

  /** Two products, cash on delivery, and a parcel service to the buyers' country. */
  async fill(): Promise<void> {
    await this.#send('/settings', { codPaymentStatus: 1, codDisplayName: 'Cash on delivery' })
    const product = {
      status: 1,
      qty: 100,
      group_id: 1,
      visibility: 1,
      weight: 1,
      package_id: 1,
      description: [],
    }
    const mug = { name: 'Moka pot', url_key: 'moka-pot', sku: 'MOKA-6', price: 149.9 }
    await this.#send('/products', { ...product, ...mug })
    const grinder = { name: 'Hand grinder', url_key: 'hand-grinder', sku: 'GRIND-1', price: 89 }
    await this.#send('/products', { ...product, ...grinder })
    const zone = await this.#send<{ uuid: string }>('/shippingZones', { name: 'All', countries: ['US'] })
    const method = await this.#send<{ uuid: string }>('/shippingProviders/core/methods', {
      name: 'Post',
      is_enabled: true,
    })
    await this.#send('/shippingProviders/core/rates', {
      method_id: method.uuid,
      zone_id: zone.uuid,
      is_enabled: true,
      cost: 10,
    })
    this.#method = method.uuid
  }

  /** A guest buys these quantities of SKUs. */
  async buy(email: string, quantities: Record<string, number>): Promise<PlacedOrder> {
    const items = Object.entries(quantities).map(([sku, qty]) => ({ sku, qty }))
    const { cartId } = await this.#send<{ cartId: string }>('/carts', {
      items,
      customer_email: email,
      customer_full_name: 'Ana Martins',
    })
    const path = `/carts/${cartId}`
    await this.#send(`${path}/addresses`, { type: 'shipping', address })
    await this.#send(`${path}/addresses`, { type: 'billing', address })
    await this.#send(`${path}/shippingMethods`, { provider_code: 'core', method_code: this.#method })
    await this.#send(`${path}/paymentMethods`, { method_code: 'cod' })
    return await this.#send('/orders', { cart_id: cartId })
  }

  /** Sends these quantities of SKUs. Returns the id of the parcel. */
  async ship({ uuid, items }: PlacedOrder, quantities: Record<string, number>): Promise<string> {
    const packed = items
      .filter(({ product_sku }) => quantities[product_sku])
      .map(({ order_item_id, product_sku }) => ({ order_item_id, qty: quantities[product_sku] }))
    const body = { carrier: 'custom', tracking_number: 'X1', items: packed }
    type Sent = { shipment: { uuid: string } }
    return (await this.#send<Sent>(`/orders/${uuid}/shipments`, body)).shipment.uuid
  }

  async deliver(parcel: string): Promise<void> {
    await this.#send(`/shipments/${parcel}/markDelivered`, {})
  }

  async cancel({ uuid }: PlacedOrder): Promise<void> {
    await this.#send(`/orders/${uuid}/cancel`, { reason: 'The buyer asked for it' })
  }
}
