import { z } from 'zod'
import { callService, type Operation, type Query, type Service } from './call-service.ts'
import type { Offer } from './offer.ts'
import { page } from './page.ts'
import { type Item, presentItems, presentOwn } from './untrusted.ts'

const trustedOfProducts = [
  ...['price', 'group_id', 'asks_for_reviews', 'recognised_as'],
  ...['created_at', 'updated_at', 'hidden_at'],
]
const trustedOfOrders = [
  ...['id', 'order_date', 'delivery_date', 'request_review_at'],
  ...['received_at', 'updated_at'],
]

// A URL resolves these two to another address, even percent-encoded.
const id = z
  .string()
  .min(1)
  .max(255)
  .refine(one => one !== '.' && one !== '..', 'This id cannot be part of an address.')
const instant = z.string().optional().describe('An ISO 8601 instant')
const day = z.string().optional().describe('Such as 2026-11-24, in the time zone of the store; give both')

/** Offers tools that read products, orders, settings and figures. */
export function offerStore(offer: Offer, service: Service): void {
  offerLists(offer, service, {
    path: 'products',
    read: 'GET /manage/v1/products/{product_id}',
    one: 'product',
    trusted: trustedOfProducts,
    about: 'newest first',
    filters: { sku: z.string().optional() },
  })
  offerLists(offer, service, {
    path: 'orders',
    read: 'GET /manage/v1/orders/{order_id}',
    one: 'order',
    trusted: trustedOfOrders,
    about: 'with their review requests, those received last first',
    filters: {
      email: z.string().optional().describe('Of a buyer'),
      received_since: instant,
      received_until: instant,
    },
  })
  offer('read_settings', { description: 'Reads the settings of the store.', input: z.object({}) }, async () =>
    presentOwn(await callService(service, 'GET /manage/v1/settings')),
  )
  offer(
    'read_insights',
    {
      description:
        'Reads figures of a range of days, and of the range before it: orders, requests, reviews, stars, questions, answers. By default, the last 30 days.',
      input: z.object({ from: day, to: day }),
    },
    async query => presentOwn(await callService(service, 'GET /manage/v1/insights', { query })),
  )
}

type Things = {
  path: 'products' | 'orders'
  read: Operation
  one: string
  about: string
  filters: z.ZodRawShape
  trusted: string[]
}

function offerLists(
  offer: Offer,
  service: Service,
  { path, read, one, about, filters, trusted }: Things,
): void {
  offer(
    `list_${path}`,
    { description: `Lists ${path}, ${about}.`, input: z.object({ ...page, ...filters }) },
    async query => {
      const { data, next_cursor } = await callService(service, `GET /manage/v1/${path}`, {
        query: query as Query,
      })
      return presentItems(data as Item[], trusted, { next_cursor })
    },
  )
  offer(
    `read_${one}`,
    { description: `Reads the ${one} with the store's own id.`, input: z.object({ [`${one}_id`]: id }) },
    async input => {
      const item = await callService(service, read, { path: input as Record<string, string> })
      return presentItems([item], trusted)
    },
  )
}
