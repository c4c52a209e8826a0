import { addMember } from '../../tenants/accounts/members.ts'
import type { TestApp } from '../app.ts'
import { anOrder } from '../factories.ts'
import { aManageKey, type ManagementClient } from '../management.ts'
import { anOperator, anOperatorKey } from '../operators.ts'
import { aStore } from '../users.ts'
import type { Caller } from './generated.ts'

export type Callers = Record<'public' | 'manage' | 'operator' | 'dashboard', Caller>

/**
 * A caller of each API: two programs of one store, the operator of two others, and an operator who owns the first and only
 * reads: what the dashboard changes reaches shops and mail servers.
 */
export async function createCallers(it: TestApp, bounceToken: string): Promise<Callers> {
  const program = await aManageKey(it)
  const operator = await anOperatorKey(it)
  const ids = await addRecords(it, program)
  const owner = await anOperator(it)
  await it.database.transaction(tx =>
    addMember(tx, program.store.storeId, { userId: owner.userId, role: 'owner', at: new Date() }),
  )
  const { storeId, storeKey, apiKey } = program.store
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  return {
    public: {
      ids,
      // These take only what a shop or a provider signed, or a token of Meta's.
      without: ['takeWebhook', 'takeChannelReport', 'verifyChannelEndpoint'],
      credentials: {
        apiKey: { headers: { 'x-api-key': apiKey } },
        storeKey: { headers: { 'x-api-key': storeKey } },
        webId: { headers: { 'x-web-id': storeKey } },
        storeId: { headers: { 'x-store-id': storeId } },
        storeKeyQuery: { query: { store_key: storeKey } },
        storeIdQuery: { query: { store_id: storeId } },
        bounceToken: bearer(bounceToken),
      },
    },
    manage: {
      ids,
      credentials: {
        manageKey: bearer(program.apiKey),
        apiKey: { headers: { 'x-api-key': program.apiKey } },
      },
    },
    operator: { ids, credentials: { operatorKey: bearer(operator.apiKey) } },
    dashboard: {
      ids: (operation, parameter) =>
        parameter === 'storeId' ? [program.store.storeId] : ids(operation, parameter),
      methods: ['GET'],
      credentials: { session: { headers: { cookie: owner.cookies() } } },
    },
  }
}

// `.` and `..` are missing: `fetch` resolves them.
const products = ['P-1', 'P 2', 'P/3', '%2E', '😀']

/** Gives the store orders, products, reviews, questions and a webhook. */
async function addRecords(it: TestApp, { send }: ManagementClient): Promise<Caller['ids']> {
  const operated = [await aStore(it.database), await aStore(it.database)]
  const orders = [anOrder(), anOrder(), anOrder({ order_id: '%2F?#..é' })]
  await send('POST', '/orders/batch', { orders })
  const reviews: string[] = []
  const questions: string[] = []
  const { body: webhook } = await send('POST', '/webhooks', { url: 'https://hooks.example/' })
  for (const [index, product_id] of products.entries()) {
    await send('PUT', `/products/${encodeURIComponent(product_id)}`, { name: 'Moka pot' })
    const written = { external_id: `made ${index}`, product_id, display_name: 'Ana' }
    reviews.push((await send('POST', '/reviews', { ...written, rating: 1 + index })).body.id)
    questions.push((await send('POST', '/questions', { ...written, body: 'How?' })).body.id)
  }
  return (operation, parameter) => {
    if (parameter === 'order_id') return orders.map(one => one.order_id)
    if (parameter === 'product_id') return products
    if (parameter === 'storeId') return operated.map(one => one.storeId)
    if (/webhook|deliveries/i.test(operation)) return [webhook.webhook_id]
    return /question|answer/i.test(operation) ? questions : reviews
  }
}
