import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { changeProduct, hideProduct, putProduct, readProduct } from '../../../tenants/products/catalogue.ts'
import { listProducts } from '../../../tenants/products/list-products.ts'
import { noProductKinds } from '../../../tenants/products/no-products.ts'
import {
  productFields,
  shownProductFields,
  wholeProductFields,
} from '../../../tenants/products/product-fields.ts'
import { byProgram } from '../by-program.ts'
import { etagOf, requireMatch, withEtag } from '../etags.ts'
import { listQuery, pageOf, writePlace } from '../list-query.ts'

const product = z
  .object({
    ...shownProductFields,
    group_id: z.uuid().nullable().meta({ description: 'The variants with which it shares reviews' }),
    asks_for_reviews: productFields.asks_for_reviews,
    recognised_as: z.enum(noProductKinds).nullable().meta({
      description: 'What it was taken for when it was switched off by itself; null if it never was',
    }),
    created_at: z.date(),
    updated_at: z.date(),
    hidden_at: z.date().nullable().meta({ description: 'When it was deleted; null while it is listed' }),
  })
  .meta({ title: 'Product' })

const wholeProduct = z
  .strictObject(wholeProductFields)
  .meta({ examples: [{ name: 'Moka pot, 6 cups', sku: 'SKU-1', price: 149.9 }] })

const path = z.object({
  product_id: text(255, 1).meta({ description: 'Your id of the product, percent-encoded: `.` as `%2E`' }),
})

const query = z.object({ ...listQuery(id => id.length > 0), sku: text(255, 1).optional() })

/** GET /manage/v1/products */
export function managedProducts({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listProducts',
      summary: 'List products',
      description: 'Newest first, without deleted ones.',
      querystring: query,
      response: { 200: pageOf(product) },
    },
    handler: async ({ apiKey, query: { limit, cursor: after, updated_since: since, sku } }) => {
      const { result, next } = await listProducts(database, apiKey.storeId, { limit, after, since, sku })
      return { data: result, next_cursor: next && writePlace(next) }
    },
  })
}

/** GET /manage/v1/products/{product_id} */
export function managedProduct({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getProduct',
      summary: 'Read a product',
      params: path,
      response: { 200: product },
    },
    config: { errors: ['product_unknown'] },
    handler: async ({ apiKey, params }, reply) =>
      withEtag(reply, await readProduct(database, apiKey.storeId, params.product_id)),
  })
}

/** PUT /manage/v1/products/{product_id} */
export function putOneProduct({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'putProduct',
      summary: 'Add a product, or replace it',
      description:
        'Fields that are left out become empty; `asks_for_reviews` stays. A deleted product is listed again.',
      params: path,
      body: wholeProduct,
      response: { 200: product, 201: product },
    },
    config: { errors: ['product_unknown', 'body_stale'] },
    handler: async (request, reply) => {
      const { apiKey, params, body } = request
      const { storeId } = apiKey
      const { product_id } = params
      const put = await database.transaction(async tx => {
        await requireMatch(request, () => readProduct(tx, storeId, product_id, true))
        const isNew = await putProduct(tx, storeId, { product_id, ...body }, byProgram(clock))
        return { isNew, found: await readProduct(tx, storeId, product_id) }
      })
      return reply
        .status(put.isNew ? 201 : 200)
        .header('etag', etagOf(put.found))
        .send(put.found)
    },
  })
}

/** PATCH /manage/v1/products/{product_id} */
export function changeOneProduct(deps: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'updateProduct',
      summary: 'Change fields of a product',
      params: path,
      body: z.strictObject(productFields).partial(),
      response: { 200: product },
    },
    config: { errors: ['product_unknown', 'body_stale'] },
    handler: async (request, reply) => {
      const { storeId } = request.apiKey
      const { product_id } = request.params
      const change = (tx: Connection) =>
        changeProduct(tx, storeId, product_id, request.body, byProgram(deps.clock))
      return withEtag(reply, await act(deps, request, change))
    },
  })
}

/** DELETE /manage/v1/products/{product_id} */
export function hideOneProduct(deps: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'deleteProduct',
      summary: 'Take a product out of lists',
      description: 'Its reviews stay. Repeating it changes nothing.',
      params: path,
      response: { 200: product },
    },
    config: { errors: ['product_unknown', 'body_stale'] },
    handler: async (request, reply) => {
      const { storeId } = request.apiKey
      const { product_id } = request.params
      const hide = (tx: Connection) => hideProduct(tx, storeId, product_id, byProgram(deps.clock))
      return withEtag(reply, await act(deps, request, hide))
    },
  })
}

type OfOne = Parameters<typeof requireMatch>[0] & {
  apiKey: { storeId: string }
  params: { product_id: string }
}

async function act({ database }: Dependencies, request: OfOne, change: (tx: Connection) => Promise<void>) {
  const { apiKey, params } = request
  return await database.transaction(async tx => {
    await requireMatch(request, () => readProduct(tx, apiKey.storeId, params.product_id, true))
    await change(tx)
    return await readProduct(tx, apiKey.storeId, params.product_id)
  })
}
