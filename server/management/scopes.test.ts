import { afterAll, expect, test } from 'vitest'
import { type Scope, scopes } from '../stores/scopes.ts'
import { startTestApp } from '../test/app.ts'
import { aManageKey } from '../test/management.ts'
import { whileListing } from '../test/requests/every-address.ts'
import { aStore } from '../test/users.ts'

// Written by hand, from what each address does.
const needed: Record<string, Scope> = {
  'GET /manage/v1/reviews': 'reviews:read',
  'POST /manage/v1/reviews': 'reviews:write',
  'GET /manage/v1/reviews/:id': 'reviews:read',
  'POST /manage/v1/reviews/:id/publish': 'reviews:write',
  'POST /manage/v1/reviews/:id/reject': 'reviews:write',
  'POST /manage/v1/reviews/:id/remove': 'reviews:write',
  'POST /manage/v1/reviews/:id/restore': 'reviews:write',
  'PUT /manage/v1/reviews/:id/reply': 'reviews:write',
  'DELETE /manage/v1/reviews/:id/reply': 'reviews:write',
  'GET /manage/v1/questions': 'questions:read',
  'POST /manage/v1/questions': 'questions:write',
  'GET /manage/v1/questions/:id': 'questions:read',
  'POST /manage/v1/questions/:id/publish': 'questions:write',
  'POST /manage/v1/questions/:id/reject': 'questions:write',
  'POST /manage/v1/questions/:id/remove': 'questions:write',
  'POST /manage/v1/questions/:id/restore': 'questions:write',
  'PUT /manage/v1/questions/:id/answer': 'questions:write',
  'DELETE /manage/v1/questions/:id/answer': 'questions:write',
  'GET /manage/v1/products': 'products:read',
  'GET /manage/v1/products/:product_id': 'products:read',
  'PUT /manage/v1/products/:product_id': 'products:write',
  'PATCH /manage/v1/products/:product_id': 'products:write',
  'DELETE /manage/v1/products/:product_id': 'products:write',
  'GET /manage/v1/orders': 'orders:read',
  'GET /manage/v1/orders/:order_id': 'orders:read',
  'POST /manage/v1/orders/batch': 'orders:write',
  'PATCH /manage/v1/orders/:order_id': 'orders:write',
  'POST /manage/v1/orders/:order_id/cancel': 'orders:write',
  'POST /manage/v1/orders/:order_id/send-now': 'orders:write',
  'POST /manage/v1/orders/:order_id/fulfillments': 'orders:write',
  'POST /manage/v1/orders/:order_id/refunds': 'orders:write',
  'POST /manage/v1/people/export': 'people:write',
  'POST /manage/v1/people/erase': 'people:write',
  'GET /manage/v1/settings': 'settings:read',
  'PATCH /manage/v1/settings': 'settings:write',
  'GET /manage/v1/insights': 'settings:read',
  'GET /manage/v1/webhooks': 'webhooks:write',
  'POST /manage/v1/webhooks': 'webhooks:write',
  'GET /manage/v1/webhooks/:id': 'webhooks:write',
  'PATCH /manage/v1/webhooks/:id': 'webhooks:write',
  'DELETE /manage/v1/webhooks/:id': 'webhooks:write',
  'POST /manage/v1/webhooks/:id/rotate': 'webhooks:write',
  'POST /manage/v1/webhooks/:id/test': 'webhooks:write',
  'GET /manage/v1/webhooks/:id/deliveries': 'webhooks:write',
  'POST /manage/v1/webhooks/:id/replay': 'webhooks:write',
  'GET /manage/v1/webhook-samples': 'webhooks:write',
  'GET /manage/v1/feeds': 'feeds:write',
  'POST /manage/v1/feeds': 'feeds:write',
  'DELETE /manage/v1/feeds/:feed_id': 'feeds:write',
}

const { made: it, addresses } = await whileListing(() => startTestApp())
afterAll(() => it.close())

const managed = addresses.filter(({ url }) => url.startsWith('/manage/v1/'))

test('every address needs the scope that is listed here, and no other scope opens it', async () => {
  const store = await aStore(it.database)
  const found: Record<string, Scope[]> = {}
  for (const scope of scopes) {
    const { send } = await aManageKey(it, { store, allowed: [scope] })
    for (const { method, url } of managed) {
      const path = url.replace('/manage/v1', '').replace(/:\w+/g, 'none')
      const { status, body } = await send(method, path, method === 'GET' ? undefined : 'none')
      if (status === 403) expect(body).toMatchObject({ error_code: 804030 })
      else found[`${method} ${url}`] = [...(found[`${method} ${url}`] ?? []), scope]
    }
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(needed).map(([name, scope]) => [name, [scope]])))
})
