/** Buyers and an administrator of a Vendure shop, through its own two APIs. */

type Line = { id: string; quantity: number; productVariant: { sku: string } }

export type PlacedOrder = {
  id: string
  code: string
  lines: Line[]
  payments: { id: string; amount: number }[]
}

/** Sends GraphQL. Error results of Vendure, which are answers, are errors here too. */
async function send<T>(url: string, token: string, text: string, variables: object): Promise<[T, string]> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query: text, variables }),
  })
  const body = await answer.text()
  if (!answer.ok || /"errors":|"errorCode":/.test(body)) throw new Error(`${text}\n${body}`)
  return [JSON.parse(body).data, answer.headers.get('vendure-auth-token') ?? token]
}

const problem = '... on ErrorResult { errorCode message }'
const orderFields = 'id code lines { id quantity productVariant { sku } } payments { id amount }'

export class VendureShop {
  #token = ''
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** As the administrator. */
  async manage<T>(text: string, variables: object = {}): Promise<T> {
    if (!this.#token) {
      const login = 'mutation { login(username: "admin", password: "only-a-test") { __typename } }'
      this.#token = (await send(`${this.#url}/admin-api`, '', login, {}))[1]
    }
    return (await send<T>(`${this.#url}/admin-api`, this.#token, text, variables))[0]
  }

  /** Asks the Shop API as a visitor. */
  async ask<T>(text: string): Promise<T> {
    return (await send<T>(`${this.#url}/shop-api`, '', text, {}))[0]
  }

  async rename(id: string, name: string): Promise<void> {
    const translations = [{ languageCode: 'en', name }]
    await this.manage('mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { id } }', {
      input: { id, translations },
    })
  }

  /** A guest buys these quantities of SKUs, in a language. */
  async buy(emailAddress: string, quantities: Record<string, number>, language = 'en'): Promise<PlacedOrder> {
    let token = ''
    const shop = async <T>(text: string, variables: object = {}) => {
      const [data, next] = await send<T>(
        `${this.#url}/shop-api?languageCode=${language}`,
        token,
        text,
        variables,
      )
      token = next
      return data
    }
    type Products = { products: { items: { variants: { id: string; sku: string }[] }[] } }
    const { products } = await shop<Products>('{ products { items { variants { id sku } } } }')
    const variants = products.items.flatMap(item => item.variants)
    for (const [sku, quantity] of Object.entries(quantities)) {
      const id = variants.find(variant => variant.sku === sku)?.id
      const add = `mutation ($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) { __typename ${problem} } }`
      await shop(add, { id, quantity })
    }
    const customer = { firstName: 'Ana', lastName: 'Martins', emailAddress }
    await shop(
      `mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { __typename ${problem} } }`,
      { input: customer },
    )
    const address = { fullName: 'Rui Martins', streetLine1: 'Rua Um, 1', city: 'Recife', countryCode: 'BR' }
    await shop(
      `mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { __typename ${problem} } }`,
      { input: address },
    )
    const { eligibleShippingMethods } = await shop<{ eligibleShippingMethods: { id: string }[] }>(
      '{ eligibleShippingMethods { id } }',
    )
    await shop(
      `mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename ${problem} } }`,
      { id: [eligibleShippingMethods[0]?.id] },
    )
    await shop(`mutation { transitionOrderToState(state: "ArrangingPayment") { __typename ${problem} } }`)
    const paid = await shop<{ addPaymentToOrder: PlacedOrder }>(
      `mutation { addPaymentToOrder(input: { method: "payment", metadata: {} }) { ... on Order { ${orderFields} } ${problem} } }`,
    )
    return paid.addPaymentToOrder
  }

  /** Packs these quantities of SKUs. Returns the id of the parcel. */
  async pack({ lines }: PlacedOrder, quantities: Record<string, number>): Promise<string> {
    const wanted = lines
      .filter(({ productVariant }) => quantities[productVariant.sku])
      .map(({ id, productVariant }) => ({ orderLineId: id, quantity: quantities[productVariant.sku] }))
    const handler = {
      code: 'manual-fulfillment',
      arguments: [
        { name: 'method', value: 'Post' },
        { name: 'trackingCode', value: '' },
      ],
    }
    const text = `mutation ($input: FulfillOrderInput!) {
      addFulfillmentToOrder(input: $input) { ... on Fulfillment { id } ${problem} } }`
    type Packed = { addFulfillmentToOrder: { id: string } }
    return (await this.manage<Packed>(text, { input: { lines: wanted, handler } })).addFulfillmentToOrder.id
  }

  async moveParcel(id: string, state: string): Promise<void> {
    const text = `mutation ($id: ID!, $state: String!) {
      transitionFulfillmentToState(id: $id, state: $state) { __typename ${problem} } }`
    await this.manage(text, { id, state })
  }

  /** Packs, sends and delivers. */
  async deliver(order: PlacedOrder, quantities: Record<string, number>): Promise<void> {
    const parcel = await this.pack(order, quantities)
    await this.moveParcel(parcel, 'Shipped')
    await this.moveParcel(parcel, 'Delivered')
  }

  /** Pays one piece of a SKU back. Without `shipping` and `adjustment`, which it marks as optional, Vendure 3.7.3 fails. */
  async refund({ lines, payments }: PlacedOrder, sku: string, reason: string): Promise<void> {
    const line = lines.find(({ productVariant }) => productVariant.sku === sku)
    const input = {
      paymentId: payments[0]?.id,
      lines: [{ orderLineId: line?.id, quantity: 1 }],
      amount: 100,
      shipping: 0,
      adjustment: 0,
      reason,
    }
    await this.manage(
      `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename ${problem} } }`,
      { input },
    )
  }

  async cancel({ id }: PlacedOrder): Promise<void> {
    const text = `mutation ($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename ${problem} } }`
    await this.manage(text, { id })
  }

  async moveOrder({ id }: PlacedOrder, state: string): Promise<void> {
    const text = `mutation ($id: ID!, $state: String!) {
      transitionOrderToState(id: $id, state: $state) { __typename ${problem} } }`
    await this.manage(text, { id, state })
  }

  /** Another customer takes the place of the one who placed the order. */
  async correctAddress({ id }: PlacedOrder, emailAddress: string): Promise<void> {
    const customer = { firstName: 'Ana', lastName: 'Martins', emailAddress }
    type Created = { createCustomer: { id: string } }
    const { createCustomer } = await this.manage<Created>(
      `mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { ... on Customer { id } ${problem} } }`,
      { input: customer },
    )
    await this.manage(
      'mutation ($input: SetOrderCustomerInput!) { setOrderCustomer(input: $input) { id } }',
      { input: { orderId: id, customerId: createCustomer.id } },
    )
  }
}
