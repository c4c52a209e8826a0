import { z } from 'zod'
import { fullName } from '../../../foundation/lib/text/full-name.ts'
import { sentence } from '../sentences.ts'
import { readShopJson, shopCurrency, shopId, shopPrice, shopText, shopTime } from '../shop/shop-json.ts'
import type { Query } from './api.ts'
import type { Parcel, ShopifyGroup, ShopifyLine, ShopifyOrder } from './order.ts'
import { linesQuery, orderQuery, parcelsQuery, piecesQuery, sizesOfOne } from './queries.ts'

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() })
const pageOf = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node), pageInfo })
const image = z.object({ url: shopText }).nullish()

const lineNode = z.object({
  id: z.string(),
  sku: shopText,
  title: shopText,
  name: shopText,
  currentQuantity: z.number(),
  requiresShipping: z.boolean(),
  isGiftCard: z.boolean().nullish(),
  vendor: shopText,
  lineItemGroup: z
    .object({ id: z.string(), productId: shopText, variantId: shopText, title: shopText })
    .nullish(),
  image,
  discountedUnitPriceSet: z.object({ shopMoney: z.object({ amount: shopPrice }) }).nullish(),
  product: z
    .object({
      legacyResourceId: shopId,
      onlineStoreUrl: shopText,
      featuredMedia: z.object({ preview: z.object({ image }).nullish() }).nullish(),
    })
    .nullish(),
  variant: z.object({ legacyResourceId: shopId, barcode: shopText }).nullish(),
})

const parcelNode = z.object({
  id: z.string(),
  status: shopText,
  displayStatus: shopText,
  createdAt: shopTime,
  updatedAt: shopTime,
  deliveredAt: shopTime,
  events: z.object({ nodes: z.array(z.object({ status: shopText, happenedAt: shopTime })) }),
})
const pieceNode = z.object({ quantity: z.number(), lineItem: z.object({ id: z.string() }) })
const pieces = pageOf(pieceNode)

const orderNode = z.object({
  id: z.string(),
  legacyResourceId: shopId,
  createdAt: shopTime,
  processedAt: shopTime,
  updatedAt: shopTime,
  cancelledAt: shopTime,
  displayFinancialStatus: shopText,
  currencyCode: shopCurrency,
  email: shopText,
  phone: shopText,
  customerLocale: shopText,
  customer: z.object({ firstName: shopText, lastName: shopText }).nullish(),
  billingAddress: z.object({ name: shopText, phone: shopText }).nullish(),
  lineItems: pageOf(lineNode),
  fulfillments: z.array(parcelNode.extend({ fulfillmentLineItems: pieces })),
})

type Sizes = { parcels: number }
const toGid = (kind: string, id: string) => `gid://shopify/${kind}/${id}`

/** The order as it is now. Undefined: the shop has none of this id, or does not show it to the app. */
export async function fetchOrder(query: Query, id: string): Promise<ShopifyOrder | undefined> {
  const data = await query(orderQuery, { id: toGid('Order', id), ...sizesOfOne })
  const { order } = readShopJson(
    z.object({ order: z.unknown().optional() }),
    data,
    sentence('orderNamed', { id }),
  )
  return order ? readApiOrder(query, order, sizesOfOne) : undefined
}

/** Reads an order of a query with these sizes, and asks for the rest of longer lists. Throws ShopProblem. */
export async function readApiOrder(query: Query, json: unknown, sizes: Sizes): Promise<ShopifyOrder> {
  const order = readShopJson(orderNode, json, sentence('theOrder'))
  const buyer = order.customer
  return {
    id: order.legacyResourceId,
    updatedAt: order.updatedAt,
    orderedAt: order.processedAt ?? order.createdAt ?? order.updatedAt ?? 0,
    currency: order.currencyCode,
    isCancelled:
      order.cancelledAt !== undefined || ['REFUNDED', 'VOIDED'].includes(order.displayFinancialStatus),
    name: fullName(buyer?.firstName, buyer?.lastName) || (order.billingAddress?.name ?? ''),
    email: order.email,
    phone: order.phone || (order.billingAddress?.phone ?? ''),
    locale: order.customerLocale,
    lines: (await allLines(query, order)).map(toLine),
    parcels: await allParcels(query, order, sizes),
  }
}

