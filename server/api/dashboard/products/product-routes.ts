import { z } from 'zod'
import { moveGroupSums } from '../../../answers/reviews/sums/group-sums.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { listChanges } from '../../../foundation/events/audit/audit.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { storeItemPath, storePath } from '../../../foundation/http/input/paths.ts'
import { pageLimit } from '../../../foundation/http/input/read-query.ts'
import { byOf, nameActors } from '../../../tenants/accounts/actors.ts'
import { addProduct, changeProduct, readProduct, readProducts } from '../../../tenants/products/catalogue.ts'
import { changeGroup, endGroup, groupProducts } from '../../../tenants/products/product-groups.ts'
import { findSharedSkus } from '../../../tenants/products/shared-skus.ts'
import { readGroup, withFigures } from './figures.ts'
import { listProductIds, productParts, productSorts, readProductCursor } from './list-products.ts'
import {
  grouping,
  groupProposals,
  madeGroup,
  newProduct,
  productChange,
  productDetails,
  productPage,
} from './product-schemas.ts'

const listQuery = z.object({
  part: z.enum(productParts).default('all'),
  sort: z.enum(productSorts).default('name'),
  text: text(200).optional(),
  after: z
    .string()
    .check(({ value, issues }) => {
      if (!readProductCursor(value)) issues.push({ code: 'custom', message: 'format', input: value })
    })
    .optional(),
  limit: pageLimit(30),
})

/** GET /admin/api/stores/{store_id}/products: a page of the catalogue. */
export function listCatalogue({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'listProducts',
      summary: 'Products with what was said of them',
      params: storePath,
      querystring: listQuery,
      response: { 200: productPage },
    },
    handler: async ({ params, query }) => {
      const { storeId } = params
      const { ids, next } = await listProductIds(database, storeId, query)
      return {
        result: await withFigures(database, storeId, await readProducts(database, storeId, ids)),
        next,
      }
    },
  })
}

// A product's id comes from the shop and may be `..` or contain a slash, so it is never part of a path.
const ofProduct = z.object({ product_id: text(255, 1) })

/** GET /admin/api/stores/{store_id}/products/detail?product_id= */
export function showProduct({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getProduct',
      summary: 'One product, its group and its history',
      params: storePath,
      querystring: ofProduct,
      response: { 200: productDetails },
    },
    handler: async ({ params, query }) => {
      const { storeId } = params
      return await describe(database, storeId, query.product_id)
    },
  })
}

/** POST /admin/api/stores/{store_id}/products */
export function addToCatalogue({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'createProduct',
      summary: 'Add a product',
      params: storePath,
      body: newProduct,
      response: { 201: productDetails },
    },
    handler: async (request, reply) => {
      const { storeId } = request.params
      const product = request.body
      await database.transaction(tx => addProduct(tx, storeId, product, byOf(request.user, clock)))
      return reply.status(201).send(await describe(database, storeId, product.product_id))
    },
  })
}

/** PATCH /admin/api/stores/{store_id}/products: changes the product with the product_id of the body. */
export function editProduct({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'updateProduct',
      summary: 'Change a product',
      params: storePath,
      body: productChange,
      response: { 200: productDetails },
    },
    handler: async request => {
      const { storeId } = request.params
      const { product_id, ...change } = request.body
      await database.transaction(tx =>
        changeProduct(tx, storeId, product_id, change, byOf(request.user, clock)),
      )
      return await describe(database, storeId, product_id)
    },
  })
}

const mostProposals = 100

/** GET /admin/api/stores/{store_id}/product-groups/proposals */
export function proposeGroups({ database }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'proposeProductGroups',
      summary: 'Products that share a SKU and are in no group, such as the translations of one',
      params: storePath,
      response: { 200: groupProposals },
    },
    handler: async ({ params }) => ({
      result: await findSharedSkus(database, params.storeId, mostProposals),
    }),
  })
}

/** POST /admin/api/stores/{store_id}/product-groups */
export function makeGroup({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'createProductGroup',
      summary: 'Let products share their reviews and questions',
      params: storePath,
      body: grouping,
      response: { 201: madeGroup },
    },
    handler: async (request, reply) => {
      const { storeId } = request.params
      const wanted = toGrouping(request.body)
      const made = await database.transaction(tx =>
        groupProducts(tx, storeId, wanted, moveGroupSums, byOf(request.user, clock)),
      )
      return reply.status(201).send(made)
    },
  })
}

/** PUT /admin/api/stores/{store_id}/product-groups/{id}: sets the products of the group. */
export function editGroup({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'updateProductGroup',
      summary: 'Say anew which products a group has',
      params: storeItemPath,
      body: grouping,
    },
    handler: async (request, reply) => {
      const { storeId, id } = request.params
      const wanted = toGrouping(request.body)
      await database.transaction(tx =>
        changeGroup(tx, storeId, id, wanted, moveGroupSums, byOf(request.user, clock)),
      )
      return reply.status(204).send()
    },
  })
}

/** DELETE /admin/api/stores/{store_id}/product-groups/{id}: each product displays its own reviews again. */
export function dissolveGroup({ database, clock }: Dependencies) {
  return endpoint({
    schema: { operationId: 'deleteProductGroup', summary: 'End a group', params: storeItemPath },
    handler: async (request, reply) => {
      const { storeId, id } = request.params
      await database.transaction(tx => endGroup(tx, storeId, id, moveGroupSums, byOf(request.user, clock)))
      return reply.status(204).send()
    },
  })
}

async function describe(db: Database, storeId: string, productId: string) {
  const product = await readProduct(db, storeId, productId)
  const [[listed], members, changes] = await Promise.all([
    withFigures(db, storeId, [product]),
    product.group_id ? readGroup(db, storeId, product.group_id) : [],
    listChanges(db, storeId, 'product', productId),
  ])
  return { ...listed, members, history: await nameActors(db, changes) }
}

const toGrouping = ({ product_ids, move }: z.infer<typeof grouping>) => ({ productIds: product_ids, move })
