/**
 * An order or line with its exact id. JSON.parse rounds ids above 2^53, as those of Shopify's test notifications are, but
 * each is written out beside it: `gid://shopify/Order/820982911946154508`.
 */
export function exactId(json: unknown): unknown {
  const { id, admin_graphql_api_id: written } = (json ?? {}) as Record<string, unknown>
  if (typeof id !== 'number' || Number.isSafeInteger(id) || typeof written !== 'string') return json
  return { ...(json as object), id: /\/(\d{1,20})$/.exec(written)?.[1] }
}

/** Of a line, which needs an id only to be told from the others of its order. */
export function anyId(json: unknown): unknown {
  const exact = exactId(json)
  const { id } = (exact ?? {}) as Record<string, unknown>
  return typeof id === 'number' ? { ...(exact as object), id: String(id) } : exact
}

/**
 * Whether a webhook is what "Send test notification" sends in Shopify: an invented order or product, whose ids are above
 * 2^53. Those of real ones are not, also of orders that were paid with a test card.
 */
export function isTestNotification(topic: string, json: unknown): boolean {
  const { id, order_id, test } = (json ?? {}) as Record<string, unknown>
  const isInvented = [id, order_id].some(one => typeof one === 'number' && !Number.isSafeInteger(one))
  return isInvented && (test === true || !topic.startsWith('orders/'))
}
