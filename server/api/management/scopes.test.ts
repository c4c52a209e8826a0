import { afterAll, expect, test } from 'vitest'
import { restoreChange } from '../../foundation/events/audit/restored.ts'
import { type Scope, scopes } from '../../tenants/stores/scopes.ts'
import { aMember } from '../../test/admin.ts'
import { startTestApp } from '../../test/app.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { whileListing } from '../../test/requests/every-address.ts'
import { aStore } from '../../test/users.ts'

// Written by hand, from what each address does.
const needed: Record<string, Scope> = {
  'GET /manage/v1/reviews': 'reviews:read',
  'POST /manage/v1/reviews': 'reviews:write',
  'GET /manage/v1/reviews/:id': 'reviews:read',
  'POST /manage/v1/reviews/:id/publish': 'reviews:write',
  'POST /manage/v1/reviews/:id/reject': 'reviews:write',
  'POST /manage/v1/reviews/:id/remove': 'reviews:write',
  'POST /manage/v1/reviews/:id/restore': 'reviews:write',
  'PUT /manage/v1/reviews/:id/captions/:language': 'reviews:write',
  'DELETE /manage/v1/reviews/:id/captions/:language': 'reviews:write',
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
  'GET /manage/v1/answers': 'questions:read',
  'GET /manage/v1/answers/:id': 'questions:read',
  'POST /manage/v1/answers/:id/publish': 'questions:write',
  'POST /manage/v1/answers/:id/reject': 'questions:write',
  'POST /manage/v1/answers/:id/remove': 'questions:write',
  'POST /manage/v1/answers/:id/restore': 'questions:write',
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
  'POST /manage/v1/reviews/:id/pin': 'reviews:write',
  'POST /manage/v1/reviews/:id/unpin': 'reviews:write',
  'POST /manage/v1/reviews/:id/mark-insider': 'reviews:write',
  'POST /manage/v1/reviews/:id/unmark-insider': 'reviews:write',
  'GET /manage/v1/attributes': 'settings:read',
  'PUT /manage/v1/attributes': 'settings:write',
  'GET /manage/v1/insights': 'settings:read',
  'GET /manage/v1/insights/requests': 'settings:read',
  'GET /manage/v1/insights/tests': 'settings:read',
  'GET /manage/v1/holidays': 'settings:read',
  'GET /manage/v1/reward': 'settings:read',
  'PATCH /manage/v1/reward': 'settings:write',
  'POST /manage/v1/reward/codes': 'settings:write',
  'DELETE /manage/v1/reward/codes': 'settings:write',
  'GET /manage/v1/campaigns': 'orders:read',
  'POST /manage/v1/campaigns': 'orders:write',
  'GET /manage/v1/campaigns/:id': 'orders:read',
  'POST /manage/v1/campaigns/:id/start': 'orders:write',
  'POST /manage/v1/campaigns/:id/pause': 'orders:write',
  'POST /manage/v1/campaigns/:id/resume': 'orders:write',
  'POST /manage/v1/campaigns/:id/stop': 'orders:write',
  'GET /manage/v1/consents': 'people:write',
  'POST /manage/v1/consents': 'people:write',
  'POST /manage/v1/consents/withdraw': 'people:write',
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

test('a key subscribes to what its scopes read, and no other', async () => {
  const url = 'https://hooks.example/'
  const make = (client: ManagementClient, events: string[]) =>
    client.send('POST', '/webhooks', { url, events })
  for (const [scope, types] of [
    ['reviews:read', ['review.created', 'review.replied']],
    ['questions:read', ['question.created', 'question.answered']],
    ['orders:read', ['order.received', 'request.sent', 'request.unsubscribed']],
  ] as const) {
    // A store of its own, because each replays ten times a minute.
    const store = await aStore(it.database)
    const all = await aManageKey(it, { store })
    const { webhook_id: whole } = (await make(all, [])).body
    const { webhook_id: ofImports } = (await make(all, ['import.finished'])).body
    const without = await aManageKey(it, { store, allowed: scopes.filter(one => one !== scope) })
    const only = await aManageKey(it, { store, allowed: ['webhooks:write', scope] })
    const refusal = { status: 403, body: { error_code: 804030, more_info: { scope } } }
    for (const type of types) {
      expect(await make(without, ['import.finished', type])).toMatchObject(refusal)
      const { body } = await make(only, [type])
      expect(body).toMatchObject({ events: [type], created_by_key: only.keyId })
      const path = `/webhooks/${body.webhook_id}`
      for (const [method, at, change] of [
        ['PATCH', path, { url }],
        ['GET', `${path}/deliveries`],
        ['POST', `${path}/replay`, { from: '2026-11-22T00:00:00.000Z' }],
      ] as const) {
        expect(await without.send(method, at, change)).toMatchObject(refusal)
        expect((await only.send(method, at, change)).status).toBeLessThan(300)
      }
      // It neither tells nor moves anything.
      expect((await without.send('PATCH', path, { state: 'disabled' })).status).toBe(200)
      expect((await without.send('DELETE', path)).status).toBe(204)
    }
    expect(await make(without, [])).toMatchObject(refusal)
    expect(await without.send('PATCH', `/webhooks/${whole}`, { url })).toMatchObject(refusal)
    expect(await without.send('PATCH', `/webhooks/${ofImports}`, { events: [types[0]] })).toMatchObject(
      refusal,
    )
    expect(await without.send('PATCH', `/webhooks/${ofImports}`, { events: [] })).toMatchObject(refusal)
  }
  const alone = await aManageKey(it, { allowed: ['webhooks:write'] })
  expect((await make(alone, ['import.finished', 'endpoint.test'])).status).toBe(201)
})

test('the history and the list of keys name the key that made a webhook', async () => {
  const client = await aManageKey(it)
  const owner = await aMember(it, client.store.storeId, 'owner')
  const { body } = await client.send('POST', '/webhooks', { url: 'https://hooks.example/' })
  const keys = async () => (await owner.send('GET', `/stores/${client.store.storeId}/keys`)).body.result
  const [key] = (await keys()).filter((one: { key_id: string }) => one.key_id === client.keyId)
  expect(key).toMatchObject({ webhooks: 1, revoked_at: null })
  const { result } = (await owner.send('GET', `/stores/${client.store.storeId}/history`)).body
  expect(result).toContainEqual(
    expect.objectContaining({ actor: 'api', action: 'create webhook_by_key', fields: [`…${key.last_four}`] }),
  )
  for (const change of result) {
    const row = { ...change, record_type: 'store', record_id: client.store.storeId }
    expect(restoreChange(row, id => id, new Date('2200-01-01'))).toMatchObject({ fields: change.fields })
  }
  expect((await owner.send('DELETE', `/stores/${client.store.storeId}/keys/${client.keyId}`)).status).toBe(
    204,
  )
  const left = (await owner.send('GET', `/stores/${client.store.storeId}/webhooks`)).body.result
  expect(left).toMatchObject([{ webhook_id: body.webhook_id, created_by_key: client.keyId }])
})
