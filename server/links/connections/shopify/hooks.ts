import { z } from 'zod'
import { type Finding, type Shop, ShopProblem } from '../platform.ts'
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
    report({ ok: true, what: `The token works. The shop is called "${name}".` })
    for (const scope of scopes) report(ofScope(scope, granted))
    if (!granted.includes('read_all_orders'))
      report({
        ok: true,
        what: 'Orders of the last 60 days can be fetched. Older ones need read_all_orders.',
      })
    for (const topic of topics)
      report(
        subscribed.includes(topic)
          ? { ok: true, what: `${wordsOf(topic)}: the webhook exists.` }
          : {
              ok: false,
              what: `${wordsOf(topic)}: there is no webhook to this connection.`,
              mend: 'Repair the connection. Shopify deletes a webhook after 8 failed attempts within 4 hours: then fetch the orders since then, too.',
            },
      )
  })
}

/** Creates the webhooks that are missing. Shopify signs them with the app's client secret. */
export async function repair(shop: Shop, webhookUrl: string): Promise<Finding[]> {
  return findings(shop, async (query, report) => {
    const { subscribed } = await readAccess(query, webhookUrl)
    for (const topic of topics) {
      if (subscribed.includes(topic)) report({ ok: true, what: `${wordsOf(topic)}: the webhook exists.` })
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
    const { shop, currentAppInstallation, webhookSubscriptions } = readShopJson(access, data, 'The access')
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
    return { ok: true, what: `The app may use ${scope}.` }
  return {
    ok: false,
    what: `The app may not use ${scope}.`,
    mend: `In the Dev Dashboard open your app → Versions, add the scope ${scope}, release the version, and approve it in the shop.`,
  }
}

const created = z.object({
  webhookSubscriptionCreate: z.object({ userErrors: z.array(z.object({ message: z.string() })) }),
})

async function subscribe(query: Query, topic: string, uri: string): Promise<Finding> {
  const data = await query(subscribeMutation, { topic, uri })
  const { userErrors } = readShopJson(created, data, 'The webhook').webhookSubscriptionCreate
  if (userErrors.length === 0) return { ok: true, what: `${wordsOf(topic)}: created.` }
  return {
    ok: false,
    what: `${wordsOf(topic)}: Shopify did not create the webhook: ${userErrors.map(({ message }) => message).join(' ')}`,
    mend: 'Check the scopes of the app with a test of this connection. The address of Realword must begin with https.',
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
        what: 'There is no access to the shop, so it cannot be asked.',
        mend: "Add the shop's address that ends with .myshopify.com, and the app's client ID, or a token that begins with shpat_.",
      },
    ]
  const found: Finding[] = []
  try {
    await search(query, finding => found.push(finding))
  } catch (error) {
    if (!(error instanceof ShopProblem)) throw error
    found.push({ ok: false, what: error.message, mend: error.mend })
  }
  return found
}
