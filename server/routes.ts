import type { FastifyInstance, onRequestAsyncHookHandler, RouteOptions } from 'fastify'
import type { Parts } from './app.ts'
import { requireKey } from './http/credentials.ts'
import { live, metricsPage, ready, requireOperator } from './http/operator-routes.ts'
import { limitWrites } from './http/rate-limit.ts'
import { openApiDocument } from './http/reference.ts'
import { createOrder } from './orders/order-routes.ts'
import { createProduct } from './products/product-routes.ts'

type Route = [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  route: Omit<RouteOptions, 'method' | 'url'>,
]

type Group = { who: string; guards: onRequestAsyncHookHandler[]; routes: Route[] }

/**
 * Every address, grouped by who may call it: read from top to bottom, this is the security model. A guard
 * runs before anything of the request's body is read. (`/docs` itself is served by reference.ts.)
 */
export function routes(app: FastifyInstance, parts: Parts): Group[] {
  const { config, clock, keys, orders, products, database, session, metrics } = parts
  return [
    {
      who: "A store's server, with an API key of the type orders",
      guards: [requireKey('orders', keys, clock), ...limitWrites(app, config.WRITE_RATE_LIMIT)],
      routes: [
        ['POST', '/orders', createOrder(orders)],
        ['POST', '/products', createProduct(products)],
      ],
    },
    {
      who: 'Anyone',
      guards: [],
      routes: [
        ['GET', '/health/live', live()],
        ['GET', '/health/ready', ready(database, session)],
        ['GET', '/openapi.json', openApiDocument()],
      ],
    },
    {
      who: 'The operator: from this machine, or with METRICS_TOKEN',
      guards: [requireOperator({ publicUrl: config.PUBLIC_URL, token: config.METRICS_TOKEN })],
      routes: [['GET', '/metrics', metricsPage(metrics)]],
    },
  ]
}
