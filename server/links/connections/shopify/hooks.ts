import { z } from 'zod'
import { type Finding, type Shop, ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { readShopJson, shopText } from '../shop/shop-json.ts'
import { type Query, shopifyQuery } from './api.ts'
import { accessQuery, subscribeMutation } from './queries.ts'

const scopes = ['read_orders', 'read_products', 'read_customers', 'read_fulfillments']

/** `orders/updated` also reports fulfilments, cancellations, refunds and edits. */
const topics = [
  'ORDERS_UPDATED',
  'ORDERS_DELETE',
  'FULFILLMENTS_UPDATE',
  'FULFILLMENT_EVENTS_CREATE',
  'PRODUCTS_CREATE',
  'PRODUCTS_UPDATE',
  'APP_UNINSTALLED',
]

/** Reads the app's scopes and webhooks, and changes nothing. */
export async function test(shop: Shop, webhookUrl: string): Promise<Finding[]> {
  return findings(shop, async (query, report) => {
    const { name, granted, subscribed } = await readAccess(query, webhookUrl)
    report({ ok: true, what: sentence('shopifyToken', { name }) })
    for (const scope of scopes) report(ofScope(scope, granted))
    if (!granted.includes('read_all_orders'))
      report({
        ok: true,
        what: sentence('shopify60'),
      })
    for (const topic of topics)
      report(
        subscribed.includes(topic)
          ? { ok: true, what: sentence('hookExists', { topic: wordsOf(topic) }) }
          : {
              ok: false,
              what: sentence('hookNone', { topic: wordsOf(topic) }),
              mend: sentence('shopifyRepair'),
            },
      )
  })
}

/** Creates the webhooks that are missing. Shopify signs them with the app's client secret. */
export async function repair(shop: Shop, webhookUrl: string): Promise<Finding[]> {
  return findings(shop, async (query, report) => {
    const { subscribed } = await readAccess(query, webhookUrl)
    for (const topic of topics) {
      if (subscribed.includes(topic))
        report({ ok: true, what: sentence('hookExists', { topic: wordsOf(topic) }) })
      else report(await subscribe(query, topic, webhookUrl))
    }
  })
}

const access = z.object({
  shop: z.object({ name: shopText }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  webhookSubscriptions: z.object({
    nodes: z.array(z.object({ topic: z.string(), uri: shopText })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  }),
})

async function readAccess(query: Query, webhookUrl: string) {
  const subscribed: string[] = []
  for (let after: string | null = null; ; ) {
    const data = await query(accessQuery, { after })
    const { shop, currentAppInstallation, webhookSubscriptions } = readShopJson(
      access,
      data,
      sentence('theAccess'),
    )
    const { nodes, pageInfo } = webhookSubscriptions
    subscribed.push(...nodes.filter(({ uri }) => uri === webhookUrl).map(({ topic }) => topic))
    const granted = currentAppInstallation.accessScopes.map(({ handle }) => handle)
    if (!pageInfo.hasNextPage) return { name: shop.name, granted, subscribed }
    after = pageInfo.endCursor ?? null
  }
}

// A scope to write includes the one to read.
function ofScope(scope: string, granted: string[]): Finding {
  if (granted.includes(scope) || granted.includes(scope.replace('read_', 'write_')))
    return { ok: true, what: sentence('scopeGood', { scope }) }
  return {
    ok: false,
    what: sentence('scopeBad', { scope }),
    mend: sentence('scopeMend', { scope }),
  }
}

const created = z.object({
  webhookSubscriptionCreate: z.object({ userErrors: z.array(z.object({ message: z.string() })) }),
})

async function subscribe(query: Query, topic: string, uri: string): Promise<Finding> {
  const data = await query(subscribeMutation, { topic, uri })
  const { userErrors } = readShopJson(created, data, sentence('theWebhook')).webhookSubscriptionCreate
  if (userErrors.length === 0) return { ok: true, what: sentence('hookCreated', { topic: wordsOf(topic) }) }
  return {
    ok: false,
    what: sentence('shopifyHook', {
      topic: wordsOf(topic),
      what: userErrors.map(({ message }) => message).join(' '),
    }),
    mend: sentence('shopifyHookMend'),
  }
}

/** `ORDERS_UPDATED` as webhooks name it: `orders/updated`. */
function wordsOf(topic: string): string {
  const [, resource, event] = /^(.+)_(\w+?)$/.exec(topic.toLowerCase()) ?? []
  return `${resource}/${event}`
}

/** What was found before a problem ends the search, and the problem. */
async function findings(
  shop: Shop,
  search: (query: Query, report: (finding: Finding) => void) => Promise<void>,
): Promise<Finding[]> {
  const query = shopifyQuery(shop)
  if (!query)
    return [
      {
        ok: false,
        what: sentence('shopifyNoAccess'),
        mend: sentence('shopifyNoAccessMend'),
      },
    ]
  const found: Finding[] = []
  try {
    await search(query, finding => found.push(finding))
  } catch (error) {
    if (!(error instanceof ShopProblem)) throw error
    found.push({ ok: false, what: error.what, mend: error.mend })
  }
  return found
}
