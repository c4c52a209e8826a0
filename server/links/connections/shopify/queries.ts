/**
 * A query may cost 1,000 points: one for each object, 2 for each list and its length times what an item costs. So the
 * sizes are variables, small where many orders are asked for, and the rare longer lists are read on their own. A page
 * of 8 orders costs about 800.
 */
export const pageSize = 8
export const sizesOfPage = { lines: 5, parcels: 3, pieces: 5, events: 3 }
export const sizesOfOne = { lines: 30, parcels: 10, pieces: 15, events: 5 }

const line = `
  id sku title name vendor currentQuantity requiresShipping isGiftCard
  lineItemGroup { id productId variantId title }
  image { url }
  discountedUnitPriceSet { shopMoney { amount } }
  product { legacyResourceId onlineStoreUrl featuredMedia { preview { image { url } } } }
  variant { legacyResourceId barcode }`

const parcel = 'id status displayStatus createdAt updatedAt deliveredAt'
const piece = 'quantity lineItem { id }'
const pageInfo = 'pageInfo { hasNextPage endCursor }'

const order = `
  id legacyResourceId createdAt processedAt updatedAt cancelledAt displayFinancialStatus currencyCode
  email phone customerLocale
  customer { firstName lastName }
  billingAddress { name phone }
  lineItems(first: $lines) { nodes { ${line} } ${pageInfo} }
  fulfillments(first: $parcels) {
    ${parcel}
    events(first: $events, sortKey: HAPPENED_AT, reverse: true) { nodes { status happenedAt } }
    fulfillmentLineItems(first: $pieces) { nodes { ${piece} } ${pageInfo} }
  }`

const sizes = '$lines: Int!, $parcels: Int!, $pieces: Int!, $events: Int!'

export const orderQuery = `query Order($id: ID!, ${sizes}) { order(id: $id) { ${order} } }`

export const ordersQuery = `query Orders($first: Int!, $after: String, $query: String!, ${sizes}) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) { nodes { ${order} } ${pageInfo} }
}`

/** The objects of these ids; null for one that is not there, or that the app may not see. */
export const nodesQuery = `query Nodes($ids: [ID!]!) { nodes(ids: $ids) { id } }`

export const linesQuery = `query Lines($id: ID!, $after: String) {
  order(id: $id) { lineItems(first: 50, after: $after) { nodes { ${line} } ${pageInfo} } }
}`

export const parcelsQuery = `query Parcels($id: ID!) {
  order(id: $id) {
    fulfillments(first: 100) {
      ${parcel}
      events(first: 3, sortKey: HAPPENED_AT, reverse: true) { nodes { status happenedAt } }
    }
  }
}`

export const piecesQuery = `query Pieces($id: ID!, $after: String) {
  fulfillment(id: $id) { fulfillmentLineItems(first: 100, after: $after) { nodes { ${piece} } ${pageInfo} } }
}`

export const productQuery = `query Product($id: ID!) {
  product(id: $id) { onlineStoreUrl featuredMedia { preview { image { url } } } }
}`

export const accessQuery = `query Access($after: String) {
  shop { name }
  currentAppInstallation { accessScopes { handle } }
  webhookSubscriptions(first: 100, after: $after) { nodes { topic uri } ${pageInfo} }
}`

export const subscribeMutation = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    userErrors { message }
  }
}`
