import type { Answer } from '../answers/questions/answers/answers.ts'
import type { Question } from '../answers/questions/questions.ts'
import type { Review } from '../answers/reviews/reviews.ts'
import type { Customer, Order, OrderProduct } from '../asking/orders/orders.ts'
import { uuid } from '../foundation/lib/ids/uuid.ts'
import type { Product } from '../tenants/products/products.ts'

let made = 0

/** What `make` returns for each index from 0 to `count` - 1. */
export const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** A valid order with a unique id, in its wire format. */
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

/** A valid product with a unique id. */
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

/** A published review of the product `product-1`, unless changed. */
export function aReview(change: Partial<Review> = {}): Review {
  const created_at = new Date(Date.UTC(2026, 2, 10, 12, 0, ++made))
  return {
    id: uuid(),
    product_id: 'product-1',
    rating: 5,
    title: 'Coffee as it should be',
    body: 'Heats fast and does not leak.',
    display_name: 'Ana M.',
    email: 'ana@example.com',
    address: 'ana@example.com',
    recommended: true,
    verified_purchase: true,
    pictures: [],
    state: 'published',
    moderation_reason: null,
    votes: 0,
    language: 'en',
    order_id: null,
    purchased_at: null,
    created_at,
    published_at: created_at,
    reply: null,
    reply_created_at: null,
    ...change,
  }
}

/** A published and answered question about the product `product-1`, unless changed. */
export function aQuestion(change: Partial<Question> = {}): Question {
  const created_at = new Date(Date.UTC(2026, 2, 10, 12, 0, ++made))
  return {
    id: uuid(),
    product_id: 'product-1',
    body: 'Does it work on induction?',
    display_name: 'Bia',
    email: 'bia@example.com',
    address: 'bia@example.com',
    state: 'published',
    moderation_reason: null,
    language: 'en',
    created_at,
    published_at: created_at,
    reply: 'Yes, from 12 cm on.',
    reply_created_at: created_at,
    ...change,
  }
}

/** A shopper's answer to a question of `product-1`. */
export function anAnswer(change: Partial<Answer> & { question_id: string }): Answer {
  const created_at = new Date(Date.UTC(2026, 2, 11, 12, 0, ++made))
  return {
    id: uuid(),
    product_id: 'product-1',
    body: 'It does on mine.',
    display_name: 'Rui',
    email: 'rui@example.com',
    address: 'rui@example.com',
    verified_purchase: false,
    state: 'published',
    moderation_reason: null,
    language: 'en',
    created_at,
    published_at: created_at,
    ...change,
  }
}