type OrderNode = z.output<typeof orderNode>

async function allLines(query: Query, { id, lineItems }: OrderNode): Promise<z.output<typeof lineNode>[]> {
  return allNodes(lineItems, async after => {
    const data = await query(linesQuery, { id, after })
    return readShopJson(
      z.object({ order: z.object({ lineItems: pageOf(lineNode) }) }),
      data,
      sentence('theOrder'),
    ).order.lineItems
  })
}

/** A list without pages: when it is full, there may be more. */
async function allParcels(query: Query, order: OrderNode, sizes: Sizes): Promise<Parcel[]> {
  if (order.fulfillments.length < sizes.parcels)
    return Promise.all(
      order.fulfillments.map(async node =>
        toParcel(node, await allPieces(query, node.id, node.fulfillmentLineItems)),
      ),
    )
  const data = await query(parcelsQuery, { id: order.id })
  const nodes = readShopJson(
    z.object({ order: z.object({ fulfillments: z.array(parcelNode) }) }),
    data,
    sentence('theOrder'),
  )
  const parcels: Parcel[] = []
  for (const node of nodes.order.fulfillments) parcels.push(toParcel(node, await allPieces(query, node.id)))
  return parcels
}

const none = { nodes: [], pageInfo: { hasNextPage: true } }

function allPieces(query: Query, id: string, first: z.output<typeof pieces> = none) {
  return allNodes(first, async after => {
    const data = await query(piecesQuery, { id, after })
    const schema = z.object({ fulfillment: z.object({ fulfillmentLineItems: pieces }) })
    return readShopJson(schema, data, sentence('theFulfillment')).fulfillment.fulfillmentLineItems
  })
}

type Page<T> = { nodes: T[]; pageInfo: z.output<typeof pageInfo> }

async function allNodes<T>(
  first: Page<T>,
  fetchPage: (after: string | null) => Promise<Page<T>>,
): Promise<T[]> {
  const nodes = [...first.nodes]
  for (let page = first; page.pageInfo.hasNextPage; nodes.push(...page.nodes))
    page = await fetchPage(page.pageInfo.endCursor ?? null)
  return nodes
}

function toLine(node: z.output<typeof lineNode>): ShopifyLine {
  const { product, variant } = node
  return {
    id: node.id,
    productId: product?.legacyResourceId,
    variantId: variant?.legacyResourceId,
    sku: node.sku,
    title: node.title,
    fullName: node.name,
    price: node.discountedUnitPriceSet?.shopMoney.amount ?? 0,
    quantity: node.currentQuantity,
    needsShipping: node.requiresShipping,
    isGiftCard: node.isGiftCard ?? false,
    vendor: node.vendor,
    group: node.lineItemGroup ? groupOf(node.lineItemGroup) : undefined,
    url: product?.onlineStoreUrl,
    picture: node.image?.url || product?.featuredMedia?.preview?.image?.url,
    gtin: variant?.barcode,
  }
}

type GroupNode = NonNullable<z.output<typeof lineNode>['lineItemGroup']>

/** Its ids are those of GraphQL: `gid://shopify/Product/1`. */
function groupOf({ id, productId, variantId, title }: GroupNode): ShopifyGroup {
  const last = (gid: string) => gid.split('/').at(-1) || undefined
  return { id, productId: last(productId), variantId: last(variantId), title }
}

function toParcel(
  { status, displayStatus, createdAt, updatedAt, deliveredAt, events }: z.output<typeof parcelNode>,
  pieces: z.output<typeof pieceNode>[],
): Parcel {
  const event = events.nodes.find(({ status }) => status === 'DELIVERED' || status === 'PICKED_UP')
  return {
    status,
    displayStatus,
    createdAt,
    updatedAt,
    deliveredAt: deliveredAt ?? event?.happenedAt,
    pieces: pieces.map(({ quantity, lineItem }) => ({ lineId: lineItem.id, quantity })),
  }
}
