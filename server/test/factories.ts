import type { Customer, Order, OrderProduct } from '../orders/orders.ts'
import type { Product } from '../products/products.ts'

let made = 0

/** A valid order with an id of its own, as it goes over the wire. */
export function anOrder(change: Partial<Order> = {}): Order {
  return {
    order_id: `order-${++made}`,
    order_date: '2026-03-02T14:03:00.000Z',
    delivery_date: '2026-03-05T18:30:00.000Z',
    products: [anOrderProduct()],
    customers: [aCustomer()],
    ...change,
  }
}

export function anOrderProduct(change: Partial<OrderProduct> = {}): OrderProduct {
  return {
    product_id: `product-${++made}`,
    sku: `SKU-${made}`,
    name: 'Moka pot, 6 cups',
    price: 149.9,
    url: 'https://shop.example/p/moka',
    ...change,
  }
}

export function aCustomer(change: Partial<Customer> = {}): Customer {
  return { name: 'Ana Martins', email: `ana.${++made}@example.com`, phone: '+55 11 90000-0000', ...change }
}

/** A valid product with an id of its own. */
export function aProduct(change: Partial<Product> = {}): Product {
  return {
    product_id: `product-${++made}`,
    name: 'Moka pot, 6 cups',
    price: 149.9,
    sku: `SKU-${made}`,
    gtin: '7891234567895',
    mpn: 'MK-6',
    url: 'https://shop.example/p/moka',
    ...change,
  }
}
